"""Check boxes and radio buttons whose outline is as easy to see as text is, ticked or not.

Styles draw the outline a shade darker than the ground: against a dark one it can hardly be
seen (WCAG 2.2, 1.4.11 asks for 3 to 1).  Here it is drawn once more over the style's own, in
the colour of text, so that the mark inside stays the style's and every palette holds.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QRadioButton, QStyle, QStyleOptionButton

THIN = 2.0
"""Pixels of the outline at the usual size of text."""
PART = 12.0
"""The outline is so many times thinner than what it surrounds, where that is more."""


class RadioButton(QRadioButton):
    """A radio button with an outline that stands out."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        _outline(self, QStyle.SubElement.SE_RadioButtonIndicator)


class CheckBox(QCheckBox):
    """A check box with an outline that stands out."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        _outline(self, QStyle.SubElement.SE_CheckBoxIndicator)


def _outline(control: RadioButton | CheckBox, place: QStyle.SubElement) -> None:
    option = QStyleOptionButton()
    control.initStyleOption(option)
    whole = QRectF(control.style().subElementRect(place, option, control))
    thick = max(THIN, whole.width() / PART)
    edge = whole.adjusted(thick / 2, thick / 2, -thick / 2, -thick / 2)
    painter = QPainter(control)
    painter.setPen(QPen(control.palette().windowText(), thick))
    if isinstance(control, RadioButton):
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.drawEllipse(edge)
    else:
        painter.drawRect(edge)
    painter.end()
