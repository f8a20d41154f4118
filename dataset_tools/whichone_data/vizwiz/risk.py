"""What answering costs at each coverage: risk-coverage curves and the area under them.

Answers are taken in the order of the engine's confidence, the surest first.  The risk of the
first n is the share of them that should not have been answered; AURC is the mean risk over all
n (El-Yaniv and Wiener 2010; Geifman and El-Yaniv 2019).  Answers of equal confidence come in no
order of their own, so each counts as the mean of its equals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class RiskCurve:
    """coverage and risk: shape (answers,), each from 0 to 1, coverage rising to 1.

    area: AURC.  best: the AURC of an order that puts every error last.  overall: the risk of
    answering everything, which is also what an order by chance has on average.
    """

    coverage: NDArray[np.float64]
    risk: NDArray[np.float64]
    area: float
    best: float
    overall: float

    def risk_at(self, coverage: float) -> float:
        """The risk when at least this share is answered."""
        return float(self.risk[int(np.searchsorted(self.coverage, coverage - 1e-9))])


def risk_curve(confidence: Sequence[float], is_wrong: Sequence[bool]) -> RiskCurve:
    """The curve of some answers.  Raises ValueError where there are none, or lengths differ."""
    if not confidence or len(confidence) != len(is_wrong):
        raise ValueError(f"{len(confidence)} confidences, {len(is_wrong)} answers")
    sure = np.asarray(confidence, dtype=np.float64)
    errors = np.asarray(is_wrong, dtype=np.float64)
    coverage = np.arange(1, len(errors) + 1) / len(errors)
    risk = _risk(_levelled(sure, errors))
    best = _risk(np.sort(errors))
    return RiskCurve(coverage, risk, float(risk.mean()), float(best.mean()), float(errors.mean()))


def _levelled(sure: NDArray[np.float64], errors: NDArray[np.float64]) -> NDArray[np.float64]:
    """Errors in the order of falling confidence, equals by their mean."""
    _, group = np.unique(-sure, return_inverse=True)
    means = np.bincount(group, errors) / np.bincount(group)
    return np.asarray(np.repeat(means, np.bincount(group)), dtype=np.float64)


def _risk(errors: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.cumsum(errors) / np.arange(1, len(errors) + 1), dtype=np.float64)
