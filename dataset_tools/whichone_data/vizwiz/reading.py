"""The role classifier helped by an encoder: words and vectors say each their odds of a label.

The two halves err on other sentences, so the mean of their log odds is better than either.  The
half of the words is `roles.py`'s, unchanged and in its own file; this file's weights belong to
one such half and one encoder, and are refused beside any other.
"""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from whichone_core.errors import InputError, StorageError

from .encoded import SentenceEncoder
from .roles import LABELS, RoleClassifier, chosen, share
from .schema import LabelledSentence, SentenceLabels
from .sentences import split
from .wording import CUES, PLACES, PlacedSentence, place_and_cues, placed

FORMAT = "whichone-reading-1"
READING = "reading.npz"
"""The file of this half's weights in a project folder."""


@dataclass(frozen=True)
class ReadingClassifier:
    """Both halves.

    weights: shape (encoder's size and place and cues, labels).  offsets, thresholds: shape
    (labels,); a label is given where the mean's probability reaches its threshold.
    """

    words: RoleClassifier
    encoder: SentenceEncoder
    weights: NDArray[np.float32]
    offsets: NDArray[np.float32]
    thresholds: NDArray[np.float32]

    def annotate(self, question: str, answer: str) -> tuple[LabelledSentence, ...]:
        """The sentences of an answer with one to three roles each, and any sources."""
        sentences = split(answer)
        labels = self.label_each(placed(question, sentences))
        return tuple(
            LabelledSentence(text, place, label)
            for place, (text, label) in enumerate(zip(sentences, labels, strict=True))
        )

    def label_each(self, sentences: Sequence[PlacedSentence]) -> list[SentenceLabels]:
        """The labels of sentences, those of an answer one after the other from its first."""
        return [chosen(odds, self.thresholds) for odds in self.probabilities(sentences)]

    def probabilities(self, sentences: Sequence[PlacedSentence]) -> NDArray[np.float64]:
        """The probability of each label; shape (sentences, labels)."""
        if not sentences:
            return np.zeros((0, len(LABELS)))
        words = np.array([self.words.scores(sentence) for sentence in sentences])
        read = features(self.encoder, sentences) @ self.weights + self.offsets
        return mean_share(words, read)


def mean_share(words: NDArray[np.float64], read: NDArray[np.float64]) -> NDArray[np.float64]:
    """The probability that the mean of both halves' log odds stands for."""
    return share((words + read) / 2)


def features(encoder: SentenceEncoder, sentences: Sequence[PlacedSentence]) -> NDArray[np.float64]:
    """Each sentence's vector, place and cues; shape (sentences, encoder's size + 19)."""
    vectors = [
        encoder.vectors(answer[0].question, [sentence.text for sentence in answer])
        for answer in by_answer(sentences)
    ]
    beside = np.array([place_and_cues(sentence) for sentence in sentences])
    found: NDArray[np.float64] = np.hstack([np.vstack(vectors), beside])
    return found


def by_answer(sentences: Sequence[PlacedSentence]) -> Iterator[list[PlacedSentence]]:
    """Sentences by answer: a new one begins where a sentence is the first of its answer."""
    answer: list[PlacedSentence] = []
    for sentence in sentences:
        if answer and sentence.place == 0:
            yield answer
            answer = []
        answer.append(sentence)
    if answer:
        yield answer


def save_reading(classifier: ReadingClassifier, path: Path) -> None:
    """Write this half's weights, without pickles.  Raises StorageError."""
    part = path.with_name(f"part-{path.name}")
    try:
        np.savez_compressed(
            part,
            allow_pickle=False,
            format=np.array(FORMAT),
            encoder=np.array(classifier.encoder.name),
            words=np.array(_digest(classifier.words)),
            weights=classifier.weights,
            offsets=classifier.offsets,
            thresholds=classifier.thresholds,
        )
        part.replace(path)
    except OSError as error:
        raise StorageError(f"{path} can't be written.", cause=str(error)) from error


def load_reading(path: Path, words: RoleClassifier, encoder: SentenceEncoder) -> ReadingClassifier:
    """Read what `save_reading` wrote.  Raises InputError for another file, half or encoder."""
    remedy = "Train one with whichone-data vizwiz train --encoder."
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            made = tuple(str(file[name]) for name in ("format", "encoder", "words"))
            arrays = (file["weights"], file["offsets"], file["thresholds"])
    except (OSError, ValueError, TypeError, KeyError, EOFError, zipfile.BadZipFile) as error:
        sentence = f"{path} holds no classifier that was trained with an encoder."
        raise InputError(sentence, remedy=remedy, cause=str(error)) from error
    width, count = encoder.size + PLACES + CUES, len(LABELS)
    shapes = tuple(array.shape for array in arrays)
    if made != (FORMAT, encoder.name, _digest(words)) or shapes != (
        (width, count),
        (count,),
        (count,),
    ):
        raise InputError(
            f"{path} was trained with another encoder or beside another roles.npz.",
            remedy=remedy,
            cause=f"{made}, {shapes}; encoder {encoder.name}, size {encoder.size}",
        )
    return ReadingClassifier(words, encoder, *arrays)


def _digest(words: RoleClassifier) -> str:
    """Tells one half of words from another."""
    parts = (words.weights, words.offsets, words.wording.sentence.weights)
    return hashlib.sha256(
        b"".join(np.ascontiguousarray(part).tobytes() for part in parts)
    ).hexdigest()
