"""A column of controls that can be scrolled to where very large text leaves no room for all."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget


class HighArea(QScrollArea):
    """Scrolls up and down only: it is never narrower than what it holds."""

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        self._content = content
        self.setWidget(content)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def minimumSizeHint(self) -> QSize:
        width = self._content.minimumSizeHint().width()
        bar = self.verticalScrollBar().sizeHint().width()
        return QSize(width + bar, super().minimumSizeHint().height())
