"""The calls of an answer that takes several, each in the project's state as soon as it came.

Self-correction asks three times and self-consistency five times for one answer.  A run that was
killed amid them goes on at the call that was under way; when the answer is kept, `kept.py` lets
go of its calls.  A call is known by all that was asked in it, so a changed prompting asks anew.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import time
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path

from whichone_core.prompting.study import Ask, Prompting, Say

from ..state import opened

SEVERAL = frozenset(
    {Prompting.SELF_CORRECTION, Prompting.SELF_CONSISTENCY, Prompting.ABSTENTION_CONSISTENCY}
)
"""The promptings that ask more than once; any other's only call is the answer itself."""
Through = Callable[[Say], Say]
"""What stands between an answer and its single calls."""
_PLACE = "item = ? AND question = ? AND engine = ? AND prompting = ?"
_MAKE = (
    "CREATE TABLE IF NOT EXISTS calls (item TEXT, question TEXT, engine TEXT, prompting TEXT, "
    "asked TEXT, text TEXT NOT NULL, seconds REAL NOT NULL, "
    "PRIMARY KEY (item, question, engine, prompting, asked))"
)


def straight(say: Say) -> Say:
    """Every call is made, and none is kept."""
    return say


@dataclass
class KeptCalls:
    """The calls of one answer.  Each change opens the state by itself, so any thread may use it.

    place: the answer's (`Collected.place`).  seconds: what the calls took that came from the
    state and were not made again.
    """

    folder: Path
    place: Sequence[str]
    seconds: float = 0.0

    def through(self, say: Say) -> Say:
        """The same calls, but for those that are kept.  Raises StorageError."""
        known = self._known()

        def kept(ask: Ask) -> str:
            asked = _digest(ask)
            if asked in known:
                text, seconds = known[asked]
                self.seconds += seconds
                return text
            began = time.perf_counter()
            text = say(ask)
            self._put(asked, text, time.perf_counter() - began)
            return text

        return kept

    def _known(self) -> dict[str, tuple[str, float]]:
        with opened(self.folder) as database:
            database.execute(_MAKE)
            rows = database.execute(
                f"SELECT asked, text, seconds FROM calls WHERE {_PLACE}", tuple(self.place)
            )
            return {asked: (text, seconds) for asked, text, seconds in rows}

    def _put(self, asked: str, text: str, seconds: float) -> None:
        with opened(self.folder) as database, database:
            database.execute(
                "INSERT OR REPLACE INTO calls VALUES (?, ?, ?, ?, ?, ?, ?)",
                (*self.place, asked, text, seconds),
            )


def forget_calls(database: sqlite3.Connection, place: Sequence[str]) -> None:
    """Let go of the calls of one answer, within the caller's change."""
    database.execute(_MAKE)
    database.execute(f"DELETE FROM calls WHERE {_PLACE}", tuple(place))


def _digest(ask: Ask) -> str:
    return hashlib.sha256(json.dumps(astuple(ask)).encode()).hexdigest()
