"""A dialog in which one thing is chosen out of a list, by arrows, first letters or Enter."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)


class Chooser(QDialog):
    """Made once for each purpose and hidden afterwards (see `file_dialog.PictureDialog`).

    name: what is in the list ("Windows"), and its accessible name.
    """

    def __init__(self, window: QWidget, title: str, name: str, action: str) -> None:
        super().__init__(window)
        self.setWindowTitle(title)
        self.list = QListWidget()
        self.list.setAccessibleName(name)
        self.list.setWordWrap(True)
        self._chosen: Callable[[int], None] = lambda _row: None
        label = QLabel(f"&{name}")
        label.setBuddy(self.list)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        accept = buttons.addButton(action, QDialogButtonBox.ButtonRole.AcceptRole)
        accept.setAccessibleName(action)
        accept.setDefault(True)
        cancel = buttons.button(QDialogButtonBox.StandardButton.Cancel)
        cancel.setText("Cancel")
        cancel.setAutoDefault(False)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        rows = QVBoxLayout(self)
        rows.addWidget(label)
        rows.addWidget(self.list)
        rows.addWidget(buttons)
        self.list.itemActivated.connect(lambda _item: self.accept())
        self.accepted.connect(self._choose)
        self.finished.connect(window.activateWindow)
        self.resize(520, 360)

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
        self.open()

    def _choose(self) -> None:
        row = self.list.currentRow()
        if row >= 0:
            self._chosen(row)
