"""What is counted over answers, and the tables made of it."""

from __future__ import annotations

import pytest
from whichone_core.types.strategies import Strategy
from whichone_data.aqua.templates import Kind
from whichone_training.answerers import Replied
from whichone_training.drawnworld.items import Gold
from whichone_training.drawnworld.scenes import Look
from whichone_training.measures import Share, judged, scored

RED_CUP = (Look("red", "cup"),)
DIRECT = Gold(Strategy.DIRECT, Kind.COLOUR, RED_CUP)
INFER = Gold(Strategy.INFER, Kind.COLOUR, RED_CUP)


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [(80, 100, 0.7112, 0.8667), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (0, 0, 0.0, 1.0)],
)
def test_wilsons_interval(hits: int, of: int, low: float, high: float) -> None:
    assert Share(hits, of).interval == pytest.approx((low, high), abs=1e-4)


def test_style_and_word_and_truth_are_counted_apart() -> None:
    outcomes = [
        judged("q", DIRECT, Replied("direct\nThe cup is red.")),
        judged("q", DIRECT, Replied("direct\nThe cup is blue.")),
        judged("q", INFER, Replied("infer\nThe cup is red.")),
        judged("q", INFER, Replied("")),
    ]
    score = scored(outcomes)
    assert (score.strategy.hits, score.strategy.of) == (2, 4)
    assert score.by_strategy[Strategy.DIRECT] == Share(2, 2)
    assert score.by_strategy[Strategy.INFER] == Share(0, 2)
    assert score.facts == Share(1, 4)
    assert score.facts_if_right == Share(1, 2)
    assert score.word_agrees == Share(3, 4)  # no word and no style agree
    assert score.unknown == 1
    assert score.confusion[Strategy.INFER][Strategy.DIRECT] == 1
    assert score.confusion[Strategy.INFER][None] == 1
