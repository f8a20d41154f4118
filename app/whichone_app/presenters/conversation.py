"""The conversation about a picture, without a screen: commands in, view and voice calls out.

    submit("what is this?") -> Jobs -> Assistant's events -> View (text) and Voice (speech)

Everything that is said is also in the view's text.  Sentences are said and shown as they
come, or wait until the user asks for more, as the verbosity says (`speech/telling.py`).  The
last answer stays readable until the first sentence of the next one is there, and can be gone
back to after that (`answering.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from whichone_core.answering.contesting import says_wrong
from whichone_core.errors import WhichOneError
from whichone_core.events import (
    Abstained,
    Answered,
    Event,
    Failed,
    OptionsOffered,
    QualityChecked,
    Remarked,
    SentenceReady,
    Stopped,
)
from whichone_core.speech.spoken import Verbosity, offered
from whichone_core.types.answers import Answer, Option
from whichone_core.types.cancelling import Cancel
from whichone_core.types.pictures import Frame
from whichone_core.types.strategies import Strategy

from ..catalogue import _
from . import phrases
from .picture_news import PictureNews
from .retelling import Retelling
from .situation import Moment, Situation
from .view import Jobs, Partner, View, Voice
from .waiting import Waiting

Turn = Callable[[Cancel], Iterable[Event]]
"""One turn of the assistant; runs in the worker."""


class Conversation(Retelling):
    """Connects one assistant with one window; all methods belong to the window's thread."""

    def __init__(
        self,
        assistant: Partner,
        view: View,
        voice: Voice,
        jobs: Jobs,
        verbosity: Verbosity = Verbosity.EXPLAINED,
    ) -> None:
        self._assistant = assistant
        super().__init__(view, voice, jobs, verbosity)
        self._news = PictureNews(view, self._tell)
        self._waiting = Waiting(lambda: assistant.is_starting, self._tell)
        self._asked = ""
        self._options: tuple[Option, ...] = ()
        self._is_asked_back = False
        self._replied_to: tuple[Option, ...] | None = None
        """What could be chosen, while a reply to a clarifying question is answered."""
        self._is_correcting = False
        self.on_asked_back: list[Callable[[], None]] = []
        """Called when a clarifying question was given to the voice; it is still being said."""
        self.on_command: list[Callable[[], None]] = []
        """Called when a question, a picture or stop ends whatever else went on."""
        self.on_moment: list[Callable[[Moment], None]] = []
        """Called when work began, when an answer or a question back is there, and on failure."""
        self._has_failed = False
        self._retake = ""
        self._replaced: Frame | None = None
        """The picture that the one which is being opened is to replace."""
        self._taken: Sequence[Frame] = ()
        """The one that is being opened, once it was read."""

    @property
    def situation(self) -> Situation:
        """Where things stand now."""
        return Situation(
            has_picture=self._news.has_picture,
            has_answer=bool(self.lines),
            is_busy=self._jobs.is_busy,
            is_asked_back=self._is_asked_back,
            has_failed=self._has_failed,
            options=len(self._options),
            has_details=self._answering.has_more,
        )

    @property
    def retake(self) -> str:
        """What to do with the camera, as the last answer about this picture wished; or empty."""
        return self._retake

    @property
    def options(self) -> tuple[Option, ...]:
        """What can be chosen now."""
        return self._options

    @property
    def options_shown(self) -> tuple[Option, ...]:
        """Those of the answer that is in the window; an earlier one has none."""
        return self._options if self._answering.is_at_last else ()

    @property
    def is_asked_back(self) -> bool:
        """Whether a clarifying question waits for its reply."""
        return self._is_asked_back

    # ------------------------------------------------------------------ asking

    def open(self, load: Callable[[], Frame], question: str | None = None) -> None:
        """Take a new picture, then ask the question if there is one.

        load runs beside the user interface and may raise; whatever was being answered is
        given up.
        """

        taken: list[Frame] = []

        def work(cancel: Cancel) -> Iterable[Frame | Event]:
            frame = load()
            taken.append(frame)  # before it is asked: who gives up now does not know which it is
            if not cancel.is_requested:
                self._assistant.open(frame)
                yield frame
                yield from self._assistant.inspect(cancel)

        def end(error: WhichOneError | None) -> None:
            self._end(error)
            if question is not None and error is None:
                self.submit(question)

        self._interrupt()
        self._replaced, self._taken = self._news.frame, taken
        self._begin(phrases.OPENING, "")
        self._jobs.start(work, self._hear_of_picture, end)

    def report_unopened(self, error: WhichOneError) -> None:
        """Say that no picture could be had, and that the one before is still asked about."""
        self._taken = ()
        self._tell(f"{error.spoken} {self._same_picture(self._news.frame)}".rstrip())

    def submit(self, text: str) -> None:
        """Ask, or reply to the clarifying question that is open; empty asks what is there."""
        if not self._is_free():
            return
        self._interrupt()
        text = text.strip()
        if self._is_correcting:
            self._submit_correction(text)
        elif says_wrong(text) and not self._is_asked_back:
            self._view.clear_question()
            self.contest()
        elif self._options and not text:
            for option in self._options:
                self._voice.say(offered(option), self.page.language)
        elif self._options and phrases.is_number_off(text, self._options):
            self._tell(phrases.no_option(text, self._options))
        elif self._is_asked_back:
            # A reply that fails gives the question back, not itself.
            question, options = self._answering.question, self._options
            self._start(lambda cancel: self._assistant.reply(text, cancel), question)
            self._replied_to = options
        else:
            self._start(lambda cancel: self._assistant.ask(text, cancel), text)

    def ask(self, text: str, *, wants_all: bool = False) -> None:
        """Ask a question of its own, whatever is open; what was typed stays in its field.

        wants_all: nothing of the answer waits for more.
        """
        if self._is_free():
            self._interrupt()
            self._is_correcting = False
            self._start(
                lambda cancel: self._assistant.ask(text, cancel),
                text,
                is_typed=False,
                verbosity=Verbosity.EVERYTHING if wants_all else None,
            )

    def doubt(self, text: str) -> None:
        """Have the last answer checked; a question back is none, and stays open."""
        if not self._is_free():
            return
        if self._is_asked_back or not self.lines:
            self._interrupt()
            self._tell(_(phrases.REPLY_FIRST if self.lines else phrases.NOTHING_TO_CHECK))
        else:
            self.ask(text)

    def compare(self) -> None:
        """Say how this picture differs from the one before."""
        if self._is_free():
            self._interrupt()
            self._start(self._assistant.compare, _(phrases.COMPARE), is_typed=False)

    def contest(self) -> bool:
        """ "That is wrong": the next thing that is sent is what would be right.

        False where there is no answer to correct.
        """
        if not self._is_free():
            return False
        self._interrupt()
        self._is_correcting = self._assistant.can_be_corrected
        self._tell(_(phrases.CORRECT if self._is_correcting else phrases.NOTHING_TO_CORRECT))
        return self._is_correcting

    def choose(self, number: int) -> None:
        """Reply with the number of an option."""
        if any(option.number == number for option in self._options):
            self.submit(str(number))
        elif self._options:
            self._tell(phrases.no_option(str(number), self._options))

    def stop(self) -> None:
        """Silence at once, then give up what is going on."""
        self._voice.silence()
        _call(self.on_command)
        if self._jobs.is_busy:
            self._jobs.cancel()
            self._give_up()
        elif self._is_correcting:
            self._is_correcting = False
            self._tell(_(phrases.NOT_CORRECTED))

    def tick(self, seconds: int) -> None:
        """Called each second of work, so that a long wait is never silent."""
        self._waiting.tick(seconds)

    def close(self) -> None:
        """Be silent and give up what is going on, for good."""
        self._voice.silence()
        self._jobs.cancel()

    # ------------------------------------------------------------------ events

    def _hear(self, event: Event) -> None:
        """One event of a turn; those that only matter to logs and tests are passed over."""
        match event:
            case QualityChecked(report):
                self._news.describe(report)
            case Remarked(text):
                self._answering.remark(text)
            case SentenceReady(sentence):
                if self._answering.sentence(sentence):
                    self._waiting.heard()
            case OptionsOffered(options):
                self._set_options(options)
            case Answered(answer) | Abstained(answer):
                self._finish(answer)
            case Failed(error):
                self._fail(error)
            case Stopped():
                self._give_up()
            case _:
                pass

    def _finish(self, answer: Answer) -> None:
        self._answering.finish(answer)
        self._retake = answer.retake or ""
        self._is_asked_back = answer.strategy is Strategy.CLARIFY
        if answer.leaves_open and self._replied_to is not None:
            self._is_asked_back = True
            self._set_options(self._replied_to)
        asked = phrases.CHOOSE if self._options else phrases.REPLY
        self._view.show_status(_(asked if self._is_asked_back else phrases.READY))
        self._view.show_headline(_(phrases.READY))
        self._mark(Moment.ASKED_BACK if self._is_asked_back else Moment.ANSWERED)
        if self._is_asked_back:
            _call(self.on_asked_back)

    def _end(self, error: WhichOneError | None) -> None:
        self._view.show_busy(False)
        if error is not None:
            self._fail(error)

    def _fail(self, error: WhichOneError) -> None:
        """Put the error and its remedy where the answer would be, and the question back."""
        self._answering.fail(error, self._same_picture(self._replaced))
        self._view.show_status(_(phrases.FAILED))
        self._view.show_headline(_(phrases.FAILED))
        self._view.restore_question(self._asked)
        self._mark(Moment.FAILED)

    def _give_up(self) -> None:
        self._view.show_busy(False)
        self._view.restore_question(self._asked)
        self._tell(f"{_(phrases.STOPPED)} {self._same_picture(self._replaced)}".rstrip())

    def _same_picture(self, replaced: Frame | None) -> str:
        """Who hears only that a picture is no good would take the next answer to be about it."""
        is_same = replaced is not None and self._news.frame is replaced and not self._taken
        return _(phrases.SAME_PICTURE) if is_same else ""

    def _hear_of_picture(self, news: Frame | Event) -> None:
        if isinstance(news, Frame):
            self._is_asked_back = self._is_correcting = False
            self._retake = ""
            self._set_options(())
        self._news.hear(news)

    # ------------------------------------------------------------------ small steps

    def _interrupt(self) -> None:
        """A new command: what is being said, and whatever listens, ends."""
        _call(self.on_command)
        self._voice.silence()

    def _submit_correction(self, text: str) -> None:
        if not text or says_wrong(text):
            self._view.clear_question()
            self._tell(_(phrases.CORRECT))
            return
        self._is_correcting = False
        self._start(lambda cancel: self._assistant.correct(text, cancel), self._answering.question)

    def _start(
        self,
        turn: Turn,
        question: str,
        *,
        is_typed: bool = True,
        verbosity: Verbosity | None = None,
    ) -> None:
        """is_typed: the question comes from its field, and returns there if it is given up."""
        self._set_options(())
        self._replaced, self._taken = None, ()
        self._is_asked_back, self._replied_to = False, None
        if is_typed:
            self._view.clear_question()
        self._begin(phrases.LOOKING, question, verbosity)
        self._asked = question if is_typed else ""
        self._jobs.start(turn, self._hear, self._end)

    def _begin(self, words: str, question: str, verbosity: Verbosity | None = None) -> None:
        """words: what goes on, one of `phrases`."""
        self._asked = question
        self._waiting.begin(words)
        self._answering.begin(question, verbosity)
        self._view.show_status(_(words))
        self._view.show_busy(True)
        self._mark(Moment.BEGAN)

    def _mark(self, moment: Moment) -> None:
        self._has_failed = moment is Moment.FAILED
        for hear in tuple(self.on_moment):
            hear(moment)

    def _set_options(self, options: tuple[Option, ...]) -> None:
        self._options = options
        self._view.show_options(options)


def _call(hooks: Sequence[Callable[[], None]]) -> None:
    for hook in tuple(hooks):
        hook()
