"""How fast a server is asked: so many requests and tokens a minute, evenly."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from time import monotonic


class Pace:
    """Lets calls through one after another, each after its share of the minute.

    requests, tokens: the most a minute; None for no limit.  When the server says that it is
    too much, `hold` keeps all callers waiting, not just the one that was told.
    """

    def __init__(
        self,
        requests: float | None = None,
        tokens: float | None = None,
        clock: Callable[[], float] = monotonic,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._requests = requests
        self._tokens = tokens
        self._clock = clock
        self._pause = pause
        self._free_at = 0.0

    async def turn(self, tokens: int) -> None:
        """Wait until a call of so many tokens may go out."""
        now = self._clock()
        start = max(now, self._free_at)
        share = 60 / self._requests if self._requests else 0.0
        if self._tokens:
            share = max(share, 60 * tokens / self._tokens)
        self._free_at = start + share
        if start > now:
            await self._pause(start - now)

    def hold(self, seconds: float) -> None:
        """Nobody goes out for so long."""
        self._free_at = max(self._free_at, self._clock() + seconds)
