"""pyttsx3: the voices of Windows and macOS where no Qt event loop runs; last choice on Linux.

Its engine belongs to the thread that made it, cannot be interrupted (measured on Linux: 4.9 s
of sound after stop) and may hang, so it lives in a child process that is killed to silence it.
A fresh child is started at once after a kill, so that the next sentence need not wait.
"""

from __future__ import annotations

import importlib.util
import shutil
import sys
import tempfile
import wave
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

from whichone_core.errors import DeviceError
from whichone_core.installation import has_pyttsx3, part_remedy

from ..catalogue import _
from .options import OnFailure, Voice, VoiceOptions, no_sound
from .pyttsx_child import (
    NO_SOUND,
    Failed,
    Request,
    Said,
    Save,
    Say,
    VoiceList,
    kill_group,
    pieces,
    speak_for,
)
from .queue import QueuedSpeaker, Saver
from .wav import Sound, joined, read_wav, write_wav

START_S = 20.0
"""How long a child may take to start and load its engine, on a slow and busy machine."""


def open_speaker(options: VoiceOptions, on_failure: OnFailure | None = None) -> QueuedSpeaker:
    """A speaker that uses pyttsx3.  Raises DeviceError where that or its player is missing."""
    _check_installed()
    return QueuedSpeaker("pyttsx3", PyttsxMouth(options), saver, on_failure, options)


def saver(options: VoiceOptions) -> Saver:
    """What writes sentences to a WAV file with this voice.

    In a package without pyttsx3 saving raises DeviceError: this serves the window's voice too,
    whose user has chosen no pyttsx3.
    """
    if not has_pyttsx3():
        return _saves_nothing

    def save(sentences: Sequence[str], path: str) -> None:
        child = Engine(options)
        try:
            with tempfile.TemporaryDirectory() as folder:
                sounds = []
                for text in (piece for sentence in sentences for piece in pieces(sentence)):
                    part = Path(folder) / "sentence.wav"
                    child.ask(Save(text, str(part)), options.longest_seconds(text))
                    sounds.append(_read(part))
        finally:
            child.kill()
        write_wav(joined(sounds), path)

    return save


def voices() -> tuple[Voice, ...]:
    """The installed voices.  Raises DeviceError where there is no engine for them."""
    _check_installed()
    child = Engine(VoiceOptions())
    try:
        answer = child.ask(VoiceList(), START_S)
    finally:
        child.kill()
    return tuple(Voice(name, language) for name, language in answer.voices)


class Engine:
    """A child process with an engine in it; ask() waits for its answer."""

    def __init__(self, options: VoiceOptions) -> None:
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        self._pipe: Connection[Request, Said | Failed] = ours
        self._process = context.Process(
            target=speak_for, args=(theirs, options), name="voice", daemon=True
        )
        self._process.start()
        theirs.close()
        self._was_killed = False

    @property
    def pid(self) -> int | None:
        return self._process.pid

    @property
    def is_usable(self) -> bool:
        return not self._was_killed and self._process.is_alive()

    def send(self, request: Request) -> None:
        with suppress(BrokenPipeError):  # a child that has ended is met when its answer is read
            self._pipe.send(request)

    def answer(self, timeout_s: float) -> Said:
        """Wait for the answer to what was sent.  Raises DeviceError."""
        try:
            if not self._pipe.poll(timeout_s + START_S):
                self.kill()
                raise DeviceError(_("The voice hung and was stopped."), cause="pyttsx3: no answer")
            answer = self._pipe.recv()
        except (EOFError, ConnectionResetError) as error:
            if self._was_killed:
                return Said()
            raise DeviceError(_("The voice failed."), cause="pyttsx3: the child ended") from error
        if isinstance(answer, Failed):
            if NO_SOUND in answer.cause:
                raise no_sound(answer.cause)
            raise DeviceError(_("The voice failed."), cause=f"pyttsx3: {answer.cause}")
        return answer

    def ask(self, request: Request, timeout_s: float) -> Said:
        self.send(request)
        return self.answer(timeout_s)

    def kill(self) -> None:
        """End the child and the player that it started; from any thread, again and again."""
        self._was_killed = True
        if self._process.pid is not None:
            kill_group(self._process.pid)
        self._process.kill()
        self._process.join(5)


class PyttsxMouth:
    """Speaks through one child at a time, and replaces it after it was killed."""

    def __init__(self, options: VoiceOptions) -> None:
        self._options = options
        self._engine: Engine | None = None

    def begin(self, sentence: str) -> PyttsxUtterance:
        engine = self.ready_engine()
        return PyttsxUtterance(self, engine, pieces(sentence), self._options)

    def adjust(self, options: VoiceOptions) -> None:
        """Each sentence takes its options along, so that the engine can stay."""
        self._options = options

    def voices(self) -> tuple[Voice, ...]:
        """Asked of a child of their own: that takes a second, as this is the last choice."""
        return voices()

    def ready_engine(self) -> Engine:
        """The engine that waits for the next sentence."""
        if self._engine is None or not self._engine.is_usable:
            self._engine = Engine(self._options)
        return self._engine

    def close(self) -> None:
        if self._engine is not None:
            self._engine.kill()


class PyttsxUtterance:
    """One sentence that a child speaks."""

    def __init__(
        self, mouth: PyttsxMouth, engine: Engine, texts: list[str], options: VoiceOptions
    ) -> None:
        self._mouth = mouth
        self._engine = engine
        self._texts = texts
        self._options = options

    def cut(self) -> None:
        self._engine.kill()

    def finish(self) -> None:
        for text in self._texts:
            self._engine.ask(Say(text, self._options), self._options.longest_seconds(text))
        if not self._engine.is_usable:
            self._mouth.ready_engine()


def _saves_nothing(sentences: Sequence[str], path: str) -> None:
    raise DeviceError(
        _("This computer's voice cannot write a WAV file."),
        remedy=_("Install espeak-ng."),
        cause="pyttsx3 is not in the package for Linux",
    )


def _check_installed() -> None:
    if not has_pyttsx3():
        raise DeviceError(
            _("The voice pyttsx3 is not in this package."),
            remedy=_("Set voice to auto, or to espeak."),
            cause="the package for Linux has no pyttsx3: it would load espeak-ng as a library",
        )
    if importlib.util.find_spec("pyttsx3") is None:
        raise DeviceError(
            _("No voice is installed."),
            remedy=part_remedy("app"),
            cause="pyttsx3 cannot be imported",
        )
    if sys.platform.startswith("linux") and shutil.which("aplay") is None:
        raise DeviceError(
            _("No voice is installed."),
            remedy=_("Install espeak-ng: sudo apt install espeak-ng."),
            cause="pyttsx3 plays through aplay, which is not on PATH",
        )


def _read(part: Path) -> Sound:
    try:
        return read_wav(part)
    except (wave.Error, EOFError, OSError) as error:
        raise DeviceError(
            _("This computer's voice cannot write a WAV file."),
            remedy=_("Install espeak-ng."),
            cause=f"pyttsx3: {error}",
        ) from error
