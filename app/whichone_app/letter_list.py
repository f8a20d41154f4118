"""A list in which letters go to the lines that have a word which begins with them."""

from __future__ import annotations

import time

from PySide6.QtWidgets import QListWidget

from .presenters.first_letters import FirstLetters


class LetterList(QListWidget):
    """Qt itself looks only at how a line begins, which is its number (`option_list`)."""

    _letters: FirstLetters | None = None

    def keyboardSearch(self, search: str) -> None:
        """Called by Qt with each letter that is typed."""
        if self._letters is None:
            self._letters = FirstLetters()
        lines = [self.item(row).text() for row in range(self.count())]
        row = self._letters.press(search, lines, self.currentRow(), time.monotonic())
        if row is not None:
            self.setCurrentRow(row)
