"""The line where a question is typed; a picture pasted or dropped there opens it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QContextMenuEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from .presenters.history import History
from .whole_line import WholeLine


class QuestionField(WholeLine):
    """One line of text.  Every way to paste into it goes through `paste_wanted`.

    QLineEdit pastes text only and offers "Paste" for text only, so the keys and the context
    menu are led elsewhere (field report 15); drops are left to the window.  Up and Down bring
    back what was asked in this session.
    """

    paste_wanted = Signal()
    recalled = Signal(str)
    """What Up or Down put into the line, which readers read by themselves at these keys.
    Empty where there was nothing to bring back."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.history = History()
        self.setAcceptDrops(False)

    def put(self, words: str) -> bool:
        """Put words where the caret is; False where only their beginning has room in a line."""
        self.insert(words)
        return words in self.text()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Paste):
            self.paste_wanted.emit()
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down) and not _held(event):
            recall = self.history.earlier if event.key() == Qt.Key.Key_Up else self.history.later
            self._show(recall(self.value))
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self.context_menu()
        menu.exec(event.globalPos())
        menu.deleteLater()

    def context_menu(self) -> QMenu:
        """The line's own menu, in which Paste can paste a picture too."""
        menu = self.createStandardContextMenu()
        for action in menu.actions():
            if action.objectName() == "edit-paste":
                self._lead_elsewhere(action)
        return menu

    def _show(self, text: str | None) -> None:
        if text is not None:
            self.show_value(text)
        self.recalled.emit(text or "")

    def _lead_elsewhere(self, action: QAction) -> None:
        action.triggered.disconnect()
        action.triggered.connect(self.paste_wanted)
        action.setEnabled(True)


def _held(event: QKeyEvent) -> bool:
    return bool(event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier)
