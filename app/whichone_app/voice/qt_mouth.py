"""The thread-bound half of qt.py: the one object that touches QTextToSpeech.

QTextToSpeech has no names for utterances: a "ready" that belongs to a stopped one could be
taken for the end of the next.  So one sentence at a time is handed over, and after a stop the
next waits for the engine to say that it is ready, at most SETTLE_MS.
"""

from __future__ import annotations

import sys
import threading
from collections import deque

from PySide6.QtCore import (
    Q_ARG,
    QCoreApplication,
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

from ..catalogue import _
from .options import OnFailure, Queued, Voice, VoiceOptions

SETTLE_MS = 150
"""How long after a stop an engine that says nothing is taken to be ready."""
MOST_ROUNDS = 10
"""How often an engine that speaks on is told again to stop."""
LOAD_S = 30.0
"""How long an engine may load, on a slow machine that has to start the speech service."""

_State = QTextToSpeech.State


class QtMouth(QObject):
    """All that touches QTextToSpeech, in one thread; what it shares is guarded by `changed`."""

    poked = Signal()
    cut = Signal(int)
    ended = Signal()
    adjusted = Signal(object)

    def __init__(self, engine: str, options: VoiceOptions) -> None:
        super().__init__()
        self.changed = threading.Condition()
        self.queue: deque[Queued] = deque()
        self.current: Queued | None = None
        self.stops = 0
        """How often stop() was asked for; `_advance` waits until each has been carried out."""
        self.is_loaded = False
        self.failure: DeviceError | None = None
        self.on_failure: OnFailure | None = None
        self.is_handing_over = False
        self.voices: tuple[Voice, ...] = ()
        self._engine = engine
        self._options = options
        self._voice_chosen: tuple[str, str] | None = None
        self._stops_done = 0
        self._settling_rounds = 0
        self._speech: QTextToSpeech | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._time_is_up)
        self.poked.connect(self._advance)
        self.cut.connect(self._cut)
        self.ended.connect(self._end)
        self.adjusted.connect(self._adjust)

    @property
    def is_busy(self) -> bool:
        return bool(self.queue) or self.current is not None or self.is_handing_over

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
        if self._speech is None:  # closed while it loaded
            return
        if self._speech.state() is _State.Error:
            self._fail(self._speech.errorString())
            return
        self._timer.stop()
        self._set_voice(self._speech, self._options)
        with self.changed:
            self.is_loaded = True
            self.changed.notify_all()
        self._advance()

    def _set_voice(self, speech: QTextToSpeech, options: VoiceOptions) -> None:
        self._choose_voice(speech, options)
        speech.setRate(options.rate / 100)
        speech.setPitch(options.pitch / 100)
        speech.setVolume(options.volume / 100)

    def _choose_voice(self, speech: QTextToSpeech, options: VoiceOptions) -> None:
        chosen = options.language, options.voice
        if chosen == self._voice_chosen:  # a language resets the voice, and takes its time
            return
        self._voice_chosen = chosen
        speech.setLocale(QLocale(options.language.replace("-", "_")))
        here = speech.availableVoices()
        if options == self._options:  # not those of one sentence in another language
            self.voices = tuple(Voice(v.name(), v.locale().bcp47Name()) for v in here)
        for voice in here:
            if voice.name() == options.voice:
                speech.setVoice(voice)

    @Slot(object)
    def _adjust(self, options: VoiceOptions) -> None:
        self._options = options
        if self.is_loaded and self._speech is not None:
            self._set_voice(self._speech, options)

    @Slot()
    def _advance(self) -> None:
        if not self.is_loaded or self._settling_rounds or self._speech is None:
            return
        with self.changed:
            if self._stops_done != self.stops or self.current is not None or not self.queue:
                return
            self.current = self.queue.popleft()
            sentence, language = self.current
        wanted = self._options.in_language(language)
        if (wanted.language, wanted.voice) != self._voice_chosen:
            self._set_voice(self._speech, wanted)
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
            _("The system's voice does not work."),
            remedy=_("Install speech-dispatcher, or choose another voice in the settings.")
            if sys.platform.startswith("linux")
            else _("Choose another voice in the settings."),
            cause=f"QTextToSpeech {self._engine}: {cause}",
        )
        with self.changed:
            self._hold_back()
            self.failure = failure
            self.changed.notify_all()
        self._hand_over(failure)

    def _hold_back(self) -> None:
        """Under the lock: what was not spoken is kept for who takes over, where anybody does."""
        if self.on_failure is None:
            self.queue.clear()
        elif self.current is not None:
            self.queue.appendleft(self.current)
        self.is_handing_over = self.on_failure is not None
        self.current = None

    def _hand_over(self, failure: DeviceError) -> None:
        if self.on_failure is None:
            return
        try:
            self.on_failure(failure, self._take_unspoken)
        finally:
            with self.changed:
                self.is_handing_over = False
                self.changed.notify_all()

    def _take_unspoken(self) -> tuple[Queued, ...]:
        with self.changed:
            unspoken = tuple(self.queue)
            self.queue.clear()
            return unspoken

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
