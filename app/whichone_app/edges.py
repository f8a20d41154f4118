"""Buttons, boxes and scroll bars whose edge is as easy to see as text is (see `outline.py`).

Styles draw them a shade darker than the ground, and in high contrast not at all (1.0 to 1 with
Fusion of Qt 6.11): then nothing shows that words are a button, which words belong together, or
that a list goes on.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QGroupBox,
    QPushButton,
    QScrollBar,
    QStyle,
    QStyleOptionGroupBox,
    QStyleOptionSlider,
)

from .outline import Outlined, draw_edge

_BOX, _BAR = QStyle.ComplexControl.CC_GroupBox, QStyle.ComplexControl.CC_ScrollBar
_FRAME, _SLIDER = QStyle.SubControl.SC_GroupBoxFrame, QStyle.SubControl.SC_ScrollBarSlider


class Button(Outlined, QPushButton):
    """A button that can be pressed."""


class Box(QGroupBox):
    """A box around controls that belong together."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        option = QStyleOptionGroupBox()
        self.initStyleOption(option)
        frame = self.style().subControlRect(_BOX, option, _FRAME, self)
        draw_edge(self, QRectF(frame))


class Bar(QScrollBar):
    """A scroll bar whose slider stands out, and so how much there is above and below."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        slider = self.style().subControlRect(_BAR, option, _SLIDER, self)
        draw_edge(self, QRectF(slider))


def show_bars(area: QAbstractScrollArea) -> None:
    """Let the scroll bars of a list, a text or an area stand out."""
    area.setVerticalScrollBar(Bar())
    area.setHorizontalScrollBar(Bar())
