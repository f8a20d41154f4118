"""The dialog in which a camera is aimed: Space takes the picture, Escape leaves.

It is a dialog and not a mode of the window: in the window Space and Enter belong to the
question, which keeps what is typed in it.  Like every dialog it is made once and only hidden;
focus goes back to where it was, as Qt does for a window that becomes active again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QFont, QFontDatabase, QFontInfo, QKeyEvent
from PySide6.QtWidgets import QListWidget, QSizePolicy, QWidget
from whichone_core.languages import N_
from whichone_core.settings import CameraGuidance, Moved, Settings

from ..announcer import Announcer
from ..catalogue import _
from ..letter_list import FirstWordList
from ..menu_fit import MOST_OF_SCREEN
from ..presenters.aiming import KEYS
from ..qt_language import is_new_language
from ..settings_window.sheet import Sheet, button, label
from ..text_size import MOST
from ..wrapped_label import WrappedLabel
from ..wrapped_row import WrappedRow
from .choices import Choices
from .preview import Preview

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
"""How much larger than other text the advice is shown, at most as large as text can be."""
BESIDE = 60
"""Pixels beside a choice: the edges of its box and of the dialog, and the scroll bar."""


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
        self._clock = QTimer(self, singleShot=True)
        self._clock.timeout.connect(self.second_passed)
        self.advice = WrappedLabel()
        self.preview = Preview()
        self.take_button = button("", self.capture_wanted.emit)
        self.count_button = button("", self._count_down)
        self.cameras = FirstWordList()
        self.cameras.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.cameras.setSizeAdjustPolicy(QListWidget.SizeAdjustPolicy.AdjustToContents)
        self.cameras.itemActivated.connect(lambda _item: self._choose())
        self.guidance = Choices(N_("How to advise"), GUIDANCE.items(), self.guidance_chosen.emit)
        self.moved = Choices(N_("What is moved"), MOVED.items(), self.moved_chosen.emit)
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
        self.column.addWidget(self.preview, 1)
        self.column.addWidget(self.advice)
        row = WrappedRow()
        row.addWidget(self.take_button)
        row.addWidget(self.count_button)
        self.column.addLayout(row)
        self.column.addWidget(self._cameras_label)
        self.column.addWidget(self.cameras)
        choices = WrappedRow()
        choices.addWidget(self.guidance.box)
        choices.addWidget(self.moved.box)
        self.column.addLayout(choices)
        self.add_end()
        # Here there is room for lines of any size, as it scrolls.
        self.messages.setMinimumHeight(0)
        self.messages.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def fit(self) -> None:
        for choices in (self.guidance, self.moved):
            choices.wrap(round(self.screen().availableSize().width() * MOST_OF_SCREEN) - BESIDE)
        super().fit()

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
        self.advice.setFont(_larger(self.font()))
        self.open_sheet()
        self.take_button.setFocus()

    @property
    def way_out(self) -> str:
        """It stands among its own keys."""
        return ""

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
            self._count_down()
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
        is_first = self.preview.isHidden()
        self.preview.show_shot(shot)
        if is_first:
            self.fit()  # there is more to be seen at once now

    def tick_in(self, ms: int) -> None:
        self._clock.start(ms)

    def hide_camera(self) -> None:
        self._leaves = True
        self._let_go()
        self.hide()
        self.finished.emit(0)

    # ------------------------------------------------------------------ small steps

    def _let_go(self) -> None:
        self._clock.stop()
        self.preview.clear_shot()

    def _count_down(self) -> None:
        """What is being said ends here: numbers behind it would come late."""
        self._announcer.silence()
        self.countdown_wanted.emit()

    def _choose(self) -> None:
        row = self.cameras.currentRow()
        if 0 <= row < len(self._names):
            self.camera_chosen.emit(self._names[row])


def _larger(font: QFont) -> QFont:
    """The font of the advice: where all text is very large already, it has no larger one."""
    usual = QFontInfo(QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont))
    points = font.pointSizeF()
    larger = QFont(font)
    larger.setPointSizeF(max(points, min(points * LARGER, usual.pointSizeF() * MOST)))
    return larger
