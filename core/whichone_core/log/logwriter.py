"""Puts turns into the log, in one thread; `sessionlog.py` queues them for it.

Each write first looks whether the file is still the one that was opened: another program
may have set a damaged log aside, or the user may have removed it.  A damaged log is set
aside under a new name, never deleted, and a new one begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from whichone_core.catalogue import _
from whichone_core.errors import StorageError
from whichone_core.log.logedit import Deleted, Erasure, Statement, Value, erase
from whichone_core.log.logpictures import PictureFolder
from whichone_core.log.logrows import Row, session_row, stamp
from whichone_core.log.logschema import (
    DamagedLogError,
    folded,
    immediate,
    open_log,
    storage_errors,
)
from whichone_core.records import printable

if TYPE_CHECKING:
    from sqlite_utils import Database

FileId = tuple[int, int]
SEARCHED = ("question", "reply", "text", "error")
"""What of a turn is found by its words."""


@dataclass(frozen=True, slots=True)
class ReadyTurn:
    """A turn as it goes into the log: its row, and its picture if that is to be kept."""

    asked_at: datetime
    row: Row
    picture: bytes | None

    @property
    def size(self) -> int:
        return len(self.picture or b"")


@dataclass(frozen=True, slots=True)
class Change:
    """Statements that are done all or none, in their place between the turns.

    They must fit whatever they find: a turn or a session may have been deleted meanwhile.
    """

    statements: tuple[Statement, ...]


class LogWriter:
    """The one connection that writes.  Every method raises StorageError where it can't."""

    def __init__(self, path: Path, started_at: datetime, busy_timeout_s: float) -> None:
        self._path = path
        self._started_at = started_at
        self._busy_timeout_s = busy_timeout_s
        self._pictures = PictureFolder.beside(path)
        self._database: Database | None = None
        self._opened: FileId | None = None
        self._session: int | None = None
        self.notice: str | None = None
        """One sentence on what was lost or set aside; it stays, unlike a passing error."""

    def write(self, items: Sequence[ReadyTurn | Change]) -> None:
        """Commit these turns and changes, all or none, and the turns' pictures."""
        try:
            self._write(items)
        except DamagedLogError:
            self._set_aside()
            self._write(items)

    def erase(self, erasure: Erasure) -> Deleted:
        """Delete, from every session, and wipe."""
        with storage_errors(self._path):
            return erase(self._current(), self._path, erasure)

    def close(self, ended_at: datetime) -> None:
        """Note the end of the session, if it has turns, and let the file go."""
        if self._database is None:
            return
        try:
            if self._session is not None:
                with storage_errors(self._path):
                    self._database.execute(
                        "UPDATE sessions SET ended_at = ? WHERE id = ?",
                        (stamp(ended_at), self._session),
                    )
        finally:
            self._let_go()

    def _write(self, items: Sequence[ReadyTurn | Change]) -> None:
        with storage_errors(self._path):
            database = self._current()
            session = self._session
            with immediate(database):
                for item in items:
                    if isinstance(item, ReadyTurn):
                        session = self._write_turn(database, item, session)
                    else:
                        for sql, values in item.statements:
                            database.execute(sql, [_kept(value) for value in values])
            self._session = session

    def _write_turn(self, database: Database, turn: ReadyTurn, session: int | None) -> int | None:
        """Add one turn, unless its study session was withdrawn; the session it is in."""
        if not _is_wanted(database, turn.row):
            return session
        session = self._session_id(database, session)
        self._keep_picture(turn)
        row = {"session": session, **turn.row}
        marks = ", ".join("?" * len(row))
        added = database.execute(
            f"INSERT INTO turns({', '.join(row)}) VALUES ({marks})", list(row.values())
        )
        words = folded(*(str(row.get(name) or "") for name in SEARCHED))
        database.execute("INSERT INTO turn_texts VALUES (?, ?)", [added.lastrowid, words])
        return session

    def _session_id(self, database: Database, known: int | None) -> int:
        if known is not None:
            found = database.execute("SELECT 1 FROM sessions WHERE id = ?", (known,))
            if found.fetchone():
                return known
        database.table("sessions").insert(session_row(self._started_at))
        return int(database.execute("SELECT last_insert_rowid()").fetchone()[0])

    def _keep_picture(self, turn: ReadyTurn) -> None:
        """A picture that cannot be kept costs the picture, not the turn."""
        if turn.picture is None:
            return
        try:
            self._pictures.keep(str(turn.row["picture"]), turn.picture)
        except OSError as error:
            self.notice = _("A picture could not be kept in the log: {why}.", why=error.strerror)

    def _current(self) -> Database:
        """The connection to the file that the path names now."""
        if self._database is not None and self._opened != self._file_id():
            self._let_go()
        if self._database is None:
            database = open_log(self._path, busy_timeout_s=self._busy_timeout_s)
            self._database, self._opened = database, self._file_id()
        return self._database

    def _file_id(self) -> FileId | None:
        try:
            found = self._path.stat()
        except FileNotFoundError:
            return None
        return found.st_dev, found.st_ino

    def _let_go(self) -> None:
        if self._database is not None:
            self._database.close()
        self._database = self._opened = self._session = None

    def _set_aside(self) -> None:
        """Rename a damaged log and what belongs to it, unless another program just did."""
        opened = self._opened
        self._let_go()
        if opened is not None and opened != self._file_id():
            return
        time = datetime.now().strftime("%Y%m%d-%H%M%S-%f")
        name = f"{self._path.stem}.damaged-{time}.db"
        try:
            for ending in ("-wal", "-shm", ""):
                part = self._path.with_name(self._path.name + ending)
                if part.exists():
                    part.rename(part.with_name(name + ending))
        except OSError as error:
            raise StorageError(
                _("The session log is damaged and could not be set aside."),
                remedy=_("Move {path} away.", path=self._path),
                cause=str(error),
            ) from error
        self.notice = _(
            "The session log was damaged: it was set aside as {name}, a new one began.", name=name
        )


def _is_wanted(database: Database, row: Row) -> bool:
    """Whether a turn may be kept: what belongs to a withdrawn study session may not."""
    if row.get("study") is None:
        return True
    found = database.execute("SELECT 1 FROM study_sessions WHERE key = ?", [row["study"]])
    return found.fetchone() is not None


def _kept(value: Value) -> Value:
    """One broken letter in a correction or a task costs nothing that is kept with it."""
    return printable(value) if isinstance(value, str) else value
