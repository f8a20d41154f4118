"""One long-lived speech thread that speaks sentences in turn and can be silenced at once.

    say() -> queue -> speech thread: mouth.begin(sentence) -> utterance.finish()
    stop() ---------------------------------------------------> utterance.cut()

Beginning and cutting an utterance happen under one lock, so a stop() falls either before an
utterance (which then is no longer queued) or on it; nothing can slip through between them.
Pressing "stop" fifty times is fifty times the same (field reports 29 to 32).
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import Protocol

from whichone_core.errors import DeviceError

from ..catalogue import _
from .options import OnFailure, Queued, Voice, VoiceOptions

Saver = Callable[[Sequence[str], str], None]
"""Writes sentences to a WAV file at a path; raises DeviceError."""

SaverMaker = Callable[[VoiceOptions], Saver]
"""Makes what saves with a voice."""


class Utterance(Protocol):
    """One sentence that is being spoken."""

    def finish(self) -> None:
        """Block until it was spoken or cut.  Raises DeviceError where it could not be."""
        ...

    def cut(self) -> None:
        """Silence it now; called from another thread, at most once, also when it has ended."""
        ...


class Mouth(Protocol):
    """What a speech thread speaks with; only that thread calls begin() and close()."""

    def begin(self, sentence: str) -> Utterance:
        """Start to speak, within milliseconds.  Raises DeviceError."""
        ...

    def close(self) -> None: ...

    def voices(self) -> tuple[Voice, ...]:
        """The voices there are; called by any thread.  Raises DeviceError."""
        ...

    def adjust(self, options: VoiceOptions) -> None:
        """Begin the next sentence like this; called by any thread, never during begin()."""
        ...


class QueuedSpeaker:
    """A Speaker on top of a Mouth.

    A failure while speaking goes to on_failure in the speech thread, which takes the queue;
    without one it empties the queue, and the next say() or wait() raises it.
    """

    def __init__(
        self,
        name: str,
        mouth: Mouth,
        saver: SaverMaker,
        on_failure: OnFailure | None = None,
        options: VoiceOptions | None = None,
    ) -> None:
        self._name = name
        self._mouth = mouth
        self._saver = saver
        self._options = options or VoiceOptions()
        self._on_failure = on_failure
        self._changed = threading.Condition()
        self._queue: deque[Queued] = deque()
        self._in_language = self._options
        self._current: Utterance | None = None
        self._failure: DeviceError | None = None
        self._is_closed = False
        self._is_handing_over = False
        self._thread: threading.Thread | None = None

    @property
    def name(self) -> str:
        return self._name

    @property
    def is_speaking(self) -> bool:
        with self._changed:
            return self._is_busy

    @property
    def _is_busy(self) -> bool:
        return bool(self._queue) or self._current is not None or self._is_handing_over

    def say(self, sentence: str, language: str = "") -> None:
        with self._changed:
            self._raise_failure()
            if self._is_closed:
                raise DeviceError(_("The voice was already closed."), cause="say() after close()")
            if not sentence.strip():
                return
            self._queue.append((sentence, language))
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="speech", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def stop(self) -> None:
        with self._changed:
            self._queue.clear()
            current, self._current = self._current, None
            if current is not None:
                current.cut()
            self._changed.notify_all()

    def wait(self, timeout_s: float) -> bool:
        with self._changed:
            was_spoken = self._changed.wait_for(lambda: not self._is_busy, timeout_s)
            self._raise_failure()
            return was_spoken

    @property
    def voices(self) -> tuple[Voice, ...]:
        """All installed voices; empty where they cannot be listed."""
        try:
            return self._mouth.voices()
        except DeviceError:
            return ()

    def adjust(self, options: VoiceOptions) -> None:
        with self._changed:
            self._options = self._in_language = options
            self._mouth.adjust(options)

    def save(self, sentences: list[str], path: str) -> None:
        self._saver(self._options)(sentences, path)

    def close(self) -> None:
        self.stop()
        with self._changed:
            self._is_closed = True
            thread, self._thread = self._thread, None
            self._changed.notify_all()
        if thread is not None and thread is not threading.current_thread():
            thread.join(5)

    def _raise_failure(self) -> None:
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure

    def _run(self) -> None:
        while (utterance := self._next_utterance()) is not None:
            try:
                utterance.finish()
            except DeviceError as failure:
                self._fail(failure, utterance)
            with self._changed:
                if self._current is utterance:
                    self._current = None
                    self._changed.notify_all()
        self._mouth.close()

    def _next_utterance(self) -> Utterance | None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._queue or self._is_closed)
                if self._is_closed:
                    return None
                self._sentence = self._queue.popleft()
                sentence, language = self._sentence
                self._speak_in(language)
                try:
                    self._current = self._mouth.begin(sentence)
                    return self._current
                except DeviceError as error:
                    failure = error
                    self._hold_back(failure)
            self._hand_over(failure)

    def _speak_in(self, language: str) -> None:
        """Have the mouth speak the language of the next sentence."""
        options = self._options.in_language(language)
        if options != self._in_language:
            self._in_language = options
            self._mouth.adjust(options)

    def _fail(self, failure: DeviceError, utterance: Utterance) -> None:
        with self._changed:
            if self._current is not utterance:  # it was cut meanwhile: nobody misses it
                return
            self._hold_back(failure)
        self._hand_over(failure)

    def _hold_back(self, failure: DeviceError) -> None:
        """Under the lock: speak no further; who waits until all was spoken goes on waiting."""
        self._current = None
        if self._on_failure is None:
            self._queue.clear()
            self._failure = failure
        else:
            self._queue.appendleft(self._sentence)
            self._is_handing_over = True
        self._changed.notify_all()

    def _hand_over(self, failure: DeviceError) -> None:
        """Without the lock: what takes over has one of its own, and says things to this voice."""
        if self._on_failure is None:
            return
        try:
            self._on_failure(failure, self._take_unspoken)
        finally:
            with self._changed:
                self._is_handing_over = False
                self._changed.notify_all()

    def _take_unspoken(self) -> tuple[Queued, ...]:
        with self._changed:
            unspoken = tuple(self._queue)
            self._queue.clear()
            return unspoken
