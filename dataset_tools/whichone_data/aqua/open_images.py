"""Reads Open Images V7's box CSVs (`*-annotations-bbox.csv`), one line a box.

The corners are fractions already; the file tells no picture's size, which the distance from
the centre needs.  With the folder of the pictures their headers tell it, without it pictures
are taken for square (`Pictures.aspects`).  IsGroupOf is read as COCO's crowd.  Boxes have no
ids: their line in the file is used.
"""

from __future__ import annotations

import csv
from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from whichone_core.errors import InputError

from .boxes import Annotations, Boxes, Pictures, Raw, checked

SOURCE = "open-images"
CORNERS = ("XMin", "YMin", "XMax", "YMax")
NEEDED = ("ImageID", "LabelName", *CORNERS)


@dataclass(eq=False)
class _Columns:
    """Columns that grow line by line, at a tenth of the memory of rows as values."""

    pictures: dict[str, int] = field(default_factory=dict)
    categories: dict[str, int] = field(default_factory=dict)
    picture: array[int] = field(default_factory=lambda: array("q"))
    category: array[int] = field(default_factory=lambda: array("q"))
    corners: array[float] = field(default_factory=lambda: array("d"))
    crowd: array[int] = field(default_factory=lambda: array("b"))
    line: array[int] = field(default_factory=lambda: array("q"))

    def boxes(self) -> Boxes:
        return Boxes(
            np.array(self.picture, dtype=np.int64),
            np.array(self.category, dtype=np.int64),
            np.array(self.corners, dtype=np.float64).reshape(-1, 4),
            np.array(self.crowd, dtype=np.bool_),
            np.array(self.line, dtype=np.int64),
        )


def load_open_images(
    path: Path, classes: Path | None = None, pictures: Path | None = None
) -> Annotations:
    """The boxes of a CSV file.

    classes: the CSV of label and name (`class-descriptions-boxable.csv`); without it categories
    are called by their labels ("/m/01g317").  pictures: the folder of the pictures, for sizes.
    Raises InputError where a file can't be read, lacks a column, or a corner is no number.
    """
    columns = _read(path)
    names = _names(classes) if classes else {}
    ids = tuple(columns.pictures)
    files = tuple(f"{name}.jpg" for name in ids)
    listed = Pictures(ids, files, _sizes(files, pictures))
    categories = [names.get(label, label) for label in columns.categories]
    return checked(SOURCE, listed, categories, Raw(columns.boxes(), {}), False)


def _read(path: Path) -> _Columns:
    lines = _lines(path)
    head = next(lines, (0, []))[1]
    missing = [name for name in NEEDED if name not in head]
    if missing:
        raise InputError(
            f"{path.name} is not a box file of Open Images: it has no column {missing[0]}.",
            remedy="Name a file such as validation-annotations-bbox.csv.",
        )
    place = {name: head.index(name) for name in head}
    columns = _Columns()
    for number, cells in lines:
        try:
            _add(columns, place, number, cells)
        except (ValueError, IndexError) as error:
            raise InputError(
                f"Line {number} of {path.name} is not a box.",
                remedy="Get the file again.",
                cause=str(error),
            ) from error
    return columns


def _add(columns: _Columns, place: Mapping[str, int], number: int, cells: list[str]) -> None:
    corners = [float(cells[place[name]]) for name in CORNERS]
    is_group = "IsGroupOf" in place and cells[place["IsGroupOf"]] == "1"
    picture, category = cells[place["ImageID"]], cells[place["LabelName"]]
    columns.corners.extend(corners)
    columns.crowd.append(is_group)
    columns.picture.append(columns.pictures.setdefault(picture, len(columns.pictures)))
    columns.category.append(columns.categories.setdefault(category, len(columns.categories)))
    columns.line.append(number)


def _lines(path: Path) -> Iterator[tuple[int, list[str]]]:
    """The lines of a CSV file that aren't empty, with their numbers from 1."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = csv.reader(file, strict=True)
            yield from ((rows.line_num, cells) for cells in rows if cells)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError(
            f"{path.name} can't be read as CSV.",
            remedy="Name the file, or get it again.",
            cause=f"{path}: {error}",
        ) from error


def _names(path: Path) -> dict[str, str]:
    try:
        return {cells[0]: cells[1].lower() for _, cells in _lines(path)}
    except IndexError as error:
        raise InputError(f"{path.name} has a line without a label and a name.") from error


def _sizes(
    files: tuple[str, ...], folder: Path | None
) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Widths and heights, (n, 2); zeros where there is no folder or no readable picture."""
    sizes = np.zeros((len(files), 2))
    if folder is None:
        return sizes
    from PIL import Image

    for place, file in enumerate(files):
        try:
            with Image.open(folder / file) as picture:
                sizes[place] = picture.size
        except (OSError, Image.DecompressionBombError):
            continue
    return sizes
