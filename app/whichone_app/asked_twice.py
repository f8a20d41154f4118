"""What cannot be taken back is asked for twice: the first press only says what the next one does.

Who leaves the control in between has not wished it any more, so that a press much later, of
somebody who believes to hear the first question, deletes nothing.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget


class AskedTwice(QObject):
    """Remembers what was asked for once, as long as the focus stays.

    controls: those that it is asked for with; leaving one of them is forgetting.
    """

    def __init__(self, *controls: QWidget) -> None:
        super().__init__(controls[0])
        self._wish: object = None
        for each in controls:
            each.installEventFilter(self)

    def is_sure(self, wish: object) -> bool:
        """Whether the same was asked for just before; the first time is remembered."""
        is_second = self._wish is not None and self._wish == wish
        self._wish = None if is_second else wish
        return is_second

    def forget(self, *, unless: object = None) -> None:
        """Nothing was asked for, or nothing but that."""
        if unless is None or unless != self._wish:
            self._wish = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut:
            self.forget()
        return super().eventFilter(watched, event)
