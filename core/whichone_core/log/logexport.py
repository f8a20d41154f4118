"""Writes the log out: JSON lines for programs, CSV for spreadsheets.

JSON lines hold everything.  CSV holds what fits a table; its cells cannot start a formula
(a label that reads "=HYPERLINK(...)" may have been photographed), and its file starts with
a byte order mark, without which Excel misreads everything beyond ASCII.
"""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from whichone_core.catalogue import _
from whichone_core.errors import StorageError
from whichone_core.log.logreader import LoggedTurn
from whichone_core.types.strategies import Strategy

FORMULA_STARTS = tuple("=+-@＝＋－＠")
Cell = str | int | float | None


def write_jsonl(turns: Iterable[LoggedTurn], stream: TextIO) -> int:
    """One JSON object a line; how many."""
    count = 0
    for turn in turns:
        stream.write(json.dumps(turn.as_plain(), ensure_ascii=False) + "\n")
        count += 1
    return count


def write_csv(turns: Iterable[LoggedTurn], stream: TextIO) -> int:
    """One row a turn, after a row of names; how many turns."""
    count = 0
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow(HEAD)
    for turn in turns:
        writer.writerow(safe(cell) for cell in _cells(turn))
        count += 1
    return count


HEAD = (
    "id", "session", "asked_at", "question", "reply", "strategy", "reason", "text", "options",
    "retake", "error", "engine", "engine_version", "template", "program",
    *(f"p_{strategy}" for strategy in Strategy),
    "total_ms", "picture", "picture_file",
)  # fmt: skip


def _cells(turn: LoggedTurn) -> Iterator[Cell]:
    yield from (turn.id, turn.session, turn.asked_at.isoformat(), turn.question, turn.reply)
    yield from (turn.strategy, turn.reason, turn.text)
    yield "; ".join(option["text"] for option in turn.options or ())
    yield from (turn.retake, turn.error)
    yield from (turn.engine, turn.engine_version, turn.template, turn.program)
    yield from ((turn.probabilities or {}).get(strategy) for strategy in Strategy)
    yield None if turn.timings_ms is None else turn.timings_ms.get("total")
    yield turn.picture
    yield None if turn.picture_file is None else str(turn.picture_file)


def safe(cell: Cell) -> Cell:
    """Text that a spreadsheet cannot take for a formula (OWASP, CSV injection)."""
    if not isinstance(cell, str):
        return cell
    start = cell.lstrip()[:1]
    is_risky = start in FORMULA_STARTS or cell[:1] in ("\t", "\r", "\n")
    return f"'{cell}" if cell and is_risky else cell


@contextmanager
def new_file(path: Path, *, encoding: str) -> Iterator[TextIO]:
    """A file that is complete or not there: written beside its place, then moved onto it.

    A link is followed.  A folder, pipe or device is refused: moving a file onto /dev/null
    would take that away from the whole machine.  Raises StorageError.
    """
    try:
        target = Path(os.path.realpath(path))
        if target.exists() and not target.is_file():
            raise _not_a_file(path)
        part = target.with_name(f".{target.name}.{os.getpid()}.part")
        try:
            with part.open("w", encoding=encoding, newline="") as stream:
                yield stream
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
    except (OSError, ValueError) as error:  # ValueError: a name with NUL in it
        raise StorageError(
            _("{path} could not be written.", path=path),
            remedy=_("Check the folder and the space on the disk."),
            cause=str(error),
        ) from error


def _not_a_file(path: Path) -> StorageError:
    return StorageError(
        _("{path} is a folder, a pipe or a device, not a file.", path=path),
        remedy=_("Give the name of a file, or none for standard output."),
    )
