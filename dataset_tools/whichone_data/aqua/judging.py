"""How answers of an assistant are judged: which level their style shows, and whether they hold.

Strategic accuracy is the share of answers whose style shows their question's level; an answer
whose style shows none is Unknown, counted apart and wrong.  It doesn't depend on facts.
Factual consistency is the share of grounded answers.  By a model, from the answer alone
(`prompts.STRATEGY`) and with picture and right answer (`prompts.FACTS`); without one the style
classifier (`answer_style.py`) tells strategy, and facts aren't judged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import BaseModel
from whichone_core.types.strategies import Strategy

from ..llm.answers import Reply
from ..llm.orders import Order
from ..tables import Cell, Column, Row, Table, Unit
from .agreement import cohens_kappa, percent_agreement
from .answer_style import style_of
from .levels import LEVELS
from .prompts import FACTS, STRATEGY
from .schema import PairRow

UNKNOWN = "unknown"
SHOWN = ("level_0", "level_1", "level_2", "level_3", UNKNOWN)


class Style(BaseModel):
    """What a model says of an answer's style."""

    shows: Literal["level_0", "level_1", "level_2", "level_3", "unknown"]


class Facts(BaseModel):
    """What a model says of an answer's facts."""

    reason: str
    verdict: Literal["grounded", "ungrounded", "unknown"]


@dataclass(frozen=True, slots=True)
class Judged:
    """One answer with its verdicts; None where there is none (yet).

    shows: one of SHOWN.  facts: grounded, ungrounded or unknown.
    """

    pair: PairRow
    answer: str
    shows: str | None
    facts: str | None

    @property
    def is_strategic(self) -> bool:
        return self.shows == f"level_{self.pair.level}"

    def as_row(self) -> dict[str, object]:
        return {"picture": self.pair.picture, "level": self.pair.level, "answer": self.answer,
                "shows": self.shows, "facts": self.facts}  # fmt: skip


def by_style(answers: Sequence[tuple[PairRow, str]], uses_question: bool) -> list[Judged]:
    """Strategy without a model; uses_question tells an inferred referent from an answer."""
    found = []
    for pair, answer in answers:
        style = style_of(answer, pair.question if uses_question else None)
        shows = UNKNOWN if style is Strategy.ABSTAIN else f"level_{LEVELS.index(style)}"
        found.append(Judged(pair, answer, shows, None))
    return found


def orders_of(answers: Sequence[tuple[PairRow, str]], folder: Path, side: int) -> list[Order]:
    """Two for each answer: its style from its words alone, its facts with the picture."""
    found = []
    for pair, answer in answers:
        told = f"Question: {pair.question}\nRight answer: {pair.answer}\nAnswer: {answer}"
        found.append(Order(pair.picture, STRATEGY, f"Answer: {answer}", Style))
        found.append(Order(pair.picture, FACTS, told, Facts, folder / pair.file, side))
    return found


def by_model(
    answers: Sequence[tuple[PairRow, str]], replies: Sequence[Reply | None]
) -> list[Judged]:
    """replies: two for each answer, as ordered."""
    found = []
    for place, (pair, answer) in enumerate(answers):
        first, second = replies[2 * place : 2 * place + 2]
        style = first.value(Style) if first else None
        facts = second.value(Facts) if second else None
        shows = style.shows if style else None
        found.append(Judged(pair, answer, shows, facts.verdict if facts else None))
    return found


def judge_tables(judged: Sequence[Judged]) -> list[Table]:
    """Accuracy by level, and what each level's answers show."""
    return [_accuracy_table(judged), _confusion_table(judged)]


def _accuracy_table(judged: Sequence[Judged]) -> Table:
    groups = [
        (f"level {level}, {strategy.value}", [each for each in judged if each.pair.level == level])
        for level, strategy in enumerate(LEVELS)
    ]
    rows = []
    for name, some in (*groups, ("all", list(judged))):
        told = [each for each in some if each.shows is not None]
        facts = [each for each in some if each.facts is not None]
        cells = (
            Cell(len(some)),
            Cell(_percent(sum(each.is_strategic for each in told), len(told))),
            Cell(sum(each.shows == UNKNOWN for each in told)),
            Cell(_percent(sum(each.facts == "grounded" for each in facts), len(facts))),
            Cell(sum(each.facts == UNKNOWN for each in facts)),
            Cell(2 * len(some) - len(told) - len(facts)),
        )
        rows.append(Row(name, cells))
    columns = (
        Column("answers", Unit.COUNT),
        Column("strategic accuracy", Unit.PERCENT),
        Column("unknown style", Unit.COUNT),
        Column("factual consistency", Unit.PERCENT),
        Column("unknown facts", Unit.COUNT),
        Column("no verdict", Unit.COUNT),
    )
    return Table("judged", "Answers as judged", "Level", columns, tuple(rows))


def _percent(count: int, of: int) -> float | None:
    return 100 * count / of if of else None


def _confusion_table(judged: Sequence[Judged]) -> Table:
    rows = []
    for level, strategy in enumerate(LEVELS):
        counts = Counter(each.shows for each in judged if each.pair.level == level)
        rows.append(Row(f"level {level}, {strategy.value}", tuple(Cell(counts[s]) for s in SHOWN)))
    columns = tuple(Column(name.replace("_", " "), Unit.COUNT) for name in SHOWN)
    return Table("confusion", "What answers of each level show", "Level", columns, tuple(rows))


def reliability_table(
    judged: Sequence[Judged], labels: Mapping[tuple[str, int], Mapping[str, str]]
) -> Table:
    """How far the judge agrees with people; labels: by picture and level, shows and facts."""
    rows = []
    for what in ("shows", "facts"):
        pairs = [
            (said, label[what])
            for each in judged
            if (label := labels.get((each.pair.picture, each.pair.level), {})).get(what)
            and (said := each.shows if what == "shows" else each.facts) is not None
        ]
        agreement = percent_agreement(pairs)
        share = None if agreement is None else 100 * agreement
        cells = (Cell(len(pairs)), Cell(share), Cell(cohens_kappa(pairs)))
        rows.append(Row("strategy" if what == "shows" else what, cells))
    columns = (Column("both judged", Unit.COUNT), Column("agreement", Unit.PERCENT),
               Column("Cohen's kappa", Unit.CORRELATION))  # fmt: skip
    return Table("reliability", "The judge beside people", "Verdict", columns, tuple(rows))
