"""Deletes turns from the log so that their words are gone from its files.

SQLite overwrites what it deletes (`secure_delete`), but the write-ahead log may still hold
the old pages, so it is emptied at once.  Pictures that no turn refers to any more go too,
as do copies made before the log was brought up to date: they hold the same words.  A damaged
log that was set aside is not touched: `logschema.damaged` names it.
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


@dataclass(frozen=True, slots=True)
class Deleted:
    """What is gone.  is_wiped is False while another program still reads the old pages."""

    turns: int
    pictures: int
    is_wiped: bool


def delete_turns(database: Database, path: Path, ids: Sequence[int]) -> Deleted:
    """Delete turns by number.  Numbers that are not there are passed over."""
    return _delete(database, path, f"id IN ({_marks(ids)})", ids)


def delete_sessions(database: Database, path: Path, ids: Sequence[int]) -> Deleted:
    """Delete all turns of sessions by number."""
    return _delete(database, path, f"session IN ({_marks(ids)})", ids)


def delete_since(database: Database, path: Path, moment: datetime) -> Deleted:
    """Delete what was asked at a moment or after it."""
    return _delete(database, path, "asked_at >= ?", [stamp(moment)])


def _marks(values: Sequence[int]) -> str:
    return ", ".join("?" * len(values))


def _delete(database: Database, path: Path, where: str, values: Sequence[int | str]) -> Deleted:
    with immediate(database):
        turns = database.execute(f"DELETE FROM turns WHERE {where}", list(values)).rowcount
        database.execute("DELETE FROM sessions WHERE id NOT IN (SELECT session FROM turns)")
        kept = database.execute("SELECT DISTINCT picture FROM turns WHERE picture IS NOT NULL")
        gone = PictureFolder.beside(path).keep_only({digest for (digest,) in kept.fetchall()})
    for copy in backups(path):
        copy.unlink(missing_ok=True)
    is_busy = database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    return Deleted(turns, gone, is_wiped=not is_busy)
