"""Sentences as numbers: weighted one- and two-word terms, the question's, the place, cues.

The same few lines serve training and labelling, so that the two can't drift apart, and
labelling needs nothing but NumPy.

Weights are TF-IDF with sublinear counts, a vector of length one for each of the two texts; the
question's counts half (tried: 0.5 and 1, the sentences before and after, characters, the
whole answer; none gained half a point on held-out thirds of the training side).  Cues are a
dozen numbers that terms don't hold, such as how much of the question a sentence repeats.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

TOKEN = re.compile(r"\w+|[^\w\s]")
QUESTION_WEIGHT = 0.5
LEAST_SEEN = 2
"""Terms of fewer sentences than this are left out."""
PLACES = 7
_WORD = re.compile(r"\w+")
_CAPITALS = re.compile(r"\b[A-Z]{3,}\b")
_COMMON = frozenset(
    _WORD.findall(
        "the a an is are of in to and it this that on for with you i what be can do does me my "
        "your please"
    )
)
_CUES = tuple(
    re.compile(pattern)
    for pattern in (
        r"[\"“”]",
        r"\d",
        r"\b(?:typically|usually|often|generally|commonly|normally|known|may|might|could|should"
        r"|would|recommend|try)\b",
        r"\b(?:image|photo|picture|shown|visible|appears?|seems?|see|seen)\b",
        r"\b(?:blur\w*|unclear|dark|lighting|angle|focus\w*|cut off|cropped|clear\w*|quality"
        r"|closer?|retake|another)\b",
        r"\b(?:not|cannot|unable|no)\b|n['’]t\b",
        r"\?\s*$",
        r"\byou\b",
    )
)
"""In small letters: print that is quoted, numbers, general knowledge, seeing, the picture's
quality, negation, a question, the person."""
CUES = len(_CUES) + 4

Vector = dict[int, float]
"""Column -> value; columns that are not there are 0."""


@dataclass(frozen=True, slots=True)
class PlacedSentence:
    """A sentence, the question that it answers, and where in its answer it stands (from 0)."""

    text: str
    question: str
    place: int
    of: int


def placed(question: str, sentences: Sequence[str]) -> list[PlacedSentence]:
    """The sentences of one answer, each with its place."""
    count = len(sentences)
    return [PlacedSentence(text, question, place, count) for place, text in enumerate(sentences)]


def terms(text: str) -> list[str]:
    """Lower-case words and marks, alone and in pairs."""
    tokens = TOKEN.findall(text.lower())
    return tokens + [f"{a} {b}" for a, b in pairwise(tokens)]


@dataclass(frozen=True)
class Terms:
    """The terms that are known, each with its column and its weight (inverse frequency)."""

    columns: dict[str, int]
    weights: NDArray[np.float32]

    def vector(self, text: str, first: int, scale: float) -> Vector:
        """The text as a vector of length `scale`, its columns counted from `first`."""
        counts = Counter(term for term in terms(text) if term in self.columns)
        values = {
            self.columns[term]: (1 + math.log(count)) * float(self.weights[self.columns[term]])
            for term, count in counts.items()
        }
        length = math.sqrt(sum(value * value for value in values.values()))
        return {first + column: scale * value / length for column, value in values.items()}


def learn_terms(texts: Iterable[str]) -> Terms:
    """The terms of the texts that are seen often enough, in alphabetical order."""
    documents = [set(terms(text)) for text in texts]
    seen = Counter(term for document in documents for term in document)
    kept = sorted(term for term, count in seen.items() if count >= LEAST_SEEN)
    total = len(documents)
    weights = [math.log((1 + total) / (1 + seen[term])) + 1 for term in kept]
    columns = {term: column for column, term in enumerate(kept)}
    return Terms(columns, np.array(weights, dtype=np.float32))


@dataclass(frozen=True)
class Wording:
    """All features of a sentence: its terms, its question's terms, its place and length, cues."""

    sentence: Terms
    question: Terms

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.sentence.columns) + len(self.question.columns) + PLACES + CUES

    def vector(self, placed: PlacedSentence) -> Vector:
        """The features of one sentence."""
        first_question = len(self.sentence.columns)
        first_place = first_question + len(self.question.columns)
        return {
            **self.sentence.vector(placed.text, 0, 1.0),
            **self.question.vector(placed.question, first_question, QUESTION_WEIGHT),
            **dict(enumerate(place_and_cues(placed), first_place)),
        }


def place_and_cues(placed: PlacedSentence) -> list[float]:
    """What terms don't hold, each from 0 to 1; PLACES + CUES numbers."""
    return [*_place(placed), *_cues(placed)]


def _place(placed: PlacedSentence) -> Iterable[float]:
    last = placed.of - 1
    yield float(placed.place == 0)
    yield float(placed.place == last)
    yield float(placed.place == 1)
    yield placed.place / max(last, 1)
    yield float(placed.of == 1)
    yield min(placed.of, 8) / 8
    yield min(len(placed.text.split()), 40) / 40


def _cues(placed: PlacedSentence) -> Iterable[float]:
    text = placed.text.lower()
    asked = set(_WORD.findall(placed.question.lower())) - _COMMON
    said = [word for word in _WORD.findall(text) if word not in _COMMON]
    repeated = sum(word in asked for word in said)
    yield repeated / max(len(said), 1)
    yield float(not repeated)
    names = sum(word[0].isupper() for word in _WORD.findall(placed.text)[1:])
    yield min(names, 4) / 4
    yield float(bool(_CAPITALS.search(placed.text)))
    yield from (float(bool(cue.search(text))) for cue in _CUES)


def learn_wording(sentences: Sequence[PlacedSentence]) -> Wording:
    """The terms of sentences and, counted once for each sentence, of their questions."""
    return Wording(
        learn_terms(sentence.text for sentence in sentences),
        learn_terms(sentence.question for sentence in sentences),
    )
