"""The classifier on the training side: each third judged by what was trained on the other two.

Choices of how to train are made by this table, so that the held-out questions stay unknown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ..tables import Table
from .training import FOLDS, Example, best_thresholds, folds_of, labels_of, table_by_label


def thirds_table(some: Sequence[Example], odds: NDArray[np.float64]) -> Table:
    """F1 by label; a third's thresholds are those that are best for the other two.

    odds: what classifiers of the other thirds say, as probabilities; (examples, labels).
    """
    folds = folds_of(some)
    truth, known = labels_of(some)
    said = np.zeros(truth.shape, dtype=np.bool_)
    for fold in range(FOLDS):
        rest, own = np.flatnonzero(folds != fold), folds == fold
        thresholds = best_thresholds([some[place] for place in rest.tolist()], odds[rest])
        said[own] = odds[own] >= thresholds
    caption = "The role classifier on thirds of the training side, each held out"
    return replace(
        table_by_label(truth, said & known, len(some)), key="classifier-thirds", caption=caption
    )
