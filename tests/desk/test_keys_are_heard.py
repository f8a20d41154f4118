"""Orca is told of the keys that are pressed alone: only then does it stop speaking at once."""

from __future__ import annotations

import pytest

from tests.desk.desk import Desk, until
from tests.desk.test_program import ask

pytestmark = pytest.mark.desk


def pressed(desk: Desk, key: str) -> int:
    """How often Orca was told that this key went down, as its own log says."""
    log = (desk.folder / "orca.debug").read_text(encoding="utf-8", errors="replace")
    return log.count(f"vvvvv PROCESS ATSPI_KEY_PRESSED_EVENT: '{key}'")


@pytest.mark.parametrize("key", ["Escape", "F3", "F11", "F6"])
def test_a_key_that_is_a_command_reaches_orca(desk: Desk, key: str) -> None:
    with desk.app("scripted"):
        ask(desk, "what is this")
        desk.wait_spoken("It is a tin of tomato soup")
        before = pressed(desk, key)
        desk.key(key)
        until(lambda: pressed(desk, key) > before, f"{key} told to Orca")
        desk.key("ctrl+r")
        desk.wait_spoken("It is a tin of tomato soup")
