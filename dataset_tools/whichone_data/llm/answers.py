"""What models answered, kept in the project's SQLite file as soon as it came.

An answer that was paid for is kept whatever it was: good, refused, malformed or cut off.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from ..state import STATE, has_table, opened

Shape = TypeVar("Shape", bound=BaseModel)


class Status(StrEnum):
    """What became of an order; all but ANSWERED are a recorded skip.

    The first four were paid for and are kept; the others are tried again by the next run.
    """

    ANSWERED = "answered"
    REFUSED = "refused"
    MALFORMED = "malformed"
    CUT = "cut off"
    REJECTED = "rejected by the server"
    FAILED = "the server failed"
    NO_PICTURE = "picture can't be read"


@dataclass(frozen=True, slots=True)
class Reply:
    """One kept answer.

    text: what the model said, or why it said nothing.  served: the model's name as the
    server gives it, which tells its version.  cost: in the price's unit, 0 without a price.
    """

    key: str
    item: str
    prompt: str
    model: str
    served: str
    status: Status
    text: str
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0

    def value(self, shape: type[Shape]) -> Shape | None:
        """The answer as a value; None where it is a skip."""
        if self.status is not Status.ANSWERED:
            return None
        return read_answer(self.text, shape)


def read_answer(text: str, shape: type[Shape]) -> Shape | None:
    """The JSON object in a text, with or without words or a fence around it; None for none."""
    start, end = text.find("{"), text.rfind("}")
    try:
        return shape.model_validate_json(text[start : end + 1])
    except ValidationError:
        return None


_COLUMNS = tuple(field.name for field in fields(Reply))
_MAKE = (
    "CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, item TEXT, prompt TEXT, "
    "model TEXT, served TEXT, status TEXT, text TEXT, tokens_in INT, tokens_out INT, cost REAL)",
    "CREATE TABLE IF NOT EXISTS batches (id TEXT PRIMARY KEY, digest TEXT, is_done INT)",
    "CREATE TABLE IF NOT EXISTS batched (key TEXT PRIMARY KEY, batch TEXT)",
)
_PUT = f"INSERT OR REPLACE INTO answers VALUES ({', '.join('?' * len(_COLUMNS))})"


def _reply(row: Sequence[Any]) -> Reply:
    named = dict(zip(_COLUMNS, row, strict=True))
    return Reply(**{**named, "status": Status(named["status"])})


class Answers:
    """The kept answers of a project, and its batches.  One thread only."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        with database:
            for line in _MAKE:
                database.execute(line)

    def get(self, key: str) -> Reply | None:
        row = self._database.execute("SELECT * FROM answers WHERE key = ?", (key,)).fetchone()
        return None if row is None else _reply(row)

    def all(self) -> list[Reply]:
        """Every kept answer."""
        return [_reply(row) for row in self._database.execute("SELECT * FROM answers")]

    def put(self, reply: Reply) -> None:
        """Keep an answer; it is on the disk when this returns."""
        with self._database as database:
            database.execute(_PUT, tuple(getattr(reply, name) for name in _COLUMNS))

    def spent(self) -> float:
        """What all kept answers cost, of this run and those before."""
        row = self._database.execute("SELECT coalesce(sum(cost), 0) FROM answers").fetchone()
        return float(row[0])

    def add_batch(self, name: str, digest: str, keys: list[str]) -> None:
        """Remember what was submitted, before anything else happens."""
        with self._database as database:
            database.execute("INSERT OR REPLACE INTO batches VALUES (?, ?, 0)", (name, digest))
            rows = [(key, name) for key in keys]
            database.executemany("INSERT OR REPLACE INTO batched VALUES (?, ?)", rows)

    def end_batch(self, name: str) -> None:
        """The batch was collected, or is lost: what it didn't answer may be asked again."""
        with self._database as database:
            database.execute("UPDATE batches SET is_done = 1 WHERE id = ?", (name,))
            database.execute("DELETE FROM batched WHERE batch = ?", (name,))

    def open_batches(self) -> list[str]:
        rows = self._database.execute("SELECT id FROM batches WHERE is_done = 0 ORDER BY rowid")
        return [row[0] for row in rows]

    def is_batched(self, key: str) -> bool:
        """The order waits in a batch that was submitted."""
        row = self._database.execute("SELECT 1 FROM batched WHERE key = ?", (key,))
        return row.fetchone() is not None


@contextmanager
def kept_answers(folder: Path) -> Iterator[Answers]:
    """The answers of a project folder while they are open.  Raises StorageError."""
    with opened(folder) as database:
        yield Answers(database)


def answered_keys(folder: Path) -> frozenset[str]:
    """Keys of all kept answers of a project folder; writes nothing."""
    if not (folder / STATE).exists():
        return frozenset()
    with opened(folder) as database:
        if not has_table(database, "answers"):
            return frozenset()
        return frozenset(row[0] for row in database.execute("SELECT key FROM answers"))
