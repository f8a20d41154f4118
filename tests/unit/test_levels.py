"""The chance of each level follows from how likely each thing is to be there."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from whichone_core.types.pictures import Box
from whichone_core.types.strategies import Strategy
from whichone_models.builtin.levels import EMPHASIS, SOFTNESS, count_odds, level_odds
from whichone_models.builtin.objects import Thing

PLAIN = dict.fromkeys(EMPHASIS, 1.0)


def thing(chance: float, box: Box) -> Thing:
    return Thing("cup", 0.5, 0.0, box, chance)


def row(chances: list[float], side: float = 0.2) -> list[Thing]:
    """Things of one size side by side, near the middle."""
    step = 0.02
    left = 0.5 - side / 2 - step * len(chances) / 2
    return [
        thing(p, Box(left + step * i, 0.4, left + step * i + side, 0.6))
        for i, p in enumerate(chances)
    ]


def test_one_certain_thing_is_inferred() -> None:
    odds = level_odds(row([1.0]), 1.0, PLAIN)
    assert odds == pytest.approx(
        {Strategy.INFER: 1.0, Strategy.LIST: 0.0, Strategy.CLARIFY: 0.0}, abs=1e-9
    )


@pytest.mark.parametrize(
    ("count", "level"), [(2, Strategy.LIST), (3, Strategy.LIST), (6, Strategy.CLARIFY)]
)
def test_certain_things_of_one_size_are_counted(count: int, level: Strategy) -> None:
    odds = level_odds(row([1.0] * count), 1.0, PLAIN)
    assert odds is not None and max(odds, key=lambda key: odds[key]) is level
    assert odds[level] > 0.95


def test_odds_are_those_of_trying_every_combination() -> None:
    things = [*row([0.9, 0.4, 0.2]), thing(0.5, Box(0.1, 0.1, 0.8, 0.9))]
    boxes = [t.box for t in things]
    want = np.zeros(6)
    for there in itertools.product((False, True), repeat=len(things)):
        weight = np.prod(
            [t.chance if s else 1 - t.chance for t, s in zip(things, there, strict=True)]
        )
        left = sorted((b for b, s in zip(boxes, there, strict=True) if s), key=lambda b: -b.area)
        counts = np.zeros(6)
        counts[min(1, len(left))] = 1.0
        for box in left[1:]:
            x, y = box.centre[0] - 0.5, box.centre[1] - 0.5
            near = 1 - np.hypot(x, y) / np.hypot(0.5, 0.5)
            score = 0.7 * box.area / left[0].area + 0.3 * near
            p = 1 / (1 + np.exp((0.6 - score) / SOFTNESS))
            counts = counts * (1 - p) + np.concatenate([[0], counts[:-1]]) * p
        want += weight * counts
    assert count_odds(things, 1.0) == pytest.approx(want)


def test_a_doubtful_second_thing_is_weighed_and_not_dropped() -> None:
    odds = level_odds(row([1.0, 0.3]), 1.0, PLAIN)
    assert odds is not None and odds[Strategy.LIST] == pytest.approx(0.3, abs=0.02)


def test_a_doubtful_giant_does_not_hide_the_small_ones() -> None:
    small = row([1.0, 1.0], side=0.1)
    giant = thing(0.25, Box(0.0, 0.0, 1.0, 1.0))
    odds = level_odds([*small, giant], 1.0, PLAIN)
    assert odds is not None and odds[Strategy.LIST] == pytest.approx(0.75, abs=0.05)


def test_chances_add_up_to_one_also_with_emphasis() -> None:
    odds = level_odds(row([0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0.9]), 1.3)
    assert odds is not None and sum(odds.values()) == pytest.approx(1.0)


def test_nothing_found_has_no_level() -> None:
    assert level_odds([], 1.0) is None
