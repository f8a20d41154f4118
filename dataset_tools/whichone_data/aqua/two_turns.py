"""How an assistant did over two turns: a question back first, then the fact after the hint.

An item passes where the first answer's style asks back and the second is right (the paper's
80 and 73 of 100).  By rules (`clarifying.two_turns`), or by a model: the first turn from its
words alone (`prompts.STRATEGY`), the second with the picture and the right answer
(`prompts.SECOND_TURN`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import BaseModel

from ..llm.answers import Reply
from ..llm.orders import Order
from ..tables import Cell, Column, Row, Table, Unit
from .clarifying import ClarifyRow, two_turns
from .judging import Style
from .prompts import SECOND_TURN, STRATEGY
from .schema import LevelRow

PAPER = "The paper: its tuned Qwen2.5-VL-3B passes 80 of 100, its tuned InternVL3-2B 73."
ASKS_BACK = "level_3"


class Second(BaseModel):
    """What a model says of an answer after the hint."""

    reason: str
    verdict: Literal["right", "wrong", "unknown"]


@dataclass(frozen=True, slots=True)
class Turns:
    """An item with an assistant's two answers."""

    item: ClarifyRow
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class Judged:
    """Verdicts on both turns; None where there is none (yet).  reason: a model's."""

    turns: Turns
    asked_back: bool | None
    is_right: bool | None
    reason: str = ""

    @property
    def passes(self) -> bool:
        return bool(self.asked_back) and bool(self.is_right)

    @property
    def is_whole(self) -> bool:
        return self.asked_back is not None and self.is_right is not None

    def as_row(self) -> dict[str, object]:
        turns = self.turns
        return {
            "picture": turns.item.picture,
            "first": turns.first,
            "second": turns.second,
            "asked_back": self.asked_back,
            "is_right": self.is_right,
            "passes": self.passes,
            "reason": self.reason,
        }


def by_rules(turns: Sequence[Turns], pictures: dict[str, LevelRow]) -> list[Judged]:
    """Without a model; pictures: the drawn ones by name.  An item that a model wrote has no
    fact to look for: its second turn gets no verdict."""
    found = []
    for each in turns:
        said = two_turns(each.item, each.first, each.second, pictures[each.item.picture])
        found.append(Judged(each, said.asked_back, said.is_right))
    return found


def orders_of(turns: Sequence[Turns], folder: Path, side: int) -> list[Order]:
    """Two for each item: the first turn from its words alone, the second with the picture."""
    found = []
    for each in turns:
        item = each.item
        told = (
            f"Question: {item.question}\nQuestion back: {each.first}\nHint: {item.hint}\n"
            f"Question as it stands: {item.resolved}\nRight answer: {item.answer}\n"
            f"Answer: {each.second}"
        )
        found.append(Order(item.picture, STRATEGY, f"Answer: {each.first}", Style))
        found.append(Order(item.picture, SECOND_TURN, told, Second, folder / item.file, side))
    return found


def by_model(turns: Sequence[Turns], replies: Sequence[Reply | None]) -> list[Judged]:
    """replies: two for each item, as ordered.  Unknown is not right."""
    found = []
    for place, each in enumerate(turns):
        first, second = replies[2 * place : 2 * place + 2]
        style = first.value(Style) if first else None
        verdict = second.value(Second) if second else None
        found.append(
            Judged(
                each,
                None if style is None else style.shows == ASKS_BACK,
                None if verdict is None else verdict.verdict == "right",
                verdict.reason if verdict else "",
            )
        )
    return found


def turns_table(judged: Sequence[Judged]) -> Table:
    """How many passed; items without both verdicts are counted apart."""
    whole = [each for each in judged if each.is_whole]
    passed = sum(each.passes for each in whole)
    cells = (
        Cell(len(judged)),
        Cell(sum(bool(each.asked_back) for each in judged)),
        Cell(sum(bool(each.is_right) for each in judged)),
        Cell(passed),
        Cell(100 * passed / len(whole) if whole else None),
        Cell(len(judged) - len(whole)),
    )
    columns = (
        Column("items", Unit.COUNT),
        Column("asked back", Unit.COUNT),
        Column("right after the hint", Unit.COUNT),
        Column("passed both", Unit.COUNT),
        Column("passed, of those judged", Unit.PERCENT),
        Column("no verdict", Unit.COUNT),
    )
    rows = (Row("two turns", cells),)
    return Table("two-turns", "Two turns as judged", "What", columns, rows, (PAPER,))
