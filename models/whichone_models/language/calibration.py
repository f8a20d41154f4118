"""How sure a model really is: probabilities of the five strategies that can be believed.

    log-probabilities of five words -> centred -> scale and bias -> softmax

A network's own probabilities say too much (Guo et al. 2017, "On Calibration of Modern Neural
Networks").  One scale for all (temperature scaling, section 4.2) or one scale and bias per
strategy (vector scaling, section 4.2) are fitted on validation data by the negative
log-likelihood, and stored beside the model.  Both are convex, so Newton's steps with a
halving line search find the one best fit; a small ridge towards "change nothing" keeps data
that can be told apart without a fault from asking for endless scales.

What is published as the error after fitting was measured on items that were not fitted on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from whichone_core.errors import InputError, ModelError
from whichone_core.types.strategies import Strategy

from whichone_models.catalogue import _
from whichone_models.files.sidecar import Calibration

Kind = Literal["temperature", "vector"]
Numbers = NDArray[np.float64]

BINS = 15
"""As in Guo et al. 2017, section 5."""
FEWEST_ITEMS = 25
FOLDS = 5
_FARTHEST = 50.0
"""Nats behind the likeliest word at which a word counts as never said: one in 10^21."""
_LEAST = 1e-300
"""The probability of what is as good as impossible, whose logarithm is still a number."""
_LEAST_SCALE, _MOST_SCALE = 0.01, 100.0
_RIDGE = 1e-3
"""Per item; towards a scale of one and no bias."""
_STEPS, _STILL = 100, 1e-9
_COUNT = len(Strategy)


@dataclass(frozen=True, slots=True)
class Judged:
    """One validation item: natural log-probabilities in Strategy's order, and what was right."""

    log_probabilities: tuple[float, ...]
    right: Strategy


@dataclass(frozen=True, slots=True)
class Bin:
    """Answers of similar confidence: how sure the model was of them, and how often right."""

    confidence: float
    accuracy: float
    items: int


# ------------------------------------------------------------------------- using it


def calibrated(
    log_probabilities: Sequence[float], calibration: Calibration | None
) -> dict[Strategy, float]:
    """Probabilities of the strategies, summing to 1, in Strategy's order.

    log_probabilities: of the five words, natural, in Strategy's order; they need not sum to
    one over the five, and minus infinity stands for a word that the model never says.
    Raises ModelError where one is not a number, which only a broken model gives.
    """
    odds = _softmax(_scaled(_matrix([log_probabilities]), calibration))[0]
    return {strategy: float(p) for strategy, p in zip(Strategy, odds, strict=True)}


def _matrix(rows: Sequence[Sequence[float]]) -> Numbers:
    """Log-probabilities around their mean, (items, 5), none farther behind than _FARTHEST.

    Around the mean, because then what is said of the five does not depend on how much of the
    vocabulary they share, and a favourite word is the same shift for every item.
    """
    values: Numbers = np.asarray(rows, dtype=np.float64)
    if values.shape[1:] != (_COUNT,) or np.isnan(values).any() or (values == np.inf).any():
        raise ModelError(
            _("The model gives numbers that make no sense."),
            remedy=_("Run: whichone models verify."),
            cause=f"log-probabilities {values.tolist()!r:.200}",
        )
    likeliest = np.maximum(values.max(axis=1, keepdims=True), -1e6)
    values = np.maximum(values - likeliest, -_FARTHEST)
    centred: Numbers = values - values.mean(axis=1, keepdims=True)
    return centred


def _scaled(logs: Numbers, calibration: Calibration | None) -> Numbers:
    if calibration is None:
        return logs
    scaled: Numbers = logs * np.asarray(calibration.scale) + np.asarray(calibration.bias)
    return scaled


def _softmax(values: Numbers) -> Numbers:
    powers = np.exp(values - values.max(axis=1, keepdims=True))
    shares: Numbers = powers / powers.sum(axis=1, keepdims=True)
    return shares


# ------------------------------------------------------------------------- measuring it


def probabilities(items: Sequence[Judged], calibration: Calibration | None) -> Numbers:
    """The calibrated probabilities of many items, shape (items, 5), in Strategy's order."""
    return _softmax(_scaled(_matrix([item.log_probabilities for item in items]), calibration))


def right_ones(items: Sequence[Judged]) -> NDArray[np.int64]:
    """The right strategy of each item by its place in Strategy, shape (items,)."""
    order = list(Strategy)
    return np.asarray([order.index(item.right) for item in items], dtype=np.int64)


def reliability(odds: Numbers, right: NDArray[np.int64], bins: int = BINS) -> tuple[Bin, ...]:
    """Bins of equal width over the likeliest strategy's probability; empty ones left out."""
    hits = (odds.argmax(axis=1) == right).astype(np.float64)
    return _bins(odds.max(axis=1), hits, bins)


def ece(odds: Numbers, right: NDArray[np.int64], bins: int = BINS) -> float:
    """Expected calibration error, 0 to 1 (Guo et al. 2017, equation 3)."""
    return _error(reliability(odds, right, bins))


def classwise_ece(odds: Numbers, right: NDArray[np.int64], bins: int = BINS) -> float:
    """The same for each strategy's own probability, averaged (Kull et al. 2019, section 2)."""
    errors = [
        _error(_bins(odds[:, place], (right == place).astype(np.float64), bins))
        for place in range(_COUNT)
    ]
    return sum(errors) / _COUNT


def negative_log_likelihood(odds: Numbers, right: NDArray[np.int64]) -> float:
    """The mean surprise at the right strategies, in nats."""
    chosen = odds[np.arange(len(right)), right]
    return float(-np.log(np.maximum(chosen, _LEAST)).mean())


def _bins(confidence: Numbers, hits: Numbers, bins: int) -> tuple[Bin, ...]:
    places = np.minimum((confidence * bins).astype(np.int64), bins - 1)
    found = []
    for place in range(bins):
        inside = places == place
        if inside.any():
            mean, rate = float(confidence[inside].mean()), float(hits[inside].mean())
            found.append(Bin(mean, rate, int(inside.sum())))
    return tuple(found)


def _error(bins: tuple[Bin, ...]) -> float:
    total = sum(one.items for one in bins)
    return sum(one.items * abs(one.accuracy - one.confidence) for one in bins) / total


# ------------------------------------------------------------------------- fitting it


def fit(items: Sequence[Judged], kind: Kind | None = None) -> Calibration:
    """Fit on validation items; without a kind, the one that does better on left-out items.

    Raises InputError where there are too few items, or where one strategy never was right.
    """
    _check(items)
    logs = _matrix([item.log_probabilities for item in items])
    right = right_ones(items)
    outside = {each: _left_out(logs, right, each) for each in ("temperature", "vector")}
    losses = {each: negative_log_likelihood(odds, right) for each, odds in outside.items()}
    chosen: Kind = kind or ("vector" if losses["vector"] < losses["temperature"] else "temperature")
    scale, bias = _fitted(logs, right, chosen)
    return Calibration(
        kind=chosen,
        scale=tuple(float(value) for value in scale),
        bias=tuple(float(value) for value in bias),
        items=len(items),
        ece_before=ece(_softmax(logs), right),
        ece_after=ece(outside[chosen], right),
    )


def _check(items: Sequence[Judged]) -> None:
    missing = [strategy for strategy in Strategy if all(i.right is not strategy for i in items)]
    if len(items) >= FEWEST_ITEMS and not missing:
        return
    raise InputError(
        _("These items are too few to calibrate a model on."),
        remedy=_(
            "Take {number} or more, with every strategy among them.",
            number=FEWEST_ITEMS,
        ),
        cause=f"{len(items)} items, none of {', '.join(missing) or 'nothing'}",
    )


def _left_out(logs: Numbers, right: NDArray[np.int64], kind: str) -> Numbers:
    """Probabilities of each item from a fit on the other folds, shape (items, 5).

    Folds are drawn: validation items often come with the strategies in turn, and a fold by
    position would then leave out a whole strategy.
    """
    odds = np.empty_like(logs)
    fold = np.random.default_rng(0).permutation(len(logs)) % FOLDS
    for place in range(FOLDS):
        inside, outside = fold != place, fold == place
        scale, bias = _fitted(logs[inside], right[inside], kind)
        odds[outside] = _softmax(logs[outside] * scale + bias)
    return odds


def _fitted(logs: Numbers, right: NDArray[np.int64], kind: str) -> tuple[Numbers, Numbers]:
    """The best scale and bias, each of shape (5,), by Newton's method."""
    of_scale, of_bias = _maps(kind)
    start = np.zeros(of_scale.shape[1])
    start[:_COUNT] = 1.0
    values = _newton(logs[:, :, None] * of_scale + of_bias, right, start)
    return np.clip(of_scale @ values, _LEAST_SCALE, _MOST_SCALE), of_bias @ values


def _maps(kind: str) -> tuple[Numbers, Numbers]:
    """How the free values make the scale and the bias: two of shape (5, free values)."""
    if kind == "temperature":
        return np.ones((_COUNT, 1)), np.zeros((_COUNT, 1))
    one, none = np.eye(_COUNT), np.zeros((_COUNT, _COUNT))
    return np.hstack([one, none]), np.hstack([none, one])


def _newton(design: Numbers, right: NDArray[np.int64], start: Numbers) -> Numbers:
    """Minimise the mean surprise of softmax(design @ values); design is (items, 5, free)."""
    values, loss = start, _loss(design, right, start, start)
    observed = design[np.arange(len(right)), right]
    for _step in range(_STEPS):
        odds = _softmax(design @ values)
        mean = np.einsum("nk,nkp->np", odds, design)
        slope = (mean - observed).mean(axis=0) + _RIDGE * (values - start)
        bend = np.einsum("nk,nkp,nkq->pq", odds, design, design) - mean.T @ mean
        step = np.linalg.solve(bend / len(right) + _RIDGE * np.eye(start.size), slope)
        size = 1.0
        while (tried := _loss(design, right, values - size * step, start)) > loss and size > _STILL:
            size /= 2
        if loss - tried < _STILL:
            break
        values, loss = values - size * step, tried
    return values


def _loss(design: Numbers, right: NDArray[np.int64], values: Numbers, start: Numbers) -> float:
    surprise = negative_log_likelihood(_softmax(design @ values), right)
    return surprise + _RIDGE / 2 * float(((values - start) ** 2).sum())
