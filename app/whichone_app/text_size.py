"""How large text is, in every window and dialog: from three quarters to four times the usual.

The size belongs to the application, not to the window: menus and dialogs are windows of
their own for Qt, and take no font from the one that opened them.
"""

from __future__ import annotations

from PySide6.QtGui import QFontDatabase, QFontInfo
from PySide6.QtWidgets import QApplication

from .remembered import Remembered

STEP = 1.15
LEAST, MOST = 0.75, 4.0
"""Of the usual size."""


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
            QApplication.setFont(font)
