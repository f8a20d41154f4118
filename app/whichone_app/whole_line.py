"""A line of text whose last letter is read, too.

Orca 43 reads a line by its runs of attributes.  Qt says of each letter of a QLineEdit that its
run ends where it begins, so the last letter is in none of them and is left out: "P-82NG" was
heard as "P-82N" (measured with Orca 43.1 and Qt 6.12; later Orcas count such a run as one
letter).  What a program shows here, and what its user typed before going elsewhere, therefore
ends with a blank, which is the one that is left out.  It is gone as soon as its user types, and
never part of `value`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QFocusEvent, QInputMethodEvent, QKeyEvent, QKeySequence

from .outline import Line
from .untold import untold

_TAKING = {Qt.Key.Key_Backspace, Qt.Key.Key_Delete}
_CHANGING = (
    QKeySequence.StandardKey.Paste,
    QKeySequence.StandardKey.Cut,
    QKeySequence.StandardKey.Undo,
)
_BLANK = " "


class WholeLine(Line):
    """Give it its text with `show_value`, and take it with `value`."""

    _blanks = 0

    def show_value(self, text: str) -> None:
        """Show a text that is to be read whole.

        The caret comes to another place than before: where it stays, readers take a key that
        brought the text for one that did nothing.
        """
        before = self.cursorPosition()
        self._blanks = (2 if _places(text) + 1 == before else 1) if text else 0
        self.setText(text + _BLANK * self._blanks)

    @property
    def value(self) -> str:
        """What stands in it, without blanks around it."""
        return self.text().strip()

    def insert(self, text: str, /) -> None:
        """Put words where the caret is, as typing them does."""
        self._take_blanks()
        super().insert(text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Undo):
            self.deselect()  # else what Tab selected keeps the blank, and that alone is undone
        if _changes(event):
            self._take_blanks()
        super().keyPressEvent(event)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        if event.commitString() or event.preeditString():
            self._take_blanks()
        super().inputMethodEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Whoever comes back hears what was typed."""
        super().focusOutEvent(event)
        if self.value and not self.text().endswith(_BLANK):
            self._blanks = 1
            self._unnoticed(self._put_blank)

    def _take_blanks(self) -> None:
        """Without them what is typed at the end follows the last letter.

        Only they are taken, as readers say what else is changed.
        """
        blanks, self._blanks = self._blanks, 0
        begin, length = self.selectionStart(), self.selectionLength()
        if length and begin + length == self._end:
            return  # what is typed takes the place of them, too
        for _each in range(blanks):
            if self.text().endswith(_BLANK):
                self._unnoticed(self._take_blank)

    @property
    def _end(self) -> int:
        return _places(self.text())

    def _put_blank(self) -> None:
        """As a step of its own, which Qt makes of it once the caret was elsewhere."""
        if self.cursorPosition() == self._end:
            with untold():
                self.setCursorPosition(0)
        self.setCursorPosition(self._end)
        super().insert(_BLANK)

    def _take_blank(self) -> None:
        """By undoing it, where it can be: whoever undoes more meets no blank on the way."""
        wanted = self.text()[:-1]
        if self.isUndoAvailable():
            self.undo()
            if self.text() == wanted:
                return
            self.redo()
        self.setCursorPosition(self._end)
        self.backspace()

    def _unnoticed(self, change: Callable[[], object]) -> None:
        """Change the end of the text: caret and selection stay, and nobody is told of an edit."""
        cursor, begin, length = self.cursorPosition(), self.selectionStart(), self.selectionLength()
        with QSignalBlocker(self):
            change()
            if length:
                self.setSelection(begin, length)
            elif self.cursorPosition() != (place := min(cursor, self._end)):
                self.setCursorPosition(place)
        self.update()


def _changes(event: QKeyEvent) -> bool:
    """Whether a key changes the text, and is no command of the window."""
    is_typed = bool(event.text()) and all(map(_is_letter, event.text()))
    return is_typed or event.key() in _TAKING or any(map(event.matches, _CHANGING))


def _is_letter(sign: str) -> bool:
    """Also what joins letters or parts them unseen, such as Shift+Space on Persian keyboards."""
    return sign.isprintable() or unicodedata.category(sign) == "Cf"


def _places(text: str) -> int:
    """How many places of a caret Qt counts: two for a letter such as an emoji, not one."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
