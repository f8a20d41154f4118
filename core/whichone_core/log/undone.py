"""What is to be deleted from the log and could not be yet: noted beside it until it is done.

    a wish -> log.to-delete.json -> deleted -> taken out of the file

It is noted before it is tried, so that neither another program that holds the log, nor the end
of this one in the middle, loses what somebody withdrew.  The file lies in the log's own folder,
for its user's eyes only, and holds what the log's writer would have done: deleting.
"""

from __future__ import annotations

import json
import logging
import os
from contextlib import suppress
from pathlib import Path

from whichone_core.log.logedit import Erasure, erase
from whichone_core.log.logschema import BUSY_TIMEOUT_S, open_log, storage_errors

log = logging.getLogger(__name__)

_DELETES = ("DELETE FROM ", "UPDATE consents SET withdrawn_at ")
"""How statements begin that such a file may hold."""
_OF_STUDY = "DELETE FROM study_sessions WHERE key = ?"


class Undone:
    """The deletions that a log still waits for.  log: the path of its database."""

    def __init__(self, log_path: Path) -> None:
        self._file = log_path.with_name(f"{log_path.stem}.to-delete.json")

    def all(self) -> list[Erasure]:
        """In the order of the wishes; a file that holds something else is set aside."""
        try:
            return [_erasure(lines) for lines in json.loads(self._file.read_text("utf-8"))]
        except FileNotFoundError:
            return []
        except (OSError, ValueError, TypeError) as error:
            log.warning("%s cannot be read: %s", self._file, error)
            with suppress(OSError):
                self._file.replace(self._file.with_suffix(".unreadable"))
            return []

    def studies(self) -> frozenset[str]:
        """The keys of the study sessions that are withdrawn, and not deleted yet."""
        return frozenset(
            str(value)
            for erasure in self.all()
            for sql, values in erasure.statements
            if sql == _OF_STUDY
            for value in values
        )

    def note(self, erasure: Erasure) -> None:
        """Note a wish.  Raises OSError."""
        self._write([*self.all(), erasure])

    def done(self, erasure: Erasure) -> None:
        """Take a wish out, as it was granted.  Raises OSError."""
        before = self.all()
        after = [one for one in before if one.statements != erasure.statements]
        if len(after) < len(before):
            self._write(after)

    def _write(self, erasures: list[Erasure]) -> None:
        if not erasures:
            self._file.unlink(missing_ok=True)
            return
        self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        part = self._file.with_suffix(".part")
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            json.dump([one.statements for one in erasures], stream)
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(self._file)


def finish(path: Path, *, busy_timeout_s: float = BUSY_TIMEOUT_S) -> None:
    """Delete now what is still to be deleted.  Raises StorageError where that can't be yet."""
    undone = Undone(path)
    for erasure in undone.all():
        with storage_errors(path):
            if path.exists():
                database = open_log(path, busy_timeout_s=busy_timeout_s)
                try:
                    erase(database, path, erasure)
                finally:
                    database.close()
            undone.done(erasure)


def _erasure(lines: list[tuple[str, list[str | int | float | None]]]) -> Erasure:
    statements = tuple((str(sql), tuple(values)) for sql, values in lines)
    if not all(sql.startswith(_DELETES) and ";" not in sql for sql, _values in statements):
        raise ValueError("a statement that does not delete")
    return Erasure(statements)
