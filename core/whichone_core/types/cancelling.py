"""A request to stop: a cancelled question is a value, never an exception."""

from __future__ import annotations

import threading


class Cancel:
    """A cancel request that any thread may make and every long stage polls."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def request(self) -> None:
        self._event.set()

    @property
    def is_requested(self) -> bool:
        return self._event.is_set()
