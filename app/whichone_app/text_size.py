"""How large text is, in every window and dialog: from three quarters to four times the usual.

The size belongs to the application, not to the window: menus and dialogs are windows of
their own for Qt, and take no font from the one that opened them.  Styles draw check boxes
and radio buttons in one size; beside large text they grow with it, by a style sheet that says
their size and nothing else, so that the style still draws them.
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
    """A style sheet with the style's own indicators, so many times as large."""
    style = QApplication.style()
    rules = []
    for controls, (wide, high) in _INDICATORS.items():
        width, height = (round(style.pixelMetric(metric) * factor) for metric in (wide, high))
        rules.append(f"{controls} {{ width: {width}px; height: {height}px; }}")
    return "\n".join(rules)
