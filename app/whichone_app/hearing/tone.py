"""The short tones that tell that the microphone opened (rising) and closed (falling)."""

from __future__ import annotations

import io
import logging
import wave
from typing import TYPE_CHECKING, Any

from whichone_core.errors import DeviceError

from ..catalogue import _
from . import portaudio
from .audio import RATE

if TYPE_CHECKING:
    from .audio import Block

_LOG = logging.getLogger(__name__)

OPENED, CLOSED = (660, 880), (880, 660)
"""Hertz of the two halves; a fourth up or down is told apart on any loudspeaker."""
HALF_S = 0.07
LOUDNESS = 0.25
FADE_S = 0.01
"""Without it both ends of a tone click."""


def tone(pitches: tuple[int, ...]) -> Block:
    """Sine tones one after the other."""
    import numpy as np

    count, fade = int(RATE * HALF_S), int(RATE * FADE_S)
    shape = np.minimum(1.0, np.minimum(np.arange(count), np.arange(count)[::-1]) / fade)
    parts = [np.sin(2 * np.pi * hertz * np.arange(count) / RATE) * shape for hertz in pitches]
    return np.round(np.concatenate(parts) * LOUDNESS * 32_767).astype(np.int16)


def as_wav(samples: Block) -> bytes:
    """Samples as a WAV file."""
    file = io.BytesIO()
    with wave.open(file, "wb") as wav:
        wav.setnchannels(1)
        wav.setsampwidth(2)
        wav.setframerate(RATE)
        wav.writeframes(samples.tobytes())
    return file.getvalue()


def play(pitches: tuple[int, ...]) -> None:
    """Play a tone to its end; where there is no sound output there is none, and no harm."""
    try:
        with portaudio.in_use() as sounddevice:
            _play(sounddevice, tone(pitches))
    except DeviceError as error:
        _LOG.info("the tone could not be played: %s", error.cause)


def _play(sounddevice: Any, samples: Block) -> None:
    try:
        with sounddevice.OutputStream(samplerate=RATE, channels=1, dtype="int16") as stream:
            stream.write(samples)
    except sounddevice.PortAudioError as error:
        raise DeviceError(_("There is no sound output."), cause=str(error)) from error
