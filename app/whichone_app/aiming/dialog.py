"""The dialog in which a camera is aimed: Space takes the picture, Escape leaves.

It is a dialog and not a mode of the window: in the window Space and Enter belong to the
question, which keeps what is typed in it.  Like every dialog it is made once and only hidden;
focus goes back to where it was, as Qt does for a window that becomes active again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QImage, QKeyEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)
from whichone_core.languages import N_
from whichone_core.settings import CameraGuidance, Moved, Settings

from ..announcer import Announcer
from ..catalogue import _
from ..high_area import HighArea
from ..indicators import RadioButton
from ..presenters.aiming import KEYS
from ..qt_language import is_new_language
from ..settings_window.sheet import Sheet, button, label

if TYPE_CHECKING:
    from .watching import Shot

GUIDANCE = {
    CameraGuidance.SPEECH: N_("Advice in words"),
    CameraGuidance.TONES: N_("Advice in tones"),
    CameraGuidance.OFF: N_("No advice, and only I take the picture"),
}
MOVED = {
    Moved.CAMERA: N_("I move the camera"),
    Moved.THING: N_("I move the thing, the camera faces me"),
    Moved.PAGE: N_("I move the page, the camera looks down on it"),
}
NO_CAMERAS = N_("No camera was found")
LARGER = 1.6
"""How much larger than other text the advice is shown."""

ROOM = 120
"""Pixels in height beyond the least: the edges of the dialog, and a larger picture."""


class Preview(QLabel):
    """What the camera sees, for people who see some of it; no control, so Tab passes it."""

    def __init__(self) -> None:
        super().__init__()
        self._picture = QPixmap()
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_shot(self, shot: Shot) -> None:
        height, width = shot.shape[:2]
        image = QImage(shot.tobytes(), width, height, 3 * width, QImage.Format.Format_RGB888)
        self._picture = QPixmap.fromImage(image)
        self._fit()

    def clear_shot(self) -> None:
        """Forget it: nothing of what the camera saw stays."""
        self._picture = QPixmap()
        self.clear()

    def sizeHint(self) -> QSize:
        return QSize(480, 300)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, 100)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        if not self._picture.isNull():
            how = Qt.AspectRatioMode.KeepAspectRatio
            self.setPixmap(self._picture.scaled(self.contentsRect().size(), how))


class AimDialog(Sheet):
    """Implements `presenters.aiming.AimView`; what it is asked for goes out as signals."""

    keys_here = KEYS

    capture_wanted = Signal()
    countdown_wanted = Signal()
    second_passed = Signal()
    leave_wanted = Signal()
    camera_chosen = Signal(str)
    guidance_chosen = Signal(object)
    moved_chosen = Signal(object)

    def __init__(self, window: QWidget, announcer: Announcer) -> None:
        super().__init__(window, announcer, N_("Camera"))
        self._names: list[str] = []
        self._leaves = False
        self._clock = QTimer(self, interval=1000)
        self._clock.timeout.connect(self.second_passed)
        self.advice = QLabel()
        self.advice.setWordWrap(True)
        self.advice.setTextFormat(Qt.TextFormat.PlainText)
        self.preview = Preview()
        self.take_button = button("", self.capture_wanted.emit)
        self.count_button = button("", self.countdown_wanted.emit)
        self.cameras = QListWidget()
        self.cameras.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.cameras.setSizeAdjustPolicy(QListWidget.SizeAdjustPolicy.AdjustToContents)
        self.cameras.itemActivated.connect(lambda _item: self._choose())
        self.guidance = _Choices(N_("How to advise"), GUIDANCE.items(), self.guidance_chosen.emit)
        self.moved = _Choices(N_("What is moved"), MOVED.items(), self.moved_chosen.emit)
        self._cameras_label = label("", self.cameras)
        self._lay_out()
        self._word()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if is_new_language(event):
            self._word()

    def _word(self) -> None:
        """Set what everything is called, in the language that is used now."""
        self.setWindowTitle(_("Camera"))
        # A name of its own: readers would be told of each change of the text, which is said.
        self.advice.setAccessibleName(_("Advice"))
        for pressed, text in (
            (self.take_button, _("Take the picture")),
            (self.count_button, _("Count down, then take it")),
        ):
            pressed.setText(text)
            pressed.setAccessibleName(text)
        self._cameras_label.setText(_("Camera to use"))
        self.cameras.setAccessibleName(_("Camera to use"))
        self.guidance.word()
        self.moved.word()

    def _lay_out(self) -> None:
        self._let_scroll()
        self.column.addWidget(self.preview, 1)
        self.column.addWidget(self.advice)
        row = QHBoxLayout()
        row.addWidget(self.take_button)
        row.addWidget(self.count_button)
        self.column.addLayout(row)
        self.column.addWidget(self._cameras_label)
        self.column.addWidget(self.cameras)
        self.column.addWidget(self.guidance.box)
        self.column.addWidget(self.moved.box)
        self.add_end()
        # Here there is room for lines of any size, as it scrolls.
        self.messages.setMinimumHeight(0)
        self.messages.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def _let_scroll(self) -> None:
        """Very large text leaves no room for all of it: what has the focus is brought to sight."""
        self._everything = QWidget()
        inner = QVBoxLayout(self._everything)
        inner.setContentsMargins(0, 0, 0, 0)
        self.column.addWidget(HighArea(self._everything))
        self.column = inner

    def _take_room(self) -> None:
        """Show all of it without scrolling, where the screen has the room."""
        high = self._everything.minimumSizeHint().height() + ROOM
        wanted = self.size().expandedTo(QSize(0, high))
        self.resize(wanted.boundedTo(self.screen().availableSize()))

    # ------------------------------------------------------------------ opening and closing

    def open_camera(self, names: Sequence[str], settings: Settings) -> None:
        """Show it with these cameras, ready for Space."""
        self._leaves = False
        self._names = list(names)
        self.cameras.clear()
        self.cameras.addItems(self._names or [_(NO_CAMERAS)])
        chosen = settings.camera.casefold()
        rows = [row for row, name in enumerate(self._names) if name.casefold() == chosen]
        self.cameras.setCurrentRow(rows[0] if rows else 0)
        self.guidance.choose(settings.guidance)
        self.moved.choose(settings.moved)
        font = self.font()
        font.setPointSizeF(font.pointSizeF() * LARGER)
        self.advice.setFont(font)
        self._take_room()
        self.open_sheet()
        self.take_button.setFocus()
        self._clock.start()

    def escape(self) -> None:
        """Silence and leave at once: without the camera there is nothing to advise."""
        self._announcer.silence()
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self._let_go()
        if not self._leaves:
            self._leaves = True
            self.leave_wanted.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        focused = self.focusWidget()
        if is_enter and focused is self.count_button:
            self.countdown_wanted.emit()
        elif is_enter and focused is self.close_button:
            self.close()
        elif is_enter and focused is self.cameras:
            event.accept()  # the list has chosen already, and passes the key on
        elif is_enter or event.key() == Qt.Key.Key_Space:
            self.capture_wanted.emit()
        else:
            super().keyPressEvent(event)

    # ------------------------------------------------------------------ the view's side

    def show_advice(self, text: str) -> None:
        self.advice.setText(text)

    def show_shot(self, shot: Shot) -> None:
        self.preview.show_shot(shot)

    def hide_camera(self) -> None:
        self._leaves = True
        self._let_go()
        self.hide()
        self.finished.emit(0)

    # ------------------------------------------------------------------ small steps

    def _let_go(self) -> None:
        self._clock.stop()
        self.preview.clear_shot()

    def _choose(self) -> None:
        row = self.cameras.currentRow()
        if 0 <= row < len(self._names):
            self.camera_chosen.emit(self._names[row])


class _Choices:
    """Radio buttons in a box, one for each value; title and words are English."""

    def __init__(
        self, title: str, words: Iterable[tuple[StrEnum, str]], chosen: Callable[[StrEnum], object]
    ) -> None:
        self.box = QGroupBox()
        self._title, self._words = title, dict(words)
        rows = QVBoxLayout(self.box)
        self._buttons: dict[StrEnum, RadioButton] = {}
        for value in self._words:
            made = RadioButton()
            made.clicked.connect(lambda _checked=False, value=value: chosen(value))
            rows.addWidget(made)
            self._buttons[value] = made

    def word(self) -> None:
        """Set the words in the language that is used now."""
        self.box.setTitle(_(self._title))
        for value, made in self._buttons.items():
            made.setText(_(self._words[value]))
            made.setAccessibleName(_(self._words[value]))

    def choose(self, value: StrEnum) -> None:
        """Show what holds, without telling anybody."""
        self._buttons[value].setChecked(True)
