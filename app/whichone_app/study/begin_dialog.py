"""The beginning of a study session: who takes part, what is done, and the consent.

The consent is read aloud, or gone through as a text, before anybody can agree to it; where it is
not known to have been heard to its end, agreeing takes the same button twice.  Agreeing to pictures
is a button of its own.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QLineEdit, QWidget
from whichone_core.errors import WhichOneError
from whichone_core.languages import N_
from whichone_core.study.changes import Participant, SessionPlan
from whichone_core.study.consent import ConsentText
from whichone_core.study.studylog import new_code

from ..announcer import Announcer
from ..catalogue import _
from ..edges import Box
from ..indicators import RadioButton
from ..presenters.study import StudyPresenter
from ..settings_window.sheet import Sheet, button, called, label
from ..untold import untold
from ..whole_line import WholeLine
from ..wrapped_row import WrappedRow
from .consent_hearing import ConsentView, Hearing

TITLE = N_("Begin a study session")
CODE = N_("The participant's code is {code}, unless you type another one.")
HOW = N_("Give the task, too. Then have the consent read aloud, and let the participant decide.")
READ_FIRST = N_("Have the consent read aloud first, or go through it line by line.")
TEMPLATE = N_(
    "This consent is only a template with gaps. Name your own in the settings, as study consent."
)
SILENCED = N_("The reading is stopped. Escape again leaves.")
FASTEST_S = 40.0
"""Characters a second of who listens fast.  A screen reader does not tell when it has ended: for
so long it still reads in any case, and Escape is meant for it."""


class BeginDialog(Sheet):
    """Code, group, task, condition, the consent text, and three ways to decide."""

    keys_here = N_(
        "Fill in code, task and condition, have the consent read aloud, and then let the "
        "participant decide with the buttons after it."
    )

    def __init__(
        self,
        window: QWidget,
        announcer: Announcer,
        study: StudyPresenter,
        consent: Callable[[], ConsentText],
    ) -> None:
        super().__init__(window, announcer, TITLE)
        self._study = study
        self._load = consent
        self._text: ConsentText | None = None
        self._missing = ""
        """Why there is no consent."""
        self.hearing = Hearing(announcer)
        self._read_until = 0.0
        self._sure_of: bool | None = None
        """Whether pictures were to be agreed to, where the same button is to be pressed again."""
        self.code, self.task, self.condition = WholeLine(), WholeLine(), WholeLine()
        self._add_field(N_("Participant &code"), self.code)
        self.blind = called(RadioButton(), N_("Blind or low vision"))
        self.sighted = called(RadioButton(), N_("Sighted"))
        self._add_group()
        self._add_field(N_("&Task"), self.task)
        self._add_field(N_("C&ondition"), self.condition)
        self.text = called(ConsentView(), N_("Consent"))
        self.column.addWidget(label(N_("Consent"), self.text))
        self.column.addWidget(self.text, 2)
        self._add_buttons()
        self.add_end()
        for each in self.findChildren(QWidget):
            each.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hear of every key: it stops a screen reader that reads the consent."""
        if event.type() == QEvent.Type.KeyPress:
            self.hearing.key_pressed()
        return super().eventFilter(watched, event)

    def open_sheet(self) -> None:
        """Show it for the next participant, with a new code and nothing agreed."""
        self.hearing.forget()
        self._read_until, self._sure_of = 0.0, None
        code = new_code()
        self.code.show_value(code)
        self.blind.setChecked(True)
        how = self._load_consent()
        super().open_sheet()
        self.code.setFocus()
        with untold():  # the focus tells of it
            self.code.selectAll()
        self.tell(" ".join((_(CODE, code=code), how)))

    def _load_consent(self) -> str:
        """Show it from its beginning; what is to be done, or what is wrong with it."""
        self._missing = ""
        try:
            self._text = self._load()
            self.text.show_lines(self._text.paragraphs)
        except WhichOneError as error:
            self._text, self._missing = None, error.spoken
            self.text.show_lines((error.spoken,))
        self.text.moveCursor(QTextCursor.MoveOperation.Start)  # the last one read another's end
        if self._text is None:
            return self._missing
        return " ".join((_(TEMPLATE), _(HOW))) if self._text.is_template else _(HOW)

    def read_aloud(self) -> None:
        """Say the whole text; it also stands in the window to be read."""
        self._announcer.silence()
        if self._text is None:
            self.tell(self._missing)
            return
        self._sure_of = None
        self.hearing.begin(self._text.paragraphs)
        characters = sum(map(len, self._text.paragraphs))
        self._read_until = time.monotonic() + characters / FASTEST_S

    def stop(self) -> bool:
        """Whether a screen reader was still reading, which Escape has silenced; it says so."""
        is_reading = time.monotonic() < self._read_until and not self._announcer.is_own_voice
        self._read_until = 0.0
        if is_reading:
            self.tell(_(SILENCED))
        return is_reading

    def agree(self, *, pictures: bool) -> None:
        """Begin, unless the code is none or the text was not read.

        Who is not known to have heard all of the text is asked once more.
        """
        self._announcer.silence()
        try:
            plan = self._plan()
        except WhichOneError as error:
            self.tell(error.spoken)
            self.code.setFocus()
            return
        is_known = self.hearing.is_whole or self.text.is_gone_through
        if self._text is None or not (is_known or self.hearing.is_begun):
            self.tell(self._missing or _(READ_FIRST))
        elif not is_known and self._sure_of is not pictures:
            self._sure_of = pictures
            self.tell(self.hearing.doubt)
        else:
            self._begin(plan, self._text, pictures=pictures, heard_whole=is_known)

    def _plan(self) -> SessionPlan:
        """What was filled in.  Raises InputError for a code that is none."""
        group = "sighted" if self.sighted.isChecked() else "blind"
        participant = Participant(self.code.value.strip(), group)
        return SessionPlan(participant, self.task.value.strip(), self.condition.value.strip())

    def _begin(
        self, plan: SessionPlan, text: ConsentText, *, pictures: bool, heard_whole: bool
    ) -> None:
        try:
            self._study.begin(plan, text, pictures=pictures, heard_whole=heard_whole)
        except WhichOneError as error:
            self.tell(error.spoken)
            return
        self.close()

    def decline(self) -> None:
        """Close without a session."""
        self._announcer.silence()
        self.close()

    def done(self, result: int) -> None:
        """However it was left: whether anything is recorded now is said."""
        self._study.not_begun()
        super().done(result)

    def _add_field(self, text: str, field: QLineEdit) -> None:
        called(field, text)
        self.column.addWidget(label(text, field))
        self.column.addWidget(field)

    def _add_group(self) -> None:
        box = called(Box(), N_("Group"))
        row = WrappedRow(box)
        for choice in (self.blind, self.sighted):
            row.addWidget(choice)
        self.blind.setChecked(True)
        self.column.addWidget(box)

    def _add_buttons(self) -> None:
        self.read_button = button(N_("&Read the consent aloud"), self.read_aloud)
        self.agree_button = button(
            N_("I &agree, without pictures"), lambda: self.agree(pictures=False)
        )
        self.pictures_button = button(
            N_("I agree, &pictures too"), lambda: self.agree(pictures=True)
        )
        self.decline_button = button(N_("I do &not agree"), self.decline)
        row = WrappedRow()
        for each in (
            self.read_button,
            self.agree_button,
            self.pictures_button,
            self.decline_button,
        ):
            row.addWidget(each)
        self.column.addLayout(row)
