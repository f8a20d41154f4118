"""Advice as tones: the higher the nearer to a good picture, and from where to move to.

low to high      how near (220 to 880 hertz, in equal steps for the ear)
left, right      move there
gliding up/down  move up or down
two at once      an octave: good, hold still
"""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Any

import numpy as np
from whichone_core.errors import DeviceError
from whichone_core.types.quality import Side

from ..catalogue import _
from ..hearing import portaudio

if TYPE_CHECKING:
    from numpy.typing import NDArray

RATE = 22_050
LONG_S, FADE_S = 0.09, 0.01
LOWEST, OCTAVES = 220.0, 2.0
LOUDNESS = 0.25
GLIDE = 0.6
"""How far a tone glides, in octaves."""
EVERY_S = 0.4
"""Tones come no faster: a user has to hear each of them."""

_PANS = {Side.LEFT: -1.0, Side.RIGHT: 1.0}
_GLIDES = {Side.TOP: GLIDE, Side.BOTTOM: -GLIDE}
_LOG = logging.getLogger(__name__)


def tone(nearness: float, way: Side | None) -> NDArray[np.float32]:
    """One tone, shape (samples, 2), left and right, between -1 and 1.

    nearness: 0 to 1, where 1 is good.  way: where to move, None for nowhere.
    """
    count, fade = int(RATE * LONG_S), int(RATE * FADE_S)
    at = np.arange(count) / RATE
    glide = (_GLIDES.get(way, 0.0) if way else 0.0) * (at / LONG_S - 0.5)
    hertz = LOWEST * 2 ** (OCTAVES * min(max(nearness, 0.0), 1.0) + glide)
    phase = 2 * np.pi * np.cumsum(hertz) / RATE
    wave = np.sin(phase)
    if nearness >= 1.0:
        wave = (wave + np.sin(2 * phase)) / 2
    ends = np.minimum(np.arange(count), np.arange(count)[::-1])
    wave *= LOUDNESS * np.minimum(1.0, ends / fade)
    pan = _PANS.get(way, 0.0) if way else 0.0
    sides = np.sqrt([(1 - pan) / 2, (1 + pan) / 2])  # as loud in the middle as at the sides
    return np.asarray(wave[:, None] * sides, dtype=np.float32)


class SoundedTones:
    """Plays tones through PortAudio in a thread, the newest only; made at no cost."""

    def __init__(self) -> None:
        self._turn = threading.Condition()
        self._next: NDArray[np.float32] | None = None
        self._thread: threading.Thread | None = None
        self._works = True
        self._is_closed = False

    def play(self, nearness: float, way: Side | None) -> bool:
        """Sound this as soon as the one before has ended; False once there was no sound."""
        with self._turn:
            if self._is_closed or not self._works:
                return False
            self._next = tone(nearness, way)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, daemon=True, name="tones")
                self._thread.start()
            self._turn.notify_all()
        return True

    def close(self) -> None:
        """Be silent for good; a tone that sounds is ended."""
        with self._turn:
            self._is_closed = True
            self._turn.notify_all()
        if self._thread is not None:
            self._thread.join(1.0)

    def _run(self) -> None:
        try:
            with portaudio.in_use() as sounddevice:
                self._sound(sounddevice)
        except DeviceError as error:
            _LOG.info("tones could not be played: %s", error.cause)
            self._works = False

    def _sound(self, sounddevice: Any) -> None:
        try:
            with sounddevice.OutputStream(samplerate=RATE, channels=2, dtype="float32") as stream:
                while True:
                    with self._turn:
                        self._turn.wait_for(lambda: self._is_closed or self._next is not None)
                        samples, self._next = self._next, None
                        if self._is_closed or samples is None:
                            return
                    stream.write(samples)
                    with self._turn:
                        self._turn.wait_for(lambda: self._is_closed, EVERY_S - LONG_S)
        except sounddevice.PortAudioError as error:
            raise DeviceError(_("There is no sound output."), cause=str(error)) from error
