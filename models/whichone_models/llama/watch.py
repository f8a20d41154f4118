"""Polls a cancel request from inside the library, so that long computations can be stopped.

llama_decode asks before every node of its graph (the abort callback); the vision tower is
stopped through the scheduler's eval callback (`vision.py`).  Both ask thousands of times a
second: the request itself is looked at every few milliseconds only.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from whichone_models.llama.runtime import IsCancelled

EVERY_S = 0.01


class Watch:
    """One cancel request at a time, polled at most a hundred times a second."""

    def __init__(self) -> None:
        self._is_cancelled: IsCancelled | None = None
        self._next = 0.0
        self._tripped = False

    @contextmanager
    def over(self, is_cancelled: IsCancelled) -> Iterator[None]:
        """Watch this request until the block ends."""
        self._is_cancelled, self._tripped, self._next = is_cancelled, False, 0.0
        try:
            yield
        finally:
            self._is_cancelled = None

    @property
    def is_stopping(self) -> bool:
        """Whether what runs now was told to stop: what the library complains of is no fault."""
        return self._tripped and self._is_cancelled is not None

    def trips(self) -> bool:
        """Whether what runs is to stop; once True it stays True."""
        if self._tripped or self._is_cancelled is None:
            return self._tripped
        now = time.monotonic()
        if now >= self._next:
            self._next = now + EVERY_S
            self._tripped = self._is_cancelled()
        return self._tripped
