"""The menu Study: there only with the setting `study`, and always saying whether it records.

    key -> StudyPresenter -> StudyLog (one writer) -> arrived (a queued signal) -> notice

What is going on stands at the bottom of the window all the time, and is said when it changes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QLabel
from whichone_core.errors import WhichOneError
from whichone_core.languages import N_
from whichone_core.paths import folders
from whichone_core.study.consent import ConsentText, load_consent
from whichone_core.study.studylog import StudyLog
from whichone_core.study.studyreader import StudyReader

from ..features import Desk, Feature, Offer
from ..menus import Command
from ..presenters.study import StudyPresenter
from .begin_dialog import BeginDialog
from .end_dialog import EndDialog
from .rating_dialog import RatingDialog
from .sessions_dialog import SessionsDialog

MENU = N_("St&udy")
FLUSH_S = 1.0
"""How long the list of sessions waits for the newest turns; without them it shows the others."""


class _Relay(QObject):
    """Brings calls from the log's thread to the window's."""

    arrived = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.arrived.connect(self._run, Qt.ConnectionType.QueuedConnection)

    def _run(self, call: Callable[[], None]) -> None:
        call()


class NoStudy:
    """The feature where no study was asked for: nothing is shown."""

    def commands(self) -> Sequence[Offer]:
        """None."""
        return ()

    def close(self) -> None:
        """Nothing is held."""


def study(desk: Desk) -> Feature:
    """The study mode, where the settings ask for it and the assistant has its log."""
    log = getattr(desk.assistant, "log", None)
    return Study(desk, log) if desk.settings.study and isinstance(log, StudyLog) else NoStudy()


class Study:
    """Commands and dialogs of a study; each dialog is made when it is first wanted."""

    def __init__(self, desk: Desk, log: StudyLog) -> None:
        self._desk = desk
        self._log = log
        self._relay = _Relay(desk.window)
        self.presenter = StudyPresenter(log, self._tell, self._relay.arrived.emit, desk.key_of)
        self.status = QLabel(self.presenter.status)
        self.status.setTextFormat(Qt.TextFormat.PlainText)
        desk.window.statusBar().addWidget(self.status)
        self.beginning: BeginDialog | None = None
        self.rating: RatingDialog | None = None
        self.sessions: SessionsDialog | None = None
        self.ending: EndDialog | None = None
        desk.chosen.subscribe(lambda _before, _after: self._show_status(), "language")
        # Its key is known once all features have offered their commands.
        QTimer.singleShot(0, desk.window, self._greet)

    def commands(self) -> Sequence[Offer]:
        """The menu Study."""
        then = self._then
        study = self.presenter
        return (
            _offer("begin", N_("&Begin a session…"), "Ctrl+Shift+F2", self.begin),
            _offer("pause", N_("&Pause or resume"), "Ctrl+Shift+F3", then(study.pause_or_resume)),
            _offer(
                "task", N_("Start or stop a &task"), "Ctrl+Shift+F4", then(study.start_or_stop_task)
            ),
            _offer("rate", N_("&Rate the answer…"), "Ctrl+Shift+F5", self.rate),
            _offer(
                "forget", N_("&Forget the last five minutes"), "Ctrl+Shift+F6", then(study.forget)
            ),
            _offer("stored", N_("&What is stored…"), "Ctrl+Shift+F7", self.show_sessions),
            _offer("end", N_("&End the session…"), "Ctrl+Shift+F8", self.end),
        )

    def close(self) -> None:
        """Write what is queued; a session that runs ends undecided."""
        self._log.close()

    # ------------------------------------------------------------------ the dialogs

    def begin(self) -> None:
        if self.presenter.runs:
            self._tell(self.presenter.words.runs_already)
            return
        if self.beginning is None:
            self.beginning = BeginDialog(
                self._desk.window, self._desk.announcer, self.presenter, self._consent
            )
            self.beginning.finished.connect(self._show_status)
        self.beginning.open_sheet()

    def rate(self) -> None:
        given = self.presenter.rating()
        if given is None:
            return
        if self.rating is None:
            self.rating = RatingDialog(self._desk.window, self._desk.announcer, self.presenter)
        self.rating.rate(given)

    def show_sessions(self) -> None:
        if self.sessions is None:
            reader = StudyReader(folders().log_file)
            self.sessions = SessionsDialog(
                self._desk.window, self._desk.announcer, self.presenter, reader
            )
        self._log.flush(FLUSH_S)
        self.sessions.open_sheet()

    def end(self) -> None:
        if not self.presenter.runs:
            self._tell(self.presenter.words.no_session)
            return
        if self.ending is None:
            self.ending = EndDialog(self._desk.window, self._desk.announcer, self.presenter)
            self.ending.finished.connect(self._show_status)
        self.ending.open_sheet()

    # ------------------------------------------------------------------ small steps

    def _greet(self) -> None:
        words = self.presenter.words
        self._tell(" ".join(filter(None, (words.greeting, words.undecided(self._undecided())))))

    def _undecided(self) -> int:
        """How many of the newest sessions nobody decided about; none runs yet."""
        try:
            newest = StudyReader(folders().log_file).sessions()
        except WhichOneError:  # the log says itself what is wrong with it
            return 0
        return sum(session.outcome != "kept" for session in newest)

    def _consent(self) -> ConsentText:
        own = self._desk.settings.study_consent
        return load_consent(Path(own) if own else None)

    def _tell(self, text: str) -> None:
        """Say a notice; one that comes while a dialog is open is readable in it too."""
        self._show_status()
        if self.sessions is not None and self.sessions.isVisible():
            self.sessions.tell(text)
        else:
            self._desk.conversation.tell(text)

    def _then(self, command: Callable[[], object]) -> Callable[[], None]:
        """A command after which the status line is right."""

        def run() -> None:
            command()
            self._show_status()

        return run

    def _show_status(self, _result: int = 0) -> None:
        trouble = self._log.last_problem
        self.status.setText(f"{self.presenter.status}. {trouble or ''}".strip(". ") + ".")


_HELP = {
    "begin": N_("begin a study session"),
    "pause": N_("pause the study, or go on"),
    "task": N_("start or stop a timed task"),
    "rate": N_("rate the last answer"),
    "forget": N_("have the last five minutes forgotten"),
    "stored": N_("see what the study stored"),
    "end": N_("end the study session"),
}


def _offer(name: str, text: str, keys: str, run: Callable[[], object]) -> Offer:
    return Offer(MENU, Command(f"study {name}", text, keys, _HELP[name]), run)
