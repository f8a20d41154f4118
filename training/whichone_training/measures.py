"""What is counted over answers: strategies, facts, confusions, with 95% intervals.

Wilson's interval for shares (Wilson 1927), which stays inside 0 to 1 at the small counts and
high shares met here.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from whichone_core.prompting.sentence_stream import sentences_in
from whichone_core.prompting.style import strategy_of
from whichone_core.types.strategies import Strategy

from .answerers import Replied
from .drawnworld.answers import control_word, is_true, style_of
from .drawnworld.items import Gold

Z95 = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Share:
    """How many of how many, and the 95% interval of the share."""

    hits: int
    of: int

    @property
    def value(self) -> float:
        return self.hits / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Low and high of Wilson's interval, 0 to 1."""
        if not self.of:
            return 0.0, 1.0
        spread = Z95**2 / self.of
        middle = (self.value + spread / 2) / (1 + spread)
        root = math.sqrt(self.value * (1 - self.value) / self.of + spread / (4 * self.of))
        half = Z95 / (1 + spread) * root
        return max(0.0, middle - half), min(1.0, middle + half)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{100 * self.value:.1f} ({100 * low:.1f}-{100 * high:.1f})"


@dataclass(frozen=True, slots=True)
class Outcome:
    """One answer, judged: the strategy of its style, of its word, and whether it is true.

    is_true: None where nobody knows (photos).
    """

    question: str
    gold: Gold
    text: str
    style: Strategy | None
    word: Strategy | None
    is_true: bool | None
    logs: tuple[float, ...] | None

    @property
    def is_right(self) -> bool:
        """The style shows the right strategy, whatever is said."""
        return self.style is self.gold.strategy


def judged(question: str, gold: Gold, reply: Replied) -> Outcome:
    """The style is read from the sentences alone, the word is taken off before."""
    word, body = control_word(reply.text)
    if not is_known(gold):
        sentences = sentences_in(body)
        shown = strategy_of(sentences) if sentences else None
        return Outcome(question, gold, reply.text, shown, word, None, reply.logs)
    style = style_of(body)
    says_truth = style is gold.strategy and is_true(body, gold)
    return Outcome(question, gold, reply.text, style, word, says_truth, reply.logs)


def is_known(gold: Gold) -> bool:
    """Whether it says what is true: of a photo's question only the strategy is known."""
    return bool(gold.looks or gold.reason or gold.is_there is not None)


@dataclass(frozen=True, slots=True)
class Score:
    """The measures of one model on one set of items.

    strategy: overall; by_strategy: for each right strategy.  facts: true answers among all
    direct, infer and list items (a wrong strategy is not true); facts_if_right: among those
    with the right strategy.  confusion: right strategy -> shown strategy (None unknown).
    """

    strategy: Share
    by_strategy: Mapping[Strategy, Share]
    facts: Share
    facts_if_right: Share
    facts_by_strategy: Mapping[Strategy, Share]
    word_agrees: Share
    unknown: int
    confusion: Mapping[Strategy, Mapping[Strategy | None, int]]


STATING = (Strategy.DIRECT, Strategy.INFER, Strategy.LIST)


def scored(outcomes: Sequence[Outcome]) -> Score:
    """Count everything; the outcomes may be of any mix of strategies."""
    by = {s: [one for one in outcomes if one.gold.strategy is s] for s in Strategy}
    known = [one for one in outcomes if one.is_true is not None]
    stating = [one for one in known if one.gold.strategy in STATING]
    right = [one for one in stating if one.is_right]
    shown: tuple[Strategy | None, ...] = (*Strategy, None)
    return Score(
        strategy=_share(outcomes, [one.is_right for one in outcomes]),
        by_strategy={s: _share(some, [one.is_right for one in some]) for s, some in by.items()},
        facts=_share(stating, [bool(one.is_true) for one in stating]),
        facts_if_right=_share(right, [bool(one.is_true) for one in right]),
        facts_by_strategy={
            s: _true([one for one in known if one.gold.strategy is s]) for s in Strategy
        },
        word_agrees=_share(outcomes, [one.word is one.style for one in outcomes]),
        unknown=sum(one.style is None for one in outcomes),
        confusion={
            s: {t: sum(o.style is t for o in some) for t in shown} for s, some in by.items()
        },
    )


def _true(outcomes: Sequence[Outcome]) -> Share:
    return _share(outcomes, [bool(one.is_true) for one in outcomes])


def _share(items: Sequence[Outcome], hits: Sequence[bool]) -> Share:
    return Share(sum(hits), len(items))
