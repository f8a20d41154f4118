"""One utterance, from the tone to its words: what runs in the listening thread.

    tone -> microphone -> endpoint -> recogniser -> Words, or Nothing with its reason

It listens until it has words, until 8 s passed without any, until it is told that this was all
(`finish`), or until it is cancelled.  A cough or a knock has no words: it goes on listening.
Everything comes as a stream of values, so that whoever listens decides where they are handled.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from whichone_core.ports import Listener, Microphone
from whichone_core.types.cancelling import Cancel

from . import tone, trouble
from .audio import BLOCK_MS, as_speech
from .endpoint import Endpoint, Heard, IsVoice, is_hiss, webrtc_voice

if TYPE_CHECKING:
    from .audio import Block

WAIT_MS = 8_000
"""How long somebody may take until there are words (issue 6, point 3)."""
POLL_S = 0.1
DEAD_MS = 1_000
"""Zeros for so long are no sound at all, not just the start of a device."""


class Why(StrEnum):
    """Why there are no words."""

    SILENCE = "silence"
    NO_WORDS = "no words"


@dataclass(frozen=True, slots=True)
class Opened:
    """The microphone records from now on; name: what is listened with."""

    name: str


@dataclass(frozen=True, slots=True)
class SpeechBegan:
    """Somebody speaks."""


@dataclass(frozen=True, slots=True)
class SpeechEnded:
    """The utterance is over and is being understood."""


@dataclass(frozen=True, slots=True)
class Words:
    """What was understood; never empty."""

    text: str


@dataclass(frozen=True, slots=True)
class Nothing:
    """There were no words."""

    why: Why


Sounded = Opened | SpeechBegan | SpeechEnded | Words | Nothing
Play = Callable[[tuple[int, ...]], None]


class Ear:
    """Listens for one utterance at a time; `listen` runs in one thread, `finish` in any.

    is_voice: made anew for each utterance, as detectors remember what they heard.
    """

    def __init__(
        self,
        microphone: Microphone,
        listener: Listener,
        make_voice: Callable[[], IsVoice] = webrtc_voice,
        play: Play = tone.play,
        wait_ms: int = WAIT_MS,
    ) -> None:
        self._microphone = microphone
        self._listener = listener
        self._make_voice = make_voice
        self._play = play
        self._wait_ms = wait_ms
        self._is_finishing = threading.Event()

    def finish(self) -> None:
        """That was all: understand what was said so far, without waiting for silence."""
        self._is_finishing.set()

    def listen(self, cancel: Cancel) -> Iterator[Sounded]:
        """Exactly one Words or Nothing at the end; neither once it was cancelled.

        The microphone is closed, and its closing heard, before the last value is given.

        Raises DeviceError, SetupError and ModelError.
        """
        self._is_finishing.clear()
        endpoint = Endpoint(self._voice())
        self._listener.warm_up()
        if cancel.is_requested:
            return
        self._play(tone.OPENED)
        self._microphone.open()
        try:
            yield Opened(self._listener.name)
            outcome = yield from self._utterances(endpoint, cancel)
        finally:
            self._microphone.close()
            self._play(tone.CLOSED)
        if outcome is not None and not cancel.is_requested:
            yield outcome

    def close(self) -> None:
        self._listener.close()

    def _understood(self, samples: Block) -> str:
        """The words of an utterance; none in what is only noise."""
        return "" if is_hiss(samples) else self._listener.hear(as_speech(samples)).strip()

    def _voice(self) -> IsVoice:
        try:
            return self._make_voice()
        except ImportError as error:
            raise trouble.no_detector(error) from error

    def _utterances(
        self, endpoint: Endpoint, cancel: Cancel
    ) -> Generator[Sounded, None, Words | Nothing | None]:
        """Blocks until there are words or the time is over; None where it was cancelled."""
        waited, is_dead, why = 0, True, Why.SILENCE
        while not cancel.is_requested:
            is_last = self._is_finishing.is_set()
            block = self._microphone.read(POLL_S)
            state = Heard.SILENCE
            if block is not None:
                state, waited = endpoint.feed(block), waited + BLOCK_MS
                is_dead = is_dead and not block.any()
            if state is Heard.BEGAN:
                yield SpeechBegan()
            if state is Heard.ENDED or (is_last and endpoint.end()):
                yield SpeechEnded()
                if text := self._understood(endpoint.utterance()):
                    return Words(text)
                why = Why.NO_WORDS
            is_over = waited >= self._wait_ms and not endpoint.is_speaking
            if is_last or is_over:
                if is_dead and waited >= DEAD_MS:
                    raise trouble.nothing_but_zeros()
                return Nothing(why)
        return None
