"""Speaking instead of typing: what was heard becomes a question, a reply or a command.

    key, or a question back -> Ear (in its own thread) -> understood -> asked, chosen, read back

The microphone opens when the key is pressed, or, where the setting allows it, after a question
back was said to its end; in a language that no recogniser knows it never opens by itself, and
whoever presses the key is told so first.  What is not sure is read back and waits for yes, no or
Enter; what is like nothing is said to be so and may be said again.  Nothing heard is nothing
asked.

What the window itself says while it listens is no reply (`own_echo.py`): a loudspeaker is heard
by the microphone beside it.  Where that happened once, the voice is no longer cut by what may
be itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from whichone_core.answering.own_echo import beyond_echo
from whichone_core.answering.spoken_reply import Said, Spoken, confirmation, understand
from whichone_core.errors import WhichOneError
from whichone_core.languages import N_, language_used
from whichone_core.types.answers import Option
from whichone_core.types.cancelling import Cancel

from ..catalogue import _
from ..hearing.ear import Nothing, Opened, Sounded, SpeechBegan, SpeechEnded, Why, Words
from . import phrases
from .advice import USE_ANSWER, KeyOf, press
from .view import Jobs

STARTING = N_("Getting ready to listen.")
LISTENING = N_("Listening.")
UNDERSTANDING = N_("Understanding.")
NOT_LISTENING = N_("Not listening any more.")
SAY_AGAIN = N_("Say it again.")
UNDERSTOOD = "en"
"""The language that is understood when it is spoken: both recognisers are English."""
MOST_TRIES = 2
"""How often somebody is asked to say it again before that becomes a nuisance."""


class Hearing(Protocol):
    """The part of `hearing.ear.Ear` that is used here."""

    def listen(self, cancel: Cancel) -> Iterator[Sounded]: ...

    def finish(self) -> None: ...


class Talk(Protocol):
    """The part of `Conversation` that is used here."""

    @property
    def options(self) -> tuple[Option, ...]: ...

    @property
    def is_asked_back(self) -> bool: ...

    def submit(self, text: str) -> None: ...

    def repeat(self) -> None: ...

    def more(self) -> None: ...

    def stop(self) -> None: ...

    def tell(self, text: str) -> None: ...

    def report(self, error: WhichOneError) -> None: ...


class Quiet(Protocol):
    """The part of `Announcer` that is used here."""

    @property
    def being_said(self) -> str: ...

    def silence(self) -> None: ...

    def when_quiet(self, run: Callable[[], None]) -> None: ...


class Page(Protocol):
    """What is on the screen of it: the question field and the status line."""

    def show_question(self, text: str) -> None: ...

    def remember(self, question: str) -> None:
        """Keep it, and what was being typed, to be brought back; "" for a reply."""
        ...

    def show_status(self, text: str) -> None: ...


class ListeningPresenter:
    """Belongs to the window's thread.

    jobs: a worker of its own, so that somebody can say "stop" while an answer is made.
    ear: what listens, as the settings are now.  Raises WhichOneError.
    may_open: whether the microphone may open by itself now.
    is_answering: whether a question is being answered.
    key_of: the keys as they are said.
    """

    def __init__(
        self,
        talk: Talk,
        voice: Quiet,
        page: Page,
        jobs: Jobs,
        ear: Callable[[], Hearing],
        may_open: Callable[[], bool],
        is_answering: Callable[[], bool],
        key_of: KeyOf,
    ) -> None:
        self._talk = talk
        self._voice = voice
        self._page = page
        self._jobs = jobs
        self._make_ear = ear
        self._may_open = may_open
        self._is_answering = is_answering
        self._key_of = key_of
        self._ear: Hearing | None = None
        self._outcome: Words | Nothing | None = None
        self._candidate: Spoken | None = None
        self._tries = 0
        self._is_own_command = False
        self._was_told_of_english = False
        self._own_words = ""
        """What the window said itself while it listened."""
        self._hears_itself = False

    # ------------------------------------------------------------------ what starts and ends it

    def toggle(self) -> None:
        """The key: silence and listen; while it listens, "that was all"."""
        if self._jobs.is_busy and self._ear is not None:
            self._ear.finish()
            return
        self._voice.silence()
        self._tries = 0
        if language_used() == UNDERSTOOD or self._was_told_of_english:
            self._listen()
        else:
            self._was_told_of_english = True
            self._talk.tell(english_only(self._key_of))

    def asked_back(self) -> None:
        """A question back is being said: listen after it, where that is allowed."""
        self._candidate, self._tries = None, 0
        if language_used() == UNDERSTOOD and self._may_open():
            self._voice.when_quiet(self._listen_if_allowed)

    def interrupted(self) -> None:
        """Something was typed, opened or stopped: whoever does that does not want to talk."""
        if self._is_own_command:
            return
        self._candidate = None
        if self._jobs.is_busy:
            self._jobs.cancel()
            self._page.show_status(_(NOT_LISTENING))

    # ------------------------------------------------------------------ listening

    def _listen_if_allowed(self) -> None:
        if self._may_open() and not self._jobs.is_busy:
            self._listen()

    def _listen(self) -> None:
        try:
            self._ear = self._make_ear()
        except WhichOneError as error:
            self._talk.report(error)
            return
        self._outcome, self._own_words = None, ""
        self._page.show_status(_(STARTING))
        self._jobs.start(self._ear.listen, self._hear, self._end)

    def _hear(self, sounded: Sounded) -> None:
        match sounded:
            case Opened():
                self._page.show_status(_(LISTENING))
            case SpeechBegan():
                self._own_words = self._voice.being_said
                if not (self._hears_itself and self._own_words):
                    self._voice.silence()  # who speaks does not want to be spoken to meanwhile
            case SpeechEnded():
                self._own_words = self._own_words or self._voice.being_said
                self._page.show_status(_(UNDERSTANDING))
            case Words() | Nothing():
                self._outcome = sounded

    def _end(self, error: WhichOneError | None) -> None:
        if error is not None:
            self._candidate = None
            self._talk.report(error)
        elif isinstance(self._outcome, Words):
            self._take(self._outcome.text)
        else:
            why = self._outcome.why if self._outcome is not None else Why.SILENCE
            self._say_nothing_was_heard(why)

    # ------------------------------------------------------------------ what was said

    def _take(self, text: str) -> None:
        own = self._own_words
        rest = text if not own else beyond_echo(text, own) if _is_understood() else ""
        if rest != text:
            if not self._is_reply(rest):
                self._pass_over_own(own)
                return
            text = rest
        candidate, self._candidate = self._candidate, None
        if candidate is not None:
            answer = confirmation(text)
            if answer is Said.YES:
                self._hand_on(candidate)
                return
            if answer is Said.NO:
                self._page.show_question("")
                self._ask_again(_(SAY_AGAIN))
                return
        self._do(understand(text, self._talk.options, is_asked=self._talk.is_asked_back), text)

    def _do(self, spoken: Spoken, text: str) -> None:
        match spoken.said:
            case Said.STOP:
                self._talk.stop()
            case Said.REPEAT:
                self._command(self._talk.repeat)
            case Said.MORE:
                self._command(self._talk.more)
            case Said.REPLY | Said.QUESTION if spoken.is_sure:
                self._hand_on(spoken)
            case Said.REPLY | Said.QUESTION:
                self._read_back(spoken)
            case Said.NOTHING:
                self._say_nothing_was_heard(Why.NO_WORDS)
            case _:
                self._ask_again(unclear(spoken.shown or text, self._talk.options))

    def _is_reply(self, text: str) -> bool:
        """Whether it surely is a command or a reply, and not a piece of an echo."""
        options, is_asked = self._talk.options, self._talk.is_asked_back
        spoken = understand(text, options, is_asked=is_asked)
        return spoken.said in _SURE or (spoken.said is Said.REPLY and spoken.is_sure)

    def _pass_over_own(self, words: str) -> None:
        """The window has heard itself: say again what that cut off, then listen again."""
        was_cut, self._hears_itself = not self._hears_itself, True
        if was_cut:
            self._talk.tell(words)
        self._voice.when_quiet(self._listen_once_more)

    def _command(self, run: Callable[[], None]) -> None:
        """Do what the key does, and listen again where a reply is still waited for."""
        run()
        if self._talk.is_asked_back and self._may_open():
            self._voice.when_quiet(self._listen_if_allowed)

    def _hand_on(self, spoken: Spoken) -> None:
        """Ask it or reply with it, and say what was understood: speech can be misheard."""
        if self._is_answering():
            self._page.show_question(spoken.text)
            self._talk.tell(_(phrases.STILL_WORKING))
            return
        self._tries = 0
        self._page.remember(spoken.text if spoken.said is Said.QUESTION else "")
        self._is_own_command = True
        try:
            self._talk.submit(spoken.text)
        finally:
            self._is_own_command = False
        self._talk.tell(heard(spoken.shown))

    def _read_back(self, spoken: Spoken) -> None:
        self._candidate = spoken
        self._page.show_question(spoken.text)
        self._talk.tell(did_you_say(spoken.shown))
        self._voice.when_quiet(self._listen_once_more)

    def _ask_again(self, words: str) -> None:
        self._tries += 1
        if self._tries > MOST_TRIES:
            self._talk.tell(f"{words} {type_or_talk(self._key_of)}")
            return
        self._talk.tell(words)
        self._voice.when_quiet(self._listen_once_more)

    def _listen_once_more(self) -> None:
        """Whoever is in the middle of saying something has asked to be listened to."""
        if not self._jobs.is_busy:
            self._listen()

    def _say_nothing_was_heard(self, why: Why) -> None:
        words = _("I heard nothing.") if why is Why.SILENCE else _("I heard no words.")
        rest = type_or_talk if self._candidate is None else send_or_repeat
        self._talk.tell(f"{words} {rest(self._key_of)}")


_SURE = frozenset({Said.STOP, Said.REPEAT, Said.MORE})


def _is_understood() -> bool:
    """Whether what the window says can be told by its words: they are heard as English ones."""
    return language_used() == UNDERSTOOD


def english_only(key_of: KeyOf) -> str:
    """What is said once to somebody whose language is not understood when it is spoken."""
    return _(
        "I understand spoken English only so far. To speak English all the same, {press} once "
        "more; or type.",
        press=_press_to_speak(key_of),
    )


def type_or_talk(key_of: KeyOf) -> str:
    """What can be done instead of being listened to."""
    return _("To speak, {press}; or type.", press=_press_to_speak(key_of))


def send_or_repeat(key_of: KeyOf) -> str:
    """What can be done with words that were not confirmed."""
    return _("To send it, press Enter; to say it again, {press}.", press=_press_to_speak(key_of))


def _press_to_speak(key_of: KeyOf) -> str:
    return press("speak", key_of, USE_ANSWER)


def heard(shown: str) -> str:
    """What was understood, as it is said and stands in the status line."""
    words = _("Heard: {words}", words=shown)
    return words if shown.endswith(("?", "!")) else f"{words}."


def did_you_say(shown: str) -> str:
    return _(
        "Did you say {words}? Say yes or no, or press Enter for yes.", words=shown.rstrip("?.")
    )


def unclear(shown: str, options: Sequence[Option]) -> str:
    """What is said to a reply that is like nothing that was offered."""
    words = _("I heard {words}, and don't know what that means here.", words=shown.strip(" .,?!"))
    again = _("Say a number from 1 to {last}.", last=len(options)) if options else _(SAY_AGAIN)
    return f"{words} {again}"
