"""`whichone-data aqua split` and `publish`: train and test, and the folder to give on."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from whichone_core.errors import InputError, StorageError

from ..page import markdown_table
from ..project import Project
from .generate import Generation, current_pairs
from .licences import credits_of
from .publishing import published_rows, write_folder
from .schema import PairRow
from .splits import Dealt, dealt, grouped, split_table

SPLIT_LINE = "train and test, as many of each level, no picture in both"
PUBLISH_LINE = "a folder for load_dataset, with data card, Croissant metadata and licences"


def add_split(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add("--output", type=Path, required=True, help="project folder that has questions")
    add("--pictures", type=Path, help="folder of the pictures (the one of the levels)")
    add("--per-level", type=int, help="how many of each level each split gets (half of all)")
    add("--balanced", action="store_true", help="no level gets more than the rarest has")
    add("--seed", type=int, default=0, help="of the dealing (0)")
    add("--dry-run", action="store_true", help="deal, but write nothing")
    command.set_defaults(run=split)


def add_publish(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add("--output", type=Path, required=True, help="project folder that was split")
    add("--title", default="AQuA, rebuilt", help="of the data set")
    add("--licences", type=Path, help="COCO's JSON or Open Images' CSV of pictures (annotations)")
    add("--copy-pictures", action="store_true", help="put them in too; mind their licences")
    command.set_defaults(run=publish)


def split(arguments: argparse.Namespace) -> int:
    """Deal what the filters kept, or all pairs where nothing was filtered."""
    generation = Generation(arguments.output, arguments.pictures)
    pairs = kept_pairs(generation)
    group_of = grouped(pairs, generation.folder)
    some = dealt(pairs, group_of, arguments.per_level, arguments.seed, arguments.balanced)
    table = split_table(some)
    _say("\n".join([table.caption, "", markdown_table(table), *table.notes, ""]))
    if arguments.dry_run:
        _say("Nothing was written.")
        return 0
    project = generation.project
    project.write_rows("splits", map(_row, some))
    _say(f"Kept in {project.folder / 'splits.jsonl'}.")
    return 0


def kept_pairs(generation: Generation) -> list[PairRow]:
    """What the filters kept, or all pairs where nothing was filtered.

    Raises InputError where there are none, or other pairs were filtered than there are now.
    """
    pairs = current_pairs(generation)
    if not (generation.output / "kept.jsonl").exists():
        _say("The pairs weren't filtered: all of them are dealt.")
        return pairs
    known = {(pair.picture, pair.level, pair.question, pair.answer) for pair in pairs}
    kept = [_pair(row) for row in generation.project.read_rows("kept")]
    if not {(pair.picture, pair.level, pair.question, pair.answer) for pair in kept} <= known:
        raise InputError(
            "What the filters kept are other pairs than there are now.",
            remedy="Run whichone-data aqua filter again.",
        )
    return kept


def _row(each: Dealt) -> dict[str, object]:
    return {"split": each.split, "group": each.group, "pair": each.pair.model_dump(mode="json")}


def dealt_of(project: Project) -> list[Dealt]:
    """The pairs as they were dealt.  Raises StorageError where they are damaged."""
    rows = project.read_rows("splits")
    return [Dealt(_pair(row.get("pair")), row["split"], row["group"]) for row in rows]


def _pair(row: object) -> PairRow:
    try:
        return PairRow.model_validate(row)
    except ValidationError as error:
        raise StorageError(
            "The project's pairs are damaged, or of another version.",
            remedy="Run whichone-data aqua filter and split again.",
            cause=str(error),
        ) from error


def publish(arguments: argparse.Namespace) -> int:
    """Write the folder to give on."""
    generation = Generation(arguments.output)
    project = generation.project
    some = dealt_of(project)
    if not some:
        raise InputError(
            f"{arguments.output} was not split.", remedy="Run whichone-data aqua split first."
        )
    licences = arguments.licences or Path(project.settings["annotations"])
    lines = published_rows(some, generation.levels, _credits(licences))
    pictures = generation.folder if arguments.copy_pictures else None
    folder = write_folder(
        project, arguments.title, lines, generation.levels, split_table(some), pictures
    )
    unknown = sum(line["picture_licence"] == "unknown" for some in lines.values() for line in some)
    if unknown:
        _say(f"{unknown} rows have pictures of unknown licence: name a file with --licences.")
    _say(f"{sum(map(len, lines.values()))} rows in {folder}.")
    return 0


def _credits(path: Path) -> dict[str, Any]:
    # Open Images' boxes tell no licences; its CSV of pictures does.
    found = credits_of(path) if path.suffix.lower() != ".csv" or "image" in path.name else {}
    return dict(found)


def _say(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")
