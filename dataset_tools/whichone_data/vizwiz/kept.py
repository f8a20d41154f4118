"""The answers of engines in a project's state: none is asked for, or paid for, twice.

`state.sqlite` holds each answer from the moment it came; `answers.jsonl` beside it is written
from there at the end of each run, for people and other programs.  Projects of earlier versions
have that file alone: it is taken over when they are opened, without a last line that a kill cut
short.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from whichone_core.errors import StorageError

from ..state import STATE, has_table, opened
from .collected import Collected, read_collected
from .kept_calls import forget_calls

ANSWERS = "answers.jsonl"
Place = tuple[str, str, str, str]
_TABLE = "collected"
_MAKE = (
    f"CREATE TABLE IF NOT EXISTS {_TABLE} (item TEXT, question TEXT, engine TEXT, prompting TEXT, "
    "answer TEXT NOT NULL, PRIMARY KEY (item, question, engine, prompting))"
)
_PUT = (
    f"INSERT INTO {_TABLE} VALUES (?, ?, ?, ?, ?) ON CONFLICT (item, question, engine, prompting) "
    "DO UPDATE SET answer = excluded.answer"
)


class KeptAnswers:
    """The answers of one project while its state is open.  One thread only."""

    def __init__(self, database: sqlite3.Connection, file: Path) -> None:
        self._database, self._file = database, file
        if not has_table(database, _TABLE):
            before = _earlier(file)
            with database:
                database.execute(_MAKE)
                database.executemany(_PUT, map(_row, before))

    def all(self) -> list[Collected]:
        """Every answer and every failure, in the order in which they first came."""
        return _all(self._database)

    def answered(self) -> frozenset[Place]:
        """What is not asked again: all but failures."""
        return frozenset(answer.place for answer in self.all() if not answer.failed)

    def put(self, answer: Collected) -> None:
        """Keep an answer; it is on the disk when this returns.

        A failed one keeps its single calls too: the next run goes on after them.
        """
        with self._database as database:
            database.execute(_PUT, _row(answer))
            if not answer.failed:
                forget_calls(database, answer.place)

    def write(self) -> None:
        """Write the file of all answers anew, whole or not at all.  Raises StorageError."""
        part = self._file.with_name(f"{self._file.name}.part")
        lines = [f"{answer.model_dump_json()}\n" for answer in self.all()]
        try:
            part.write_text("".join(lines), encoding="utf-8")
            part.replace(self._file)
        except OSError as error:
            raise StorageError(f"{self._file} can't be written.", cause=str(error)) from error


@contextmanager
def keeping(file: Path) -> Iterator[KeptAnswers]:
    """The answers of the project that a file of answers stands in.

    The file is written however this ends, but for a kill.  Raises StorageError.
    """
    with opened(file.parent) as database:
        answers = KeptAnswers(database, file)
        try:
            yield answers
        finally:
            answers.write()


def read_kept(file: Path) -> list[Collected]:
    """All answers of a project, by its file of answers; writes nothing.  Raises StorageError.

    Without a state that has them, the file alone is read: then InputError for what is none.
    """
    if (file.parent / STATE).exists():
        with opened(file.parent) as database:
            if has_table(database, _TABLE):
                return _all(database)
    return read_collected([file])


def _all(database: sqlite3.Connection) -> list[Collected]:
    rows = database.execute(f"SELECT answer FROM {_TABLE} ORDER BY rowid")
    return [Collected.model_validate_json(row[0]) for row in rows]


def _row(answer: Collected) -> tuple[str, ...]:
    return (*answer.place, answer.model_dump_json())


def _earlier(file: Path) -> list[Collected]:
    """The answers of a file that an earlier version wrote."""
    if not file.exists():
        return []
    try:
        data = file.read_bytes()
        end = data.rfind(b"\n") + 1
        if end < len(data):
            with file.open("rb+") as opened_file:
                opened_file.truncate(end)
    except OSError as error:
        raise StorageError(f"{file} can't be read.", cause=str(error)) from error
    return read_collected([file])
