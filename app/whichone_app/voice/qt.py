"""QTextToSpeech: the window's voice, which is the system's own (speech-dispatcher on Linux).

Loading the Linux engine takes 1.5 s even with the daemon running, because it lists some 1,500
voices one by one, and PySide holds Python's lock meanwhile.  So the object is made empty
(engine "none", 0.1 ms), moved to a thread of its own, and told through Qt's event loop, in
C++, to load its engine: the longest pause measured in the window's thread is 15 ms.
On Windows and macOS the system engines want the thread that runs the window's event loop,
and load quickly; there everything stays in the thread that made the speaker.

QTextToSpeech has no names for utterances: a "ready" that belongs to a stopped one could be
taken for the end of the next.  So one sentence at a time is handed over, and after a stop the
next waits for the engine to say that it is ready, at most SETTLE_MS.
"""

from __future__ import annotations

import shutil
import sys
import threading
import time
from collections import deque
from collections.abc import Callable

from PySide6.QtCore import (
    Q_ARG,
    QCoreApplication,
    QEventLoop,
    QLocale,
    QMetaObject,
    QObject,
    Qt,
    QThread,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtTextToSpeech import QTextToSpeech
from whichone_core.errors import DeviceError

from . import espeak, pyttsx
from .options import OnFailure, Voice, VoiceOptions
from .queue import Saver

SETTLE_MS = 150
"""How long after a stop an engine that says nothing is taken to be ready."""
MOST_ROUNDS = 10
"""How often an engine that speaks on is told again to stop."""
LOAD_S = 30.0
"""How long an engine may load, on a slow machine that has to start the speech service."""

_State = QTextToSpeech.State


def engines() -> list[str]:
    """The engines that really speak, the system's default first."""
    return [name for name in QTextToSpeech.availableEngines() if name != "mock"]


class _Mouth(QObject):
    """All that touches QTextToSpeech, in one thread; what it shares is guarded by `changed`."""

    poked = Signal()
    cut = Signal(int)
    ended = Signal()

    def __init__(self, engine: str, options: VoiceOptions) -> None:
        super().__init__()
        self.changed = threading.Condition()
        self.queue: deque[str] = deque()
        self.current: str | None = None
        self.stops = 0
        """How often stop() was asked for; `_advance` waits until each has been carried out."""
        self.is_loaded = False
        self.failure: DeviceError | None = None
        self.on_failure: OnFailure | None = None
        self.voices: tuple[Voice, ...] = ()
        self._engine = engine
        self._options = options
        self._stops_done = 0
        self._settling_rounds = 0
        self._speech: QTextToSpeech | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._time_is_up)
        self.poked.connect(self._advance)
        self.cut.connect(self._cut)
        self.ended.connect(self._end)

    @property
    def is_busy(self) -> bool:
        return bool(self.queue) or self.current is not None

    @Slot()
    def load(self) -> None:
        speech = QTextToSpeech("none", self)
        self._speech = speech
        speech.engineChanged.connect(self._engine_loaded)
        speech.stateChanged.connect(self._state_changed)
        speech.errorOccurred.connect(self._error_occurred)
        self._timer.start(int(LOAD_S * 1000))
        queued = Qt.ConnectionType.QueuedConnection
        QMetaObject.invokeMethod(speech, "setEngine", queued, Q_ARG(str, self._engine))

    @Slot(str)
    def _engine_loaded(self, engine: str) -> None:
        assert self._speech is not None
        if self._speech.state() is _State.Error:
            self._fail(self._speech.errorString())
            return
        self._timer.stop()
        self._set_voice(self._speech)
        with self.changed:
            self.is_loaded = True
            self.changed.notify_all()
        self._advance()

    def _set_voice(self, speech: QTextToSpeech) -> None:
        options = self._options
        speech.setLocale(QLocale(options.language.replace("-", "_")))
        here = speech.availableVoices()
        self.voices = tuple(Voice(v.name(), v.locale().bcp47Name()) for v in here)
        for voice in here:
            if voice.name() == options.voice:
                speech.setVoice(voice)
        speech.setRate(options.rate / 100)
        speech.setPitch(options.pitch / 100)
        speech.setVolume(options.volume / 100)

    @Slot()
    def _advance(self) -> None:
        if not self.is_loaded or self._settling_rounds or self._speech is None:
            return
        with self.changed:
            if self._stops_done != self.stops or self.current is not None or not self.queue:
                return
            self.current = self.queue.popleft()
            sentence = self.current
        self._timer.start(int(self._options.longest_seconds(sentence) * 1000))
        self._speech.say(sentence.replace("\0", " "))

    @Slot(int)
    def _cut(self, stops: int) -> None:
        self._stops_done = stops
        if self.is_loaded and self._timer.isActive():
            self._settle(1)
        else:  # nothing was handed over, or it has ended
            self._advance()

    def _settle(self, rounds: int) -> None:
        self._settling_rounds = rounds
        self._timer.start(SETTLE_MS)
        if self._speech is not None:
            self._speech.stop()

    @Slot(QTextToSpeech.State)
    def _state_changed(self, state: QTextToSpeech.State) -> None:
        if state is _State.Ready and self.is_loaded:
            self._finished()

    def _finished(self) -> None:
        self._timer.stop()
        self._settling_rounds = 0
        with self.changed:
            self.current = None
            self.changed.notify_all()
        self._advance()

    @Slot()
    def _time_is_up(self) -> None:
        is_speaking = self._speech is not None and self._speech.state() is _State.Speaking
        if not self._settling_rounds:
            self._fail("it did not answer in time")
        elif is_speaking and self._settling_rounds < MOST_ROUNDS:
            self._settle(self._settling_rounds + 1)
        else:
            self._finished()

    @Slot(QTextToSpeech.ErrorReason, str)
    def _error_occurred(self, reason: QTextToSpeech.ErrorReason, text: str) -> None:
        self._fail(f"{reason.name}: {text}")

    def _fail(self, cause: str) -> None:
        if self.failure is not None and not self.is_loaded:
            return  # a loading engine reports its failure in more than one way
        self._timer.stop()
        failure = DeviceError(
            "The system's voice does not work.",
            remedy="Install speech-dispatcher, or choose another voice in the settings."
            if sys.platform.startswith("linux")
            else "Choose another voice in the settings.",
            cause=f"QTextToSpeech {self._engine}: {cause}",
        )
        with self.changed:
            unspoken = tuple(([self.current] if self.current else []) + list(self.queue))
            self.queue.clear()
            self.current = None
            self.failure = failure
            self.changed.notify_all()
        if self.on_failure is not None:
            self.on_failure(failure, unspoken)

    @Slot()
    def _end(self) -> None:
        self._timer.stop()
        if self._speech is not None:
            self._speech.stop()
            self._speech.deleteLater()
            self._speech = None
        self.is_loaded = False
        if self.thread() is not _main_thread():
            self.thread().quit()


def _main_thread() -> QThread | None:
    application = QCoreApplication.instance()
    return application.thread() if application is not None else None


class QtSpeaker:
    """A Speaker on QTextToSpeech; say(), stop() and the others may be called by any thread.

    It loads in the background: sentences said meanwhile are spoken once it is ready.  A
    failure goes to on_failure (in the voice's thread), or is raised by the next say() or
    wait().  A QCoreApplication must exist, and close() be called before it ends.
    """

    name = "qt"

    def __init__(
        self,
        options: VoiceOptions,
        *,
        engine: str,
        saver: Saver,
        on_failure: OnFailure | None = None,
        has_own_thread: bool = sys.platform.startswith("linux"),
    ) -> None:
        self._saver = saver
        self._mouth = _Mouth(engine, options)
        self._mouth.on_failure = on_failure
        self._is_closed = False
        self._thread: QThread | None = None
        if has_own_thread:
            self._thread = QThread()
            self._thread.setObjectName("speech")
            self._mouth.moveToThread(self._thread)
            self._thread.started.connect(self._mouth.load)
            self._thread.start()
        else:
            self._mouth.load()

    @property
    def is_speaking(self) -> bool:
        with self._mouth.changed:
            return self._mouth.is_busy

    @property
    def voices(self) -> tuple[Voice, ...]:
        """The voices of the chosen language, once the engine is loaded."""
        return self._mouth.voices

    def say(self, sentence: str) -> None:
        with self._mouth.changed:
            self._raise_failure()
            if self._is_closed:
                raise DeviceError("The voice was already closed.", cause="say() after close()")
            if not sentence.strip():
                return
            self._mouth.queue.append(sentence)
        self._mouth.poked.emit()

    def stop(self) -> None:
        if self._is_closed:
            return
        with self._mouth.changed:
            self._mouth.queue.clear()
            self._mouth.current = None
            self._mouth.stops += 1
            stops = self._mouth.stops
            self._mouth.changed.notify_all()
        self._mouth.cut.emit(stops)

    def wait(self, timeout_s: float) -> bool:
        """In the voice's own thread this runs a nested event loop; elsewhere it just blocks."""
        return self._wait_until(lambda: not self._mouth.is_busy, timeout_s)

    def wait_until_loaded(self, timeout_s: float) -> bool:
        """Block until the engine can speak; False if the time ran out.  Raises DeviceError."""
        return self._wait_until(lambda: self._mouth.is_loaded, timeout_s)

    def save(self, sentences: list[str], path: str) -> None:
        self._saver(sentences, path)

    def close(self) -> None:
        if self._is_closed:
            return
        self.stop()
        self._is_closed = True
        self._mouth.ended.emit()
        if self._thread is not None:
            self._thread.wait(int(LOAD_S * 1000))

    def _wait_until(self, is_so: Callable[[], bool], timeout_s: float) -> bool:
        mouth = self._mouth
        if mouth.thread() is QThread.currentThread():
            was_so = _pump_until(lambda: is_so() or mouth.failure is not None, timeout_s)
        else:
            with mouth.changed:
                was_so = mouth.changed.wait_for(
                    lambda: is_so() or mouth.failure is not None, timeout_s
                )
        with mouth.changed:
            self._raise_failure()
        return was_so

    def _raise_failure(self) -> None:
        failure = self._mouth.failure
        if failure is None or self._mouth.on_failure is not None:
            return
        if self._mouth.is_loaded:  # the next sentence may be spoken again
            self._mouth.failure = None
        raise failure


def _pump_until(is_so: Callable[[], bool], timeout_s: float) -> bool:
    """Run the event loop of this thread, in turns of at most 20 ms, until something is so."""
    deadline = time.monotonic() + timeout_s
    while not is_so():
        if time.monotonic() >= deadline:
            return False
        loop = QEventLoop()
        QTimer.singleShot(20, loop.quit)
        loop.exec()
    return True


def open_speaker(options: VoiceOptions, on_failure: OnFailure | None = None) -> QtSpeaker:
    """A speaker with the system's engine.  Raises DeviceError where Qt finds none.

    QTextToSpeech cannot write files in Python; espeak-ng or pyttsx3 saves for it.
    """
    found = engines()
    if not found:
        raise DeviceError(
            "The system's voice does not work.",
            remedy="Install espeak-ng.",
            cause="QTextToSpeech has no engine but its mock",
        )
    return QtSpeaker(options, engine=found[0], saver=_saver(options), on_failure=on_failure)


def _saver(options: VoiceOptions) -> Saver:
    if shutil.which(espeak.PROGRAM) is not None:
        return espeak.saver(options)
    return pyttsx.saver(options)
