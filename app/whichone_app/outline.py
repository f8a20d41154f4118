"""Fields and lists whose edge is as easy to see as text is.

Styles draw the edge of a field a shade darker than the ground: 1.7 to 1 on a light one and 1.1 to
1 on a dark one (measured with Fusion of Qt 6.11).  WCAG 2.2, 1.4.11 asks for 3 to 1 of what shows
where a field is.  So the edge is drawn once more, in the colour of text on a window's ground.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRectF
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QDoubleSpinBox, QLineEdit, QWidget

THIN = 1.0
"""Pixels at the usual size of text."""
LETTER = 16.0
"""The edge is so many times thinner than a line of text is high, where that is more."""

if TYPE_CHECKING:
    _Base = QWidget
else:
    _Base = object


class Outlined(_Base):
    """Mixed into a control: class LetterList(Outlined, QListWidget)."""

    def event(self, event: QEvent) -> bool:
        """Called by Qt with every event; whatever paints the control paints below the edge."""
        is_done = super().event(event)
        if event.type() == QEvent.Type.Paint:
            _draw(self)
        return is_done


class Line(Outlined, QLineEdit):
    """A line of text."""


class NumberField(Outlined, QDoubleSpinBox):
    """A field for a number."""


def _draw(control: QWidget) -> None:
    thick = max(THIN, round(control.fontMetrics().lineSpacing() / LETTER))
    painter = QPainter(control)
    painter.setPen(QPen(control.palette().windowText(), thick))
    half = thick / 2
    painter.drawRect(QRectF(control.rect()).adjusted(half, half, -half, -half))
    painter.end()
