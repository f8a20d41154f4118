"""Judges collected answers and counts them as the paper's Table 2 does.

    G          the share of answers whose claims the picture supports, whatever the strategy
    by level   the share of answers whose style shows the right strategy
    unknown    answers that show none

Without a judge the style is read by rules; claims about drawn scenes are compared with what
was drawn, claims about photos stay unjudged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict
from whichone_core.prompting.sentence_stream import sentences_in
from whichone_core.prompting.style import strategy_of
from whichone_core.types.strategies import Strategy
from whichone_data.vizwiz.collected import Collected

from whichone_training.drawnworld.answers import control_word, is_grounded, is_true, style_of
from whichone_training.examples import gold_of
from whichone_training.judge import Verdict
from whichone_training.measures import Share

from .questions import Question


class Row(BaseModel):
    """One answer, judged.

    shown: the strategy of its style, None for none.  is_grounded: None where nobody judged.
    strategy, probabilities: what the engine itself says that it did.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    item: str
    question: str
    right: Strategy
    text: str
    shown: Strategy | None
    is_grounded: bool | None
    strategy: Strategy | None
    probabilities: dict[Strategy, float] | None
    drafts: tuple[str, ...]
    seconds: float | None


@dataclass(frozen=True, slots=True)
class Counts:
    """One line of Table 2.  confusion: right strategy -> shown one (None unknown) -> how many."""

    grounded: Share
    by_strategy: Mapping[Strategy, Share]
    overall: Share
    unknown: int
    confusion: Mapping[Strategy, Mapping[Strategy | None, int]]


def by_rules(question: Question, answer: Collected) -> Row:
    """Judged without a judge.  A tuned model's control word is no part of its answer."""
    gold, said = gold_of(question.gold), control_word(answer.text)[1]
    if gold is None:
        sentences = sentences_in(said)
        return _row(question, answer, strategy_of(sentences) if sentences else None, None)
    shown = style_of(said)
    if shown is gold.strategy:
        return _row(question, answer, shown, is_true(said, gold))
    claims_nothing_false = bool(said) and is_grounded(said, question.things)
    return _row(question, answer, shown, claims_nothing_false)


def by_verdict(question: Question, answer: Collected, verdict: Verdict) -> Row:
    """As a judge has it."""
    shown = None if verdict.style == "unknown" else Strategy(verdict.style)
    return _row(question, answer, shown, verdict.is_grounded)


def counted(rows: Sequence[Row]) -> Counts:
    """The measures over some answers."""
    by = {s: [row for row in rows if row.right is s] for s in Strategy}
    judged = [row for row in rows if row.is_grounded is not None]
    shown: tuple[Strategy | None, ...] = (*Strategy, None)
    return Counts(
        grounded=Share(sum(bool(row.is_grounded) for row in judged), len(judged)),
        by_strategy={s: _right(some) for s, some in by.items()},
        overall=_right(rows),
        unknown=sum(row.shown is None for row in rows),
        confusion={
            s: {t: sum(row.shown is t for row in some) for t in shown} for s, some in by.items()
        },
    )


def _right(rows: Sequence[Row]) -> Share:
    return Share(sum(row.shown is row.right for row in rows), len(rows))


def _row(
    question: Question, answer: Collected, shown: Strategy | None, is_grounded: bool | None
) -> Row:
    return Row(
        item=question.item,
        question=question.question,
        right=question.right,
        text=answer.text,
        shown=shown,
        is_grounded=is_grounded,
        strategy=answer.strategy,
        probabilities=answer.probabilities,
        drafts=answer.drafts,
        seconds=answer.seconds,
    )
