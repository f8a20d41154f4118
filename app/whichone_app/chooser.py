"""A dialog in which one thing is chosen out of a list, by arrows, first letters or Enter."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from .catalogue import _
from .edges import Button
from .letter_list import LetterList
from .menu_fit import MOST_OF_SCREEN
from .qt_language import is_new_language
from .window_keys import IN_WINDOW, DeadKeys

LETTERS, LINES = 50, 14
"""How much text it has room for, where the screen is large enough."""


class Chooser(QDialog):
    """Made once for each purpose and hidden afterwards (see `file_dialog.PictureDialog`).

    title, name and action are English, marked with `N_`.  name: what is in the list, with its
    letter ("&Windows"), and its accessible name.
    """

    def __init__(
        self,
        window: QWidget,
        title: str,
        name: str,
        action: str,
        silence: Callable[[], None] = lambda: None,
        tell: Callable[[str], object] = lambda _text: None,
    ) -> None:
        """silence: called on Escape, wherever it is pressed.  tell: says a notice."""
        super().__init__(window)
        self.rejected.connect(silence)
        self._texts = title, name, action
        self.list = LetterList()
        self.list.setWordWrap(True)
        self.list.missed.connect(tell)
        DeadKeys(self, window, lambda: tell(_(IN_WINDOW)))
        self._chosen: Callable[[int], None] = lambda _row: None
        self._label = QLabel()
        self._label.setBuddy(self.list)
        buttons = QDialogButtonBox()
        self._accept = Button()
        buttons.addButton(self._accept, QDialogButtonBox.ButtonRole.AcceptRole)
        self._accept.setDefault(True)
        # Added second, so that Tab comes to it second.
        self._cancel = Button()
        buttons.addButton(self._cancel, QDialogButtonBox.ButtonRole.RejectRole)
        self._cancel.setAutoDefault(False)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        rows = QVBoxLayout(self)
        rows.addWidget(self._label)
        rows.addWidget(self.list)
        rows.addWidget(buttons)
        self.list.itemActivated.connect(lambda _item: self.accept())
        self.accepted.connect(self._choose)
        self.finished.connect(window.activateWindow)
        self.resize(520, 360)
        self._word()

    def choose(self, entries: Sequence[str], chosen: Callable[[int], None]) -> None:
        """Show these; chosen gets the place of one, from 0, and nothing on Escape."""
        self._chosen = chosen
        self.list.clear()
        for number, entry in enumerate(entries, start=1):
            # Readers skip "1 of 3" in lists of Qt (field report 50).
            item = QListWidgetItem(f"{number}: {entry}", self.list)
            item.setData(Qt.ItemDataRole.UserRole, number - 1)
        self.list.setCurrentRow(0)
        self.list.setFocus()
        self._take_room()
        self.open()

    def _take_room(self) -> None:
        """Grow with the text, as far as the screen is large."""
        letters, most = self.fontMetrics(), self.screen().availableSize() * MOST_OF_SCREEN
        usual = QSize(LETTERS * letters.averageCharWidth(), LINES * letters.lineSpacing())
        self.resize(self.size().expandedTo(usual).boundedTo(most))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if is_new_language(event):
            self._word()

    def _word(self) -> None:
        """Set what everything is called, in the language that is used now."""
        title, name, action = map(_, self._texts)
        self.setWindowTitle(title)
        self._label.setText(name)
        self.list.setAccessibleName(name.replace("&", ""))
        self._accept.setText(action)
        self._accept.setAccessibleName(action)
        self._cancel.setText(_("Cancel"))

    def _choose(self) -> None:
        row = self.list.currentRow()
        if row >= 0:
            self._chosen(row)
