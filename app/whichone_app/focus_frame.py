"""A thick frame around the control that has the focus, in every window of the program.

Styles mark the focus with a thin or pale line, or not at all (labels, empty lists).  This frame
has the colour of text on a window's ground, so it is as easy to see as text is, with any
palette.  It is one widget for each window that moves from control to control: Qt would tell
assistive programs of each frame that is made or taken away.

Qt destroys controls and windows with what they stand in, also one that has the focus, and tells
of the focus only then: so each is asked whether it lives before it is used.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

THICK, THICKEST = 3, 6
"""Pixels; it lies outside the control where there is room, which is as much as layouts leave."""
LETTER = 8.0
"""The frame is so many times thinner than a line of text is high, where that is more."""

_MOVES = {QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide}


class _Frame(QWidget):
    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("focus frame")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def surround(self, place: QRect, thick: int) -> None:
        self.setGeometry(place)
        whole = QRegion(self.rect())
        hole = self.rect().adjusted(thick, thick, -thick, -thick)
        self.setMask(whole.subtracted(QRegion(hole)))
        self.raise_()
        self.show()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.palette().windowText())
        painter.end()


class FocusFrame(QObject):
    """Follows the focus of the application; make one, and keep it with the main window."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._frames: dict[QWidget, _Frame] = {}
        self._watched: list[QWidget] = []
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._place)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _MOVES:
            self._timer.start()
        return super().eventFilter(watched, event)

    def _follow(self, _old: QWidget | None, new: QWidget | None) -> None:
        self._let_go()
        if new is None or new.window().windowType() is Qt.WindowType.Popup:
            return
        part: QWidget | None = new
        while part is not None:
            self._watched.append(part)
            part.installEventFilter(self)
            part = None if part.isWindow() else part.parentWidget()
        self._timer.start()

    def _let_go(self) -> None:
        for widget in filter(isValid, self._watched):
            widget.removeEventFilter(self)
        self._watched = []
        self._frames = {window: frame for window, frame in self._frames.items() if isValid(frame)}
        for frame in self._frames.values():
            frame.hide()

    def _place(self) -> None:
        if not self._watched or not all(map(isValid, self._watched)):
            return
        focused, window = self._watched[0], self._watched[-1]
        if window not in self._frames:
            self._frames[window] = _Frame(window)
        thick = _thickness(focused)
        place = _seen_part(focused, thick)
        if place.isEmpty() or not focused.isVisible():
            self._frames[window].hide()
        else:
            self._frames[window].surround(place, thick)


def _thickness(widget: QWidget) -> int:
    """Beside large text, whose fields have thick edges, the frame is thicker than those."""
    return min(THICKEST, max(THICK, round(widget.fontMetrics().lineSpacing() / LETTER)))


def _seen_part(widget: QWidget, thick: int) -> QRect:
    """The control and its frame in its window, without what is scrolled out of sight."""
    place = widget.rect().adjusted(-thick, -thick, thick, thick)
    part = widget
    while not part.isWindow() and (parent := part.parentWidget()) is not None:
        place = place.translated(part.pos()).intersected(parent.rect())
        part = parent
    return place
