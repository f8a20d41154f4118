"""The rows of an AQuA project, as they stand in its JSONL files."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from whichone_core.errors import StorageError
from whichone_core.picture.saliency import Rule
from whichone_core.types.pictures import Box
from whichone_core.types.strategies import Strategy

from ..project import Project
from .levels import Confusable, Crowds
from .templates import Kind

Fraction = Annotated[float, Field(ge=0, le=1)]
Level = Annotated[int, Field(ge=0, le=3)]


class Row(BaseModel):
    """No field more, none less."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class BoxRow(Row):
    """A box in fractions of the picture, its saliency, and what is in it.

    id: the box's id in the annotations (the line, for Open Images).
    saliency: AQuA's score under the row's rule; None for a box that the reading left out.
    """

    id: int
    category: str
    left: Fraction
    top: Fraction
    right: Fraction
    bottom: Fraction
    saliency: Fraction | None
    is_salient: bool
    is_crowd: bool

    @property
    def box(self) -> Box:
        return Box(self.left, self.top, self.right, self.bottom)


class ReadingRow(Row):
    """The reading that gave the level; see `levels.Reading`."""

    rule: Rule
    crowds: Crowds
    confusable: Confusable
    only: tuple[str, ...]
    without: tuple[str, ...]
    least_share: Fraction


class LevelRow(Row):
    """One sampled picture.

    boxes: every usable box of the picture, in the order of the file.
    target: at level 0 the id of the box that a question can name, as no other is of its kind.
    width, height: pixels, None where the annotations don't tell.
    annotations: SHA-256 of the file that the boxes are from.  program: WhichOne's version.
    """

    schema_version: Literal[1] = 1
    source: str
    picture: str
    file: str
    width: int | None
    height: int | None
    level: Level
    strategy: Strategy
    boxes: tuple[BoxRow, ...]
    target: int | None
    reading: ReadingRow
    seed: int
    annotations: str
    program: str

    @property
    def salient(self) -> tuple[BoxRow, ...]:
        """The boxes that the level was counted from."""
        return tuple(box for box in self.boxes if box.is_salient)


class PairRow(Row):
    """One question and its answer, about one picture.

    kind: what is asked for.  referents: ids of the boxes that the answer is about.
    colours: what was measured for each referent, where the pair is about colour.
    generator: what wrote it, with its version.
    """

    schema_version: Literal[1] = 1
    source: str
    picture: str
    file: str
    level: Level
    strategy: Strategy
    kind: Kind
    question: str
    answer: str
    referents: tuple[int, ...]
    colours: tuple[str, ...]
    generator: str
    seed: int
    program: str


def read_pairs(project: Project, name: str = "pairs") -> list[PairRow]:
    """The questions and answers of a project.  Raises StorageError where they are damaged.

    name: "kept" for those that the filters left.
    """
    path = project.folder / f"{name}.jsonl"
    try:
        return [PairRow.model_validate(row) for row in project.read_rows(name)]
    except ValidationError as error:
        raise StorageError(
            f"{path} is damaged, or of another version.",
            remedy="Delete it and run whichone-data aqua generate again.",
            cause=str(error),
        ) from error


def read_levels(project: Project) -> list[LevelRow]:
    """The sampled pictures of a project.  Raises StorageError where they are damaged."""
    path = project.folder / "levels.jsonl"
    try:
        return [LevelRow.model_validate(row) for row in project.read_rows("levels")]
    except ValidationError as error:
        raise StorageError(
            f"{path} is damaged, or of another version.",
            remedy="Delete it and run whichone-data aqua levels again.",
            cause=str(error),
        ) from error
