"""espeak-ng: one process per sentence, silenced by killing it.

Measured on a null sink: 15 ms to the first sound, nothing heard after the kill; the text
goes in through standard input, so that no text can be taken for an option.
Without a sound device the program writes an error, speaks into nothing and exits with 0 at
once; that is told apart by its error output.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from whichone_core.errors import DeviceError

from ..catalogue import _
from .child import Child
from .options import OnFailure, Voice, VoiceOptions, no_sound
from .queue import QueuedSpeaker, Saver
from .wav import joined, read_wav, write_wav

PROGRAM = "espeak-ng"
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_LIST_TIMEOUT_S = 10


def open_speaker(options: VoiceOptions, on_failure: OnFailure | None = None) -> QueuedSpeaker:
    """A speaker that uses espeak-ng.  Raises DeviceError where it is not installed."""
    _program()
    return QueuedSpeaker("espeak", EspeakMouth(options), saver, on_failure, options)


def saver(options: VoiceOptions) -> Saver:
    """What writes sentences to a WAV file with this voice."""

    def save(sentences: Sequence[str], path: str) -> None:
        with tempfile.TemporaryDirectory() as folder:
            sounds = []
            for sentence in sentences:
                part = Path(folder) / "sentence.wav"
                utterance = EspeakUtterance(options, sentence, ("-w", str(part)))
                utterance.finish()
                sounds.append(read_wav(part))
        write_wav(joined(sounds), path)

    return save


def voices() -> tuple[Voice, ...]:
    """The installed voices.  Raises DeviceError where espeak-ng is not installed."""
    listing = subprocess.run(
        [_program(), "--voices"], capture_output=True, text=True, timeout=_LIST_TIMEOUT_S
    ).stdout
    # Columns: priority, language, age/gender, name, file, other languages.
    rows = (line.split() for line in listing.splitlines()[1:])
    return tuple(Voice(row[3].replace("_", " "), row[1]) for row in rows if len(row) >= 4)


class EspeakMouth:
    """Starts an espeak-ng for each sentence."""

    def __init__(self, options: VoiceOptions) -> None:
        self._options = options

    def begin(self, sentence: str) -> EspeakUtterance:
        return EspeakUtterance(self._options, sentence)

    def adjust(self, options: VoiceOptions) -> None:
        self._options = options

    def voices(self) -> tuple[Voice, ...]:
        return voices()

    def close(self) -> None:
        """Nothing lives longer than its sentence."""


class EspeakUtterance:
    """One process that speaks one sentence (or writes it, where extra arguments say so)."""

    def __init__(self, options: VoiceOptions, sentence: str, extra: tuple[str, ...] = ()) -> None:
        self._options = options
        self._longest_s = options.longest_seconds(sentence)
        self._was_cut = False
        command = [_program(), "--stdin", "-b", "1", *_arguments(options), *extra]
        try:
            self._child = Child(command, _safe(sentence))
        except OSError as error:
            raise _not_installed(str(error)) from error

    @property
    def pid(self) -> int:
        return self._child.pid

    def cut(self) -> None:
        self._was_cut = True
        self._child.kill()

    def finish(self) -> None:
        try:
            ended = self._child.wait(self._longest_s)
        except subprocess.TimeoutExpired as error:
            raise DeviceError(
                _("The voice hung and was stopped."),
                remedy=_("Check that the speakers or headphones work."),
                cause=f"{PROGRAM} ran over {self._longest_s:.0f} s",
            ) from error
        if not self._was_cut:
            self._raise_for(ended.status, ended.errors)

    def _raise_for(self, status: int, errors: str) -> None:
        if "voice does not exist" in errors:
            wanted = self._options.voice or self._options.language
            raise DeviceError(
                _("There is no voice called {name}.", name=wanted),
                remedy=_("Choose another voice, or none for the usual one."),
                cause=errors,
            )
        if status != 0:
            raise DeviceError(_("The voice failed."), cause=f"exit status {status}: {errors}")
        if re.search(r"^error: ", errors, re.MULTILINE):
            raise no_sound(errors)


def _arguments(options: VoiceOptions) -> list[str]:
    voice = options.voice or options.language.replace("_", "-").lower()
    pitch = round(50 + options.pitch * 0.49)
    numbers = {"-s": options.words_per_minute, "-p": pitch, "-a": options.volume}
    return ["-v", voice, *(word for flag, n in numbers.items() for word in (flag, str(n)))]


def _safe(sentence: str) -> str:
    """A sentence without what espeak-ng would obey: NUL ends a text, [[ ]] holds phonemes."""
    return _CONTROL.sub(" ", sentence).replace("[[", "[ [")


def _program() -> str:
    program = shutil.which(PROGRAM)
    if program is None:
        raise _not_installed(f"{PROGRAM} is not on PATH")
    return program


def _not_installed(cause: str) -> DeviceError:
    return DeviceError(
        _("No voice is installed."),
        remedy=_("Install espeak-ng: sudo apt install espeak-ng."),
        cause=cause,
    )
