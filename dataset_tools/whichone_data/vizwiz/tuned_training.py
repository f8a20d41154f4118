"""Trains the classifier whose encoder is trained along: members for each third, then for all.

The thirds are those of the words' half, so thresholds are chosen on sentences that neither half
has seen, and nothing else is chosen here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from .encoded import LocalSentences
from .reading import ReadingClassifier, mean_share
from .training import FOLDS, Example, best_thresholds, folds_of, train_words
from .tuned import TunedSentences, layers_of
from .tuning import Lesson, Member, Plan, lesson_of, train_member
from .wording import CUES, PLACES

Told = Callable[[int, int], None]
"""Called with the rounds that are done and the rounds in all."""


def untold(done: int, rounds: int) -> None:
    """Tell nobody."""


def train_tuned(
    some: Sequence[Example], base: LocalSentences, told: Told = untold, plan: Plan | None = None
) -> tuple[ReadingClassifier, NDArray[np.float64]]:
    """Both halves, and probabilities of held-out thirds, as `train_reading` gives them.

    base keeps KEPT layers; an answer's examples stand one after the other.

    Raises InputError where the examples are too few.
    """
    folds = folds_of(some)
    words, word_scores = train_words(some)
    school = _School(base, lesson_of(base, some), plan or Plan(), told)
    scores = school.held_out(folds)
    members = school.members(school.windows)
    found = TunedSentences(base, [layers_of(member.upper) for member in members])
    odds = mean_share(word_scores, scores)
    thresholds = best_thresholds(some, odds)
    return ReadingClassifier(words, found, *_side_by_side(members), thresholds), odds


class _School:
    """Trains members on one lesson and counts the rounds."""

    def __init__(self, base: LocalSentences, lesson: Lesson, plan: Plan, told: Told) -> None:
        self._base, self._lesson, self._plan, self._told = base, lesson, plan, told
        self.windows = list(range(len(lesson.firsts)))
        self._done = 0
        self._rounds = (FOLDS + 1) * plan.members * plan.epochs

    def members(self, some: Sequence[int]) -> list[Member]:
        """As many trainings as planned on the same windows."""
        lesson, plan = self._lesson, self._plan
        return [
            train_member(self._base, lesson, some, plan, seed, self._tell)
            for seed in range(plan.members)
        ]

    def held_out(self, folds: NDArray[np.int64]) -> NDArray[np.float64]:
        """The log odds of each row by members of the other folds; (rows, labels)."""
        found = np.zeros(self._lesson.truth.shape)
        of = folds[np.array(self._lesson.firsts)]
        for fold in range(FOLDS):
            rest, own = np.flatnonzero(of != fold).tolist(), np.flatnonzero(of == fold).tolist()
            said = [member.scores(self._lesson, own) for member in self.members(rest)]
            found[self._lesson.rows(own)] = np.mean(said, axis=0)
        return found

    def _tell(self) -> None:
        self._done += 1
        self._told(self._done, self._rounds)


def _side_by_side(
    members: Sequence[Member],
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Weights and offsets over the members' vectors and, once, the rest: the mean of all."""
    size = len(members[0].weights) - PLACES - CUES
    vectors = [member.weights[:size] / len(members) for member in members]
    beside = np.mean([member.weights[size:] for member in members], axis=0)
    offsets = np.mean([member.offsets for member in members], axis=0)
    return np.vstack([*vectors, beside]).astype(np.float32), offsets.astype(np.float32)
