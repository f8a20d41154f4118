"""What Qt tells of a pressed key, written as in the file of the keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QKeyEvent
from whichone_app.key_press import is_whole, pressed_keys

from tests.gui.keys_room import CTRL, Held, Key


@pytest.mark.parametrize(
    ("key", "held", "text", "keys"),
    [
        (Key.Key_O, CTRL | Held.ShiftModifier, "\x0f", "Ctrl+Shift+O"),
        (Key.Key_Plus, CTRL | Held.ShiftModifier, "+", "Ctrl++"),
        (Key.Key_Slash, CTRL | Held.ShiftModifier, "/", "Ctrl+/"),
        (Key.Key_F5, Held.MetaModifier | Held.ShiftModifier, "", "Meta+Shift+F5"),
        (Key.Key_PageUp, Held.AltModifier, "", "Alt+PgUp"),
        (Key.Key_Up, Held.AltModifier | Held.KeypadModifier, "", "Alt+Up"),
        (Key.Key_Enter, Held.KeypadModifier, "\r", "NumPad"),
        (Key.Key_Dead_Acute, CTRL, "", ""),
        (Key.Key_MediaPlay, Held.NoModifier, "", ""),
    ],
)
def test_a_pressed_key_is_written_as_in_the_file(
    key: Key, held: Held, text: str, keys: str
) -> None:
    assert pressed_keys(QKeyEvent(QEvent.Type.KeyPress, key, held, text)) == keys


def test_a_key_that_repeats_itself_is_no_new_one() -> None:
    again = QKeyEvent(QEvent.Type.KeyPress, Key.Key_Return, Held.NoModifier, "\r", True)
    assert not is_whole(again)
