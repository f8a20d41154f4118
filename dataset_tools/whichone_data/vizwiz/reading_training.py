"""Trains the encoder's half of the role classifier on the same examples as the words' half.

One logistic regression for each label over the sentence's vector, place and cues, all scaled
to the same spread.  The encoder itself is not changed.  Thresholds are those of the mean of
both halves, from the same held-out thirds.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from .encoded import SentenceEncoder
from .reading import ReadingClassifier, features, mean_share
from .roles import LABELS
from .training import FOLDS, Example, best_thresholds, folds_of, labels_of, train_words

STRENGTH = 0.01
"""Inverse of the penalty on weights (tried on the training side: 0.001, 0.003, 0.01: weighted
F1 of sources 0.859, 0.863, 0.866)."""


def train_reading(
    some: Sequence[Example], encoder: SentenceEncoder
) -> tuple[ReadingClassifier, NDArray[np.float64]]:
    """Both halves, trained on these examples; an answer's stand one after the other.

    Beside it what both halves of the other thirds say of each example: probabilities, (examples,
    labels).

    Raises InputError where they are too few.
    """
    folds = folds_of(some)
    words, word_scores = train_words(some)
    columns = features(encoder, [example.sentence for example in some])
    truth, known = labels_of(some)
    scores = np.zeros(word_scores.shape)
    for fold in range(FOLDS):
        rest, own = folds != fold, folds == fold
        weights, offsets = _fit(columns[rest], truth[rest], known[rest])
        scores[own] = columns[own] @ weights + offsets
    weights, offsets = _fit(columns, truth, known)
    odds = mean_share(word_scores, scores)
    thresholds = best_thresholds(some, odds)
    return ReadingClassifier(words, encoder, weights, offsets, thresholds), odds


def _fit(
    columns: NDArray[np.float64], truth: NDArray[np.bool_], known: NDArray[np.bool_]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Weights and offsets for columns as they are; a label never or always there has none."""
    from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]

    middle, spread = columns.mean(axis=0), columns.std(axis=0)
    spread = np.where(spread > 0, spread, 1.0)
    scaled = (columns - middle) / spread
    weights = np.zeros((columns.shape[1], len(LABELS)))
    offsets = np.full(len(LABELS), -20.0)
    for place in range(len(LABELS)):
        own = known[:, place]
        there = truth[own, place]
        if there.all() or not there.any():
            offsets[place] = 20.0 if there.any() else -20.0
            continue
        model = LogisticRegression(C=STRENGTH, tol=1e-3, max_iter=500)
        model.fit(scaled[own], there)
        weights[:, place] = model.coef_[0] / spread
        offsets[place] = model.intercept_[0] - middle @ weights[:, place]
    return weights.astype(np.float32), offsets.astype(np.float32)
