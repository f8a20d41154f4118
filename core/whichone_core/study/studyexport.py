"""Writes studies out for analysis: SQLite, CSV, JSON lines, and what Datasette needs.

    FOLDER/study.db  turns.csv  turns.jsonl  ratings.csv  tasks.csv  contests.csv  sessions.csv
           metadata.json  pictures/

Only sessions that may be kept go out, and nothing of the user's own log: the rows are copied
one by one into a new database, so that no deleted page travels along.  `datasette study.db -m
metadata.json` then shows all of it in a browser.
"""

from __future__ import annotations

import csv
import json
import os
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from whichone_core.catalogue import _
from whichone_core.errors import StorageError
from whichone_core.log.logexport import new_file, safe, write_csv, write_jsonl
from whichone_core.log.logpictures import PictureFolder
from whichone_core.log.logreader import LoggedTurn
from whichone_core.log.logschema import DamagedLogError, immediate, open_log, storage_errors
from whichone_core.log.undone import finish
from whichone_core.study.changes import SCALES
from whichone_core.study.studyreader import StudyReader, StudySession

if TYPE_CHECKING:
    from sqlite_utils import Database

KEPT = "SELECT key FROM source.study_sessions WHERE outcome = 'kept'"
KEPT_TURNS = f"SELECT id FROM source.turns WHERE study IN ({KEPT})"
COPIED = {
    "participants": f"id IN (SELECT participant FROM source.study_sessions WHERE key IN ({KEPT}))",
    "consent_texts": "sha256 IN (SELECT text_sha256 FROM source.consents)",
    "consents": f"participant IN (SELECT participant FROM source.study_sessions"
    f" WHERE key IN ({KEPT}))",
    "sessions": f"id IN (SELECT session FROM source.turns WHERE study IN ({KEPT}))",
    "study_sessions": "outcome = 'kept'",
    "turns": f"study IN ({KEPT})",
    "turn_texts": f"turn IN ({KEPT_TURNS})",
    "tasks": f"study IN ({KEPT})",
    "withheld": f"study IN ({KEPT})",
    "ratings": f"turn_id IN ({KEPT_TURNS})",
    "contests": f"turn_id IN ({KEPT_TURNS})",
}
"""Tables in the order in which they can be filled, and which rows go out."""
UNITS = {
    "turns": "One question and its answer; texts are redacted. timings_ms in milliseconds.",
    "ratings": "VizWiz-LF's five scales: 1 no, 2 partly, 3 yes; empty where it was skipped.",
    "tasks": "Timed tasks; seconds from start to stop.",
    "contests": "What a participant said was wrong, and the correction.",
    "withheld": "Stretches of time that were paused or forgotten.",
}


@dataclass(frozen=True, slots=True)
class Exported:
    """How much went out.  undecided: the numbers of sessions that nobody kept yet, left out."""

    sessions: int
    turns: int
    pictures: int
    folder: Path
    undecided: tuple[int, ...] = ()


def export_study(path: Path, folder: Path, *, with_pictures: bool) -> Exported:
    """Write every kept session of the log at path into a folder.  Raises StorageError.

    What is still to be deleted is deleted first; where that can't be yet, nothing is written.
    """
    finish(path)
    reader = StudyReader(path)
    stored = reader.sessions(limit=1_000_000)[::-1]
    sessions = [one for one in stored if one.outcome == "kept"]
    if path.exists():
        open_log(path).close()  # brought up to date before it is copied from
    with _writing(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if path.exists():
            _copy_database(path, folder / "study.db")
    turns = [turn for one in sessions for turn in reader.turns(one.key, limit=1_000_000)]
    _write_tables(folder, reader, sessions, turns)
    pictures = _copy_pictures(path, folder / "pictures", turns) if with_pictures else 0
    undecided = tuple(one.id for one in stored if one.outcome != "kept")
    return Exported(len(sessions), len(turns), pictures, folder, undecided)


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    """Tell of what goes wrong as of the folder; only damage is the log's that is copied."""
    try:
        with storage_errors(folder / "study.db"):
            yield
    except DamagedLogError:
        raise
    except StorageError as error:
        raise StorageError(
            _("The study could not be written to {folder}.", folder=folder),
            remedy=_("Check the folder and the space on the disk."),
            cause=error.cause,
        ) from error


def _copy_database(path: Path, target: Path) -> None:
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    part.unlink(missing_ok=True)
    database = open_log(part)
    try:
        database.execute("ATTACH DATABASE ? AS source", [str(path)])
        with immediate(database):
            for table, rows in COPIED.items():
                _copy(database, table, rows)
        database.execute("DETACH DATABASE source")
        database.execute("INSERT INTO turn_words(turn_words) VALUES ('optimize')")
        database.execute("PRAGMA journal_mode=DELETE")
    finally:
        database.close()
    part.replace(target)


def _copy(database: Database, table: str, rows: str) -> None:
    # By name: a log that grew step by step has its columns in another order than a new one.
    names = ", ".join(row[1] for row in database.execute(f"PRAGMA main.table_info({table})"))
    database.execute(
        f"INSERT INTO main.{table}({names}) SELECT {names} FROM source.{table} WHERE {rows}"
    )


def _write_tables(
    folder: Path, reader: StudyReader, sessions: Sequence[StudySession], turns: list[LoggedTurn]
) -> None:
    with new_file(folder / "turns.csv", encoding="utf-8-sig") as stream:
        write_csv(turns, stream)
    with new_file(folder / "turns.jsonl", encoding="utf-8") as stream:
        write_jsonl(turns, stream)
    details = [(one, reader.details(one.key)) for one in sessions]
    _table(
        folder / "sessions.csv",
        ("session", "participant", "group", "task", "condition", "started_at", "ended_at"),
        (
            (one.id, one.participant, one.group, one.task, one.condition, one.started_at,
             one.ended_at)
            for one in sessions
        ),
    )  # fmt: skip
    _table(
        folder / "ratings.csv",
        ("participant", "session", "turn", "seconds", *SCALES),
        (line for one, found in details for line in _rating_lines(one, found.ratings)),
    )
    for name, columns in (
        ("tasks", ("label", "started_at", "ended_at", "seconds")),
        ("contests", ("turn_id", "correction", "at", "becomes_item")),
    ):
        lines = (
            (one.participant, one.id, *(row[column] for column in columns))
            for one, found in details
            for row in getattr(found, name)
        )
        _table(folder / f"{name}.csv", ("participant", "session", *columns), lines)
    with new_file(folder / "metadata.json", encoding="utf-8") as stream:
        json.dump(_metadata(), stream, indent=2)


def _rating_lines(
    session: StudySession, ratings: Sequence[dict[str, Any]]
) -> Iterator[tuple[Any, ...]]:
    """One line a rated turn."""
    for turn in dict.fromkeys(row["turn_id"] for row in ratings):
        of_turn = {row["scale"]: row for row in ratings if row["turn_id"] == turn}
        seconds = next(iter(of_turn.values()))["seconds"]
        points = (of_turn.get(scale, {}).get("points") for scale in SCALES)
        yield session.participant, session.id, turn, seconds, *points


def _table(path: Path, head: Sequence[str], lines: Iterable[Sequence[Any]]) -> None:
    with new_file(path, encoding="utf-8-sig") as stream:
        writer = csv.writer(stream, lineterminator="\r\n")
        writer.writerow(head)
        for line in lines:
            writer.writerow([safe(cell) for cell in line])


def _metadata() -> dict[str, Any]:
    """What Datasette shows beside the tables; the program's own tables are hidden."""
    hidden = ("turn_texts", "_sqlite_migrations")
    tables: dict[str, Any] = {name: {"description": text} for name, text in UNITS.items()}
    tables["turns"]["fts_table"] = "turn_words"
    tables["turns"]["fts_pk"] = "id"
    tables |= {name: {"hidden": True} for name in hidden}
    return {
        "title": "A study with WhichOne",
        "description": "Pseudonymous: participants are codes. Not for publication as it is.",
        "databases": {"study": {"tables": tables}},
    }


def _copy_pictures(path: Path, folder: Path, turns: Iterable[LoggedTurn]) -> int:
    kept = PictureFolder.beside(path)
    found = {turn.picture for turn in turns if turn.picture is not None}
    count = 0
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        for digest in sorted(found):
            file = kept.find(digest)
            if file is not None:
                shutil.copyfile(file, folder / file.name)
                count += 1
    except OSError as error:
        raise StorageError(
            _("The pictures could not be written to {folder}.", folder=folder),
            remedy=_("Check the folder and the space on the disk."),
            cause=str(error),
        ) from error
    return count
