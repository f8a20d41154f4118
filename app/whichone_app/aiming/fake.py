"""Cameras that are not there, for tests and demonstrations: what is shown changes on command."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Sequence
from typing import TYPE_CHECKING

from whichone_core.errors import DeviceError
from whichone_core.picture.guidance import Boxes, Glance

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Shot = NDArray[np.uint8]


class PlayedCamera:
    """An opener that gives the picture it holds, again and again, until told otherwise.

    opened: the addresses that were opened.  is_open: whether somebody reads it now.
    """

    def __init__(self, *shots: Shot, every_s: float = 0.01) -> None:
        self._next = threading.Condition()
        self._shots: Sequence[Shot] = shots
        self._every_s = every_s
        self._is_plugged = True
        self._error: DeviceError | None = None
        self.opened: list[str] = []
        self.is_open = False

    def show(self, *shots: Shot) -> None:
        """Show these in turn from now on."""
        with self._next:
            self._shots = shots
            self._next.notify_all()

    def unplug(self) -> None:
        """End the stream, as a device does that is pulled out."""
        with self._next:
            self._is_plugged = False
            self._next.notify_all()

    def fail(self, error: DeviceError) -> None:
        """Raise this at the next reading or opening."""
        self._error = error

    def __call__(self, address: str) -> Generator[Shot, None, None]:
        self.opened.append(address)
        self.is_open = True
        step = 0
        try:
            while self._is_plugged:
                if self._error is not None:
                    raise self._error
                if self._shots:
                    yield self._shots[step % len(self._shots)]
                    step += 1
                with self._next:
                    self._next.wait(self._every_s if self._shots else None)
        finally:
            self.is_open = False


class ScriptedEyes:
    """Eyes that see in every picture what a script says.  see: what a picture shows, and when."""

    def __init__(self, see: Callable[[Shot, float], Glance]) -> None:
        self._see = see
        self.is_closed = False

    def look(self, shot: Shot, at_s: float) -> Glance:
        return self._see(shot, at_s)

    def close(self) -> None:
        self.is_closed = True


def nothing_found(_shot: Shot) -> Boxes:
    """A finder that finds nothing."""
    return Boxes()
