"""A voice for tests: says nothing, remembers everything, and time passes when it is told to."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from whichone_core.errors import DeviceError

from ..catalogue import _
from .options import USUAL_WPM, Voice, VoiceOptions
from .wav import Sound, joined, write_wav

SECONDS_PER_CHARACTER = 0.06
"""About the pace of a voice at its usual rate."""


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence that was spoken to its end, or cut; times are in the fake's seconds."""

    sentence: str
    began: float
    ended: float
    was_cut: bool = False


class FakeSpeaker:
    """A Speaker with its own clock.

    said holds every sentence that was begun, in order; asked every one that was queued, and
    languages the language of each of those.
    failure, where set, is raised by the next say() and save().  options is what it was
    adjusted to last, and its pace.
    """

    name = "fake"

    def __init__(self, seconds_per_character: float = SECONDS_PER_CHARACTER) -> None:
        self.now = 0.0
        self.asked: list[str] = []
        self.languages: list[str] = []
        self.said: list[Said] = []
        self.stops: list[float] = []
        self.saved: dict[str, list[str]] = {}
        self.failure: DeviceError | None = None
        self.is_closed = False
        self.options = VoiceOptions()
        self.voices: tuple[Voice, ...] = (Voice("Ada", "en"), Voice("Bea", "en-GB"))
        self._usual_pace = seconds_per_character
        self._queue: deque[str] = deque()
        self._began = 0.0

    @property
    def _pace(self) -> float:
        """Seconds a character."""
        return self._usual_pace * USUAL_WPM / self.options.words_per_minute

    @property
    def is_speaking(self) -> bool:
        return bool(self._queue)

    @property
    def spoken(self) -> list[str]:
        """The sentences that were heard to their end."""
        return [said.sentence for said in self.said if not said.was_cut]

    def advance(self, seconds: float) -> None:
        """Let time pass; sentences that end by then are said."""
        self.now += seconds
        while self._queue and self._end() <= self.now + 1e-9:
            end = self._end()
            self.said.append(Said(self._queue.popleft(), self._began, end))
            self._began = end

    def say(self, sentence: str, language: str = "") -> None:
        if self.is_closed:
            raise DeviceError(_("The voice was already closed."), cause="say() after close()")
        if self.failure is not None:
            raise self.failure
        if not sentence.strip():
            return
        self.asked.append(sentence)
        self.languages.append(self.options.in_language(language).language)
        if not self._queue:
            self._began = self.now
        self._queue.append(sentence)

    def stop(self) -> None:
        self.stops.append(self.now)
        if self._queue:
            self.said.append(Said(self._queue[0], self._began, self.now, was_cut=True))
        self._queue.clear()

    def wait(self, timeout_s: float) -> bool:
        """Let as much time pass as the queue needs, but no more than the timeout."""
        needed = sum(len(sentence) for sentence in self._queue) * self._pace
        left = self._began + needed - self.now if self._queue else 0.0
        self.advance(min(max(left, 0.0), timeout_s))
        return not self._queue

    def adjust(self, options: VoiceOptions) -> None:
        self.options = options

    def save(self, sentences: Sequence[str], path: str) -> None:
        """Write silence of the right length."""
        if self.failure is not None:
            raise self.failure
        rate = 8_000
        lengths = [int(len(sentence) * self._pace * rate) for sentence in sentences]
        write_wav(joined([Sound(bytes(2 * length), rate) for length in lengths]), path)
        self.saved[path] = list(sentences)

    def close(self) -> None:
        self.stop()
        self.is_closed = True

    def _end(self) -> float:
        return self._began + len(self._queue[0]) * self._pace
