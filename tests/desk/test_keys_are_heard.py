"""Orca is told of the keys that are pressed alone: only then does it stop speaking at once."""

from __future__ import annotations

from contextlib import suppress

import pytest

from tests.desk.desk import Desk, until
from tests.desk.test_program import ask

pytestmark = pytest.mark.desk
AGAIN_S = 20.0


def pressed(desk: Desk, key: str) -> int:
    """How often Orca was told that this key went down, as its own log says."""
    log = (desk.folder / "orca.debug").read_text(encoding="utf-8", errors="replace")
    return log.count(f"vvvvv PROCESS ATSPI_KEY_PRESSED_EVENT: '{key}'")


def press_until_told(desk: Desk, key: str) -> None:
    """Press as one does who still hears the answer: once in about 30 times Orca missed it."""
    before = pressed(desk, key)
    for _ in range(2):
        desk.key(key)
        with suppress(TimeoutError):
            until(lambda: pressed(desk, key) > before, "the first", AGAIN_S)
            return
    desk.key(key)
    until(lambda: pressed(desk, key) > before, f"{key} told to Orca")


@pytest.mark.parametrize("key", ["Escape", "F3", "F11", "F6"])
def test_a_key_that_is_a_command_reaches_orca(desk: Desk, key: str) -> None:
    with desk.app("scripted"):
        ask(desk, "what is this")
        desk.wait_spoken("It is a tin of tomato soup")
        press_until_told(desk, key)
        desk.key("ctrl+r")
        desk.wait_spoken("It is a tin of tomato soup")
