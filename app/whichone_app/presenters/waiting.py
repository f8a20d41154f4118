"""A long wait is never silent: what goes on is said after two seconds, then every ten."""

from __future__ import annotations

from collections.abc import Callable

from ..catalogue import _
from . import phrases

PATIENCE_S = 2
"""When a waiting user first hears what goes on; said sooner it would run into most answers."""

HEARTBEAT_S = 10
"""How often a waiting user hears that work goes on (field report 56)."""


class Waiting:
    """Counts the seconds of one piece of work.

    is_starting: whether a model is still to be loaded.  tell: says a passing notice.
    """

    def __init__(self, is_starting: Callable[[], bool], tell: Callable[[str], None]) -> None:
        self._is_starting = is_starting
        self._tell = tell
        self._words = phrases.LOOKING
        self._seconds = 0
        self._heard_at: int | None = None
        """The second of work in which a sentence of the answer was heard last."""

    def begin(self, words: str) -> None:
        """Work begins; words say what it is, one of `phrases`."""
        self._words = words
        self._seconds, self._heard_at = 0, None

    def heard(self) -> None:
        """A sentence of the answer was given to the voice."""
        self._heard_at = self._seconds

    def tick(self, seconds: int) -> None:
        """Called each second of work.

        An answer that has begun to be heard is no wait; where it pauses the heartbeat goes on.
        """
        self._seconds = seconds
        since = seconds - (self._heard_at or 0)
        if seconds == PATIENCE_S and self._heard_at is None:
            is_starting = self._words == phrases.LOOKING and self._is_starting()
            self._tell(_(phrases.STARTING if is_starting else self._words))
        elif since and since % HEARTBEAT_S == 0:
            self._tell(phrases.elapsed(seconds))
