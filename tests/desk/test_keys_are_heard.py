"""Orca is told of the keys that are pressed alone: only then does it stop speaking at once."""

from __future__ import annotations

import pytest

from tests.desk.desk import Desk
from tests.desk.test_program import ask

pytestmark = pytest.mark.desk
ANSWER = "It is a tin of tomato soup"
MOST = 20
"""Answers after which Orca has written more than a block of its log."""


def pressed(desk: Desk, key: str) -> int:
    """How often Orca was told that this key went down, as far as its own log is written."""
    log = (desk.folder / "orca.debug").read_text(encoding="utf-8", errors="replace")
    return log.count(f"vvvvv PROCESS ATSPI_KEY_PRESSED_EVENT: '{key}'")


def hear_until_written(desk: Desk) -> None:
    """Have the answer repeated until a key of that stands in Orca's log.

    Orca writes its log in blocks: the last keys stand there only once it has more to tell, and
    what is written of one key comes after all that were pressed before it.
    """
    written = pressed(desk, "Control_L")
    for _ in range(MOST):
        desk.key("ctrl+r")
        desk.wait_spoken(ANSWER)
        if pressed(desk, "Control_L") > written:
            return
    raise AssertionError(f"nothing new in Orca's log after {MOST} answers")


@pytest.mark.parametrize("key", ["Escape", "F3", "F11", "F6"])
def test_a_key_that_is_a_command_reaches_orca(desk: Desk, key: str) -> None:
    with desk.app("scripted"):
        ask(desk, "what is this")
        desk.wait_spoken(ANSWER)
        hear_until_written(desk)
        before = pressed(desk, key)
        desk.key(key)
        hear_until_written(desk)
        assert pressed(desk, key) == before + 1
