"""Answers that the user called wrong, as items of an evaluation (field reports, gap 9).

`whichone log export --contests` writes one JSON object a line.  The names that AQuA's
question-answer rows have too (`whichone-data aqua`: schema_version, source, picture, file,
question, program) mean the same here; the others are:

    answer        what the user said is right: not measured, and to be checked before it counts
    wrong_answer  what was answered, and by which strategy, engine, engine_version, template
    asked_at, contested_at   UTC

Nothing is there unless the user agreed to a log, and each item can be deleted with its turn.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TextIO

from whichone_core.log.logpictures import PictureFolder
from whichone_core.log.logschema import BUSY_TIMEOUT_S, LogMissingError, open_log, storage_errors

SCHEMA_VERSION = 1
SOURCE = "whichone log"

_SELECT = """
    SELECT turns.picture, turns.question, contests.correction, turns.text, turns.strategy,
        turns.engine, turns.engine_version, turns.template, turns.asked_at, contests.at,
        sessions.program
    FROM contests
    JOIN turns ON turns.id = contests.turn_id
    JOIN sessions ON sessions.id = turns.session
    WHERE contests.becomes_item = 1
    ORDER BY contests.id
"""


@dataclass(frozen=True, slots=True)
class ContestItem:
    """One answer that was called wrong; file is None where the picture was not kept."""

    schema_version: int
    source: str
    picture: str | None
    file: str | None
    question: str
    answer: str
    wrong_answer: str | None
    strategy: str | None
    engine: str | None
    engine_version: str
    template: str
    asked_at: str
    contested_at: str
    program: str


def contest_items(path: Path, *, busy_timeout_s: float = BUSY_TIMEOUT_S) -> Iterator[ContestItem]:
    """The items of the log at a path, the oldest first; none where there is no log.

    Raises StorageError where it cannot be read.
    """
    try:
        database = open_log(path, busy_timeout_s=busy_timeout_s, may_create=False)
    except LogMissingError:
        return
    pictures = PictureFolder.beside(path)
    try:
        with storage_errors(path):
            for picture, *cells in database.execute(_SELECT):
                found = pictures.find(picture) if picture else None
                file = None if found is None else str(found)
                yield ContestItem(SCHEMA_VERSION, SOURCE, picture, file, *cells)
    finally:
        database.close()


def write_items(items: Iterable[ContestItem], stream: TextIO) -> int:
    """One JSON object a line; how many."""
    count = 0
    for item in items:
        stream.write(json.dumps(asdict(item), ensure_ascii=False) + "\n")
        count += 1
    return count
