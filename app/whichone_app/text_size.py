"""How large text is, in every window and dialog: from three quarters to four times the usual.

The size belongs to the application, not to the window: menus and dialogs are windows of
their own for Qt, and take no font from the one that opened them.  Styles draw check boxes,
radio buttons and scroll bars in one size; beside large text they grow with it, by a style sheet
that says sizes and nothing else, so that the style still draws them.
"""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtGui import QFontDatabase, QFontInfo
from PySide6.QtWidgets import QApplication, QStyle

from .remembered import Remembered

STEP = 1.15
LEAST, MOST = 0.75, 4.0
"""Of the usual size."""
INDICATORS_FROM = 1.25
"""Times the usual size of text from which check boxes grow; below, nothing is styled."""
BARS = 0.5
"""Scroll bars grow by so much of what text grows by: they take the width from it."""

_INDICATORS = {
    "QCheckBox::indicator, QGroupBox::indicator, QAbstractItemView::indicator": (
        QStyle.PixelMetric.PM_IndicatorWidth,
        QStyle.PixelMetric.PM_IndicatorHeight,
    ),
    "QRadioButton::indicator": (
        QStyle.PixelMetric.PM_ExclusiveIndicatorWidth,
        QStyle.PixelMetric.PM_ExclusiveIndicatorHeight,
    ),
}


class TextSize:
    """The size of all text in points; remembered from one start to the next."""

    def __init__(self, remembered: Remembered) -> None:
        self._remembered = remembered
        usual = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
        self._usual = QFontInfo(usual).pointSizeF()
        self._set(remembered.text_size or self._usual)

    @property
    def factor(self) -> float:
        """How many times the usual size it is now."""
        return QApplication.font().pointSizeF() / self._usual

    def scale(self, by: float) -> None:
        self._set(QApplication.font().pointSizeF() * by)
        self._remembered.keep_text_size(QApplication.font().pointSizeF())

    def back(self) -> None:
        """The size that the desktop has."""
        self._set(self._usual)
        self._remembered.keep_text_size(None)

    def _set(self, points: float) -> None:
        font = QApplication.font()
        size = min(max(points, self._usual * LEAST), self._usual * MOST)
        if abs(font.pointSizeF() - size) > 0.01:
            font.setPointSizeF(size)
            application = QApplication.instance()
            assert isinstance(application, QApplication)
            application.setStyleSheet("")
            QApplication.setFont(font)
            # Once every widget has the font: one that gets a style sheet before that misses it.
            QTimer.singleShot(0, application, self._grow_indicators)

    def _grow_indicators(self) -> None:
        application = QApplication.instance()
        if isinstance(application, QApplication) and self.factor >= INDICATORS_FROM:
            application.setStyleSheet(_grown(self.factor))


def _grown(factor: float) -> str:
    """A style sheet with the style's own indicators and bars, as large as such text asks for."""
    style = QApplication.style()
    rules = []
    for controls, (wide, high) in _INDICATORS.items():
        width, height = (round(style.pixelMetric(metric) * factor) for metric in (wide, high))
        rules.append(f"{controls} {{ width: {width}px; height: {height}px; }}")
    bar = round(style.pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent) * _of_bars(factor))
    rules.append(f"QScrollBar:vertical {{ width: {bar}px; }}")
    rules.append(f"QScrollBar:horizontal {{ height: {bar}px; }}")
    gap = round(style.pixelMetric(QStyle.PixelMetric.PM_RadioButtonLabelSpacing) * factor)
    rules.append(f"QRadioButton, QCheckBox {{ spacing: {gap}px; }}")
    return "\n".join(rules)


def _of_bars(factor: float) -> float:
    return 1 + (factor - 1) * BARS
