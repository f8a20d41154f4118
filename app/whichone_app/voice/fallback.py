"""A voice that hands over to the next one when it fails, with what it had not said yet.

Saying, stopping and handing over happen under one lock.  What was not spoken is taken out of
the failed voice only under it, so a sentence that is said while a voice fails comes after the
others, never to a voice that was left, and a stop at that moment silences them all.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Sequence

from whichone_core.errors import DeviceError
from whichone_core.ports import Speaker

from .options import OnFailure, TakeUnspoken, Voice, VoiceOptions

Opener = Callable[[OnFailure], Speaker]
"""Opens one voice; raises DeviceError where this machine does not have it."""


class FallbackSpeaker:
    """A Speaker that is the first of several that works; once left, a voice is not used again.

    Raises DeviceError where none opens.  When the last one fails while it speaks, the next
    say() or wait() raises its failure.
    """

    def __init__(self, openers: Sequence[Opener], nothing_speaks: DeviceError) -> None:
        self._openers: Iterable[Opener] = iter(openers)
        self._nothing_speaks = nothing_speaks
        self._lock = threading.RLock()
        self._failure: DeviceError | None = None
        self._left: list[Speaker] = []
        self._options: VoiceOptions | None = None
        self._is_closed = False
        with self._lock:  # a voice may fail in its own thread before this returns
            self._speaker = self._open_next()

    @property
    def name(self) -> str:
        return self._speaker.name

    @property
    def is_speaking(self) -> bool:
        with self._lock:
            return self._speaker.is_speaking

    def say(self, sentence: str, language: str = "") -> None:
        with self._lock:
            self._raise_failure()
            self._speaker.say(sentence, language)

    def stop(self) -> None:
        with self._lock:
            self._speaker.stop()

    def wait(self, timeout_s: float) -> bool:
        deadline = time.monotonic() + timeout_s
        while True:
            with self._lock:  # what has just taken over may not have been told its sentences
                speaker = self._speaker
            was_spoken = speaker.wait(max(0.0, deadline - time.monotonic()))
            self._raise_failure()
            if speaker is self._speaker:
                return was_spoken

    @property
    def voices(self) -> tuple[Voice, ...]:
        return self._speaker.voices

    def adjust(self, options: VoiceOptions) -> None:
        """Also for the voices that it may have to hand over to."""
        with self._lock:
            self._options = options
            self._speaker.adjust(options)

    def save(self, sentences: list[str], path: str) -> None:
        self._speaker.save(sentences, path)

    def close(self) -> None:
        with self._lock:
            self._is_closed = True
            speakers = (*self._left, self._speaker)
        for speaker in speakers:  # without the lock: one that is failing may wait for it
            speaker.close()

    def _open_next(self) -> Speaker:
        causes = []
        for opener in self._openers:
            try:
                return opener(self._move_on)
            except DeviceError as error:
                causes.append(f"{error.sentence} ({error.cause})")
        nothing = self._nothing_speaks
        raise DeviceError(nothing.sentence, remedy=nothing.remedy, cause="; ".join(causes))

    def _move_on(self, failure: DeviceError, take_unspoken: TakeUnspoken) -> None:
        """Called in the failed voice's thread; it is closed later, by close()."""
        with self._lock:
            following = None if self._is_closed else self._opened_after(failure)
            unspoken = take_unspoken()
            if following is None:
                return
            self._left.append(self._speaker)
            self._speaker = following
            if self._options is not None:
                following.adjust(self._options)
            for sentence, language in unspoken:
                following.say(sentence, language)

    def _opened_after(self, failure: DeviceError) -> Speaker | None:
        """The next voice; where there is none left, this failure is raised later."""
        try:
            return self._open_next()
        except DeviceError:
            self._failure = failure
            return None

    def _raise_failure(self) -> None:
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure
