"""The picture on the screen, for people who see some of it; its name says what it is like."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget
from whichone_core.types.pictures import Frame

from .catalogue import _
from .outline import Outlined
from .presenters import phrases

_LARGEST_SIDE = 1600
"""Pixels of the copy that is kept for showing; the Frame itself can be 12 megapixels."""


class PictureView(Outlined, QLabel):
    """Shows a picture as large as there is room, in its own proportions."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._picture = QPixmap()
        self._description = ""
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setWordWrap(True)
        self.setFrameShape(QLabel.Shape.StyledPanel)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.word()

    def show_frame(self, frame: Frame, description: str) -> None:
        height, width = frame.pixels.shape[:2]
        image = QImage(
            frame.pixels.tobytes(), width, height, 3 * width, QImage.Format.Format_RGB888
        )
        self._picture = QPixmap.fromImage(
            image.scaled(
                min(width, _LARGEST_SIDE),
                min(height, _LARGEST_SIDE),
                Qt.AspectRatioMode.KeepAspectRatio,
                Qt.TransformationMode.SmoothTransformation,
            )
        )
        self.describe(description)
        self._fit()

    def describe(self, description: str) -> None:
        self._description = description
        self.word()

    def word(self) -> None:
        """Set its name in the language that is used now; a description stays as it was put."""
        description = self._description or _(phrases.NO_PICTURE)
        self.setAccessibleName(_("Picture: {description}", description=description))
        self.setToolTip(description)
        if self._picture.isNull():
            self.setText(description)

    def sizeHint(self) -> QSize:
        return QSize(420, 320)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, 120)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """A QLabel does not show that it has the focus; someone who sees a little needs it."""
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self)
            painter.setPen(QPen(self.palette().highlight(), 3))
            painter.drawRect(self.rect().adjusted(1, 1, -2, -2))

    def _fit(self) -> None:
        if self._picture.isNull():
            return
        ratio = self.devicePixelRatioF()
        shown = self._picture.scaled(
            self.contentsRect().size() * ratio,
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        shown.setDevicePixelRatio(ratio)
        self.setPixmap(shown)
