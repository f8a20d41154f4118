"""Check boxes and radio buttons whose outline is as easy to see as text is, ticked or not.

Styles draw the outline a shade darker than the ground: against a dark one it can hardly be
seen (WCAG 2.2, 1.4.11 asks for 3 to 1).  Here it is drawn once more over the style's own, in
the colour of text, so that the mark inside stays the style's and every palette holds.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QRadioButton, QStyle, QStyleOptionButton

THIN = 2.0
"""Pixels of the outline at the usual size of text."""
PART = 12.0
"""The outline is so many times thinner than what it surrounds, where that is more."""
_ARROWS = {
    int(Qt.Key.Key_Down): 1,
    int(Qt.Key.Key_Right): 1,
    int(Qt.Key.Key_Up): -1,
    int(Qt.Key.Key_Left): -1,
}
_Reason = Qt.FocusReason


class RadioButton(QRadioButton):
    """A radio button with an outline that stands out, whose words can stand in several lines."""

    def __init__(self, words: str = "") -> None:
        super().__init__(words)
        self._words = words

    def say(self, words: str) -> None:
        """Show these words in one line, and be called so."""
        self._words = words
        self.setText(words)
        self.setAccessibleName(words)

    def wrap(self, width: int) -> None:
        """Show the words in as many lines as it takes to be no wider than so many pixels."""
        beside = self.sizeHint().width() - self.fontMetrics().size(0, self.text()).width()
        self.setText("\n".join(_lines(self._words, self.fontMetrics(), width - beside)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Any arrow chooses the next or the one before, round the ends: Qt goes by where buttons
        lie, so that two of the arrows, and the others at an end, do nothing and say nothing."""
        steps = _ARROWS.get(event.key(), 0)
        others = self._others()
        if not steps or len(others) < 2:
            super().keyPressEvent(event)
            return
        chosen = others[(others.index(self) + steps) % len(others)]
        chosen.setFocus(_Reason.TabFocusReason if steps > 0 else _Reason.BacktabFocusReason)
        chosen.click()

    def _others(self) -> list[RadioButton]:
        """All that can be chosen instead of each other, this one too, in their order."""
        box = self.parentWidget()
        around = box.findChildren(RadioButton) if box is not None else []
        return [each for each in around if each.group() == self.group() and each.isEnabled()]

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        _outline(self, QStyle.SubElement.SE_RadioButtonIndicator)


class CheckBox(QCheckBox):
    """A check box with an outline that stands out."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        _outline(self, QStyle.SubElement.SE_CheckBoxIndicator)


def _lines(words: str, letters: QFontMetrics, width: int) -> list[str]:
    """The words in lines of so many pixels at most; a word that is wider has one of its own."""
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and letters.horizontalAdvance(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


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
