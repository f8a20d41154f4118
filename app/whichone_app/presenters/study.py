"""A study session as a person meets it: what can be done, and what is said about it.

    begin (consent) -> recording <-> paused -> end (keep or withdraw)

Commands that make no sense now say why.  What takes time (deleting) tells of its end through
`arrived`, which brings a call from the log's thread to the window's.
"""

from __future__ import annotations

from collections.abc import Callable

from whichone_core.errors import InputError
from whichone_core.languages import N_
from whichone_core.log.logedit import Deleted
from whichone_core.study.changes import SessionPlan
from whichone_core.study.consent import ConsentText
from whichone_core.study.studylog import StudyLog

from ..catalogue import _, _n
from .advice import KeyOf
from .rating import RatingRound
from .study_words import MINUTES, StudyWords

RESUMED = N_("The study records again, from the next question on.")
NOTHING_TO_RATE = N_("Only the last answer can be rated, and it was not recorded.")
KEPT = N_("The session has ended and is kept. Nothing is recorded any more.")
NOT_AGREED = N_("Nothing was agreed to, and nothing is recorded.")
FORGETTING = N_("Forgetting the last {minutes} minutes.")
WAITS = N_(
    "So it is not deleted yet. It goes as soon as it can, also at the next start, and is never "
    "exported."
)
WAITS_HERE = N_("So it is not deleted yet. Leave WhichOne open until you hear that it is deleted.")
BY_CLOCK = N_(
    "The computer was started anew meanwhile, so for what was kept before that its clock decides."
)
WITHDRAWING = N_("The session has ended and is being deleted. Nothing is recorded any more.")

Arrived = Callable[[Callable[[], None]], None]


class StudyPresenter:
    """The commands of a study.

    tell: says a notice and keeps it readable.  key_of: the keys as they are said.
    """

    def __init__(
        self, log: StudyLog, tell: Callable[[str], None], arrived: Arrived, key_of: KeyOf
    ) -> None:
        self._log = log
        self._tell = tell
        self._arrived = arrived
        self.words = StudyWords(key_of)
        self._rated: str | None = None
        log.tell_late(self._late)

    @property
    def status(self) -> str:
        """What stands in the window all the time."""
        plan = self._log.plan
        if plan is None:
            return _("Study: not recording")
        parts = [self._state, _("participant {code}", code=plan.participant.id)]
        if self._log.task:
            parts.append(_("{task} runs", task=self._log.task.label))
        return ", ".join(parts)

    @property
    def _state(self) -> str:
        if self._log.is_paused:
            if self._log.keeps_pictures:
                return _("Study: paused, not recording with pictures")
            return _("Study: paused, not recording")
        if self._log.keeps_pictures:
            return _("Study: recording with pictures")
        return _("Study: recording")

    @property
    def runs(self) -> bool:
        return self._log.plan is not None

    def begin(
        self, plan: SessionPlan, text: ConsentText, *, pictures: bool, heard_whole: bool
    ) -> None:
        """Begin a session as was agreed.  Raises InputError where one runs already.

        heard_whole: whether all of the text is known to have been heard.
        """
        if self.runs:
            raise InputError(self.words.runs_already)
        self._log.begin(plan, text, with_pictures=pictures, heard_whole=heard_whole)
        self._tell(self.words.records(pictures=pictures))

    def not_begun(self) -> None:
        """Say that nothing is recorded, where the beginning was left without one."""
        if not self.runs:
            self._tell(_(NOT_AGREED))

    def pause_or_resume(self) -> None:
        if not self.runs:
            self._tell(self.words.no_session)
        elif self._log.is_paused:
            self._log.resume()
            self._tell(_(RESUMED))
        else:
            self._log.pause()
            self._tell(self.words.paused)

    def start_or_stop_task(self) -> None:
        running = self._log.task
        if not self.runs:
            self._tell(self.words.no_session)
        elif running is not None:
            seconds = self._log.stop_task() or 0.0
            self._tell(
                _("{task} stopped after {time}.", task=running.label, time=_duration(seconds))
            )
        else:
            task = self._log.start_task()
            started = _("{task} started.", task=task.label) if task else self.words.no_session
            self._tell(started)

    def rating(self) -> RatingRound | None:
        """A round about the last answer; None, with a notice, where there is none."""
        if self._log.last_turn is None:
            self._tell(_(NOTHING_TO_RATE) if self.runs else self.words.no_session)
            return None
        self._rated = self._log.last_turn
        return RatingRound()

    def keep_rating(self, given: RatingRound) -> None:
        """Keep what was rated so far, about the answer that the round was begun for.

        A round that was broken off says what became of it; a whole one has said so itself.
        """
        if self._rated is not None and given.given:
            self._log.rate(self._rated, given.given, given.seconds)
        if not given.is_done:
            self._tell(given.broken_off)
        self._rated = None

    def forget(self) -> None:
        """Have the last minutes forgotten, and say what went."""
        self._tell(_(FORGETTING, minutes=MINUTES))
        if not self._log.forget(MINUTES, self._told, self._delayed):
            self._tell(_(BY_CLOCK))

    def go_on(self) -> None:
        """Say that a session runs on, where nothing was decided about its end."""
        if self.runs:
            self._tell(_("The session goes on. {status}.", status=self.status))

    def keep(self) -> None:
        self._log.end(is_kept=True)
        self._tell(_(KEPT))

    def withdraw(self) -> None:
        self._tell(_(WITHDRAWING))
        self._log.end(is_kept=False, done=self._told, delayed=self._delayed)

    def delete(self, key: str, then: Callable[[], None]) -> None:
        """Delete any session; then is called once it is gone."""

        def tell(gone: Deleted) -> None:
            self._tell(deleted(gone))
            then()

        self._log.delete_session(key, lambda gone: self._arrived(lambda: tell(gone)), self._delayed)

    def _delayed(self, why: str, is_noted: bool) -> None:
        """A deletion waits, for as long as another program holds the log."""
        rest = _(WAITS) if is_noted else _(WAITS_HERE)
        self._arrived(lambda: self._tell(f"{why} {rest}"))

    def _late(self, gone: Deleted) -> None:
        first = _("What could not be deleted before is deleted now.")
        self._arrived(lambda: self._tell(f"{first} {deleted(gone)}"))

    def _told(self, gone: Deleted) -> None:
        self._arrived(lambda: self._tell(deleted(gone)))


def deleted(gone: Deleted) -> str:
    """What went: "2 answers and 1 picture are deleted." """
    words = _(
        "{answers} and {pictures} deleted.",
        answers=_n("{count} answer", "{count} answers", gone.turns),
        pictures=_n("{count} picture", "{count} pictures", gone.pictures),
    )
    if gone.is_wiped:
        return words
    reads = _("Another program reads the log just now; the words are gone when it closes it.")
    return f"{words} {reads}"


def _duration(seconds: float) -> str:
    whole = round(seconds)
    minutes, rest = divmod(whole, 60)
    seconds_words = _n("{count} second", "{count} seconds", rest)
    if not minutes:
        return seconds_words
    return " ".join((_n("{count} minute", "{count} minutes", minutes), seconds_words))
