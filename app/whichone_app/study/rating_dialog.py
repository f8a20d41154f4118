"""The rating of an answer by keyboard: digits rate, 0 skips, Backspace goes back."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from whichone_core.languages import N_

from ..announcer import Announcer
from ..answer_view import AnswerView
from ..catalogue import _
from ..presenters.rating import RatingRound
from ..presenters.study import StudyPresenter
from ..settings_window.sheet import Sheet, called, label

TITLE = N_("Rate the answer")


class RatingView(AnswerView):
    """The open question, as a text; every key that rates belongs to it."""

    pressed = Signal(int)
    back = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.text() and event.text() in "0123456789":
            self.pressed.emit(int(event.text()))
        elif event.key() == Qt.Key.Key_Backspace:
            self.back.emit()
        else:
            super().keyPressEvent(event)


class RatingDialog(Sheet):
    """Made once; what was rated is kept when it closes, however it does."""

    keys_here = N_("Digits rate, 0 skips a question, Backspace goes back to the one before.")

    def __init__(self, window: QWidget, announcer: Announcer, study: StudyPresenter) -> None:
        super().__init__(window, announcer, TITLE)
        self._study = study
        self._round: RatingRound | None = None
        self.view = called(RatingView(), N_("Question of the rating"))
        self.view.show_lines((_(TITLE),))
        self.view.pressed.connect(self._press)
        self.view.back.connect(self._back)
        self.column.addWidget(label(TITLE, self.view))
        self.column.addWidget(self.view)
        self.add_end()

    def rate(self, given: RatingRound) -> None:
        """Ask the questions of a round."""
        self._round = given
        self.view.show_lines((given.prompt,))
        self.open_sheet()
        self.view.setFocus()
        self.tell(given.prompt, given.prompt)

    def done(self, result: int) -> None:
        """Keep what was rated so far."""
        given, self._round = self._round, None
        if given is not None:
            self._study.keep_rating(given)
        super().done(result)

    def _press(self, digit: int) -> None:
        if self._round is None:
            return
        self._announcer.silence()
        self._show(self._round.press(digit))
        if self._round.is_done:
            self.close()

    def _back(self) -> None:
        if self._round is not None:
            self._announcer.silence()
            self._show(self._round.back())

    def _show(self, text: str) -> None:
        if self._round is not None:
            self.view.show_lines((self._round.prompt,))
        self.tell(text)
