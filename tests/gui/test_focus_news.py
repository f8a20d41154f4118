"""What a line of text makes of Tab: an empty one selects nothing, as readers would say nothing."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QLineEdit, QPushButton, QVBoxLayout

from tests.gui.conftest import Room


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
