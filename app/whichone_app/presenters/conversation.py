"""The conversation about a picture, without a screen: commands in, view and voice calls out.

    submit("what is this?") -> Jobs -> Assistant's events -> View (text) and Voice (speech)

Everything that is said is also in the view's text.  Sentences are said and shown as they
come, or wait until the user asks for more, as the verbosity says (`speech/telling.py`).  The
last answer stays readable until the first sentence of the next one is there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

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
from whichone_core.speech.spoken import Verbosity, held_back, offered, said
from whichone_core.speech.telling import Telling
from whichone_core.types import (
    Answer,
    Cancel,
    Frame,
    Option,
    QualityReport,
    Sentence,
    Strategy,
)

from . import phrases
from .situation import Moment, Situation
from .view import Jobs, Partner, View, Voice

PATIENCE_S = 2
"""When a waiting user first hears what goes on; said sooner it would run into most answers."""

HEARTBEAT_S = 10
"""How often a waiting user hears that work goes on (field report 56)."""


class Conversation:
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
        self._view = view
        self._voice = voice
        self._jobs = jobs
        self._verbosity = verbosity
        self._frame: Frame | None = None
        self._asked = ""
        self._waiting_words = phrases.LOOKING
        self._options: tuple[Option, ...] = ()
        self._is_asked_back = False
        self._lines: list[str] = []
        self._said: list[str] = []
        self._held: tuple[Sentence, ...] = ()
        self._telling = Telling(verbosity)
        self._compared: list[str] = []
        self._is_new_turn = False
        self._is_more_shown = False
        self._seconds = 0
        self._heard_at: int | None = None
        """The second of work in which a sentence of the answer was heard last."""
        self.on_asked_back: list[Callable[[], None]] = []
        """Called when a clarifying question was given to the voice; it is still being said."""
        self.on_command: list[Callable[[], None]] = []
        """Called when a question, a picture or stop ends whatever else went on."""
        self.on_moment: list[Callable[[Moment], None]] = []
        """Called when work began, when an answer or a question back is there, and on failure."""
        self._has_failed = False

    @property
    def situation(self) -> Situation:
        """Where things stand now."""
        return Situation(
            has_picture=self._frame is not None,
            has_answer=bool(self._lines),
            is_busy=self._jobs.is_busy,
            is_asked_back=self._is_asked_back,
            has_failed=self._has_failed,
            options=len(self._options),
        )

    @property
    def options(self) -> tuple[Option, ...]:
        """What can be chosen now."""
        return self._options

    @property
    def is_asked_back(self) -> bool:
        """Whether a clarifying question waits for its reply."""
        return self._is_asked_back

    # ------------------------------------------------------------------ commands

    def open(self, load: Callable[[], Frame], question: str | None = None) -> None:
        """Take a new picture, then ask the question if there is one.

        load runs beside the user interface and may raise; whatever was being answered is
        given up.
        """

        def work(cancel: Cancel) -> Iterable[Frame | Event]:
            frame = load()
            if not cancel.is_requested:
                self._assistant.open(frame)
                yield frame
                yield from self._assistant.inspect(cancel)

        def end(error: WhichOneError | None) -> None:
            self._end(error)
            if question is not None and error is None:
                self.submit(question)

        _call(self.on_command)
        self._voice.silence()
        self._asked = ""
        self._begin(phrases.OPENING)
        self._jobs.start(work, self._hear_of_picture, end)

    def submit(self, text: str) -> None:
        """Ask, or reply to the clarifying question that is open; empty asks what is there."""
        if self._jobs.is_busy:
            self._tell(phrases.STILL_WORKING)
            return
        _call(self.on_command)
        self._voice.silence()
        text = text.strip()
        if self._options and not text:
            for option in self._options:
                self._voice.say(offered(option))
            return
        if self._options and phrases.is_number_off(text, self._options):
            self._tell(phrases.no_option(text, self._options))
            return
        turn = self._assistant.reply if self._is_asked_back else self._assistant.ask
        if not self._is_asked_back:
            self._asked = text  # a reply that fails gives the question back, not itself
        self._set_options(())
        self._is_asked_back = False
        self._view.clear_question()
        self._begin(phrases.LOOKING)
        self._jobs.start(lambda cancel: turn(text, cancel), self._hear, self._end)

    def choose(self, number: int) -> None:
        """Reply with the number of an option."""
        if any(option.number == number for option in self._options):
            self.submit(str(number))
        elif self._options:
            self._tell(phrases.no_option(str(number), self._options))

    def repeat(self) -> None:
        """Say the last answer again, with its options."""
        self._voice.silence()
        for text in self._said or [phrases.NOTHING_TO_REPEAT]:
            self._voice.say(text)

    def more(self) -> None:
        """Say and show what was held back: explanations and details."""
        if self._jobs.is_busy:
            self._tell(phrases.STILL_WORKING)
            return
        self._voice.silence()
        if not self._held:
            self._tell(phrases.NOTHING_MORE)
            return
        if not self._is_more_shown:
            self._is_more_shown = True
            self._add_lines(*(sentence.text for sentence in self._held))
        for sentence in self._held:
            self._voice.say(said(sentence))

    def stop(self) -> None:
        """Silence at once, then give up what is going on."""
        self._voice.silence()
        _call(self.on_command)
        if self._jobs.is_busy:
            self._jobs.cancel()
            self._give_up()

    def copy(self) -> None:
        """Put the answer, as it stands on the screen, on the clipboard."""
        if not self._lines:
            self._tell(phrases.NOTHING_TO_COPY)
            return
        self._view.copy("\n".join(self._lines))
        self._tell(phrases.COPIED)

    def tick(self, seconds: int) -> None:
        """Called each second of work, so that a long wait is never silent.

        An answer that has begun to be heard is no wait; where it pauses the heartbeat goes on.
        """
        self._seconds = seconds
        since = seconds - (self._heard_at or 0)
        if seconds == PATIENCE_S and self._heard_at is None:
            is_starting = self._waiting_words == phrases.LOOKING and self._assistant.is_starting
            self._tell(phrases.STARTING if is_starting else self._waiting_words)
        elif since and since % HEARTBEAT_S == 0:
            self._tell(phrases.elapsed(seconds))

    def report(self, error: WhichOneError) -> None:
        """Say what a command could not do and what to do; the last answer stays."""
        self._tell(error.spoken)

    def tell(self, text: str) -> None:
        """Say a passing notice of the window."""
        self._tell(text)

    def show_help(self, lines: Sequence[Sentence]) -> None:
        """Put help where the answer is, to be heard, repeated and read at leisure."""
        self._voice.silence()
        self._is_new_turn = True
        self._add_lines(*(line.text for line in lines))
        for line in lines:
            self._say(said(line))

    def speak_as(self, verbosity: Verbosity) -> None:
        """How much of the next answers is said at once."""
        self._verbosity = verbosity

    def close(self) -> None:
        """Be silent and give up what is going on, for good."""
        self._voice.silence()
        self._jobs.cancel()

    # ------------------------------------------------------------------ events

    def _hear(self, event: Event) -> None:
        """One event of a turn; those that only matter to logs and tests are passed over."""
        match event:
            case QualityChecked(report) if self._frame is not None:
                self._view.describe_picture(phrases.picture(self._frame, report))
            case Remarked(text):
                self._add_lines(text)
                self._say(text)
            case SentenceReady(sentence):
                self._add_sentence(sentence)
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

    def _add_sentence(self, sentence: Sentence) -> None:
        words = self._telling.sentence(sentence)
        if words:
            self._heard_at = self._seconds
            self._add_lines(sentence.text)
            self._say(words)

    def _finish(self, answer: Answer) -> None:
        """Say and show what is still missing of the answer, and keep the rest for `more`."""
        self._start_lines()
        self._held = held_back(answer, self._verbosity)
        written = [sentence.text for sentence in answer.sentences if sentence not in self._held]
        if answer.retake and answer.retake not in answer.text:
            written.append(answer.retake)
        self._add_lines(*(text for text in written if _line(text) not in self._lines))
        for text in self._telling.end(answer):
            self._say(text)
        self._is_asked_back = answer.strategy is Strategy.CLARIFY
        asked = phrases.CHOOSE if self._options else phrases.REPLY
        self._view.show_status(asked if self._is_asked_back else phrases.READY)
        self._view.show_headline(phrases.READY)
        self._mark(Moment.ASKED_BACK if self._is_asked_back else Moment.ANSWERED)
        if self._is_asked_back:
            _call(self.on_asked_back)

    def _end(self, error: WhichOneError | None) -> None:
        self._view.show_busy(False)
        if error is not None:
            self._fail(error)

    def _fail(self, error: WhichOneError) -> None:
        """Put the error and its remedy where the answer would be, and the question back."""
        self._add_lines(error.sentence, error.remedy)
        self._say(error.spoken)
        self._view.show_status(phrases.FAILED)
        self._view.show_headline(phrases.FAILED)
        self._view.restore_question(self._asked)
        self._mark(Moment.FAILED)

    def _give_up(self) -> None:
        self._view.show_busy(False)
        self._view.restore_question(self._asked)
        self._tell(phrases.STOPPED)

    def _hear_of_picture(self, news: Frame | Event) -> None:
        """A new picture, how it compares with the last one, then what is wrong with it."""
        match news:
            case Frame():
                self._show_frame(news)
            case Remarked(text):
                self._compared.append(text)
            case QualityChecked(report):
                self._tell_of_picture(report)
            case _:
                pass

    def _show_frame(self, frame: Frame) -> None:
        self._frame = frame
        self._compared = []
        self._is_asked_back = False
        self._set_options(())
        self._view.show_picture(frame, phrases.picture(frame))

    def _tell_of_picture(self, report: QualityReport) -> None:
        if self._frame is None:
            return
        description = phrases.picture(self._frame, report)
        self._view.describe_picture(description)
        self._view.show_headline(description)
        words = phrases.opened(self._frame, report, self._compared)
        self._tell(" ".join((words, *self._frame.remarks)))

    # ------------------------------------------------------------------ small steps

    def _begin(self, words: str) -> None:
        self._waiting_words = words
        self._is_new_turn = True
        self._seconds, self._heard_at = 0, None
        self._telling = Telling(self._verbosity)
        self._view.show_status(words)
        self._view.show_busy(True)
        self._mark(Moment.BEGAN)

    def _mark(self, moment: Moment) -> None:
        self._has_failed = moment is Moment.FAILED
        for hear in tuple(self.on_moment):
            hear(moment)

    def _start_lines(self) -> None:
        """Forget the last answer, once, when the first words of the next one are there."""
        if self._is_new_turn:
            self._is_new_turn = False
            self._is_more_shown = False
            self._lines, self._said, self._held = [], [], ()

    def _add_lines(self, *texts: str) -> None:
        self._start_lines()
        self._lines += [line for line in map(_line, texts) if line]
        self._view.show_lines(tuple(self._lines))

    def _say(self, text: str) -> None:
        """Say what `repeat` says again."""
        self._said.append(text)
        self._voice.say(text)

    def _tell(self, text: str) -> None:
        """Say a passing notice; it stands in the status line, `repeat` leaves it out."""
        self._view.show_status(text)
        self._voice.say(text)

    def _set_options(self, options: tuple[Option, ...]) -> None:
        self._options = options
        self._view.show_options(options)


def _call(hooks: Sequence[Callable[[], None]]) -> None:
    for hook in tuple(hooks):
        hook()


def _line(text: str) -> str:
    """Text as one line, as an empty line makes NVDA read the one above again."""
    return " ".join(text.split())
