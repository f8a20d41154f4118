"""The first step of an AQuA project: annotations in, sampled pictures with their levels out.

The step keeps `levels.jsonl` (one row a sampled picture), `anomalies.jsonl`, its tables, and a
page with a plot.  It is done again only when the annotations, the pictures that are there, the
program or an option changed; every file is written whole, so a killed run is just run again.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path

from pydantic import ValidationError
from whichone_core.errors import InputError
from whichone_core.version import __version__

from ..page import Page, Section, as_html, as_markdown
from ..project import Project, open_project
from ..tables import ROWS, Table
from . import coco, open_images
from .boxes import Annotations, Anomaly
from .counts import anomaly_table, count_tables, level_plot, sample_table
from .levels import LEVELS, Levelled, Reading, levelled
from .sampling import Draw, Sample, drawn
from .schema import BoxRow, LevelRow, ReadingRow

KIND = "aqua"
STEP = "levels"
TABLES = f"{STEP}-tables"


@dataclass(frozen=True)
class Plan:
    """What the levels of a project are made from.

    annotations: COCO's instances JSON, or Open Images' box CSV (by its suffix).
    classes: names of Open Images' labels.  pictures: the folder of the pictures, or None.
    per_level: how many to draw for each level; None for all.
    """

    annotations: Path
    output: Path
    classes: Path | None = None
    pictures: Path | None = None
    reading: Reading = field(default_factory=Reading)
    per_level: int | None = None
    seed: int = 0

    @cached_property
    def project(self) -> Project:
        settings = {"kind": KIND, "annotations": str(self.annotations.resolve())}
        if self.pictures is not None:
            settings["pictures"] = str(self.pictures.resolve())
        return open_project(self.output, settings)

    @cached_property
    def annotations_digest(self) -> str:
        return file_digest(self.annotations)

    @cached_property
    def files(self) -> frozenset[str] | None:
        """Names of the pictures that are there, from their folder on ("train2017/1.jpg"); None
        where no folder was named."""
        if self.pictures is None:
            return None
        if not self.pictures.is_dir():
            raise InputError(
                f"The folder of the pictures, {self.pictures}, can't be read.",
                remedy="Name the folder that holds the picture files.",
            )
        return frozenset(
            (Path(folder) / name).relative_to(self.pictures).as_posix()
            for folder, _, names in os.walk(self.pictures)
            for name in names
        )

    @property
    def digest(self) -> str:
        """What the step depends on."""
        options = [asdict(self.reading), self.per_level, self.seed, sorted(self.files or ())]
        text = json.dumps([__version__, self.files is None, *options])
        classes = file_digest(self.classes) if self.classes else "none"
        return f"{self.annotations_digest}, {classes}, {hashlib.sha256(text.encode()).hexdigest()}"


@dataclass(frozen=True, eq=False)
class Result:
    """What the step made, before anything is written."""

    rows: tuple[LevelRow, ...]
    anomalies: tuple[Anomaly, ...]
    tables: tuple[Table, ...]


def file_digest(path: Path) -> str:
    """SHA-256 of a file.  Raises InputError where it can't be read."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise InputError(
            f"The file {path} can't be read.", remedy="Name a file that is there.", cause=str(error)
        ) from error


def load(plan: Plan) -> Annotations:
    """The annotations of a plan.  Raises InputError."""
    if plan.annotations.suffix.lower() == ".csv":
        return open_images.load_open_images(plan.annotations, plan.classes, plan.pictures)
    return coco.load_coco(plan.annotations)


def made(plan: Plan) -> Result:
    """Read, count, draw; writes nothing.  Raises InputError."""
    annotations = load(plan)
    found = levelled(annotations, plan.reading)
    sample = drawn(annotations, found, plan.per_level, plan.seed, plan.files)
    anomalies = (*annotations.anomalies, *sample.anomalies)
    tables = (
        *count_tables(annotations, plan.reading),
        sample_table(sample, plan.per_level),
        anomaly_table(anomalies),
    )
    return Result(_rows(plan, annotations, found, sample), anomalies, tables)


def write(plan: Plan, result: Result) -> None:
    """Keep a result in the project.  Raises StorageError."""
    project = plan.project
    project.write_rows("anomalies", (anomaly.as_row() for anomaly in result.anomalies))
    project.write_rows(STEP, (row.model_dump(mode="json") for row in result.rows))
    project.write_rows(TABLES, (ROWS.dump_python(table, mode="json") for table in result.tables))
    _write_page(plan, result.tables)
    project.finish(STEP, plan.digest)


def kept_tables(plan: Plan) -> list[Table] | None:
    """The tables of the step where it was done on just this plan and can be read, else None."""
    if not plan.project.is_done(STEP, plan.digest) or not _is_whole(plan.project):
        return None
    try:
        return [ROWS.validate_python(row) for row in plan.project.read_rows(TABLES)]
    except ValidationError:
        return None


def _is_whole(project: Project) -> bool:
    names = ("anomalies.jsonl", f"{STEP}.jsonl", f"{TABLES}.jsonl", "levels.html")
    return all((project.folder / name).is_file() for name in names)


def _rows(
    plan: Plan, annotations: Annotations, found: Levelled, sample: Sample
) -> tuple[LevelRow, ...]:
    boxes = annotations.boxes
    place_of = {number: place for place, number in enumerate(found.boxes.ids.tolist())}
    starts = boxes.picture.searchsorted([draw.picture for draw in sample.draws])
    ends = boxes.picture.searchsorted([draw.picture for draw in sample.draws], side="right")
    rows = []
    for draw, start, end in zip(sample.draws, starts.tolist(), ends.tolist(), strict=True):
        inside = [_box(annotations, found, row, place_of) for row in range(start, end)]
        rows.append(_row(plan, annotations, draw, inside))
    return tuple(rows)


def _box(annotations: Annotations, found: Levelled, row: int, place_of: dict[int, int]) -> BoxRow:
    boxes = annotations.boxes
    number = int(boxes.ids[row])
    place = place_of.get(number)
    left, top, right, bottom = (round(edge, 6) for edge in boxes.corners[row].tolist())
    return BoxRow(
        id=number,
        category=annotations.categories[boxes.category[row]],
        left=left,
        top=top,
        right=right,
        bottom=bottom,
        saliency=None if place is None else round(min(1.0, float(found.score[place])), 6),
        is_salient=place is not None and bool(found.is_salient[place]),
        is_crowd=bool(boxes.is_crowd[row]),
    )


def _row(plan: Plan, annotations: Annotations, draw: Draw, boxes: Sequence[BoxRow]) -> LevelRow:
    pictures = annotations.pictures
    width, height = (int(side) or None for side in pictures.sizes[draw.picture])
    return LevelRow(
        source=annotations.source,
        picture=pictures.ids[draw.picture],
        file=pictures.files[draw.picture],
        width=width,
        height=height,
        level=draw.level,
        strategy=LEVELS[draw.level],
        boxes=tuple(boxes),
        target=None if draw.target is None else int(annotations.boxes.ids[draw.target]),
        reading=ReadingRow(**asdict(plan.reading)),
        seed=plan.seed,
        annotations=plan.annotations_digest,
        program=__version__,
    )


def _write_page(plan: Plan, tables: Sequence[Table]) -> None:
    plot, svg = level_plot(next(table for table in tables if table.key == "levels"))
    reading = plan.reading
    opening = (
        f"Counted by WhichOne {__version__} from {plan.annotations.name}, rule "
        f"{reading.rule.value}, crowds: {reading.crowds.value}, confusable: "
        f"{reading.confusable.value}, seed {plan.seed}.",
    )
    counted, rest = tuple(tables[:3]), tuple(tables[3:])
    sections = (
        Section("Every reading side by side", (), counted, (plot,)),
        Section("What was drawn and what was left out", (), rest),
    )
    page = Page("AQuA's levels", opening, sections)
    plan.project.write_text(plot.file, svg)
    plan.project.write_text("levels.md", as_markdown(page))
    plan.project.write_text("levels.html", as_html(page))
