"""The answer as text that can be read again: by eye, by braille display, line by line."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from .edges import show_bars
from .outline import Outlined, thickness

FEWEST_LINES = 4
_STEPS = {int(Qt.Key.Key_Up): -1, int(Qt.Key.Key_Down): 1}


class AnswerView(Outlined, QPlainTextEdit):
    """A read-only text with one sentence a line and no empty ones.

    NVDA reads the line above again on an empty line (field report 46), and without
    TextSelectableByKeyboard the arrow keys say nothing.
    """

    digit_pressed = Signal(int)
    """A digit from 1 to 9: the number of an option."""
    turned = Signal(int)
    """Ctrl+Up (-1) or Ctrl+Down (1): an earlier or a later answer is wanted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        show_bars(self)
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByKeyboard
            | Qt.TextInteractionFlag.TextSelectableByMouse
        )
        self._lines: tuple[str, ...] = ()
        self._fewest = FEWEST_LINES

    def need_lines(self, count: int) -> None:
        """Have room for so many lines at least."""
        self._fewest = count
        self.updateGeometry()

    def changeEvent(self, event: QEvent) -> None:
        """Beside large text the caret is as thick as the strokes of the letters, to be found."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.setCursorWidth(round(thickness(self)))

    def minimumSizeHint(self) -> QSize:
        """Room for a few lines, however large the text."""
        height = self._fewest * self.fontMetrics().lineSpacing()
        return QSize(super().minimumSizeHint().width(), height)

    def show_lines(self, lines: Sequence[str]) -> None:
        """Show these lines; where they only go on, the place of reading is kept."""
        fresh = tuple(lines)
        known = len(self._lines)
        if known and fresh[:known] == self._lines:
            for line in fresh[known:]:
                self.appendPlainText(line)
        else:
            self.setPlainText("\n".join(fresh))
            self.moveCursor(QTextCursor.MoveOperation.Start)
        self._lines = fresh

    def go_to(self, line: int, letter: int = 0) -> None:
        """Put the cursor there, where the user is in this text; elsewhere it stays."""
        block = self.document().findBlockByNumber(line)
        if self.hasFocus() and block.isValid():
            cursor = self.textCursor()
            cursor.setPosition(block.position() + min(letter, block.length() - 1))
            self.setTextCursor(cursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        number = digit_of(event)
        steps = _STEPS.get(event.key(), 0)
        if number:
            self.digit_pressed.emit(number)
        elif steps and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
            self.turned.emit(steps)
        else:
            super().keyPressEvent(event)


def digit_of(event: QKeyEvent) -> int:
    """The digit 1 to 9 that was pressed without Ctrl or Alt, or 0."""
    held = event.modifiers() & ~(
        Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier
    )
    text = event.text()
    is_digit = len(text) == 1 and text in "123456789"
    return int(text) if is_digit and held == Qt.KeyboardModifier.NoModifier else 0
