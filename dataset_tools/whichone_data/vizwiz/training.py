"""Trains the role classifier on released labels and tests it on questions held out.

Questions are split by a hash of their normalised words: about 60% to train on, the others to
be counted only.  The same question never stands on both sides, whoever answers it.  Each
label's threshold is the one of a grid that scores best on held-out thirds of the training
side.  Nothing was chosen by looking at the other side.

A label's weights are the mean of four linear classifiers, which is one linear classifier: with
and without the cues, and with terms as they are or scaled by how much more often they stand in
sentences with the label than in others (Wang and Manning 2012).

The release does not say who labelled the models' answers (probably a model), so agreeing with
them is not the same as agreeing with people.
"""

from __future__ import annotations

import hashlib
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from whichone_core.errors import InputError
from whichone_core.types.strategies import Role

from ..tables import Cell, Column, Row, Table, Unit
from . import paper
from .release import Release
from .roles import LABELS, RoleClassifier, share
from .schema import SentenceLabels
from .wording import CUES, PlacedSentence, Wording, learn_wording

SEED = "vizwiz-roles"
TRAINING_TENTHS = 6
FOLDS = 3
STRENGTH = 4.0
"""Inverse of the penalty on weights (tried on the training side: 3, 4, 8; no difference)."""
GRID = tuple(round(0.1 + 0.05 * step, 2) for step in range(13))


@dataclass(frozen=True, slots=True)
class Example:
    """A labelled sentence of the release."""

    sentence: PlacedSentence
    labels: SentenceLabels
    writer: str
    row: int

    @property
    def is_for_training(self) -> bool:
        words = " ".join(self.sentence.question.lower().split()).strip(" ?.!")
        return _tenth(f"{SEED}:{words}") < TRAINING_TENTHS


def examples(release: Release) -> list[Example]:
    """Every sentence whose labels are known to be its own."""
    return [
        Example(
            PlacedSentence(sentence.text, answer.question, sentence.place, len(answer.sentences)),
            sentence.labels,
            answer.writer,
            answer.row,
        )
        for answers in release.answers.values()
        for answer in answers
        for sentence in answer.sentences
    ]


def train(some: Sequence[Example]) -> RoleClassifier:
    """A classifier of these examples.  Raises InputError where a fold lacks all examples."""
    return train_words(some)[0]


def train_words(some: Sequence[Example]) -> tuple[RoleClassifier, NDArray[np.float64]]:
    """The same, and what classifiers of the other folds say of each example, as `scores` does.

    The scores have shape (examples, labels).
    """
    folds = folds_of(some)
    scores = np.zeros((len(some), len(LABELS)))
    for fold in range(FOLDS):
        rest = [example for example, of in zip(some, folds, strict=True) if of != fold]
        guess = _fit(rest)
        for place in np.flatnonzero(folds == fold).tolist():
            scores[place] = guess.scores(some[place].sentence)
    found = _fit(some)
    thresholds = best_thresholds(some, share(scores))
    return RoleClassifier(found.wording, found.weights, found.offsets, thresholds), scores


def folds_of(some: Sequence[Example]) -> NDArray[np.int64]:
    """The fold of each example's question.  Raises InputError where they are too few."""
    folds = np.array([_tenth(f"{SEED}-fold:{example.row}") % FOLDS for example in some])
    if len(some) < 10 * FOLDS or len(set(folds.tolist())) < FOLDS:
        raise InputError(f"{len(some)} labelled sentences are too few to train on.")
    return folds


def _fit(some: Sequence[Example]) -> RoleClassifier:
    """Weights for each label on its own; a label that is never or always there has none.

    Sentences whose sources are not known teach roles alone.
    """
    wording = learn_wording([example.sentence for example in some])
    rows = _sparse(wording, some)
    truth, known = labels_of(some)
    weights = np.zeros((wording.width, len(LABELS)), dtype=np.float32)
    offsets = np.where(truth.all(axis=0), 20.0, -20.0).astype(np.float32)
    for place in np.flatnonzero(truth.any(axis=0) & ~truth.all(axis=0)):
        own, there = rows[known[:, place]], truth[known[:, place], place]
        fits = [_weights(own, there, scale) for scale in _scales(wording, own, there)]
        weights[:, place] = np.mean([found for found, _ in fits], axis=0)
        offsets[place] = np.mean([offset for _, offset in fits])
    return RoleClassifier(wording, weights, offsets, np.full(len(LABELS), 0.5, np.float32))


def _weights(
    rows: Any, there: NDArray[np.bool_], scale: NDArray[np.float64]
) -> tuple[NDArray[np.float64], float]:
    """The weights of one label with columns scaled, for rows that are not, and the offset."""
    from scipy.sparse import diags  # type: ignore[import-untyped]
    from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]

    model = LogisticRegression(
        C=STRENGTH, solver="liblinear", dual=True, tol=1e-3, max_iter=10_000, random_state=0
    )
    model.fit((rows @ diags(scale)).tocsr(), there)
    return scale * model.coef_[0], float(model.intercept_[0])


def _scales(wording: Wording, rows: Any, there: NDArray[np.bool_]) -> Iterator[NDArray[np.float64]]:
    """As they are and by their ratio, each with and without the cues; shape (columns,)."""
    count = len(wording.sentence.columns)
    is_there = rows[:, :count] != 0
    ratio = np.ones(wording.width)
    ratio[:count] = _log_share(is_there[there]) - _log_share(is_there[~there])
    for scale in (np.ones(wording.width), ratio):
        yield scale
        bare = scale.copy()
        bare[wording.width - CUES :] = 0
        yield bare


def _log_share(rows: Any) -> NDArray[np.float64]:
    """The logarithm of each term's share of all terms in some sentences, one added to each."""
    counts = np.asarray(rows.sum(axis=0), dtype=np.float64).ravel() + 1
    return np.asarray(np.log(counts / counts.sum()), dtype=np.float64)


def _sparse(wording: Wording, some: Sequence[Example]) -> Any:
    from scipy.sparse import csr_matrix

    vectors = [wording.vector(example.sentence) for example in some]
    ends = np.cumsum([0, *(len(vector) for vector in vectors)])
    columns = [column for vector in vectors for column in vector]
    values = [value for vector in vectors for value in vector.values()]
    return csr_matrix((values, columns, ends), shape=(len(some), wording.width))


def labels_of(some: Sequence[Example]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which labels are there, and which are known to be there or not; (examples, labels)."""
    labels = [example.labels for example in some]
    return _matrix(labels), _known(labels)


def _matrix(labels: Sequence[SentenceLabels]) -> NDArray[np.bool_]:
    """Which labels are there, shape (sentences, labels)."""
    rows = [[x in one.roles or x in (one.sources or ()) for x in LABELS] for one in labels]
    return np.array(rows, dtype=np.bool_).reshape(len(rows), len(LABELS))


def _known(labels: Sequence[SentenceLabels]) -> NDArray[np.bool_]:
    """Which labels are known to be there or not, shape (sentences, labels)."""
    has_sources = np.array([one.sources is not None for one in labels], dtype=np.bool_)
    is_role = np.array([isinstance(label, Role) for label in LABELS])
    known: NDArray[np.bool_] = has_sources[:, None] | is_role
    return known


def best_thresholds(some: Sequence[Example], odds: NDArray[np.float64]) -> NDArray[np.float32]:
    """The threshold of each label that scores best; odds: probabilities, (examples, labels)."""
    truth, known = labels_of(some)
    sure = np.where(known, odds, 0)
    best = [_threshold(truth[:, place], sure[:, place]) for place in range(len(LABELS))]
    return np.array(best, dtype=np.float32)


def _threshold(truth: NDArray[np.bool_], odds: NDArray[np.float64]) -> float:
    return max(GRID, key=lambda least: f1(truth, odds >= least))


def f1(truth: NDArray[np.bool_], said: NDArray[np.bool_]) -> float:
    """F1 of one label; 0 where it was never rightly given."""
    right = int((truth & said).sum())
    return 2 * right / int(truth.sum() + said.sum()) if right else 0.0


class Classifier(Protocol):
    """Labels sentences; those of an answer stand together, from its first."""

    def label_each(self, sentences: Sequence[PlacedSentence]) -> list[SentenceLabels]:
        """The labels of each sentence."""
        ...


def held_out_tables(classifier: Classifier, some: Sequence[Example]) -> tuple[Table, Table]:
    """F1 by label beside GPT-4's with eight examples, and weighted F1 by writer."""
    truth, known = labels_of(some)
    said = _matrix(classifier.label_each([example.sentence for example in some])) & known
    return table_by_label(truth, said, len(some)), _by_writer(truth, said, some)


def table_by_label(truth: NDArray[np.bool_], said: NDArray[np.bool_], count: int) -> Table:
    """F1 of each label, and weighted; count: of sentences.  Said of unknown labels is refused."""
    rows = []
    for place, label in enumerate(LABELS):
        public = paper.ROLE_F1[label] if isinstance(label, Role) else paper.SOURCE_F1[label]
        there = int(truth[:, place].sum())
        score = f1(truth[:, place], said[:, place])
        rows.append(Row(label.value.capitalize(), (Cell(score), Cell(public), Cell(there))))
    roles, sources = weighted_f1(truth, said)
    rows.append(Row("Roles, weighted", (Cell(roles), Cell(paper.ROLE_F1_WEIGHTED), Cell(count))))
    implied = _implied(truth[:, len(Role) :])
    rows.append(Row("Sources, weighted", (Cell(sources), Cell(implied), Cell(count))))
    columns = (
        Column("F1 here", Unit.SCORE),
        Column("F1 of GPT-4, eight examples (paper)", Unit.SCORE),
        Column("Sentences", Unit.COUNT),
    )
    notes = (
        "The two F1 columns are not about the same sentences: the paper's are 522 that people "
        "labelled, here it is the released labels of held-out questions, whoever made them.",
        "The paper gives no weighted F1 of sources: it is its three figures, weighted by how "
        "often each source is there here.",
    )
    caption = "The role classifier on held-out questions"
    return Table("classifier", caption, "Label", columns, tuple(rows), notes)


def _implied(sources: NDArray[np.bool_]) -> float | None:
    """The weighted F1 that the paper's figure of each source comes to; sources as in truth."""
    there = sources.sum(axis=0).tolist()
    return statistics.fmean(paper.SOURCE_F1.values(), weights=there) if any(there) else None


def _by_writer(truth: NDArray[np.bool_], said: NDArray[np.bool_], some: Sequence[Example]) -> Table:
    writers = np.array([example.writer for example in some])
    rows = []
    for writer in dict.fromkeys(writers.tolist()):
        own = writers == writer
        roles, sources = weighted_f1(truth[own], said[own])
        rows.append(Row(writer, (Cell(roles), Cell(sources), Cell(int(own.sum())))))
    columns = (
        Column("Roles, weighted F1", Unit.SCORE),
        Column("Sources, weighted F1", Unit.SCORE),
        Column("Sentences", Unit.COUNT),
    )
    caption = "The role classifier, by who wrote the answers"
    return Table("classifier-by-writer", caption, "Writer", columns, tuple(rows))


def weighted_f1(truth: NDArray[np.bool_], said: NDArray[np.bool_]) -> tuple[float, float]:
    """F1 of the roles, and of the sources, each label weighted by how often it is there."""
    count = len(Role)
    roles = _weighted(truth[:, :count], said[:, :count])
    return roles, _weighted(truth[:, count:], said[:, count:])


def _weighted(truth: NDArray[np.bool_], said: NDArray[np.bool_]) -> float:
    there = truth.sum(axis=0)
    scores = [f1(truth[:, place], said[:, place]) for place in range(truth.shape[1])]
    return statistics.fmean(scores, weights=there.tolist()) if there.any() else 0.0


def _tenth(text: str) -> int:
    return int(hashlib.sha256(text.encode()).hexdigest(), 16) % 10
