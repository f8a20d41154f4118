"""Reads the session log: lists, searches, shows, deletes; `logexport.py` writes it out.

Works beside a running WhichOne.  A log that does not exist reads as an empty one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from whichone_core.catalogue import _
from whichone_core.errors import InputError
from whichone_core.log import logedit
from whichone_core.log.logedit import Deleted, Erasure
from whichone_core.log.logpictures import PictureFolder
from whichone_core.log.logrows import JSON_COLUMNS
from whichone_core.log.logschema import (
    BUSY_TIMEOUT_S,
    LogMissingError,
    folded,
    open_log,
    storage_errors,
)

if TYPE_CHECKING:
    from sqlite_utils import Database

COLUMNS = (
    "turns.id, session, asked_at, question, reply, strategy, probabilities, reason, text,"
    " sentences, options, retake, engine, engine_version, template, program, quality, evidence,"
    " timings_ms, error, picture, picture_source, picture_width, picture_height"
)
FROM = "FROM turns JOIN sessions ON sessions.id = turns.session"
NEWEST_FIRST = "ORDER BY turns.id DESC"
PIECE = 3
"""Letters in a piece of the index (SQLite's trigram)."""


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
        if search.strip():
            found, values = search_query(search, before, limit)
            return list(self._select(f"WHERE turns.id IN ({found}) {NEWEST_FIRST}", values))
        older = "" if before is None else "WHERE turns.id < ?"
        values = [limit] if before is None else [before, limit]
        return list(self._select(f"{older} {NEWEST_FIRST} LIMIT ?", values))

    def turn(self, number: int) -> LoggedTurn:
        """One turn.  Raises InputError where there is none of this number."""
        for turn in self._select("WHERE turns.id = ?", [number]):
            return turn
        raise InputError(
            _("There is no turn {number} in the log.", number=number),
            remedy=_("List them with: whichone log list"),
        )

    def every_turn(self) -> Iterator[LoggedTurn]:
        """All turns, the oldest first, read as they are asked for."""
        return self._select("ORDER BY turns.id", [])

    def turns_of_study(self, key: str, *, limit: int = 100, after: int = 0) -> list[LoggedTurn]:
        """The turns of a study session, oldest first, behind a turn's number."""
        clause = "WHERE study = ? AND turns.id > ? ORDER BY turns.id LIMIT ?"
        return list(self._select(clause, [key, after, limit]))

    def count(self) -> int:
        """How many turns there are."""
        with self._opened() as database:
            return 0 if database is None else database.table("turns").count

    def delete_turns(self, numbers: Sequence[int]) -> Deleted:
        """Delete turns and pictures that no other turn needs."""
        return self.erase(logedit.of_turns(numbers))

    def delete_sessions(self, numbers: Sequence[int]) -> Deleted:
        """Delete whole sessions and pictures that no other turn needs."""
        return self.erase(logedit.of_sessions(numbers))

    def forget(self, minutes: float, now: datetime | None = None) -> Deleted:
        """Delete what was asked in the last minutes."""
        return self.erase(logedit.since((now or datetime.now(UTC)) - timedelta(minutes=minutes)))

    def erase(self, erasure: Erasure) -> Deleted:
        """Delete and wipe; nothing is created where there is no log."""
        with self._opened() as database:
            if database is None:
                return Deleted(turns=0, pictures=0, is_wiped=True)
            return logedit.erase(database, self._path, erasure)

    def _select(self, clause: str, values: Sequence[str | int]) -> Iterator[LoggedTurn]:
        with self._opened() as database:
            if database is None:
                return
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


def search_query(search: str, before: int | None, limit: int) -> tuple[str, list[str | int]]:
    """The numbers of the newest turns that hold all words, and the values that belong to it.

    Words of three letters and more come from the index; shorter ones, which it does not hold,
    are looked for in the texts of what the others found.
    """
    words = folded(search).split()
    long = [word for word in words if len(word) >= PIECE and "\0" not in word]
    values: list[str | int] = []
    parts = []
    if long:
        parts.append("turn_words MATCH ?")
        values.append(" ".join('"' + word.replace('"', '""') + '"' for word in long))
    for word in words:
        if word not in long:
            parts.append("instr(turn_texts.folded, ?)")
            values.append(word)
    place, number = ("turn_words", "rowid") if long else ("turn_texts", "turn")
    if long and len(parts) > 1:
        place += " JOIN turn_texts ON turn_texts.turn = turn_words.rowid"
    name = f"{place.split()[0]}.{number}"
    if before is not None:
        parts.append(f"{name} < ?")
        values.append(before)
    where = " AND ".join(parts)
    return f"SELECT {name} FROM {place} WHERE {where} ORDER BY {name} DESC LIMIT ?", [
        *values,
        limit,
    ]
