"""Deletes from the log so that the words are gone from its files.

SQLite overwrites what it deletes (`secure_delete`), but the index of the search keeps the
pieces of deleted words until it is merged, and the write-ahead log may still hold the old
pages; so the one is merged and the other emptied at once.  Pictures that no turn refers to any
more go too, as do copies made before the log was brought up to date: they hold the same words.
A damaged log that was set aside is not touched: `logschema.damaged` names it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from whichone_core.log.logpictures import PictureFolder
from whichone_core.log.logrows import stamp
from whichone_core.log.logschema import backups, immediate

if TYPE_CHECKING:
    from sqlite_utils import Database

Value = str | int | float | None
Statement = tuple[str, tuple[Value, ...]]


@dataclass(frozen=True, slots=True)
class Deleted:
    """What is gone.  is_wiped is False while another program still reads the old pages."""

    turns: int
    pictures: int
    is_wiped: bool


@dataclass(frozen=True, slots=True)
class Erasure:
    """Statements that delete; what hangs on the deleted rows goes with them.

    What is not written yet goes too: where since is set, everything from a moment on; all of
    the study with this key; and turns, by their keys.
    """

    statements: tuple[Statement, ...]
    since: datetime | None = None
    study: str = ""
    turns: frozenset[str] = frozenset()


def of_turns(ids: Sequence[int]) -> Erasure:
    """Turns by number.  Numbers that are not there are passed over."""
    return Erasure(((f"DELETE FROM turns WHERE id IN ({_marks(ids)})", tuple(ids)),))


def of_sessions(ids: Sequence[int]) -> Erasure:
    """All turns of sessions by number."""
    return Erasure(((f"DELETE FROM turns WHERE session IN ({_marks(ids)})", tuple(ids)),))


def since(moment: datetime) -> Erasure:
    """What was asked, rated, corrected or begun at a moment or after it."""
    value = (stamp(moment),)
    return Erasure(
        (
            ("DELETE FROM turns WHERE asked_at >= ?", value),
            ("DELETE FROM ratings WHERE at >= ?", value),
            ("DELETE FROM contests WHERE at >= ?", value),
            ("DELETE FROM tasks WHERE started_at >= ?", value),
        ),
        since=moment,
    )


def erase(database: Database, path: Path, erasure: Erasure) -> Deleted:
    """Delete, and leave no trace of it in the log's files."""
    with immediate(database):
        before = _turns(database)
        for sql, values in erasure.statements:
            database.execute(sql, list(values))
        turns = before - _turns(database)
        database.execute("DELETE FROM sessions WHERE id NOT IN (SELECT session FROM turns)")
        if turns:
            database.execute("INSERT INTO turn_words(turn_words) VALUES ('optimize')")
        kept = database.execute("SELECT DISTINCT picture FROM turns WHERE picture IS NOT NULL")
        gone = PictureFolder.beside(path).keep_only({digest for (digest,) in kept.fetchall()})
    for copy in backups(path):
        copy.unlink(missing_ok=True)
    is_busy = database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    return Deleted(turns, gone, is_wiped=not is_busy)


def _turns(database: Database) -> int:
    return int(database.execute("SELECT count(*) FROM turns").fetchone()[0])


def _marks(values: Sequence[int]) -> str:
    return ", ".join("?" * len(values))
