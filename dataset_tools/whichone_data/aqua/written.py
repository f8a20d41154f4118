"""Questions and answers by a language model: one order for each drawn picture, and its pair.

The model sees the picture, and in words which things are annotated and stand out; the level's
prompt tells what question and answer must and must not do (`prompts.py`).  It may say none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel
from whichone_core.answering.grammar import noun
from whichone_core.errors import InputError
from whichone_core.picture.places import place_of
from whichone_core.version import __version__

from ..llm.answers import Reply
from ..llm.orders import Order
from .generate import Generation, referents_of
from .prompts import GENERATE
from .schema import LevelRow, PairRow
from .templates import Kind

NONE = "none"


class Written(BaseModel):
    """What the model writes; both are the word none where it can't."""

    kind: Kind
    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class Skip:
    """A picture without a pair, and why."""

    picture: str
    why: str

    def as_row(self) -> dict[str, str]:
        return {"picture": self.picture, "why": self.why}


def marked_things(row: LevelRow, tells_referents: bool = True) -> str:
    """A picture's boxes in words: what, where, and what stands out, where that may be told."""
    referents = {box.id for box in referents_of(row)} if tells_referents else set()
    what = "the target" if row.level == 0 else "stands out"
    lines = [
        f"- {noun(box.category)}, {place_of(box.box)}{f', {what}' * (box.id in referents)}"
        for box in row.boxes
        if not box.is_crowd
    ]
    return "Marked things:\n" + "\n".join(lines)


def orders_of(generation: Generation, side: int) -> list[Order]:
    """One for each drawn picture.  Raises InputError where the pictures' folder isn't known."""
    folder = picture_folder(generation)
    return [
        Order(
            row.picture, GENERATE[row.level], marked_things(row), Written, folder / row.file, side
        )
        for row in generation.levels
    ]


def picture_folder(generation: Generation) -> Path:
    """Where a model's pictures are.  Raises InputError."""
    if generation.folder is None:
        raise InputError(
            "A language model needs the pictures.",
            remedy="Name the folder that holds the picture files with --pictures.",
        )
    return generation.folder


def pairs_of(
    rows: Sequence[LevelRow], replies: Iterable[Reply | None], seed: int
) -> tuple[list[PairRow], list[Skip]]:
    """The pairs of all answered orders, and the skips; what wasn't asked is in neither."""
    pairs, skips = [], []
    for row, reply in zip(rows, replies, strict=True):
        if reply is None:
            continue
        written = reply.value(Written)
        if written is None:
            skips.append(Skip(row.picture, f"{reply.status.value}: {reply.text}"))
        elif _is_none(written.question) or _is_none(written.answer):
            skips.append(Skip(row.picture, "the model said none"))
        else:
            pairs.append(_pair(row, reply, written, seed))
    return pairs, skips


def _is_none(text: str) -> bool:
    return text.strip().strip(".\"'").lower() in ("", NONE)


def _pair(row: LevelRow, reply: Reply, written: Written, seed: int) -> PairRow:
    return PairRow(
        source=row.source,
        picture=row.picture,
        file=row.file,
        level=row.level,
        strategy=row.strategy,
        kind=written.kind,
        question=written.question.strip(),
        answer=written.answer.strip(),
        referents=tuple(box.id for box in referents_of(row)),
        colours=(),
        generator=f"{reply.model} ({reply.served}), {reply.prompt}",
        seed=seed,
        program=__version__,
    )
