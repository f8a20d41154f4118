"""Two commands exchange their keys, or keep them, by keyboard alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from whichone_app.keys_dialog import KeysDialog
from whichone_app.keys_file import read_keys

from tests.gui.actions import action
from tests.gui.conftest import Room
from tests.gui.keys_room import CTRL, Key, dialog, file, find, focused, own, press, said

__all__ = ["dialog", "file", "own"]


def test_two_commands_exchange_their_keys_after_one_question(
    own: Room, dialog: KeysDialog, file: Path
) -> None:
    find(dialog, "open a picture", "open")
    press(Key.Key_Return)
    press(Key.Key_R, CTRL)
    assert said(own, dialog) == (
        "Control R belongs to Repeat. Exchange? Enter gives Repeat Control O instead. "
        "Escape leaves both as they are."
    )
    assert focused() is dialog.list and not file.exists()
    press(Key.Key_Return)
    assert said(own, dialog) == "Open: Control R. Repeat: Control O."
    assert [key.toString() for key in action(own, "open").shortcuts()] == ["Ctrl+R"]
    assert [key.toString() for key in action(own, "repeat").shortcuts()] == ["Ctrl+O"]
    assert read_keys(file) == {"open": "Ctrl+R", "repeat": "Ctrl+O"}
    press(Key.Key_Return)
    assert said(own, dialog).startswith("Press the new key for Open."), "Enter is the list's again"
    press(Key.Key_Escape)
    dialog.usual_button.setFocus()
    press(Key.Key_Return)
    assert said(own, dialog).startswith("Control O belongs to Repeat. Exchange? ")
    press(Key.Key_Return)
    assert said(own, dialog) == "Open: Control O. Repeat: Control R."
    assert read_keys(file) == {}


@pytest.mark.parametrize("key", [Key.Key_Escape, Key.Key_N, Key.Key_Tab, Key.Key_Space])
def test_whatever_else_is_pressed_exchanges_nothing(
    own: Room, dialog: KeysDialog, file: Path, key: Key
) -> None:
    find(dialog, "open a picture", "open")
    press(Key.Key_Return)
    press(Key.Key_R, CTRL)
    press(key)
    assert said(own, dialog) == "Nothing changed."
    assert focused() is dialog.list and dialog.isVisible()
    assert read_keys(file) == {}


def test_who_goes_elsewhere_exchanges_nothing(own: Room, dialog: KeysDialog, file: Path) -> None:
    find(dialog, "open a picture", "open")
    press(Key.Key_Return)
    press(Key.Key_R, CTRL)
    dialog.search.setFocus()
    assert said(own, dialog) == "Nothing changed."
    press(Key.Key_Return)
    assert read_keys(file) == {}
