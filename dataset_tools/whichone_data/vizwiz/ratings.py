"""Reads what raters filled in, whole or not at all, and joins it with the key.

Sheets come back as CSV, workbook, or the CSV that the form saves.  A rating out of range, a rank
given twice, or a line that was not dealt is told with its file and row; nothing is guessed.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from whichone_core.errors import InputError

from ..finite import finite
from .scales import POINTS, RANK, Group, Scale
from .sheets import KEY_COLUMNS
from .workbook import read_workbook

Place = tuple[str, int, str]
"""Rater, number of the question, letter of the answer."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How one rater found one answer.  scores: by scale, those that the rater was asked."""

    rater: str
    group: Group
    number: int
    picture: str
    question: str
    condition: str
    rank: int
    scores: Mapping[Scale, int]
    seconds: float | None
    remark: str

    def as_row(self) -> dict[str, object]:
        """The rating as JSON keeps it."""
        return asdict(self)


def read_key(path: Path) -> dict[Place, tuple[str, str, str]]:
    """The condition, picture and question behind each place.  Raises InputError."""
    rows = _csv(path)
    try:
        return {
            (row["rater"], int(row["number"]), row["label"]): (
                row["condition"], row["picture"], row["question"],
            )
            for row in rows
        }  # fmt: skip
    except (KeyError, ValueError) as error:
        raise InputError(
            f"{path} is no key of a study.",
            remedy=f"Its columns are {', '.join(KEY_COLUMNS)}.",
            cause=str(error),
        ) from error


def read_ratings(paths: Iterable[Path], key: Mapping[Place, tuple[str, str, str]]) -> list[Rating]:
    """All ratings of some filled-in sheets.  Raises InputError, naming file and row."""
    found: dict[Place, Rating] = {}
    for path in paths:
        rows = read_workbook(path) if path.suffix.lower() == ".xlsx" else _csv(path)
        for number, row in enumerate(rows, 2):
            place, rating = _rating(f"Row {number} of {path.name}", row, key)
            if place in found:
                raise InputError(f"Row {number} of {path.name} was rated before.")
            found[place] = rating
    _check_ranks(found.values())
    return list(found.values())


def _csv(path: Path) -> list[Mapping[str, str]]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            return [{k: v or "" for k, v in row.items() if k} for row in csv.DictReader(file)]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"{path} can't be read.", cause=str(error)) from error


def _rating(
    where: str, row: Mapping[str, str], key: Mapping[Place, tuple[str, str, str]]
) -> tuple[Place, Rating]:
    try:
        place = (row["rater"].strip(), int(row["number"]), row["label"].strip())
        group = Group(row["group"].strip())
    except (KeyError, ValueError) as error:
        raise InputError(f"{where} lacks its rater, group, number or label.") from error
    if place not in key:
        raise InputError(f"{where} was not dealt: {place[0]}, question {place[1]}, {place[2]}.")
    condition, picture, question = key[place]
    asked = [scale for scale in Scale if scale.is_asked(group)]
    scores = {scale: _whole(where, row, scale.value, len(POINTS)) for scale in asked}
    rank = _whole(where, row, RANK, 26)
    seconds = _seconds(where, row.get("seconds", ""))
    remark = row.get("remark", "").strip()
    return place, Rating(
        place[0], group, place[1], picture, question, condition, rank, scores, seconds, remark
    )


def _whole(where: str, row: Mapping[str, str], name: str, most: int) -> int:
    text = row.get(name, "").strip()
    if not text.isdecimal() or not 1 <= int(text) <= most:
        raise InputError(f"{where} needs a whole number from 1 to {most} for {name}: '{text}'.")
    return int(text)


def _seconds(where: str, text: str) -> float | None:
    if not text.strip():
        return None
    try:
        return max(0.0, finite(text))
    except ValueError as error:
        raise InputError(f"{where} has no number of seconds: '{text}'.") from error


def _check_ranks(ratings: Iterable[Rating]) -> None:
    """Every question of a rater has the ranks 1, 2, ... once each."""
    ranks: defaultdict[tuple[str, int], list[int]] = defaultdict(list)
    for rating in ratings:
        ranks[rating.rater, rating.number].append(rating.rank)
    for (rater, number), given in ranks.items():
        if sorted(given) != list(range(1, len(given) + 1)):
            raise InputError(
                f"Rater {rater} gave the ranks {_said(given)} to question {number}.",
                remedy=f"Each of 1 to {len(given)} is needed once.",
            )


def _said(ranks: Sequence[int]) -> str:
    return ", ".join(map(str, ranks))
