"""Fields and lists whose edge is as easy to see as text is.

Styles draw the edge of a field a shade darker than the ground: 1.7 to 1 on a light one and 1.1 to
1 on a dark one (measured with Fusion of Qt 6.11).  WCAG 2.2, 1.4.11 asks for 3 to 1 of what shows
where a field is.  So the edge is drawn once more, in the colour of text on a window's ground.
What is selected in it is black or white, where the palette's own colour is read badly on the
ground of what is selected (3.6 to 1 with Fusion; 1.4.3 asks for 4.5 to 1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleValueChangeEvent,
    QColor,
    QKeyEvent,
    QPainter,
    QPalette,
    QPen,
)
from PySide6.QtWidgets import QDoubleSpinBox, QLineEdit, QWidget

from .untold import untold

THIN = 1.0
"""Pixels at the usual size of text."""
LETTER = 16.0
"""The edge is so many times thinner than a line of text is high, where that is more."""

READ_WELL = 4.5
"""The least contrast of text (WCAG 2.2, 1.4.3)."""
_GROUPS = (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive)
_MODIFIER = Qt.KeyboardModifier
_ON, _GROUND = QPalette.ColorRole.HighlightedText, QPalette.ColorRole.Highlight

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
            draw_edge(self)
        elif event.type() in (QEvent.Type.Polish, QEvent.Type.PaletteChange):
            _make_selection_readable(self)
        return is_done


class Line(Outlined, QLineEdit):
    """A line of text, whose caret is as thick as the strokes of large letters.

    Qt draws one of a pixel, which can't be found beside them; here it is drawn once more, and
    does not blink.
    """

    def event(self, event: QEvent) -> bool:
        is_done = super().event(event)
        if event.type() == QEvent.Type.Paint and self.hasFocus() and thickness(self) > THIN:
            self._draw_caret()
        return is_done

    def _draw_caret(self) -> None:
        thick, place = thickness(self), self.cursorRect()
        left = place.center().x() - thick / 2
        painter = QPainter(self)
        painter.fillRect(QRectF(left, place.top(), thick, place.height()), self.palette().text())
        painter.end()


class NumberField(Outlined, QDoubleSpinBox):
    """A field for a number; the arrows select it, and readers are told of its value only.

    refused: a key was pressed that makes no number, or one that is out of range.
    is_typed: whether what stands there was typed, and not changed by arrows since.
    """

    refused = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.is_typed = False
        self.lineEdit().textEdited.connect(self._note)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        before = self._state()
        super().keyPressEvent(event)
        if _is_letter(event) and self._state() == before:
            self.refused.emit()

    def _state(self) -> tuple[str, int, str]:
        line = self.lineEdit()
        return line.text(), line.cursorPosition(), line.selectedText()

    def _note(self) -> None:
        self.is_typed = True

    def textFromValue(self, value: float) -> str:
        """Without zeros behind the last place that counts: "3" seconds, and not "3.00"."""
        usual = super().textFromValue(value)
        point = self.locale().decimalPoint()
        return usual.rstrip("0").removesuffix(point) if point in usual else usual

    def stepBy(self, steps: int) -> None:
        self.is_typed = False
        with untold():
            super().stepBy(steps)
        QAccessible.updateAccessibility(QAccessibleValueChangeEvent(self, self.value()))


def _is_letter(event: QKeyEvent) -> bool:
    """Whether a key is to write something."""
    held = event.modifiers() & ~(_MODIFIER.ShiftModifier | _MODIFIER.KeypadModifier)
    return held == _MODIFIER.NoModifier and event.text() != "" and event.text().isprintable()


def thickness(control: QWidget) -> float:
    """Pixels of an edge beside text of this size: as the strokes of its letters, about."""
    return float(max(THIN, round(control.fontMetrics().lineSpacing() / LETTER)))


def draw_edge(control: QWidget, part: QRectF | None = None) -> None:
    """Draw the edge of a control that paints itself just now, or of a part of it."""
    edge = part or QRectF(control.rect())
    thick = thickness(control)
    painter = QPainter(control)
    painter.setPen(QPen(control.palette().windowText(), thick))
    half = thick / 2
    painter.drawRect(edge.adjusted(half, half, -half, -half))
    painter.end()


def _make_selection_readable(control: QWidget) -> None:
    palette = control.palette()
    pale = [
        group
        for group in _GROUPS
        if contrast(palette.color(group, _ON), palette.color(group, _GROUND)) < READ_WELL
    ]
    for group in pale:
        ground = palette.color(group, _GROUND)
        readable = max((QColor("black"), QColor("white")), key=lambda each: contrast(each, ground))
        palette.setColor(group, _ON, readable)
    if pale:
        control.setPalette(palette)


def contrast(first: QColor, second: QColor) -> float:
    """WCAG's contrast of two colours, 1 to 21."""
    low, high = sorted((_luminance(first), _luminance(second)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: QColor) -> float:
    parts = (colour.redF(), colour.greenF(), colour.blueF())
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
