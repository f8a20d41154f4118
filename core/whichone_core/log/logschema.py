"""The session log's database: how it is opened, and brought up to date.

Every step of its growth (`logsteps.py`) is named and noted in the database (sqlite-utils'
migrations table).  A database with steps that this program does not know is from a newer
WhichOne and is left alone; one that has tables but none of our steps is not ours and is left
alone too.  Before a step changes a database that holds something, a copy is put beside it.

Durability: write-ahead log with synchronous=FULL.  A process that is killed loses nothing
committed under NORMAL either (the kill test passes with both: the pages are in the system's
cache); FULL also survives a power cut, and at one turn every few seconds its cost is not felt
(docs/measured.md, log).  secure_delete overwrites what is deleted.  On a read-only or foreign
file nothing is changed.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from whichone_core.catalogue import _
from whichone_core.errors import StorageError
from whichone_core.log.logsteps import STEPS, Step

if TYPE_CHECKING:
    from sqlite_utils import Database
    from sqlite_utils.migrations import Migrations

MIGRATION_SET = "whichone-log"
BUSY_TIMEOUT_S = 5.0
PAUSE_S = 0.02


class DamagedLogError(StorageError):
    """The file is no database any more, or parts of it cannot be read."""


class LogMissingError(StorageError):
    """There is no log yet."""


def open_log(
    path: Path,
    *,
    busy_timeout_s: float = BUSY_TIMEOUT_S,
    may_create: bool = True,
    steps: Sequence[Step] = STEPS,
) -> Database:
    """Open the log and bring it up to date; create it, for its user's eyes only, where needed.

    The connection belongs to the thread that opened it.  Raises LogMissingError,
    DamagedLogError, or StorageError (in use, newer than the program, not writable).
    """
    with storage_errors(path):
        if may_create:
            _create_private(path)
        elif not path.exists():
            raise LogMissingError(_("Nothing was logged yet."))
        return _ready(path, busy_timeout_s, steps)


def _ready(path: Path, busy_timeout_s: float, steps: Sequence[Step]) -> Database:
    """Connect and bring up to date, again while others do so at this moment.

    SQLite waits for locks by itself, but not for the one that it needs to switch to WAL: two
    programs that begin a log together would otherwise cost one of them its first turn.
    """
    deadline = time.monotonic() + busy_timeout_s
    while True:
        database = _connect(path, busy_timeout_s)
        try:
            _bring_up_to_date(database, path, steps)
            return database
        except sqlite3.OperationalError as error:
            database.close()
            if not _is_busy(error) or time.monotonic() >= deadline:
                raise
            time.sleep(PAUSE_S)
        except BaseException:
            database.close()
            raise


def _create_private(path: Path) -> None:
    """An empty file that only its owner may read; SQLite gives its helpers the same rights."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def _connect(path: Path, busy_timeout_s: float) -> Database:
    from sqlite_utils import Database

    # No isolation level: every transaction here is begun and ended by name.
    connection = sqlite3.connect(path, timeout=busy_timeout_s, isolation_level=None)
    connection.create_function("folded", -1, folded, deterministic=True)
    # Plugins of other programs have no business in this database.
    return Database(connection, execute_plugins=False)


def folded(*texts: str | None) -> str:
    """Texts as they are searched: joined, without regard to case (the sharp s is "ss")."""
    return "\n".join(text for text in texts if text).casefold()


def _bring_up_to_date(database: Database, path: Path, steps: Sequence[Step]) -> None:
    migrations = _migrations(steps)
    _refuse_foreign(database, path, steps)
    database.enable_wal()
    for pragma in ("synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
        database.execute(f"PRAGMA {pragma}")
    if not migrations.pending(database):
        return
    with immediate(database):
        pending = migrations.pending(database)
        if pending and migrations.applied(database):
            _back_up(path, pending[0].name)
        migrations.apply(database)


def _migrations(steps: Sequence[Step]) -> Migrations:
    from sqlite_utils.migrations import Migrations

    migrations = Migrations(MIGRATION_SET)
    for step in steps:

        def apply(database: Database, sql: str = step.sql) -> None:
            database.executescript(sql)

        migrations(name=step.name)(apply)
    return migrations


def _refuse_foreign(database: Database, path: Path, steps: Sequence[Step]) -> None:
    # In this order: another process may be creating the tables and their steps just now.
    tables = database.table_names()
    applied = {migration.name for migration in _migrations(steps).applied(database)}
    known = {step.name for step in steps}
    if not applied <= known:
        raise StorageError(
            _("The session log was written by a newer version of WhichOne and was left alone."),
            remedy=_("Update WhichOne to read it and to add to it."),
            cause=f"{path} has the steps {sorted(applied - known)}",
        )
    if tables and not applied:
        raise StorageError(
            _("{name} is a database of another program and was left alone.", name=path.name),
            remedy=_("Move it away from {parent}.", parent=path.parent),
        )


def backups(path: Path) -> list[Path]:
    """The copies that were made before the log was brought up to date."""
    return sorted(path.parent.glob(f"{path.stem}.before-*.db*"))


def damaged(path: Path) -> list[Path]:
    """Logs that were found damaged and set aside."""
    return sorted(path.parent.glob(f"{path.stem}.damaged-*"))


def _back_up(path: Path, step: str) -> None:
    """Copy the log as it was committed last, while the caller holds the write lock."""
    target = path.with_name(f"{path.stem}.before-{step}.db")
    part = target.with_suffix(".part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_RDWR | os.O_CREAT, 0o600))
    source = sqlite3.connect(path)
    copy = sqlite3.connect(part)
    try:
        source.backup(copy)
    finally:
        source.close()
        copy.close()
    part.replace(target)


@contextmanager
def immediate(database: Database) -> Iterator[None]:
    """A transaction that holds the write lock from its start, so it can wait for it.

    A transaction that starts by reading cannot wait: SQLite refuses it at once when another
    process wrote in between.
    """
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
        database.execute("COMMIT")
    except BaseException:
        database.rollback()
        raise


@contextmanager
def storage_errors(path: Path) -> Iterator[None]:
    """Translate what SQLite and the system say about the log into our errors."""
    try:
        yield
    except sqlite3.Error as error:
        raise _translated(error, path) from error
    except OSError as error:
        raise StorageError(
            _("The session log cannot be written in {parent}.", parent=path.parent),
            remedy=_("Check that the folder is there, that you may write to it, and disk space."),
            cause=str(error),
        ) from error


def _code(error: sqlite3.Error) -> int:
    return (getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF


def _is_busy(error: sqlite3.Error) -> bool:
    return _code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _translated(error: sqlite3.Error, path: Path) -> StorageError:
    code = _code(error)
    cause = f"{path}: {getattr(error, 'sqlite_errorname', '')} {error}"
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return DamagedLogError(
            _("The session log is damaged."),
            remedy=_("It is set aside, and a new one begins, when the next answer is logged."),
            cause=cause,
        )
    if _is_busy(error):
        return StorageError(
            _("The session log is in use by another program."),
            remedy=_("Close the other program; what was asked is kept in memory meanwhile."),
            cause=cause,
        )
    if code == sqlite3.SQLITE_FULL:
        return StorageError(
            _("The disk is full, so the session log could not be written."),
            remedy=_("Free some space."),
            cause=cause,
        )
    return StorageError(
        _("The session log cannot be used in {parent}.", parent=path.parent),
        remedy=_("Check that the folder is there, that you may write to it, and disk space."),
        cause=cause,
    )
