"""WAV files of spoken sentences: read, joined with pauses, and written all or not at all."""

from __future__ import annotations

import uuid
import wave
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from whichone_core.errors import DeviceError

from ..catalogue import _

PAUSE_S = 0.3
"""Silence between two sentences, about what voices leave themselves."""


@dataclass(frozen=True, slots=True)
class Sound:
    """Uncompressed sound: frames of `channels` samples of `width` bytes, `rate` a second."""

    frames: bytes
    rate: int
    channels: int = 1
    width: int = 2

    @property
    def seconds(self) -> float:
        return len(self.frames) / (self.rate * self.channels * self.width)

    @property
    def pause(self) -> bytes:
        return bytes(int(self.rate * PAUSE_S) * self.channels * self.width)


EMPTY = Sound(b"", 22_050)


def read_wav(path: Path) -> Sound:
    """Read a WAV file.  Raises wave.Error, EOFError or OSError where it is not one."""
    with wave.open(str(path), "rb") as wav:
        frames = wav.readframes(wav.getnframes())
        return Sound(frames, wav.getframerate(), wav.getnchannels(), wav.getsampwidth())


def joined(sounds: Sequence[Sound]) -> Sound:
    """Sounds of one voice one after the other, with a pause between them."""
    if not sounds:
        return EMPTY
    first = sounds[0]
    frames = first.pause.join(sound.frames for sound in sounds)
    return Sound(frames, first.rate, first.channels, first.width)


def write_wav(sound: Sound, path: str) -> None:
    """Write a WAV file atomically: an old file of that name stays until the new one is whole.

    Raises DeviceError where the path cannot be written, or names what is no file: a device
    or a pipe would be replaced by a file, which as root would cost the system its /dev/null.
    """
    try:
        target = Path(path).resolve()
        is_free = target.is_file() or not target.exists()
    except (OSError, ValueError, RuntimeError) as error:
        raise _cannot_write(Path(path), error) from error
    if not is_free:
        raise _cannot_write(target, FileExistsError("it is there and is no file"))
    part = target.parent / f".{uuid.uuid4().hex}.part"
    try:
        with part.open("xb") as file, wave.open(file, "wb") as wav:
            wav.setnchannels(sound.channels)
            wav.setsampwidth(sound.width)
            wav.setframerate(sound.rate)
            wav.writeframes(sound.frames)
        part.replace(target)
    except (OSError, ValueError) as error:  # ValueError: a path without a name, or with NUL
        raise _cannot_write(target, error) from error
    finally:
        with suppress(OSError, ValueError):
            part.unlink()


def _cannot_write(path: Path, error: Exception) -> DeviceError:
    return DeviceError(
        _("The spoken answer could not be saved as {name}.", name=path.name or path),
        remedy=_("Choose a folder that exists and that you may write to."),
        cause=str(error),
    )
