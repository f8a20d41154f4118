"""The window's keys do nothing in a dialog, and that is said once; all other keys are its own."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QLineEdit, QMainWindow
from pytestqt.qtbot import QtBot
from whichone_app.chooser import Chooser
from whichone_app.settings_window.sheet import Sheet
from whichone_app.window_keys import IN_WINDOW
from whichone_core.languages import use_language

from tests.gui.conftest import Room
from tests.gui.test_every_control import controls, dialogs, full, keys

__all__ = ["full", "keys"]

CTRL, NONE = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier
CTRL_SHIFT = CTRL | Qt.KeyboardModifier.ShiftModifier


def told(room: Room) -> int:
    return room.mouth.ever.count(IN_WINDOW)


def test_from_every_control_of_every_dialog_it_is_said_and_the_focus_stays(full: Room) -> None:
    seen = set()
    for dialog in dialogs(full):
        if not isinstance(dialog, Sheet | Chooser):
            continue
        full.bot.waitUntil(dialog.isActiveWindow)
        for control in controls(dialog):
            control.setFocus()
            for key, held in (
                (Qt.Key.Key_G, CTRL),
                (Qt.Key.Key_F7, NONE),
                (Qt.Key.Key_D, CTRL_SHIFT),
            ):
                before = told(full)
                QTest.keyClick(control, key, held)
                where = f"{dialog.windowTitle()}, {control.accessibleName()}, {key}"
                assert told(full) == before + 1, where
                assert QApplication.focusWidget() is control, where
        seen.add(dialog.windowTitle())
    assert {"Settings", "Camera", "Language models", "User guide", "First steps"} <= seen


def test_a_key_that_is_held_down_is_told_of_once(full: Room) -> None:
    dialog = sheet(full)
    for is_repeated in (False, True, True):
        event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_G, CTRL, "", is_repeated)
        QApplication.sendEvent(dialog.close_button, event)
    assert told(full) == 1


def sheet(room: Room) -> Sheet:
    made = Sheet(room.window, room.window.announcer, "Sheet")
    made.line = QLineEdit("words")  # type: ignore[attr-defined]
    made.column.addWidget(made.line)  # type: ignore[attr-defined]
    made.add_end()
    made.open_sheet()
    room.bot.waitUntil(made.isActiveWindow)
    return made


def test_keys_that_do_something_in_a_dialog_go_on_doing_it(full: Room) -> None:
    dialog = sheet(full)
    line = dialog.findChild(QLineEdit)
    assert isinstance(line, QLineEdit)
    line.setFocus()
    QTest.keyClick(line, Qt.Key.Key_A, CTRL)
    QTest.keyClick(line, Qt.Key.Key_C, CTRL)
    assert QGuiApplication.clipboard().text() == "words"
    QTest.keyClicks(line, "Gg7")
    QTest.keyClick(line, Qt.Key.Key_V, CTRL)
    assert line.text() == "Gg7words"
    QTest.keyClick(line, Qt.Key.Key_F1)
    assert full.mouth.asked[-1].startswith("You are in Sheet.")
    assert told(full) == 0
    full.window.announcer.silence()
    QTest.keyClick(line, Qt.Key.Key_Escape)
    full.bot.waitUntil(lambda: not dialog.isVisible())
    assert told(full) == 0


def test_keys_of_no_command_stay_silent(full: Room) -> None:
    dialog = sheet(full)
    QTest.keyClick(dialog.close_button, Qt.Key.Key_U, CTRL)
    QTest.keyClick(dialog.close_button, Qt.Key.Key_Shift)
    assert told(full) == 0


def test_the_dialog_for_files_says_it_too(room: Room) -> None:
    room.window.choose_file()
    (dialog,) = room.window.findChildren(QFileDialog)
    room.bot.waitUntil(dialog.isVisible)
    field = next(one for one in dialog.findChildren(QLineEdit) if one.isVisible())
    QTest.keyClicks(field, "a")
    QTest.keyClick(field, Qt.Key.Key_G, CTRL)
    assert room.mouth.ever.count(IN_WINDOW) == 1
    QGuiApplication.clipboard().setText("b")
    QTest.keyClick(field, Qt.Key.Key_V, CTRL)
    assert field.text() == "ab" and dialog.isVisible()
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert room.mouth.ever.count(IN_WINDOW) == 1, "these keys are the dialog's"


def test_the_list_of_what_can_be_pictured_is_left_by_escape_in_silence(qtbot: QtBot) -> None:
    window, told = QMainWindow(), list[str]()
    qtbot.addWidget(window)
    for key in ("Esc", "Ctrl+G"):
        action = QAction(window)
        action.setShortcut(QKeySequence(key))
    chooser = Chooser(window, "Capture", "&Windows", "Capture", tell=told.append)
    chooser.choose(["Window Editor"], lambda _row: None)
    QTest.keyClick(chooser.list, Qt.Key.Key_G, CTRL)
    assert told == [IN_WINDOW] and chooser.isVisible()
    QTest.keyClick(chooser.list, Qt.Key.Key_Escape)
    assert told == [IN_WINDOW] and not chooser.isVisible()


@pytest.mark.parametrize("language", ["es", "de"])
def test_it_is_said_in_the_language_that_is_used(room: Room, language: str) -> None:
    use_language(language)
    try:
        dialog: QDialog = sheet(room)
        QTest.keyClick(dialog, Qt.Key.Key_G, CTRL)
        said = room.mouth.asked[-1]
    finally:
        use_language("en")
    assert said != IN_WINDOW and "Escape" in said
