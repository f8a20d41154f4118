"""What the camera sees, shown to people who see some of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QPixmap, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy

if TYPE_CHECKING:
    from .watching import Shot

PREVIEW = 1 / 3
"""Of the screen's height that the camera's picture has at least."""


class Preview(QLabel):
    """What the camera sees, for people who see some of it; no control, so Tab passes it."""

    def __init__(self) -> None:
        super().__init__()
        self._picture = QPixmap()
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.hide()

    def show_shot(self, shot: Shot) -> None:
        height, width = shot.shape[:2]
        image = QImage(shot.tobytes(), width, height, 3 * width, QImage.Format.Format_RGB888)
        self._picture = QPixmap.fromImage(image)
        self.show()
        self._fit()

    def clear_shot(self) -> None:
        """Forget it: nothing of what the camera saw stays, and no room is kept for it."""
        self._picture = QPixmap()
        self.clear()
        self.hide()

    def sizeHint(self) -> QSize:
        return QSize(480, 300)

    def minimumSizeHint(self) -> QSize:
        """A third of the screen's height: in less, whoever sees a little sees nothing."""
        return QSize(160, round(self.screen().availableSize().height() * PREVIEW))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        if not self._picture.isNull():
            how = Qt.AspectRatioMode.KeepAspectRatio
            self.setPixmap(self._picture.scaled(self.contentsRect().size(), how))
