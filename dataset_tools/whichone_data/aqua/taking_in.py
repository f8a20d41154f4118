"""What people said, read back: Mechanical Turk's results, Label Studio's export, the web form.

One verdict is who said what about which task.  What can't be read is an error that names the
line; verdicts on tasks that were never given out are refused, as they are another project's.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from whichone_core.errors import InputError

from .giving_out import choices_of
from .tasks import Study, Task


@dataclass(frozen=True, slots=True)
class Said:
    """One person's verdict on one task."""

    worker: str
    task: str
    choice: str


def read_said(path: Path, study: Study, tasks: Sequence[Task]) -> list[Said]:
    """The verdicts in a file: .csv from Mechanical Turk, .json from Label Studio, .jsonl from
    the web form.  A person's last word on a task counts.  Raises InputError."""
    readers = {".csv": _turk, ".json": _label_studio, ".jsonl": _form}
    reader = readers.get(path.suffix.lower())
    if reader is None:
        raise InputError(
            f"{path.name} is no file of verdicts.",
            remedy="Name Mechanical Turk's .csv, Label Studio's .json or the form's .jsonl.",
        )
    try:
        found = list(reader(path, study))
    except (OSError, ValueError, KeyError, TypeError, IndexError, csv.Error) as error:
        raise InputError(
            f"The verdicts in {path.name} can't be read.",
            remedy="Export them again.",
            cause=f"{type(error).__name__}: {error}",
        ) from error
    _check(path, found, study, {task.id for task in tasks})
    return list({(each.worker, each.task): each for each in found}.values())


def _turk(path: Path, study: Study) -> Iterator[Said]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        for row in csv.DictReader(file, strict=True):
            if row.get("AssignmentStatus") != "Rejected":
                choice = row.get("Answer.choice") or _ticked(row, study)
                yield Said(row["WorkerId"], row["Input.task"], choice)


def _ticked(row: dict[str, str], study: Study) -> str:
    """Crowd forms give each radio button a column of its own: Answer.choice.PASS = true."""
    values = [value for value, _ in choices_of(study)]
    columns = {value: row.get(f"Answer.choice.{value}", "") for value in values}
    (ticked,) = (value for value, said in columns.items() if said.lower() == "true")
    return ticked


def _label_studio(path: Path, study: Study) -> Iterator[Said]:
    labels = {label: value for value, label in choices_of(study)}
    for task in json.loads(path.read_text(encoding="utf-8")):
        for annotation in task["annotations"]:
            if annotation.get("was_cancelled"):
                continue
            worker = annotation.get("completed_by")
            name = worker.get("email") or worker.get("id") if isinstance(worker, dict) else worker
            (chosen,) = _choices(annotation)
            yield Said(str(name), task["data"]["task"], labels.get(chosen, chosen))


def _choices(annotation: dict[str, Any]) -> list[str]:
    return [
        choice
        for result in annotation["result"]
        if result["from_name"] == "choice"
        for choice in result["value"]["choices"]
    ]


def _form(path: Path, study: Study) -> Iterator[Said]:
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        yield Said(row["worker"], row["task"], row["choice"])


def _check(path: Path, found: Sequence[Said], study: Study, known: set[str]) -> None:
    values = {value for value, _ in choices_of(study)}
    for each in found:
        if each.task not in known:
            raise InputError(
                f"{path.name} has a verdict on a task that this project never gave out.",
                remedy="Name the file of this project's tasks.",
                cause=each.task,
            )
        if each.choice not in values:
            raise InputError(
                f"{path.name} has a verdict that is none: {each.choice[:40]}.",
                remedy=f"Verdicts are {', '.join(sorted(values))}.",
            )
