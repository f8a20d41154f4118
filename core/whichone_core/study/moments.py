"""When what a study keeps was kept, by a clock that nobody sets: for "forget the last minutes".

    turn("k7") -> forget(5 minutes) -> exactly what was kept in them, whatever the clock says

The computer's time may be set back or forward in a session, so within a run of the program
everything is known by its key and by steady seconds.  Of earlier runs the last moment is noted
beside the log, with the start of the computer that its steady seconds count from: in the same
start they go on.  After another start only the computer's time is left to go by; what it says
of the last minutes goes, and that is said.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from whichone_core.log.logedit import Erasure, Statement
from whichone_core.log.logrows import stamp

log = logging.getLogger(__name__)

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
_TURNS = "(SELECT value FROM json_each(?))"
_DELETE = {
    "turns": f"DELETE FROM turns WHERE key IN {_TURNS}",
    "ratings": "DELETE FROM ratings WHERE"
    f" (SELECT key FROM turns WHERE id = turn_id) || ' ' || scale IN {_TURNS}",
    "contests": "DELETE FROM contests WHERE"
    f" (SELECT key FROM turns WHERE id = turn_id) || ' ' || at IN {_TURNS}",
    "tasks": f"DELETE FROM tasks WHERE key IN {_TURNS}",
}
_OTHERS = {
    "turns": f"DELETE FROM turns WHERE asked_at >= ? AND coalesce(key, '') NOT IN {_TURNS}",
    "ratings": "DELETE FROM ratings WHERE at >= ? AND turn_id NOT IN"
    f" (SELECT id FROM turns WHERE key IN {_TURNS})",
    "contests": "DELETE FROM contests WHERE at >= ? AND turn_id NOT IN"
    f" (SELECT id FROM turns WHERE key IN {_TURNS})",
    "tasks": f"DELETE FROM tasks WHERE started_at >= ? AND key NOT IN {_TURNS}",
}
"""What earlier runs kept since a time, by the computer's clock."""


def boot_id() -> str:
    """Which start of the computer this is; "" where the system does not say."""
    try:
        return BOOT_ID.read_text("ascii").strip()
    except OSError:
        return ""


@dataclass(frozen=True, slots=True)
class Kept:
    """One thing that was kept.  at: steady seconds; said: what the computer's clock said."""

    table: str
    key: str
    at: float
    said: datetime


@dataclass(frozen=True, slots=True)
class Forgetting:
    """What goes.  since: from when on, as it is written down; is_sure: False where only the
    computer's clock could tell what earlier runs kept in these minutes."""

    erasure: Erasure
    since: datetime
    is_sure: bool


class Moments:
    """steady: seconds since the computer's start; note: where the last moment is noted."""

    def __init__(
        self,
        steady: Callable[[], float],
        clock: Callable[[], datetime],
        note: Path | None = None,
        boot: str | None = None,
    ) -> None:
        self._steady = steady
        self._clock = clock
        self._note = note
        self._boot = boot_id() if boot is None else boot
        self._began = steady()
        self._before = self._read()
        self._kept: list[Kept] = []

    def kept(self, table: str, key: str) -> None:
        """Something is kept now; table: turns or tasks by their key, ratings by their turn's
        and the scale, with a gap between."""
        self._keep(Kept(table, key, self._steady(), self._clock()))

    def kept_contest(self, turn: str) -> datetime:
        """A correction is kept now; the time that it is to be written with, which names it.

        No two of a turn have the same, so that the later one can be forgotten alone.
        """
        known = {one.key for one in self._kept if one.table == "contests"}
        said = self._clock()
        while (key := f"{turn} {stamp(said)}") in known:
            said += timedelta(milliseconds=1)
        self._keep(Kept("contests", key, self._steady(), said))
        return said

    def _keep(self, one: Kept) -> None:
        self._kept.append(one)
        self._write(one)

    def forget(self, minutes: float) -> Forgetting:
        """Whatever was kept in the last minutes."""
        seconds, steady, now = minutes * 60, self._steady(), self._clock()
        recent = [one for one in self._kept if one.at >= steady - seconds]
        statements = [_of(table, recent) for table in ("ratings", "contests", "tasks", "turns")]
        since = min((now - timedelta(seconds=seconds), *(one.said for one in recent)))
        is_sure = True
        if steady - self._began < seconds:
            others, is_sure = self._others_since(now, steady, seconds)
            if others is not None:
                statements += self._of_others(others)
        turns = frozenset(one.key for one in recent if one.table == "turns")
        return Forgetting(Erasure(tuple(statements), turns=turns), since, is_sure)

    def _others_since(
        self, now: datetime, steady: float, seconds: float
    ) -> tuple[datetime | None, bool]:
        """From when on, by the clock of then, earlier runs' things go; None for nothing."""
        by_clock = now - timedelta(seconds=seconds)
        if self._before is None:
            return by_clock, True
        boot, at, said = self._before
        if not boot or boot != self._boot or not 0.0 <= at <= self._began:
            return by_clock, False
        left = seconds - (steady - at)
        return (said - timedelta(seconds=left) if left >= 0 else None), True

    def _of_others(self, since: datetime) -> list[Statement]:
        own = [
            (table, [one.key for one in self._kept if one.table in (table, "turns")])
            for table in ("ratings", "contests", "tasks", "turns")
        ]
        return [(_OTHERS[table], (stamp(since), json.dumps(keys))) for table, keys in own]

    def _read(self) -> tuple[str, float, datetime] | None:
        if self._note is None or not self._note.exists():
            return None
        try:
            boot, at, said = json.loads(self._note.read_text("utf-8"))
            return str(boot), float(at), datetime.fromisoformat(said)
        except (OSError, ValueError, TypeError) as error:
            log.warning("%s cannot be read: %s", self._note, error)
            return "", 0.0, self._clock()

    def _write(self, one: Kept) -> None:
        """Note it whole or not at all, whenever the program is ended.

        Where that can't be, the note before is taken away: it would say that nothing was kept
        since, and so that nothing of it is to be forgotten.
        """
        if self._note is None:
            return
        part = self._note.with_suffix(".part")
        try:
            self._note.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            part.write_text(json.dumps([self._boot, one.at, stamp(one.said)]), "utf-8")
            part.replace(self._note)
        except OSError as error:
            log.warning("the last moment could not be noted: %s", error)
            with suppress(OSError):
                self._note.write_text("", "utf-8")  # none at all would be no run before


def _of(table: str, recent: Iterable[Kept]) -> Statement:
    return _DELETE[table], (json.dumps([one.key for one in recent if one.table == table]),)
