"""A turn at the terminal whose wait is never silent: the same words as in the window.

events of a turn (in a thread of their own) -> yielded here, and a word where none come
"""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

from whichone_core.events import Event, SentenceReady
from whichone_core.types.cancelling import Cancel

from ..catalogue import _
from ..presenters import phrases
from ..presenters.waiting import HEARTBEAT_S, PATIENCE_S


def patiently(
    events: Iterator[Event],
    cancel: Cancel,
    tell: Callable[[str], None],
    is_starting: Callable[[], bool],
    second_s: float = 1.0,
) -> Iterator[Event]:
    """The events of a turn; tell gets what is said while nothing comes.

    cancel: of the turn; requested where the caller reads no further, as after Ctrl+C.
    is_starting: whether a model is being loaded.  second_s: a second, shorter in tests.
    """
    arrived: queue.SimpleQueue[Event | None] = queue.SimpleQueue()

    def pump() -> None:
        for event in events:
            arrived.put(event)

    with ThreadPoolExecutor(1, thread_name_prefix="turn") as pool:
        turn = pool.submit(pump)
        turn.add_done_callback(lambda _turn: arrived.put(None))
        wait = _Wait(tell, is_starting, second_s)
        try:
            while (event := wait.next(arrived)) is not None:
                yield event
            turn.result()
        finally:
            cancel.request()


class _Wait:
    """Counts the seconds of a turn, and those since its last sentence."""

    def __init__(
        self, tell: Callable[[str], None], is_starting: Callable[[], bool], second_s: float
    ) -> None:
        self._tell, self._is_starting, self._second_s = tell, is_starting, second_s
        self._began = self._ticked = time.monotonic()
        self._since, self._has_begun = 0, False

    def next(self, arrived: queue.SimpleQueue[Event | None]) -> Event | None:
        """The next event, None after the last one."""
        while True:
            left = self._ticked + self._second_s - time.monotonic()
            try:
                event = arrived.get(timeout=max(0.0, left))
            except queue.Empty:
                self._tick()
                continue
            if isinstance(event, SentenceReady):
                self._has_begun, self._since = True, 0
            return event

    def _tick(self) -> None:
        self._ticked = time.monotonic()
        self._since += 1
        if self._since == PATIENCE_S and not self._has_begun:
            self._tell(_(phrases.STARTING if self._is_starting() else phrases.LOOKING))
        elif self._since % HEARTBEAT_S == 0:
            self._tell(phrases.elapsed(round((self._ticked - self._began) / self._second_s)))
