"""Commands' keys that are pressed alone, such as Escape and F3, so that a reader hears of them.

A reader falls silent when it is told that a key went down.  On Linux Qt tells it of the keys
that it delivers, and delivers none that a shortcut takes: a key with Control is no trouble, as
Control itself silences, but under Orca 43 Escape and F3 were pressed unheard, and the reader
went on to the end of a long answer.  So a window that has such a key asks for it as text fields
do, gets it after the reader, and does what its command does.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QWidget


class BareKeys(QObject):
    """Does the commands of a window's menus whose key is one without any that is held.

    What the control with the keyboard wants for itself stays its own.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._asked = 0
        """The key that was asked for and is on its way; 0 for none."""
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent):
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            self._asked = 0
            return watched is self._window and self._ask_for(event)
        if event.type() == QEvent.Type.KeyPress and event.key() == self._asked:
            return self._do(event)
        return False

    def _ask_for(self, event: QKeyEvent) -> bool:
        """Have the key delivered, once no control has wanted it."""
        if self._action(event) is None or QApplication.activePopupWidget() is not None:
            return False
        handle = self._window.windowHandle()
        if handle is not None:  # there the key arrives before a list could search for it
            handle.installEventFilter(self)
        self._asked = event.key()
        event.accept()
        return True

    def _do(self, event: QKeyEvent) -> bool:
        action, self._asked = self._action(event), 0
        if action is None:
            return False
        event.accept()
        action.trigger()
        return True

    def _action(self, event: QKeyEvent) -> QAction | None:
        """What the key does by itself; what is disabled has none."""
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return None
        pressed = QKeySequence(event.keyCombination())
        exact = QKeySequence.SequenceMatch.ExactMatch
        for action in self._window.findChildren(QAction):
            if action.isEnabled() and any(k.matches(pressed) == exact for k in action.shortcuts()):
                return action
        return None
