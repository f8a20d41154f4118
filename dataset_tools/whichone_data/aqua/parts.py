"""A project in parts, for many machines: each part is a project of its own.

`cut` deals the drawn pictures to parts; any number of workers (a job array, `workers.py`) then run
`generate` and `filter` on them, each part by one worker at a time; `joined` puts the rows
together in the order of the whole.  As wordings follow from seed and picture, and answers of
models are kept in each part, the result is that of one process, and a worker that was killed
is run again on its part and pays for nothing twice.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from whichone_core.errors import InputError

from ..llm.answers import kept_answers
from ..project import Project, open_project
from ..state import STATE
from .filtering import outcomes_of, write_page
from .generate import Generation
from .schema import LevelRow
from .steps import KIND

JOINED = ("pairs", "pairs-anomalies", "pairs-skipped", "kept", "dropped")


def part_of(row: LevelRow, count: int) -> int:
    """Which part a picture belongs to: by a hash of its name, so that it never moves."""
    digest = hashlib.blake2b(row.picture.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") % count


def part_folders(folder: Path, count: int) -> list[Path]:
    return [folder / f"part-{place:04d}" for place in range(count)]


def cut(generation: Generation, folder: Path, count: int) -> list[Path]:
    """Write the parts' projects and give their folders.  A part that is there keeps what it
    has: its drawn pictures are written anew.  Raises StorageError."""
    rows: list[list[LevelRow]] = [[] for _ in range(count)]
    for row in generation.levels:
        rows[part_of(row, count)].append(row)
    folders = part_folders(folder, count)
    for path, some in zip(folders, rows, strict=True):
        project = open_project(path, dict(generation.project.settings))
        project.write_rows("levels", (row.model_dump(mode="json") for row in some))
    return folders


def joined(generation: Generation, folder: Path) -> dict[str, int]:
    """Put the parts' rows into the whole project, and their kept answers; gives the number of
    rows of each name.

    Raises InputError where there are no parts, one isn't done, or they are another project's.
    """
    paths = sorted(folder.glob("part-*"))
    place_of = {row.picture: place for place, row in enumerate(generation.levels)}
    parts = [open_project(path, {"kind": KIND}) for path in paths]
    _check(parts, place_of)
    counts = {}
    for name in JOINED:
        rows = [row for part in parts for row in part.read_rows(name)]
        # Where no part has them, the step wasn't run: no empty file says that it was.
        if any((part.folder / f"{name}.jsonl").exists() for part in parts):
            rows.sort(key=lambda row: place_of[row["picture"]])
            generation.project.write_rows(name, rows)
            counts[name] = len(rows)
    for part in parts:
        if (part.folder / STATE).exists():
            _take_answers(part, generation.project)
    if "kept" in counts:
        write_page(generation.project, outcomes_of(generation.project))
    generation.project.finish("generate", f"joined from {len(parts)} parts")
    return counts


def _check(parts: list[Project], place_of: dict[str, int]) -> None:
    if not parts:
        raise InputError("There are no parts.", remedy="Run whichone-data aqua cut first.")
    found = [row["picture"] for part in parts for row in part.read_rows("levels")]
    if sorted(found) != sorted(place_of):
        raise InputError(
            "The parts hold other pictures than the project.",
            remedy="Run whichone-data aqua cut again, into an empty folder.",
        )
    for name in ("pairs", "kept"):
        has_it = [(part.folder / f"{name}.jsonl").exists() for part in parts]
        if not all(has_it) and (name == "pairs" or any(has_it)):
            lacking = parts[has_it.index(False)].folder
            raise InputError(
                f"{lacking} is not done: it has no {name}.",
                remedy="Run whichone-data aqua generate, and filter, on each part.",
            )


def _take_answers(part: Project, whole: Project) -> None:
    with kept_answers(part.folder) as answers, kept_answers(whole.folder) as all_:
        for reply in answers.all():
            all_.put(reply)
