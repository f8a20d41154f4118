"""Keys of the window that are pressed in a dialog, where they do nothing: that is said.

Silence would leave somebody who can't see the dialog in doubt whether the key is broken, the
program hangs, or something happened unheard.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QDialog, QLineEdit, QWidget
from whichone_core.languages import N_

IN_WINDOW = N_("That key works in the main window. Escape closes this.")


def is_key_of_window(window: QObject | None, event: QKeyEvent, name: str = "") -> bool:
    """Whether a command in the window's menus has this key; not while it is held down.

    Escape is every dialog's own.  name: of the one command that is asked about, or any.
    """
    if not isinstance(window, QWidget) or event.isAutoRepeat():
        return False
    if event.key() == Qt.Key.Key_Escape:
        return False
    pressed = QKeySequence(event.keyCombination())
    exact = QKeySequence.SequenceMatch.ExactMatch
    return any(
        key.matches(pressed) == exact
        for action in window.findChildren(QAction)
        if name in ("", action.objectName())
        for key in action.shortcuts()
    )


class DeadKeys(QObject):
    """Tells of the window's keys in a dialog of Qt's own, such as the one for files.

    The dialog gets what none of its controls took.  The line for a file's name takes every key,
    so its keys are looked at before it gets them, but for those that it does something with.

    help_here: what F1 does, with Shift or without; None where the dialog has an F1 of its own.
    """

    def __init__(
        self,
        dialog: QDialog,
        window: QWidget,
        tell: Callable[[], object],
        help_here: Callable[[], object] | None = None,
    ) -> None:
        super().__init__(dialog)
        self._window, self._tell, self._help = window, tell, help_here
        dialog.installEventFilter(self)
        for line in dialog.findChildren(QLineEdit):
            line.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return super().eventFilter(watched, event)
        if event.key() == Qt.Key.Key_F1 and self._help is not None:
            self._help()
            return True
        if is_key_of_window(self._window, event) and not _does_something(watched, event):
            self._tell()
            return True
        return super().eventFilter(watched, event)


def _does_something(watched: QObject, event: QKeyEvent) -> bool:
    """Whether a control would rather have this key than leave it to a command."""
    asked = QKeyEvent(
        QEvent.Type.ShortcutOverride, event.key(), event.modifiers(), event.text()
    )  # fmt: skip
    asked.ignore()
    QCoreApplication.sendEvent(watched, asked)
    return asked.isAccepted()
