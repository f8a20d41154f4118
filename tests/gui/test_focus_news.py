"""What readers are told of a line of text that Tab comes to, and of a number that arrows change.

Of the focus and the value, and of nothing that is selected on the way: Orca said that beside them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QFocusEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QLineEdit, QPushButton, QVBoxLayout
from whichone_app.outline import NumberField

from tests.gui.conftest import Room


@pytest.fixture
def reader() -> Iterator[None]:
    """Qt believes that a screen reader listens."""
    was_active = QAccessible.isActive()
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(was_active)


class Line(QLineEdit):
    """Keeps why it got the keyboard."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.reasons: list[Qt.FocusReason] = []

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.reasons.append(event.reason())
        super().focusInEvent(event)


def test_tab_selects_what_a_line_holds_and_in_an_empty_one_nothing(room: Room) -> None:
    dialog = QDialog(room.window)
    column, first = QVBoxLayout(dialog), QPushButton("First")
    empty, full = Line(""), Line("P-07")
    for part in (first, empty, full):
        column.addWidget(part)
    dialog.show()
    first.setFocus()
    room.bot.waitUntil(first.hasFocus)
    QTest.keyClick(first, Qt.Key.Key_Tab)
    room.bot.waitUntil(empty.hasFocus)
    assert empty.reasons == [Qt.FocusReason.OtherFocusReason]
    QTest.keyClick(empty, Qt.Key.Key_Tab)
    room.bot.waitUntil(full.hasFocus)
    assert full.reasons == [Qt.FocusReason.TabFocusReason]
    assert full.selectedText() == "P-07"
    QTest.keyClick(full, Qt.Key.Key_Backtab)
    room.bot.waitUntil(empty.hasFocus)
    assert len(empty.reasons) == 2, "told once each time"


def test_a_failure_without_a_question_leaves_the_line_alone(room: Room, tmp_path: Path) -> None:
    """Orca would take the caret for its own place, and say nothing of the line at the start."""
    (tmp_path / "notes.jpg").write_text("milk, bread")
    moved: list[str] = []
    room.window.question.cursorPositionChanged.connect(lambda *_places: moved.append("caret"))
    room.window.question.selectionChanged.connect(lambda: moved.append("selection"))
    room.window.open_path(str(tmp_path / "notes.jpg"))
    room.bot.waitUntil(lambda: any("notes.jpg" in said for said in room.mouth.ever))
    assert moved == []


def test_what_tab_selects_is_told_to_nobody(room: Room, reader: None) -> None:
    question, told = room.window.question, []
    room.window.ask_button.setFocus()
    QTest.keyClicks(question, "soup")
    question.selectionChanged.connect(lambda: told.append(QAccessible.isActive()))
    room.bot.waitUntil(room.window.ask_button.hasFocus)
    QTest.keyClick(room.window.ask_button, Qt.Key.Key_Backtab)
    room.bot.waitUntil(question.hasFocus)
    assert question.selectedText() == "soup"
    assert told and not any(told)
    QTest.keyClick(question, Qt.Key.Key_Home)
    assert told[-1], "what its user selects or no longer selects is told"


def test_of_a_number_that_is_stepped_through_readers_are_told_the_value_only(
    room: Room, reader: None
) -> None:
    field, told = NumberField(room.window), []
    field.setRange(0, 10)
    field.setValue(9)
    field.lineEdit().selectionChanged.connect(lambda: told.append(QAccessible.isActive()))
    field.lineEdit().cursorPositionChanged.connect(lambda: told.append(QAccessible.isActive()))
    QTest.keyClick(field, Qt.Key.Key_Up)
    assert field.value() == 10
    assert told and not any(told)
    assert QAccessible.isActive()
