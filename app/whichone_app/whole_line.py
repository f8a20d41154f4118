"""A line of text whose last letter is read, too.

Orca 43 reads a line by its runs of attributes.  Qt says of each letter of a QLineEdit that its
run ends where it begins, so the last letter is in none of them and is left out: "P-82NG" was
heard as "P-82N" (measured with Orca 43.1 and Qt 6.12; later Orcas count such a run as one
letter).  What a program shows here therefore ends with a blank, which is the one that is left
out.  It is gone as soon as its user types, and never part of `value`.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

from .outline import Line

_TAKING = {Qt.Key.Key_Backspace, Qt.Key.Key_Delete}


class WholeLine(Line):
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
        if self._has_blank and _changes(event):
            self._take_blank()
        super().keyPressEvent(event)

    def _take_blank(self) -> None:
        """Without it what is typed at the end follows the last letter.

        Only the blank is taken, as readers say what else is changed.
        """
        self._has_blank = False
        text, cursor = self.text(), self.cursorPosition()
        begin, length = self.selectionStart(), self.selectionLength()
        if length and begin + length == len(text):
            return  # what is typed takes the place of it, too
        self.setCursorPosition(len(text))
        self.backspace()
        if length:
            self.setSelection(begin, length)
        else:
            self.setCursorPosition(min(cursor, len(text) - 1))


def _changes(event: QKeyEvent) -> bool:
    """Whether a key changes the text, and is no command of the window."""
    is_typed = bool(event.text()) and event.text().isprintable()
    return is_typed or event.key() in _TAKING or event.matches(QKeySequence.StandardKey.Paste)
