"""A column of controls that can be scrolled to where very large text leaves no room for all."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QWidget

AROUND = 6
"""Pixels around a control that are brought into sight with it: the frame of the focus."""


class HighArea(QScrollArea):
    """Scrolls up and down only, also to what gets the focus by a key of its own (F6).

    It is never narrower than what it holds.
    """

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        self._content = content
        self.setWidget(content)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow)

    def _follow(self, _old: QWidget | None, new: QWidget | None) -> None:
        if new is not None and self._content.isAncestorOf(new):
            # Not ensureWidgetVisible: of a text it only brings the line of its cursor.
            middle = new.mapTo(self._content, new.rect().center())
            half = min(new.height() // 2 + AROUND, self.viewport().height() // 2)
            self.ensureVisible(middle.x(), middle.y(), 0, half)

    def wanted(self) -> QSize:
        """The size at which nothing has to be scrolled."""
        bar = self.verticalScrollBar().sizeHint().width()
        return self._content.minimumSizeHint() + QSize(bar, 0)

    def minimumSizeHint(self) -> QSize:
        width = self._content.minimumSizeHint().width()
        bar = self.verticalScrollBar().sizeHint().width()
        return QSize(width + bar, super().minimumSizeHint().height())
