"""How well a metric follows what people think: Pearson's correlation with human scores.

The paper's human scores were not released; a reader's own come as a CSV file with the
columns writer, row and score.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from whichone_core.errors import InputError

from ..finite import finite
from ..tables import Cell, Column, Row, Table, Unit
from .scores import COLUMNS, Score

COLUMN_NAMES = {"writer", "row", "score"}


@dataclass(frozen=True, slots=True)
class Correlation:
    """Pearson's r (-1 to 1), its two-sided p, and the number of pairs."""

    r: float
    p: float
    pairs: int


def pearson(xs: Sequence[float], ys: Sequence[float]) -> Correlation | None:
    """The correlation of two equally long lists; None where one never changes or pairs < 3.

    Raises ValueError where the lengths differ.
    """
    if len(xs) != len(ys):
        raise ValueError(f"{len(xs)} values against {len(ys)}")
    if len(xs) < 3 or len(set(xs)) == 1 or len(set(ys)) == 1:
        return None
    from scipy.stats import pearsonr  # type: ignore[import-untyped]

    found = pearsonr(xs, ys)
    return Correlation(float(found.statistic), float(found.pvalue), len(xs))


def read_human_scores(path: Path) -> dict[tuple[str, int], float]:
    """Scores by (writer, row); several for one answer are averaged.  Raises InputError."""
    found: dict[tuple[str, int], list[float]] = {}
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            lines = csv.DictReader(file)
            if not set(lines.fieldnames or ()) >= COLUMN_NAMES:
                raise InputError(f"{path.name} needs the columns writer, row and score.")
            for number, line in enumerate(lines, 2):
                place, score = _parsed(path, number, line)
                found.setdefault(place, []).append(score)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"{path} can't be read.", cause=str(error)) from error
    return {place: sum(scores) / len(scores) for place, scores in found.items()}


def _parsed(path: Path, number: int, line: Mapping[str, str]) -> tuple[tuple[str, int], float]:
    try:
        return (line["writer"], int(line["row"])), finite(line["score"])
    except (TypeError, ValueError, AttributeError) as error:
        raise InputError(
            f"Line {number} of {path.name} has no whole row number and score.", cause=str(error)
        ) from error


def follows_people(
    scores: Iterable[tuple[str, int, float]], human: Mapping[tuple[str, int], float]
) -> float | None:
    """Pearson's r of scores (writer, row, score) with those people gave; None where it has none."""
    pairs = [(score, human[writer, row]) for writer, row, score in scores if (writer, row) in human]
    found = pearson([a for a, _ in pairs], [b for _, b in pairs])
    return found.r if found else None


def correlation_table(scores: Iterable[Score], human: Mapping[tuple[str, int], float]) -> Table:
    """Each metric, reference and part against the human scores."""
    sets: dict[str, list[Score]] = {}
    for score in scores:
        if (score.writer, score.row) in human:
            name = f"{score.reference} reference, {score.part}"
            sets.setdefault(name, []).append(score)
    rows = tuple(
        Row(f"{name} ({len(some)})", tuple(_cells(some, human))) for name, some in sets.items()
    )
    columns = tuple(Column(column.name, Unit.CORRELATION) for column in COLUMNS)
    caption = "Correlation of the metrics with human scores"
    return Table("correlation", caption, "Reference, part", columns, rows)


def _cells(scores: Sequence[Score], human: Mapping[tuple[str, int], float]) -> Iterable[Cell]:
    wanted = [human[score.writer, score.row] for score in scores]
    for values in ([s.rouge for s in scores], [s.meteor for s in scores]):
        found = pearson(values, wanted)
        yield Cell(found.r if found else None)
