"""A live camera: a thread reads it, and whoever asks gets the latest picture, never an old one.

    opener(address) -> the reader's thread -> one place for one picture -> next()

Pictures that nobody asked for in time are lost on purpose: advice about a picture of a second
ago would be wrong.  The first, dark pictures are dropped.  A driver that hangs in opening or
reading is left behind in its thread; what it delivers later goes nowhere (field reports 26-28).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator
from contextlib import closing
from typing import TYPE_CHECKING

from whichone_core.errors import DeviceError

from ..camera import (
    DARK_MEAN,
    CameraInfo,
    Opener,
    chosen,
    is_recording,
    list_cameras,
    not_installed,
    open_stream,
    silent,
)
from ..catalogue import _

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Shot = NDArray[np.uint8]

START_S = 20.0
"""How long a camera may take to give its first picture; MSMF on Windows needs up to 20 s."""
STALL_S = 5.0
"""How long a camera may give nothing, once it gave pictures."""
WARM_UP_SHOTS, WARM_UP_S = 5, 2.0
"""Dark pictures are dropped up to this many seconds; so many are dropped at least where the
camera has more than that (a picture that was recorded is not)."""
PLAY_S = 0.1
"""Seconds between two pictures of a recording."""
CLOSE_S = 2.0
"""How long closing waits for the device to be let go."""


def paced(opener: Opener, every_s: float) -> Opener:
    """An opener for recordings, which otherwise play as fast as they can be read."""

    def opened(address: str) -> Generator[Shot, None, None]:
        pause = threading.Event()
        with closing(opener(address)) as shots:
            for shot in shots:
                yield shot
                pause.wait(every_s)

    return opened


class LiveCamera:
    """Reads a camera from the moment it is made until it is closed.

    address: what `camera.open_stream` knows.  start_s, stall_s: seconds of patience.
    """

    def __init__(
        self,
        address: str,
        opener: Opener = open_stream,
        *,
        start_s: float = START_S,
        stall_s: float = STALL_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._address = address
        self._opener = opener
        self._start_s, self._stall_s = start_s, stall_s
        self._clock = clock
        self._news = threading.Condition()
        self._shot: Shot | None = None
        self._has_begun = False
        self._error: DeviceError | None = None
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, daemon=True, name="live-camera")
        self._thread.start()

    @property
    def is_closed(self) -> bool:
        return self._is_closed

    def next(self) -> Shot | None:
        """The latest picture that was not given yet, RGB; waits for one.

        None once the camera was closed.  Raises DeviceError where the camera gives none, or
        none any more: it was unplugged, its file ended, or it hangs.
        """
        patience = self._stall_s if self._has_begun else self._start_s
        with self._news:
            is_there = self._news.wait_for(self._is_over_or_new, patience)
            if self._is_closed:
                return None
            if self._shot is not None:
                shot, self._shot = self._shot, None
                return shot
            if self._error is not None:
                raise self._error
        assert not is_there
        raise self._lost(f"no picture within {patience:.0f} s")

    def stop(self) -> None:
        """Ask the reader to end and wake who waits; returns at once."""
        with self._news:
            self._is_closed = True
            self._shot = None
            self._news.notify_all()

    def close(self) -> bool:
        """Let the camera go; whether that is certain, as a driver that hangs keeps it."""
        self.stop()
        if self._thread is not threading.current_thread():
            self._thread.join(CLOSE_S)
        return not self._thread.is_alive()

    # ------------------------------------------------------------------ the reader's thread

    def _run(self) -> None:
        try:
            with closing(self._opener(self._address)) as shots:
                self._read(shots.__next__)
        except StopIteration:
            self._end(self._lost("the stream ended"))
        except DeviceError as error:
            self._end(error)
        except ImportError as error:
            self._end(not_installed(error))
        except (OSError, RuntimeError, ValueError, SystemError, MemoryError) as error:
            self._end(self._lost(f"{type(error).__name__}: {error}"))

    def _read(self, read: Callable[[], Shot]) -> None:
        """Offer every picture after the dark ones; StopIteration ends it."""
        begun, dropped = self._clock(), 0
        while not self._is_closed:
            shot = read()
            is_waking = not self._has_begun and float(shot.mean()) < DARK_MEAN
            if is_waking and (dropped < WARM_UP_SHOTS or self._clock() - begun < WARM_UP_S):
                dropped += 1
                continue
            self._offer(shot)

    def _offer(self, shot: Shot) -> None:
        with self._news:
            self._has_begun = True
            if not self._is_closed:
                self._shot = shot
            self._news.notify_all()

    def _end(self, error: DeviceError) -> None:
        with self._news:
            self._error = error
            self._news.notify_all()

    def _is_over_or_new(self) -> bool:
        return self._is_closed or self._shot is not None or self._error is not None

    def _lost(self, cause: str) -> DeviceError:
        """Why there is no picture: it never came, or the camera went away."""
        if not self._has_begun:
            return silent(cause)
        return DeviceError(
            _("The camera has stopped giving pictures."),
            remedy=_("Check that it is plugged in, then try again."),
            cause=cause,
        )


def opened_camera(
    name: str,
    listed: Callable[[], tuple[CameraInfo, ...]] = list_cameras,
    opener: Opener = open_stream,
) -> LiveCamera:
    """The camera with this name, the first for none; also a recording or an address.

    Raises DeviceError where there is no such camera.
    """
    if is_recording(name):
        return LiveCamera(name, opener if "://" in name else paced(opener, PLAY_S))
    return LiveCamera(chosen(name, listed()).address, opener)
