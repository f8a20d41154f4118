"""What stands in the cells of a picture, which a tower learns to see from."""

from __future__ import annotations

import pytest
from whichone_training.cells import cells_of
from whichone_training.drawnworld.scenes import Look, Scene, Thing, World
from whichone_training.drawnworld.shapes import COLOURS, KINDS
from whichone_training.learner import _set_rates
from whichone_training.recipe import Base

RED, BLUE = [*COLOURS].index("red") + 1, [*COLOURS].index("blue") + 1
BALL, BOX = KINDS.index("ball") + 1, KINDS.index("box") + 1


def cells(*things: Thing) -> list[list[tuple[int, int]]]:
    """Rows of cells of a picture of 4 x 4."""
    found = cells_of(Scene(things, World.USUAL, 0), 112).reshape(4, 4, 2)
    return [[(int(kind), int(colour)) for kind, colour in row] for row in found]


def test_a_thing_stands_in_the_cells_that_it_covers() -> None:
    found = cells(Thing(Look("red", "ball"), 0.125, 0.875, 0.2))
    assert found[3][0] == (BALL, RED)
    assert all(cell == (0, 0) for row in found[:3] for cell in row)


def test_a_large_thing_stands_in_several_cells_and_nothing_where_it_only_begins() -> None:
    found = cells(Thing(Look("blue", "box"), 0.5, 0.5, 0.5))
    assert [found[row][column] for row in (1, 2) for column in (1, 2)] == [(BOX, BLUE)] * 4
    assert found[0][0] == found[3][3] == (0, 0)


def test_of_two_things_the_one_that_covers_more_is_named() -> None:
    small, large = (
        Thing(Look("red", "ball"), 0.05, 0.125, 0.09),
        Thing(Look("blue", "box"), 0.17, 0.125, 0.14),
    )
    assert cells(small, large)[0][0] == cells(large, small)[0][0] == (BOX, BLUE)


def test_words_are_learnt_slower_than_the_tower_and_warm_up_by_themselves() -> None:
    plan = Base(tower_steps=10, steps=10, warmup=4, words_rate=0.25, flat=1.0)
    rates = [rate_at(plan, step) for step in range(20)]
    assert rates[9] == pytest.approx(plan.muon_rate)
    assert rates[10] == pytest.approx(plan.muon_rate / 4 / 4)
    assert rates[19] == pytest.approx(plan.muon_rate / 4)


def rate_at(plan: Base, step: int) -> float:
    matrix, other = _Optimizer(), _Optimizer()
    _set_rates((matrix, other), plan, step)
    assert other.rate == pytest.approx(matrix.rate * plan.adam_rate / plan.muon_rate)
    return matrix.rate


class _Optimizer:
    """What has rates."""

    def __init__(self) -> None:
        self.param_groups = [{"lr": 0.0}]

    @property
    def rate(self) -> float:
        return self.param_groups[0]["lr"]
