"""Probabilities that can be believed: what a model says, scaled by what it was right about."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from whichone_core.answering.strategy import Policy, expected_utility
from whichone_core.errors import InputError, ModelError
from whichone_core.types.strategies import Strategy
from whichone_models.files.sidecar import Calibration
from whichone_models.language.calibration import (
    Judged,
    calibrated,
    classwise_ece,
    ece,
    fit,
    negative_log_likelihood,
    probabilities,
    reliability,
    right_ones,
)

FIVE = list(Strategy)


def temperature(scale: float) -> Calibration:
    return Calibration(
        kind="temperature", scale=(scale,) * 5, items=1, ece_before=0.0, ece_after=0.0
    )


def drawn(count: int, boldness: float, bias: tuple[float, ...] = (0.0,) * 5) -> list[Judged]:
    """Items whose true log-odds a model exaggerates by `boldness` and shifts by `bias`."""
    rng = np.random.default_rng(5)
    items = []
    for _ in range(count):
        true = rng.normal(size=5) * 1.5
        odds = np.exp(true) / np.exp(true).sum()
        right = FIVE[rng.choice(5, p=odds)]
        items.append(Judged(tuple(true * boldness + np.asarray(bias) - 3.0), right))
    return items


def test_probabilities_sum_to_one_and_keep_the_order_of_strategies() -> None:
    odds = calibrated([-0.1, -3.0, -4.0, -5.0, -6.0], None)
    assert list(odds) == FIVE
    assert sum(odds.values()) == pytest.approx(1.0)
    assert max(odds, key=odds.__getitem__) is Strategy.DIRECT


def test_words_that_share_little_of_the_vocabulary_still_make_a_whole() -> None:
    odds = calibrated([-900.0, -901.0, -math.inf, -math.inf, -math.inf], None)
    assert sum(odds.values()) == pytest.approx(1.0)
    assert all(math.isfinite(value) for value in odds.values())


def test_what_does_not_sum_to_one_is_no_matter() -> None:
    near = calibrated([-1.0, -2.0, -3.0, -4.0, -5.0], temperature(0.5))
    far = calibrated([-11.0, -12.0, -13.0, -14.0, -15.0], temperature(0.5))
    assert near == pytest.approx(far)


@pytest.mark.parametrize("broken", [math.nan, math.inf])
def test_numbers_that_are_none_are_said_to_be_that(broken: float) -> None:
    with pytest.raises(ModelError, match="make no sense"):
        calibrated([-1.0, broken, -1.0, -1.0, -1.0], None)


def test_a_low_scale_makes_a_bold_model_humble() -> None:
    logs = [-0.01, -5.0, -6.0, -7.0, -8.0]
    assert calibrated(logs, temperature(0.2))[Strategy.DIRECT] < 0.6
    assert calibrated(logs, None)[Strategy.DIRECT] > 0.98


@given(
    st.lists(st.floats(-800, 0), min_size=5, max_size=5),
    st.floats(0.01, 100),
)
def test_any_numbers_give_probabilities(logs: list[float], scale: float) -> None:
    odds = calibrated(logs, temperature(scale)).values()
    assert sum(odds) == pytest.approx(1.0)
    assert all(0.0 <= value <= 1.0 for value in odds)


def test_temperature_finds_how_much_was_exaggerated() -> None:
    found = fit(drawn(2000, boldness=3.0), "temperature")
    assert found.scale == pytest.approx((1 / 3,) * 5, rel=0.1)
    assert found.bias == (0.0,) * 5
    assert found.ece_after < 0.05 < found.ece_before


def test_vector_scaling_finds_a_favourite_word() -> None:
    found = fit(drawn(2000, boldness=1.0, bias=(3.0, 0.0, 0.0, 0.0, 0.0)))
    assert found.kind == "vector"
    relative = found.bias[0] - sum(found.bias[1:]) / 4
    assert relative == pytest.approx(-3.0 * found.scale[0], abs=0.6)
    assert found.ece_after < found.ece_before / 2


def test_items_with_the_strategies_in_turn_are_no_trap() -> None:
    """Leaving out every fifth item would leave out a strategy, and make any bias look right."""
    items = drawn(2000, boldness=1.0, bias=(3.0, 0.0, 0.0, 0.0, 0.0))
    by_strategy = [[item for item in items if item.right is strategy] for strategy in FIVE]
    in_turn = [item for five in zip(*by_strategy, strict=False) for item in five]
    found = fit(in_turn)
    assert found.kind == "vector"
    assert found.ece_after < found.ece_before / 2


def test_without_a_favourite_the_simpler_scaling_is_kept() -> None:
    assert fit(drawn(400, boldness=2.0)).kind == "temperature"


def test_a_fit_is_a_minimum() -> None:
    items = drawn(500, boldness=2.0)
    found = fit(items, "temperature")
    right = right_ones(items)
    best = negative_log_likelihood(probabilities(items, found), right)
    for factor in (0.9, 1.1):
        moved = temperature(found.scale[0] * factor)
        assert negative_log_likelihood(probabilities(items, moved), right) > best - 1e-4


def test_a_model_that_is_never_wrong_gets_a_finite_scale() -> None:
    items = [Judged(tuple(-10.0 * (i % 5 != j) for j in range(5)), FIVE[i % 5]) for i in range(50)]
    found = fit(items, "vector")
    assert all(math.isfinite(value) for value in (*found.scale, *found.bias))
    assert found.ece_after < 0.01


def test_the_fit_survives_words_that_a_model_never_says() -> None:
    items = [Judged((-0.1, -2.5, -math.inf, -math.inf, -math.inf), FIVE[i % 5]) for i in range(100)]
    odds = calibrated(items[0].log_probabilities, fit(items))
    assert sum(odds.values()) == pytest.approx(1.0)


def test_too_few_items_are_refused() -> None:
    with pytest.raises(InputError, match="too few"):
        fit(drawn(10, 1.0))
    only_direct = [Judged((-1.0,) * 5, Strategy.DIRECT)] * 100
    with pytest.raises(InputError, match="too few"):
        fit(only_direct)


def test_error_is_the_gap_between_sureness_and_being_right() -> None:
    odds = np.asarray([[0.9, 0.025, 0.025, 0.025, 0.025]] * 10)
    right = np.asarray([0] * 6 + [1] * 4)
    assert ece(odds, right) == pytest.approx(0.3)
    (only,) = reliability(odds, right)
    assert (only.confidence, only.accuracy, only.items) == pytest.approx((0.9, 0.6, 10))
    assert 0.0 < classwise_ece(odds, right) < 0.3


def test_full_certainty_falls_into_the_last_bin() -> None:
    odds = np.eye(5)
    assert ece(odds, np.arange(5)) == 0.0
    assert len(reliability(odds, np.arange(5))) == 1


def test_a_calibrated_model_asks_where_a_bold_one_guessed() -> None:
    """What calibration is for: the setting that prefers asking gets numbers to go by."""
    logs = [-0.02, -6.0, -6.0, -4.0, -7.0]

    def best(calibration: Calibration | None) -> Strategy:
        odds = calibrated(logs, calibration)
        asking = Policy(ask_more=1.0).ask_more
        return max(FIVE, key=lambda each: expected_utility(each, odds, asking))

    assert best(None) is Strategy.DIRECT
    assert best(temperature(0.25)) is not Strategy.DIRECT
