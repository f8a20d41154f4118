"""A column of controls that can be scrolled to where very large text leaves no room for all."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QWidget

from .edges import show_bars

AROUND = 6
"""Pixels around a control that are brought into sight with it: the frame of the focus."""


class Column(QWidget):
    """What is scrolled: as high as its layout needs at its width, and no higher.

    Qt's scroll area goes by what a layout would like, which can be less than what it needs
    where lists have been given a least height, and then controls lie one over the other.
    """

    def heightForWidth(self, width: int) -> int:
        layout = self.layout()
        if layout is None or not layout.hasHeightForWidth():
            return super().heightForWidth(width)
        return layout.minimumHeightForWidth(width)


class HighArea(QScrollArea):
    """Scrolls up and down only, also to what gets the focus by a key of its own (F6).

    It is never narrower than what it holds.
    """

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        self._content = content
        show_bars(self)
        self.setWidget(content)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow)
        self._is_followed = True
        bar = self.verticalScrollBar()
        bar.sliderMoved.connect(self._leave)
        bar.rangeChanged.connect(lambda: QTimer.singleShot(0, self, self._stay))

    def wheelEvent(self, event: QWheelEvent) -> None:
        super().wheelEvent(event)
        self._leave()

    def _leave(self) -> None:
        """Whoever scrolls by hand is not taken back, until the focus goes on."""
        self._is_followed = False

    def _stay(self) -> None:
        """What comes above the focus (a picture, a longer text) does not push it out of sight."""
        if self._is_followed:
            self._follow(None, QApplication.focusWidget())

    def _follow(self, _old: QWidget | None, new: QWidget | None) -> None:
        if new is not None and self._content.isAncestorOf(new):
            self._is_followed = True
            # Not ensureWidgetVisible: of a text it only brings the line of its cursor.
            middle = new.mapTo(self._content, new.rect().center())
            half = min(new.height() // 2 + AROUND, self.viewport().height() // 2)
            self.ensureVisible(middle.x(), middle.y(), 0, half)

    def wanted(self, width: int) -> QSize:
        """The size at which nothing has to be scrolled, where this width is to be had."""
        bar = self.verticalScrollBar().sizeHint().width()
        wide = max(width, self._content.minimumSizeHint().width() + bar)
        high = max(
            self._content.minimumSizeHint().height(), self._content.heightForWidth(wide - bar)
        )
        return QSize(wide, high)

    def minimumSizeHint(self) -> QSize:
        width = self._content.minimumSizeHint().width()
        bar = self.verticalScrollBar().sizeHint().width()
        return QSize(width + bar, super().minimumSizeHint().height())
