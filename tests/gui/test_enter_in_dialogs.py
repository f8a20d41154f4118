"""Enter is never silent in a dialog: where it does nothing that is said, and what goes on."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QRadioButton
from whichone_app.settings_window.sheet import NO_ENTER, Sheet

from tests.gui.conftest import Room
from tests.gui.test_every_control import controls, dialogs, full, keys, name_of

__all__ = ["full", "keys"]


def test_in_lines_and_choices_where_enter_does_nothing_that_is_said_once(full: Room) -> None:
    told = set()
    for dialog in dialogs(full):
        if not isinstance(dialog, Sheet):
            continue
        for control in controls(dialog):
            if isinstance(control, QLineEdit | QRadioButton):
                control.setFocus()
                before = full.mouth.ever.count(NO_ENTER)
                QTest.keyClick(control, Qt.Key.Key_Return)
                if full.mouth.ever.count(NO_ENTER) == before + 1:
                    told.add(name_of(control))
                assert dialog.isVisible()
                assert control.hasFocus()
    assert {"Participant code", "Task", "Condition", "Sighted", "Search settings"} <= told


def test_where_enter_does_something_nothing_of_that_is_said(full: Room) -> None:
    sheet = Sheet(full.window, full.window.announcer, "Sheet")
    asked: list[str] = []
    line = QLineEdit("words")
    line.returnPressed.connect(lambda: asked.append(line.text()))
    sheet.column.addWidget(line)
    sheet.add_end()
    sheet.open_sheet()
    full.bot.waitUntil(sheet.isActiveWindow)
    line.setFocus()
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert (asked, full.mouth.ever.count(NO_ENTER)) == (["words"], 0)
    sheet.close()
