"""QTextToSpeech: the window's voice, which is the system's own (speech-dispatcher on Linux).

Loading the Linux engine takes 1.5 s even with the daemon running, because it lists some 1,500
voices one by one, and PySide holds Python's lock meanwhile.  So the object is made empty
(engine "none", 0.1 ms), moved to a thread of its own, and told through Qt's event loop, in
C++, to load its engine: the longest pause measured in the window's thread is 15 ms.
On Windows and macOS the system engines want the thread that runs the window's event loop,
and load quickly; there everything stays in the thread that made the speaker.
"""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable

from PySide6.QtCore import QEventLoop, QThread, QTimer
from PySide6.QtTextToSpeech import QTextToSpeech
from whichone_core.errors import DeviceError

from ..catalogue import _
from . import espeak, pyttsx
from .options import OnFailure, Voice, VoiceOptions
from .qt_mouth import LOAD_S, QtMouth
from .queue import SaverMaker

_LEFT_BEHIND: list[tuple[QThread, QtMouth]] = []
"""Engines that still load when their voice was closed: Qt aborts a program that lets go of a
running thread."""


def engines() -> list[str]:
    """The engines that really speak, the system's default first."""
    return [name for name in QTextToSpeech.availableEngines() if name != "mock"]


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
        saver: SaverMaker,
        on_failure: OnFailure | None = None,
        has_own_thread: bool = sys.platform.startswith("linux"),
    ) -> None:
        self._saver = saver
        self._options = options
        self._mouth = QtMouth(engine, options)
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

    def say(self, sentence: str, language: str = "") -> None:
        with self._mouth.changed:
            self._raise_failure()
            if self._is_closed:
                raise DeviceError(_("The voice was already closed."), cause="say() after close()")
            if not sentence.strip():
                return
            self._mouth.queue.append((sentence, language))
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

    def adjust(self, options: VoiceOptions) -> None:
        self._options = options
        if not self._is_closed:
            self._mouth.adjusted.emit(options)

    def save(self, sentences: list[str], path: str) -> None:
        self._saver(self._options)(sentences, path)

    def close(self) -> None:
        if self._is_closed:
            return
        self.stop()
        self._is_closed = True
        self._mouth.ended.emit()
        if self._thread is not None and not self._thread.wait(int(LOAD_S * 1000)):
            _LEFT_BEHIND.append((self._thread, self._mouth))

    def _wait_until(self, is_so: Callable[[], bool], timeout_s: float) -> bool:
        mouth = self._mouth

        def is_over() -> bool:  # who waits for a voice that hands over waits for that too
            return is_so() or (mouth.failure is not None and not mouth.is_handing_over)

        if mouth.thread() is QThread.currentThread():
            was_so = _pump_until(is_over, timeout_s)
        else:
            with mouth.changed:
                was_so = mouth.changed.wait_for(is_over, timeout_s)
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
            _("The system's voice does not work."),
            remedy=_("Install espeak-ng."),
            cause="QTextToSpeech has no engine but its mock",
        )
    return QtSpeaker(options, engine=found[0], saver=_saver(), on_failure=on_failure)


def _saver() -> SaverMaker:
    return pyttsx.saver if shutil.which(espeak.PROGRAM) is None else espeak.saver
