"""Says how far a long training is: a line for each round, with the time it still takes."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TextIO

MINUTE = 60.0


class RoundsTold:
    """Writes a line whenever it is called with the rounds done and the rounds in all.

    clock: seconds from any beginning; the time is counted from when this was made.
    """

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream, self._clock = stream, clock
        self._began = clock()

    def __call__(self, done: int, rounds: int) -> None:
        passed = self._clock() - self._began
        left = passed / done * (rounds - done)
        self._stream.write(
            f"Round {done} of {rounds} done: {passed / MINUTE:.0f} minutes so far, "
            f"about {left / MINUTE:.0f} left. Control C ends it and changes nothing.\n"
        )
        self._stream.flush()
