"""Sound for tests of listening: made up, or spoken by espeak-ng, 16,000 samples a second."""

from __future__ import annotations

import io
import shutil
import subprocess
import wave
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from whichone_app.hearing.audio import RATE, resampled

Samples = NDArray[np.int16]


def quiet(seconds: float, level: float = 20.0) -> Samples:
    """A silent room: the faint noise of any real microphone."""
    return noise(seconds, level)


def noise(seconds: float, level: float = 1_500.0) -> Samples:
    """White noise, a root mean square of `level` of 32,768."""
    drawn = np.random.default_rng(7).normal(0.0, level, int(seconds * RATE))
    return np.clip(np.round(drawn), -32_768, 32_767).astype(np.int16)


def hum(seconds: float, hertz: float = 50.0, level: float = 4_000.0) -> Samples:
    """The hum of mains, with its overtones."""
    times = np.arange(int(seconds * RATE)) / RATE
    waves = [np.sin(2 * np.pi * hertz * n * times) / n for n in (1, 2, 3)]
    return np.asarray(np.round(level * np.sum(waves, axis=0)), dtype=np.int16)


def babble(seconds: float, level: float = 4_000.0) -> Samples:
    """Something as uneven as speech: tones in syllables of 0.2 s, with gaps between them."""
    times = np.arange(int(seconds * RATE)) / RATE
    voice = np.sum([np.sin(2 * np.pi * 140 * n * times) / n for n in range(1, 12)], axis=0)
    return np.asarray(np.round(level * voice * (times % 0.3 < 0.2)), dtype=np.int16)


def together(*parts: Samples) -> Samples:
    return np.concatenate(parts)


def spoken(text: str, voice: str = "en-us", words_a_minute: int = 150) -> Samples:
    """A text as espeak-ng says it; skips where that is not installed."""
    if shutil.which("espeak-ng") is None:
        pytest.skip("not on this machine: espeak-ng")
    command = ["espeak-ng", "-v", voice, "-s", str(words_a_minute), "--stdout", text]
    raw = subprocess.run(command, capture_output=True, check=True).stdout
    with wave.open(io.BytesIO(raw)) as wav:
        rate = wav.getframerate()
    samples = np.frombuffer(raw[44:], np.int16)  # the length in the header of a stream is wrong
    return resampled(samples, round(len(samples) * RATE / rate))


def write(path: Path, samples: Samples) -> Path:
    with wave.open(str(path), "wb") as wav:
        wav.setnchannels(1)
        wav.setsampwidth(2)
        wav.setframerate(RATE)
        wav.writeframes(samples.tobytes())
    return path
