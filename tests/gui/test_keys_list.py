"""The list of commands with their keys, its search and language, and the file of the keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from whichone_app.keys_dialog import KeysDialog
from whichone_core.languages import use_language

from tests.gui.conftest import Room
from tests.gui.keys_room import CTRL, Key, dialog, file, find, opened, own, press, said

__all__ = ["dialog", "file", "own"]


def test_letters_go_to_the_commands_that_have_such_a_word(dialog: KeysDialog) -> None:
    dialog.list.setFocus()
    QTest.keyClicks(dialog.list, "rep")
    assert dialog.current == "repeat"


def test_where_nothing_is_found_nothing_is_offered(own: Room, dialog: KeysDialog) -> None:
    QTest.keyClicks(dialog.search, "xyzzy")
    own.bot.waitUntil(lambda: "No command found." in own.mouth.ever)
    assert not dialog.change_button.isEnabled()
    assert dialog.all_button.isEnabled()


def test_where_the_keys_are_kept_is_said(own: Room, dialog: KeysDialog, file: Path) -> None:
    dialog.file_button.setFocus()
    press(Key.Key_Return)
    assert said(own, dialog).startswith(f"The keys stand in the file {file}.")
    assert '# open = "Ctrl+O"' in file.read_text(encoding="utf-8")


def test_a_broken_file_is_told_of_and_left_alone(
    file: Path, request: pytest.FixtureRequest
) -> None:
    file.write_text("open = [")
    own: Room = request.getfixturevalue("own")
    own.window.key_help.tell_problems()
    assert own.mouth.ever[-1].startswith(f"The keys file {file} cannot be read")
    dialog = opened(own)
    find(dialog, "open a picture", "open")
    press(Key.Key_Return)
    press(Key.Key_T, CTRL)
    assert said(own, dialog) == (
        f"Open: Control T. It holds until WhichOne ends. The keys file {file} is damaged, so "
        "nothing was written to it. Repair it, or give it another name and start anew."
    )
    assert own.window.key_help.table.keys("open") == "Ctrl+T"
    assert file.read_text() == "open = ["


def test_the_dialog_speaks_the_language_that_is_used(own: Room, dialog: KeysDialog) -> None:
    use_language("de")
    QApplication.sendEvent(dialog, QEvent(QEvent.Type.LanguageChange))
    assert dialog.windowTitle() == "Tasten"
    assert "Steuerung O" in dialog.list.item(0).text()
    find(dialog, "steuerung o", "open")
    press(Key.Key_Return)
    press(Key.Key_R, CTRL)
    assert said(own, dialog) == (
        "Steuerung R gehört zu Wiederholen. Tauschen? Enter gibt Wiederholen dafür "
        "Steuerung O. Escape lässt beide, wie sie sind."
    )
