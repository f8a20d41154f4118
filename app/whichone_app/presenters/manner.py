"""How it is spoken, changed by one key: speed, pitch, volume, voice, language, how much, signs.

Each change holds from the next sentence on, is kept, and is said in the new manner.  A screen
reader has a speed of its own: where it speaks, that is said too, as a change that nobody hears
looks like a fault.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Protocol, TypeVar

from whichone_core.languages import LANGUAGES, N_, family
from whichone_core.settings import Settings, SpeakThrough, Verbosity
from whichone_core.speech.voices import Voice, VoiceOptions, next_voice

from ..catalogue import _
from . import phrases

STEP = 0.2
"""Of a speed or pitch from -1 to 1: ten percent of the range."""
VOLUME_STEP = 0.1
KEYS = (
    "speech_rate",
    "speech_pitch",
    "speech_volume",
    "voice_name",
    "language",
    "verbosity",
    "punctuation",
)
"""The settings that hold at once."""

Word = TypeVar("Word", bound=StrEnum)


class Change(Protocol):
    """What a change came to (`chosen.Change`)."""

    @property
    def notice(self) -> str: ...


class Holder(Protocol):
    """The live settings, as this uses them (`chosen.Chosen`)."""

    @property
    def current(self) -> Settings: ...

    def change(self, **values: object) -> Change: ...


class Manner:
    """Commands that change the manner of speaking.

    voices: those that can be chosen now.  is_own_voice: whether the program's own voice would
    speak now.  tell: says a notice, silencing what is being said.
    """

    def __init__(
        self,
        chosen: Holder,
        voices: Callable[[], tuple[Voice, ...]],
        is_own_voice: Callable[[], bool],
        tell: Callable[[str], None],
    ) -> None:
        self._chosen = chosen
        self._voices = voices
        self._is_own_voice = is_own_voice
        self._tell = tell

    def faster(self, steps: int = 1) -> None:
        """Ten percent of the range faster, or slower for -1."""
        rate = _stepped(self._now.speech_rate, STEP * steps, -1.0)
        self._change(lambda: phrases.speed(_percent(rate)), speech_rate=rate)

    def higher(self, steps: int = 1) -> None:
        pitch = _stepped(self._now.speech_pitch, STEP * steps, -1.0)
        self._change(lambda: phrases.pitch(_percent(pitch)), speech_pitch=pitch)

    def louder(self, steps: int = 1) -> None:
        """Ten percent louder or quieter; never quite silent: that is what Escape is for."""
        volume = max(_stepped(self._now.speech_volume, VOLUME_STEP * steps, 0.0), VOLUME_STEP)
        self._change(lambda: phrases.volume(round(100 * volume)), speech_volume=volume)

    def next_voice(self) -> None:
        now = self._now
        voice = next_voice(self._voices(), now.language_code, now.voice_name)
        if voice is None:
            self._tell(_(phrases.NO_OTHER_VOICE))
        else:
            self._change(lambda: phrases.voice(voice.name), voice_name=voice.name)

    def next_language(self) -> None:
        """The next language of the voice; a voice by name is of one language, so it goes."""
        codes = list(LANGUAGES)
        spoken = family(self._now.language_code)
        place = codes.index(spoken) if spoken in codes else -1
        code = codes[(place + 1) % len(codes)]
        self._change(lambda: phrases.language(LANGUAGES[code]), language=code, voice_name="")

    def next_verbosity(self) -> None:
        verbosity = _next(self._now.verbosity)
        self._change(lambda: _(_VERBOSITIES[verbosity]), own_voice_only=False, verbosity=verbosity)

    def next_punctuation(self) -> None:
        level = _next(self._now.punctuation)
        self._change(lambda: phrases.punctuation(level), own_voice_only=False, punctuation=level)

    @property
    def _now(self) -> Settings:
        return self._chosen.current

    def _change(
        self, said: Callable[[], str], *, own_voice_only: bool = True, **values: object
    ) -> None:
        """said: the notice, put together once the change holds, as the language may be new."""
        notice = self._chosen.change(**values).notice
        silent = _(phrases.READER_SPEAKS) if own_voice_only and not self._is_own_voice() else ""
        self._tell(" ".join(filter(None, (said(), silent, notice))))


_READER = SpeakThrough.SCREEN_READER
_VERBOSITIES = {
    Verbosity.ANSWER_ONLY: N_("The answer only."),
    Verbosity.EXPLAINED: N_("The answer, explained."),
    Verbosity.EVERYTHING: N_("Everything is said."),
}


def next_through(now: SpeakThrough, *, has_reader: bool) -> SpeakThrough:
    """Who speaks next; a screen reader only where one runs, as all would be silent."""
    order = [through for through in SpeakThrough if has_reader or through is not _READER]
    return order[(order.index(now) + 1) % len(order)] if now in order else order[0]


def options_of(settings: Settings) -> VoiceOptions:
    """How a voice speaks with these settings."""
    return VoiceOptions(
        rate=round(settings.speech_rate * 100),
        pitch=round(settings.speech_pitch * 100),
        volume=round(settings.speech_volume * 100),
        voice=settings.voice_name,
        language=settings.language_code,
    )


def _stepped(value: float, step: float, least: float) -> float:
    return round(min(1.0, max(least, value + step)), 2)


def _percent(value: float) -> int:
    """A number from -1 to 1 as a person hears it, the usual in the middle."""
    return round(50 + 50 * value)


def _next(word: Word) -> Word:
    words = list(type(word))
    return words[(words.index(word) + 1) % len(words)]
