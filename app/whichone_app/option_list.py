"""The things that a clarifying question offers: arrows or letters and Enter choose, or a digit."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QListWidgetItem, QSizePolicy, QWidget
from whichone_core.languages import N_
from whichone_core.types.answers import Option

from .answer_view import digit_of
from .letter_list import LetterList
from .presenters import phrases

_NUMBER = Qt.ItemDataRole.UserRole
_MOST_ROWS = 6


class OptionList(LetterList):
    """Options with their numbers; the number is in the text, as readers skip "1 of 3"."""

    none_begins = N_("No option begins with {letter}.")
    number_chosen = Signal(int)
    came_to = Signal(str)
    """The option that the user came to; a reader reads it by itself, the own voice is told."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.setWordWrap(True)
        self.itemDoubleClicked.connect(self._choose)
        self.currentRowChanged.connect(lambda _row: self._tell())

    def show_options(self, options: Sequence[Option]) -> None:
        """Offer these, the first one current."""
        self.clear()
        for option in options:
            item = QListWidgetItem(phrases.offered(option), self)
            item.setData(_NUMBER, option.number)
        if options:
            self.setCurrentRow(0)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """As high as its rows, so that none is cut off."""
        rows = range(min(self.count(), _MOST_ROWS))
        height = sum(map(self.sizeHintForRow, rows)) or self.fontMetrics().height()
        return QSize(super().sizeHint().width(), height + 2 * self.frameWidth() + 4)

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), self.sizeHint().height())

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._tell()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        number = digit_of(event)
        item = self.currentItem()
        if number:
            self.number_chosen.emit(number)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and item is not None:
            self._choose(item)
        else:
            super().keyPressEvent(event)

    def _tell(self) -> None:
        item = self.currentItem()
        if item is not None and self.hasFocus():
            self.came_to.emit(item.text())

    def _choose(self, item: QListWidgetItem) -> None:
        self.number_chosen.emit(item.data(_NUMBER))
