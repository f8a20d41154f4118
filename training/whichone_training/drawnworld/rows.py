"""The drawn world as an AQuA project: the same rows as `whichone-data aqua` writes.

    levels.jsonl    one `LevelRow` a picture, from the boxes as drawn
    pairs.jsonl     one `PairRow` a question
    clarify.jsonl   one `ClarifyRow` for each question back that a hint follows
    pictures/       the pictures as PNG

An abstaining item keeps the number of the level that its question would have had in a clear
picture (0 where the saliency rule gives none), with the strategy abstain.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from whichone_core.errors import StorageError
from whichone_core.picture.saliency import DEFAULT_RULE, corners, salient
from whichone_core.types.strategies import Strategy
from whichone_core.version import __version__
from whichone_data.aqua.clarifying import ClarifyRow
from whichone_data.aqua.levels import LEVELS, Confusable, Crowds
from whichone_data.aqua.schema import BoxRow, LevelRow, PairRow, ReadingRow, Row
from whichone_data.aqua.templates import Kind
from whichone_data.project import Project, open_project

from .items import Item, Turn

VERSION = "drawn world 5"
"""Goes up with every change of what is drawn or said: data sets are then made again."""

READING = ReadingRow(
    rule=DEFAULT_RULE,
    crowds=Crowds.DROP,
    confusable=Confusable.ANY,
    only=(),
    without=(),
    least_share=0.0,
)


def level_row(item: Item, picture: str, side: int, seed: int) -> LevelRow:
    """What is in the picture, and its level."""
    things = item.scene.things
    shown = salient(corners([thing.box for thing in things]))
    boxes = tuple(
        BoxRow(
            id=place,
            category=thing.look.kind,
            left=thing.box.left,
            top=thing.box.top,
            right=thing.box.right,
            bottom=thing.box.bottom,
            saliency=float(item.scene.scores[place]),
            is_salient=bool(shown[place]),
            is_crowd=False,
        )
        for place, thing in enumerate(things)
    )
    is_named = item.gold.strategy is Strategy.DIRECT and bool(item.referents)
    return LevelRow(
        source=VERSION,
        picture=picture,
        file=f"{picture}.png",
        width=side,
        height=side,
        level=_level(item),
        strategy=item.gold.strategy,
        boxes=boxes,
        target=item.referents[0] if is_named else None,
        reading=READING,
        seed=seed,
        annotations=hashlib.sha256(VERSION.encode()).hexdigest(),
        program=__version__,
    )


def pair_row(item: Item, picture: str, seed: int) -> PairRow:
    """The question and its answer."""
    things = item.scene.things
    return PairRow(
        source=VERSION,
        picture=picture,
        file=f"{picture}.png",
        level=_level(item),
        strategy=item.gold.strategy,
        kind=item.gold.kind,
        question=item.question,
        answer=item.answer,
        referents=item.referents,
        colours=tuple(things[place].look.colour for place in item.referents),
        generator=VERSION,
        seed=seed,
        program=__version__,
    )


def clarify_row(item: Item, picture: str, second: Turn) -> ClarifyRow:
    """The question back, the hint, and what is right after it."""
    hint = second.hint.removeprefix("I mean ").rstrip(".")
    named = hint[0].lower() + hint[1:]
    (look,) = second.gold.looks
    is_colour = second.gold.kind is Kind.COLOUR
    return ClarifyRow(
        source=VERSION,
        picture=picture,
        file=f"{picture}.png",
        kind=second.gold.kind,
        question=item.question,
        asked_back=item.answer,
        hint=second.hint,
        resolved=f"What colour is {named}?" if is_colour else f"What is {named}?",
        answer=second.answer,
        fact=look.colour if is_colour else look.kind,
        generator=VERSION,
        program=__version__,
    )


def write_project(folder: Path, items: Sequence[Item], side: int, seed: int) -> Project:
    """Draw and write everything.  Raises StorageError, InputError."""
    settings = {"kind": "aqua", "annotations": VERSION}
    project = open_project(folder, settings | {"pictures": str((folder / "pictures").resolve())})
    names = [f"{number:06d}" for number in range(len(items))]
    numbered = list(zip(items, names, strict=True))
    for item, name in numbered:
        _write_picture(folder / "pictures" / f"{name}.png", item, side)
    project.write_rows("levels", _dumped(level_row(i, n, side, seed) for i, n in numbered))
    project.write_rows("pairs", _dumped(pair_row(i, n, seed) for i, n in numbered))
    turns = (clarify_row(i, n, i.second) for i, n in numbered if i.second is not None)
    project.write_rows("clarify", _dumped(turns))
    return project


def digest(items: Iterable[Item]) -> str:
    """SHA-256 (hex) of what is asked and answered: tells two data sets apart."""
    lines = (f"{item.scene.seed}\t{item.question}\t{item.answer}\n" for item in items)
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def _level(item: Item) -> int:
    level = item.scene.level if item.gold.strategy is Strategy.ABSTAIN else item.gold.strategy
    return LEVELS.index(level) if level in LEVELS and item.referents else 0


def _dumped(rows: Iterable[Row]) -> Iterable[dict[str, Any]]:
    return (row.model_dump(mode="json") for row in rows)


def _write_picture(path: Path, item: Item, side: int) -> None:
    from PIL import Image

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        Image.fromarray(item.picture(side)).save(path)
    except OSError as error:
        raise StorageError(
            f"{path} can't be written.",
            remedy="Choose a folder that you may write in.",
            cause=str(error),
        ) from error
