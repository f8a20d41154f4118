"""The line where a question is typed; a picture pasted or dropped there opens it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QContextMenuEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QWidget


class QuestionField(QLineEdit):
    """One line of text.  Every way to paste into it goes through `paste_wanted`.

    QLineEdit pastes text only and offers "Paste" for text only, so the keys and the context
    menu are led elsewhere (field report 15); drops are left to the window.
    """

    paste_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Question")
        self.setAcceptDrops(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Paste):
            self.paste_wanted.emit()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self.createStandardContextMenu()
        for action in menu.actions():
            if action.objectName() == "edit-paste":
                self._lead_elsewhere(action)
        menu.exec(event.globalPos())
        menu.deleteLater()

    def _lead_elsewhere(self, action: QAction) -> None:
        action.triggered.disconnect()
        action.triggered.connect(self.paste_wanted)
        action.setEnabled(True)
