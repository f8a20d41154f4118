"""Says what each sentence of an answer does and where its information is from, locally.

A linear classifier for each of the eight roles and three sources over `wording.py`'s
features.  Weights are trained on a reader's own copy of the release (`training.py`) and stay
in that reader's project folder; labelling takes well under a millisecond a sentence.
"""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from whichone_core.errors import InputError, StorageError
from whichone_core.types.strategies import Role

from .schema import LabelledSentence, SentenceLabels, Source
from .sentences import split
from .wording import PlacedSentence, Terms, Vector, Wording, placed

LABELS: tuple[Role | Source, ...] = (*Role, *Source)
MOST_ROLES = 3
FORMAT = "whichone-roles-2"
WEIGHTS = "roles.npz"
"""The file of trained weights in a project folder."""


@dataclass(frozen=True)
class RoleClassifier:
    """The trained weights.

    weights: shape (columns, labels).  offsets, thresholds: shape (labels,); a label is given
    where its probability reaches its threshold.
    """

    wording: Wording
    weights: NDArray[np.float32]
    offsets: NDArray[np.float32]
    thresholds: NDArray[np.float32]

    def annotate(self, question: str, answer: str) -> tuple[LabelledSentence, ...]:
        """The sentences of an answer with one to three roles each, and any sources."""
        sentences = split(answer)
        labels = (self.label(sentence) for sentence in placed(question, sentences))
        return tuple(
            LabelledSentence(text, place, label)
            for place, (text, label) in enumerate(zip(sentences, labels, strict=True))
        )

    def label(self, sentence: PlacedSentence) -> SentenceLabels:
        """The labels of one sentence."""
        return chosen(self.probabilities(sentence), self.thresholds)

    def label_each(self, sentences: Sequence[PlacedSentence]) -> list[SentenceLabels]:
        """The labels of sentences of any answers."""
        return [self.label(sentence) for sentence in sentences]

    def probabilities(self, sentence: PlacedSentence) -> NDArray[np.float64]:
        """The probability of each label in LABELS, each on its own; shape (labels,)."""
        return share(self.scores(sentence))

    def scores(self, sentence: PlacedSentence) -> NDArray[np.float64]:
        """The logarithm of each label's odds; shape (labels,)."""
        vector: Vector = self.wording.vector(sentence)
        columns = np.fromiter(vector.keys(), dtype=np.intp, count=len(vector))
        values = np.fromiter(vector.values(), dtype=np.float64, count=len(vector))
        scores: NDArray[np.float64] = values @ self.weights[columns] + self.offsets
        return scores


def share(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Probabilities of the logarithms of odds."""
    odds: NDArray[np.float64] = 1 / (1 + np.exp(-scores))
    return odds


def chosen(probabilities: NDArray[np.float64], thresholds: NDArray[np.float32]) -> SentenceLabels:
    """The roles and sources that reach their threshold: at least one role, at most three."""
    reach = probabilities / thresholds
    count = len(Role)
    best = np.argsort(-reach[:count], kind="stable")[:MOST_ROLES]
    roles = list(Role)
    return SentenceLabels(
        frozenset(roles[i] for rank, i in enumerate(best) if rank == 0 or reach[i] >= 1),
        frozenset(source for source, hit in zip(Source, reach[count:], strict=True) if hit >= 1),
    )


def save(classifier: RoleClassifier, path: Path) -> None:
    """Write the classifier as one file of plain arrays, without pickles.  Raises StorageError."""
    try:
        part = path.with_name(f"part-{path.name}")
        np.savez_compressed(part, allow_pickle=False, **_arrays(classifier))
        part.replace(path)
    except OSError as error:
        raise StorageError(f"{path} can't be written.", cause=str(error)) from error


def _arrays(classifier: RoleClassifier) -> dict[str, Any]:
    return {
        "format": np.array(FORMAT),
        "sentence_terms": _names(classifier.wording.sentence),
        "sentence_weights": classifier.wording.sentence.weights,
        "question_terms": _names(classifier.wording.question),
        "question_weights": classifier.wording.question.weights,
        "weights": classifier.weights,
        "offsets": classifier.offsets,
        "thresholds": classifier.thresholds,
    }


def load(path: Path) -> RoleClassifier:
    """Read what `save` wrote.  Raises InputError where it is absent or another file."""
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            if str(file["format"]) != FORMAT:
                raise ValueError(f"format {file['format']}")
            wording = Wording(_terms(file, "sentence"), _terms(file, "question"))
            arrays = (file["weights"], file["offsets"], file["thresholds"])
    except (OSError, ValueError, TypeError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise InputError(
            f"{path} holds no trained role classifier.",
            remedy="Train one with whichone-data vizwiz train.",
            cause=str(error),
        ) from error
    return RoleClassifier(wording, *arrays)


def _names(known: Terms) -> NDArray[np.uint8]:
    """The terms in column order as bytes, one a line: terms hold no line breaks."""
    ordered: Sequence[str] = sorted(known.columns, key=known.columns.__getitem__)
    return np.frombuffer("\n".join(ordered).encode(), dtype=np.uint8)


def _terms(file: np.lib.npyio.NpzFile, name: str) -> Terms:
    names = file[f"{name}_terms"].tobytes().decode().split("\n")
    return Terms({term: column for column, term in enumerate(names)}, file[f"{name}_weights"])
