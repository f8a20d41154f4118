"""The pairs of AQuA projects: which are learnt from, and which are only measured on.

What `whichone-data aqua split` dealt to its test is never learnt, and what the filters dropped
is in neither.  Further projects may join (`data.more`), as questions that can't be answered do:
AQuA itself has none (they are the fifth strategy here, as in VizWiz).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from whichone_core.errors import InputError
from whichone_core.types.strategies import Strategy
from whichone_data.aqua.schema import PairRow, read_pairs
from whichone_data.aqua.split_command import dealt_of
from whichone_data.project import Project, open_project

from .recipe import Data

KEPT = "kept"
"""The rows that the filters leave."""


class Part(StrEnum):
    """What a project was dealt into."""

    TRAIN = "train"
    TEST = "test"


@dataclass(frozen=True, slots=True)
class Photo:
    """One pair, and where its picture is."""

    row: PairRow
    path: Path


def photos(folder: Path, part: Part) -> list[Photo]:
    """The pairs of that part; all that were kept where the project was not split.

    Raises StorageError, InputError where there is no such project.
    """
    project = open_project(folder, {"kind": "aqua"})
    pictures = folder / project.settings.get("pictures", ".")
    return [Photo(row, pictures / row.file) for row in _rows(project, part)]


def is_split(folder: Path) -> bool:
    """Whether its pairs were dealt into train and test."""
    return (folder / "splits.jsonl").is_file()


def learnt_photos(data: Data, seed: int) -> Mapping[Strategy, list[Photo]]:
    """What a recipe may learn and validate on, by strategy, each in an order of the seed.

    Raises InputError where the recipe names no project.
    """
    return _by_strategy(_all(data, Part.TRAIN), seed)


def tested_photos(data: Data, seed: int) -> Mapping[Strategy, list[Photo]]:
    """What a recipe is measured on.  Raises InputError where a project was not split."""
    for folder in _folders(data):
        if not is_split(folder):
            raise InputError(
                f"{folder} was not split, so nothing of it is left to measure on.",
                remedy="Run whichone-data aqua split there, and train again.",
            )
    return _by_strategy(_all(data, Part.TEST), seed)


def _rows(project: Project, part: Part) -> list[PairRow]:
    if is_split(project.folder):
        return [each.pair for each in dealt_of(project) if each.split == part]
    is_filtered = (project.folder / f"{KEPT}.jsonl").is_file()
    return read_pairs(project, KEPT if is_filtered else "pairs")


def _folders(data: Data) -> list[Path]:
    if data.folder is None:
        raise InputError(
            "The recipe names no AQuA project.", remedy="Set data.folder to its folder."
        )
    return [data.folder, *data.more]


def _all(data: Data, part: Part) -> list[Photo]:
    return [photo for folder in _folders(data) for photo in photos(folder, part)]


def _by_strategy(found: Sequence[Photo], seed: int) -> Mapping[Strategy, list[Photo]]:
    """Each in an order that depends on the seed and the picture's name alone."""

    def key(photo: Photo) -> bytes:
        return hashlib.blake2b(f"{seed}/{photo.row.picture}".encode()).digest()

    ordered = sorted(found, key=key)
    there = [s for s in Strategy if any(photo.row.strategy is s for photo in found)]
    return {s: [photo for photo in ordered if photo.row.strategy is s] for s in there}
