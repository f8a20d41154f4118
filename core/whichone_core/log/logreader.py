"""Reads the session log: lists, searches, shows, deletes; `logexport.py` writes it out.

Works beside a running WhichOne.  A log that does not exist reads as an empty one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from whichone_core.errors import InputError
from whichone_core.log.logedit import Deleted, delete_sessions, delete_since, delete_turns
from whichone_core.log.logpictures import PictureFolder
from whichone_core.log.logrows import JSON_COLUMNS
from whichone_core.log.logschema import BUSY_TIMEOUT_S, LogMissingError, open_log, storage_errors

if TYPE_CHECKING:
    from sqlite_utils import Database

COLUMNS = (
    "turns.id, session, asked_at, question, reply, strategy, probabilities, reason, text,"
    " sentences, options, retake, engine, engine_version, template, program, quality, evidence,"
    " timings_ms, error, picture, picture_source, picture_width, picture_height"
)
FROM = "FROM turns JOIN sessions ON sessions.id = turns.session"
SEARCHED = ("question", "reply", "text", "error")


@dataclass(frozen=True, slots=True)
class LoggedTurn:
    """One turn as it was logged; the parts of its answer are None where it failed.

    sentences, options, quality and evidence are as `whichone ask --json` prints them.
    picture is the hash of what was asked about, picture_file its file where it was kept.
    """

    id: int
    session: int
    asked_at: datetime
    question: str
    reply: str | None
    strategy: str | None
    probabilities: dict[str, float] | None
    reason: str | None
    text: str | None
    sentences: list[dict[str, str]] | None
    options: list[dict[str, Any]] | None
    retake: str | None
    engine: str | None
    engine_version: str
    template: str
    program: str
    quality: dict[str, Any] | None
    evidence: dict[str, Any] | None
    timings_ms: dict[str, float] | None
    error: str | None
    picture: str | None
    picture_source: str | None
    picture_width: int | None
    picture_height: int | None
    picture_file: Path | None

    def as_plain(self) -> dict[str, Any]:
        """What JSON can hold."""
        file = None if self.picture_file is None else str(self.picture_file)
        return {**asdict(self), "asked_at": self.asked_at.isoformat(), "picture_file": file}


class LogReader:
    """The log at a path.  Its methods raise StorageError where the log cannot be read."""

    def __init__(self, path: Path, *, busy_timeout_s: float = BUSY_TIMEOUT_S) -> None:
        self._path = path
        self._busy_timeout_s = busy_timeout_s
        self._pictures = PictureFolder.beside(path)

    def turns(
        self, *, search: str = "", limit: int = 20, before: int | None = None
    ) -> list[LoggedTurn]:
        """The newest turns first; all words of the search occur in question, reply or answer.

        before: the number of a turn; only older ones are listed (for the next page).
        """
        parts = [f"holds(?, {', '.join(SEARCHED)})"] if search.strip() else []
        values: list[str | int] = [search] if search.strip() else []
        if before is not None:
            parts.append("turns.id < ?")
            values.append(before)
        where = f"WHERE {' AND '.join(parts)}" if parts else ""
        order = "ORDER BY turns.id DESC LIMIT ?"
        return list(self._select(f"{where} {order}", [*values, limit]))

    def turn(self, number: int) -> LoggedTurn:
        """One turn.  Raises InputError where there is none of this number."""
        for turn in self._select("WHERE turns.id = ?", [number]):
            return turn
        raise InputError(
            f"There is no turn {number} in the log.", remedy="List them with: whichone log list"
        )

    def every_turn(self) -> Iterator[LoggedTurn]:
        """All turns, the oldest first, read as they are asked for."""
        return self._select("ORDER BY turns.id", [])

    def count(self) -> int:
        """How many turns there are."""
        with self._opened() as database:
            return 0 if database is None else database.table("turns").count

    def delete_turns(self, numbers: Sequence[int]) -> Deleted:
        """Delete turns and pictures that no other turn needs."""
        return self._edit(lambda db: delete_turns(db, self._path, numbers))

    def delete_sessions(self, numbers: Sequence[int]) -> Deleted:
        """Delete whole sessions and pictures that no other turn needs."""
        return self._edit(lambda db: delete_sessions(db, self._path, numbers))

    def forget(self, minutes: float, now: datetime | None = None) -> Deleted:
        """Delete what was asked in the last minutes."""
        moment = (now or datetime.now(UTC)) - timedelta(minutes=minutes)
        return self._edit(lambda db: delete_since(db, self._path, moment))

    def _edit(self, edit: Callable[[Database], Deleted]) -> Deleted:
        with self._opened() as database:
            if database is None:
                return Deleted(turns=0, pictures=0, is_wiped=True)
            return edit(database)

    def _select(self, clause: str, values: Sequence[str | int]) -> Iterator[LoggedTurn]:
        with self._opened() as database:
            if database is None:
                return
            database.conn.create_function("holds", -1, _holds, deterministic=True)
            rows = database.execute(f"SELECT {COLUMNS} {FROM} {clause}", list(values))
            names = [column[0] for column in rows.description]
            for row in rows:
                yield self._turn(dict(zip(names, row, strict=True)))

    def _turn(self, row: dict[str, Any]) -> LoggedTurn:
        for name in JSON_COLUMNS:
            row[name] = None if row[name] is None else json.loads(row[name])
        row["asked_at"] = datetime.fromisoformat(row["asked_at"])
        picture = row["picture"]
        return LoggedTurn(
            **row, picture_file=None if picture is None else self._pictures.find(picture)
        )

    @contextmanager
    def _opened(self) -> Iterator[Database | None]:
        try:
            database = open_log(self._path, busy_timeout_s=self._busy_timeout_s, may_create=False)
        except LogMissingError:
            yield None
            return
        try:
            with storage_errors(self._path):
                yield database
        finally:
            database.close()


def _holds(search: str, *texts: str | None) -> bool:
    """Whether all words of the search occur; SQLite's own LIKE knows only ASCII's letters."""
    everything = "\n".join(text for text in texts if text).casefold()
    return all(word in everything for word in search.casefold().split())
