"""A list in which letters go to the lines that begin with them, or have a word that does."""

from __future__ import annotations

import time

from PySide6.QtCore import QLocale, QSize, Signal
from PySide6.QtWidgets import QListWidget, QStyledItemDelegate, QWidget
from whichone_core.languages import N_

from .catalogue import _
from .edges import show_bars
from .outline import Outlined
from .presenters.first_letters import FirstLetters
from .presenters.long_words import breakable

NONE_BEGINS = N_("Nothing here begins with {letter}.")


class _Rows(QStyledItemDelegate):
    """Draws lines with long words in as many as it takes; what readers get stays as it is."""

    def displayText(self, value: object, locale: QLocale | QLocale.Language) -> str:
        return breakable(super().displayText(value, locale))


class LetterList(Outlined, QListWidget):
    """Qt itself looks only at how a line begins, which can be its number (`option_list`), and
    is silent where none does.

    none_begins: what is said then, in English and marked with `N_`.
    """

    missed = Signal(str)
    """A letter that no line begins with, in a sentence to say; the current line stays."""
    any_word = True
    """Whether a letter leads to any word of a line, and not to the first one alone."""
    none_begins = NONE_BEGINS
    _letters: FirstLetters | None = None

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        show_bars(self)
        self.setItemDelegate(_Rows(self))

    def minimumSizeHint(self) -> QSize:
        """What its rows need, where it is as high as they are.

        Qt wants room for both scroll bars beside any list, also where all rows are seen and no
        bar is: more than two rows of large text take.
        """
        usual = super().minimumSizeHint()
        if self.sizeAdjustPolicy() is not QListWidget.SizeAdjustPolicy.AdjustToContents:
            return usual
        return QSize(usual.width(), min(usual.height(), self.sizeHint().height()))

    def keyboardSearch(self, search: str) -> None:
        """Called by Qt with each letter that is typed."""
        if self._letters is None:
            self._letters = FirstLetters(any_word=self.any_word)
        lines = [self.words(row) for row in range(self.count())]
        row = self._letters.press(search, lines, self.currentRow(), time.monotonic())
        if row is not None:
            self.setCurrentRow(row)
        elif search.strip():
            self.missed.emit(_(self.none_begins, letter=search))

    def words(self, row: int) -> str:
        """What letters look at in a line: all of it, where a list does not say otherwise."""
        return self.item(row).text()


class FirstWordList(LetterList):
    """One whose lines begin with a name, and where a letter within a line would lead astray."""

    any_word = False
