"""The keys that the README names are keys of the window."""

from __future__ import annotations

import re

from PySide6.QtGui import QAction

from tests.e2e.test_readme import SECTIONS
from tests.gui.conftest import Room
from tests.gui.test_every_control import full, keys

__all__ = ["full", "keys"]


def test_the_keys_that_are_named_are_the_windows(full: Room) -> None:
    actions = full.window.findChildren(QAction)
    real = {key.toString() for action in actions for key in action.shortcuts()}
    named = set(re.findall(r"(?:Ctrl\+|Shift\+)+\w+|\bF\d+|Escape", SECTIONS["The window"]))
    assert len(named) > 5
    assert {key.replace("Escape", "Esc") for key in named} <= real
