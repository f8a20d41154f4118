"""Microphones of this computer through PortAudio, by name.

    PortAudio's thread -> queue -> read() in the listening thread

Devices are known by name, and looked for again for each utterance (field report 88).  The
stream's thread only copies blocks into a queue: it never touches Qt or any other state.
"""

from __future__ import annotations

import queue
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from whichone_core.errors import DeviceError

from . import portaudio, trouble
from .audio import BLOCK, BLOCK_MS, RATE, resampled

if TYPE_CHECKING:
    from .audio import Block

FIRST_S = 10.0
"""How long a device may take until its first block; Bluetooth changes its profile first."""
STALL_S = 3.0
"""Without a block for so long a device has gone away."""
MOST_BLOCKS = 2_000
"""A minute; what a reader that hangs does not fetch is dropped."""


def microphones() -> tuple[str, ...]:
    """The names of what can record, the system's own first; none where there is none.

    Raises DeviceError where PortAudio is not installed.
    """
    with portaudio.in_use() as sounddevice:
        return _names(_inputs(sounddevice))


def _inputs(sounddevice: Any) -> list[tuple[int, Mapping[str, Any]]]:
    """Index and facts of every device that records, the system's own first."""
    own = sounddevice.default.device[0]
    found = [
        (index, device)
        for index, device in enumerate(sounddevice.query_devices())
        if device["max_input_channels"] > 0
    ]
    return sorted(found, key=lambda each: (each[0] != own, each[0]))


def _names(devices: Sequence[tuple[int, Mapping[str, Any]]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(device["name"]) for _, device in devices))


class SoundDeviceMicrophone:
    """A `Microphone`; name: a part of the device's name, empty for the system's own."""

    def __init__(self, name: str = "") -> None:
        self._name = name
        self._queue: queue.Queue[Block] = queue.Queue(MOST_BLOCKS)
        self._stream: Any = None
        self._last = 0.0
        self._has_begun = False

    def open(self) -> None:
        self.close()
        self._queue, self._has_begun = queue.Queue(MOST_BLOCKS), False
        sounddevice = portaudio.acquire(self)
        try:
            self._stream = self._opened(sounddevice, *self._chosen(sounddevice))
            self._stream.start()
        except sounddevice.PortAudioError as error:
            self.close()
            raise trouble.would_not_open(error, self._name) from error
        except DeviceError:
            self.close()
            raise
        self._last = time.monotonic()

    def read(self, timeout_s: float) -> Block | None:
        try:
            block = self._queue.get(timeout=timeout_s)
        except queue.Empty:
            limit = STALL_S if self._has_begun else FIRST_S
            if time.monotonic() - self._last > limit:
                raise trouble.went_away(f"no block for {limit:.0f} s") from None
            return None
        self._last, self._has_begun = time.monotonic(), True
        return resampled(block, BLOCK)

    def close(self) -> None:
        stream, self._stream = self._stream, None
        if stream is not None:
            stream.close(ignore_errors=True)
        portaudio.release(self)

    def _chosen(self, sounddevice: Any) -> tuple[int, int]:
        """The index of the device and its own rate."""
        devices = _inputs(sounddevice)
        if not devices:
            raise trouble.none_there()
        wanted = self._name.casefold()
        for index, device in devices:
            if wanted in str(device["name"]).casefold():
                return index, int(device["default_samplerate"])
        raise trouble.no_such(self._name, _names(devices))

    def _opened(self, sounddevice: Any, index: int, own_rate: int) -> Any:
        """A stream at our rate, or at the device's own where it can't do that."""
        form = {"device": index, "channels": 1, "dtype": "int16"}
        try:
            sounddevice.check_input_settings(samplerate=RATE, **form)
            rate = RATE
        except sounddevice.PortAudioError:
            rate = own_rate
        return sounddevice.InputStream(
            samplerate=rate, blocksize=rate * BLOCK_MS // 1000, callback=self._take, **form
        )

    def _take(self, samples: Any, _frames: int, _time: Any, _status: Any) -> None:
        """In PortAudio's thread: nothing but a copy."""
        try:
            self._queue.put_nowait(samples[:, 0].copy())
        except queue.Full:
            return
