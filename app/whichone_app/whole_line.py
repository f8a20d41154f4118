"""A line of text whose last letter is read, too.

Orca 43 reads a line by its runs of attributes.  Qt says of each letter of a QLineEdit that its
run ends where it begins, so the last letter is in none of them and is left out: "P-82NG" was
heard as "P-82N" (measured with Orca 43.1 and Qt 6.12; later Orcas count such a run as one
letter).  What a program shows here therefore ends with a blank, which is the one that is left
out.  It is gone as soon as its user types, and never part of `value`.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit

_GOING_ON = {Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Return, Qt.Key.Key_Enter,
             Qt.Key.Key_Escape}  # fmt: skip


class WholeLine(QLineEdit):
    """Give it its text with `show_value`, and take it with `value`."""

    _has_blank = False

    def show_value(self, text: str) -> None:
        """Show a text that is to be read whole."""
        self._has_blank = bool(text)
        self.setText(f"{text} " if text else "")

    @property
    def value(self) -> str:
        """What stands in it, without blanks around it."""
        return self.text().strip()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._has_blank and event.text() and event.key() not in _GOING_ON:
            self._take_blank()
        super().keyPressEvent(event)

    def _take_blank(self) -> None:
        """Without it what is typed at the end follows the last letter."""
        self._has_blank = False
        begin, length = self.selectionStart(), self.selectionLength()
        cursor = self.cursorPosition()
        text = self.text().removesuffix(" ")
        self.setText(text)
        self.setCursorPosition(min(cursor, len(text)))
        if length:
            self.setSelection(begin, min(length, len(text) - begin))
