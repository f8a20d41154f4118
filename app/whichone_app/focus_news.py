"""A line of text that Tab comes to is told to readers by its focus and nothing else.

QLineEdit selects what stands in it when Tab comes to it, and the first time Qt tells of a caret
and a selection even of an empty line, before it tells of the focus.  Orca 43 takes that caret for
its own place without a word, and then passes over the focus, which is where it is already: the
line was silent (measured in the dialog that begins a study).  In an empty line there is nothing
to select, so nothing is.  Of a line with text Orca said what was selected, and then the line with
the same text in it, so readers are not told of what is selected.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from .untold import untold

_SELECTING = {
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
}


class FocusNews(QObject):
    """Watches the lines of each window that gets the keyboard; make one with the main window."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._known: set[QWidget] = set()
        self._is_coming = False
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._watch)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            isinstance(event, QFocusEvent)
            and isinstance(watched, QLineEdit)
            and event.gotFocus()
            and event.reason() in _SELECTING
            and not self._is_coming
        ):
            self._come_to(watched, event.reason())
            return True
        return super().eventFilter(watched, event)

    def _come_to(self, line: QLineEdit, reason: Qt.FocusReason) -> None:
        """Give the line this focus as if nobody had looked at it, but for what is told of it."""
        self._is_coming = True
        try:
            with untold():
                plain = reason if line.text() else Qt.FocusReason.OtherFocusReason
                QCoreApplication.sendEvent(line, QFocusEvent(QEvent.Type.FocusIn, plain))
        finally:
            self._is_coming = False

    def _watch(self, _old: QWidget | None, new: QWidget | None) -> None:
        """Before Tab comes to a line of a window, something else in it has had the focus."""
        window = new.window() if new is not None else None
        if window is None or window in self._known:
            return
        self._known.add(window)
        window.destroyed.connect(lambda: self._known.discard(window))
        for line in window.findChildren(QLineEdit):
            line.installEventFilter(self)
