"""Finds out whether labels stand beside the sentences that they were made for.

In one released file the labels slide away from their sentences: they are a stream that lost
and gained single labels, so that from some row on each label stands one or more sentences
too early or too late.  Wording shows it without any model: a sentence that opens an answer
mostly confirms the photo, "please try again" mostly is a suggestion, "I can't make out"
mostly a failure, "blurry" mostly speaks of picture quality.

Each row gets a lag: its sentences fit the labels `lag` places further on in the stream.
The lags of all rows are found together (Viterbi), where a change of lag costs
CHANGE_COST nats, so that a few odd sentences change nothing.  A file drifts where the best
lags explain its wording better than no lag by DRIFT_GAIN nats.

Measured on the release: GPT-4V gains over 2,000 nats, each other file nothing at all.
Moving GPT-4V's labels back gives the paper's abstention figures (docs/vizwiz-lf.md).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from whichone_core.types import Role

from .schema import SentenceLabels, Source

MAX_LAG = 40
CHANGE_COST = 15.0
STEP_COST = 0.5
"""Added for each sentence by which a lag changes: small slips are likelier than large ones."""
DRIFT_GAIN = 100.0
ORDER_GAIN = 5.0
UNKNOWN = -1.8
"""Log-likelihood of a sentence that is not known: near the mean of those that fit."""
OUTSIDE = -6.0
"""Log-likelihood of a sentence whose label would stand outside the file."""

_SUGGESTS = re.compile(
    r"^(if you|please|try|you (may|might|can|could)|i (recommend|suggest)|to get)\b"
    r"|\b(clearer|another|better|new) (image|photo|picture)|\bretake\b",
    re.IGNORECASE,
)
_FAILS = re.compile(
    r"\b(can['’]?t|cannot|can not|unable|sorry|not (able|possible|clear|visible|legible)"
    r"|too (blurry|dark|unclear|bright)|difficult|challenging|hard to|impossible"
    r"|isn['’]t (clear|visible|possible)|do(es)?n['’]t|does not|obscured|illegible)\b",
    re.IGNORECASE,
)
_QUALITY = re.compile(
    r"\b(blur\w*|unclear|not clear|quality|dark|angle|cropped|focus|legible|visible"
    r"|resolution|lighting)\b",
    re.IGNORECASE,
)

# How often a label is there with the wording and without it; two round numbers a cue,
# read off rows whose labels stand right.
_ODDS = np.array([(0.75, 0.10), (0.85, 0.05), (0.60, 0.05), (0.60, 0.15)])


@dataclass(frozen=True, slots=True)
class Stream:
    """The labels of one file in order, and for each the sentence that stands beside it.

    texts: one tuple a row; None where the row's sentences don't fit its labels.
    labels: one tuple a row, as long as its texts.
    """

    texts: tuple[tuple[str | None, ...], ...]
    labels: tuple[tuple[SentenceLabels, ...], ...]


@dataclass(frozen=True, slots=True)
class Alignment:
    """The lag of every row, in sentences, and by how many nats it beats no lag at all."""

    lags: tuple[int, ...]
    gain: float

    @property
    def is_drifting(self) -> bool:
        return self.gain >= DRIFT_GAIN


def cues(text: str, place: int) -> tuple[bool, bool, bool, bool]:
    """First of its answer, worded as a suggestion, as a failure, about picture quality."""
    return (
        place == 0,
        bool(_SUGGESTS.search(text)),
        bool(_FAILS.search(text)),
        bool(_QUALITY.search(text)),
    )


def _marks(label: SentenceLabels) -> tuple[bool, bool, bool, bool]:
    return (
        Role.CONFIRMATION in label.roles,
        Role.SUGGESTION in label.roles,
        Role.ANSWER_FAILURE in label.roles,
        Source.QUALITY in label.sources,
    )


def _likelihood(wording: NDArray[np.bool_], marks: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Log-likelihood of labels given wording, both of shape (sentences, 4)."""
    odds = np.where(wording, _ODDS[:, 0], _ODDS[:, 1])
    likelihoods: NDArray[np.float64] = np.log(np.where(marks, odds, 1 - odds)).sum(axis=1)
    return likelihoods


def align(stream: Stream, max_lag: int = MAX_LAG) -> Alignment:
    """The lag of each row that its wording speaks for; all zero where the file is in order."""
    fits = _fits(stream, max_lag)
    lags = np.arange(-max_lag, max_lag + 1)
    jumps = np.abs(np.subtract.outer(lags, lags))
    change = np.where(jumps == 0, 0.0, -(CHANGE_COST + STEP_COST * jumps))
    best = fits[0] + change[max_lag]
    back = []
    for row in fits[1:]:
        steps = best[:, None] + change
        back.append(steps.argmax(axis=0))
        best = steps.max(axis=0) + row
    path = [int(best.argmax())]
    for step in reversed(back):
        path.append(int(step[path[-1]]))
    gain = float(best.max() - fits[:, max_lag].sum())
    return Alignment(tuple(int(lags[place]) for place in reversed(path)), gain)


def _fits(stream: Stream, max_lag: int) -> NDArray[np.float64]:
    """Log-likelihood of each row at each lag, shape (rows, 2 * max_lag + 1)."""
    slots = [(text, place) for row in stream.texts for place, text in enumerate(row)]
    wording = np.array([cues(text or "", place) for text, place in slots], dtype=bool)
    is_known = np.array([text is not None for text, _ in slots])
    marks = np.array([_marks(label) for row in stream.labels for label in row], dtype=bool)
    count = len(slots)
    columns = []
    for lag in range(-max_lag, max_lag + 1):
        column = np.full(count, OUTSIDE)
        inside = slice(max(0, -lag), max(0, min(count, count - lag)))
        moved = slice(inside.start + lag, inside.stop + lag)
        column[inside] = _likelihood(wording[inside], marks[moved])
        column[~is_known] = UNKNOWN
        columns.append(column)
    starts = np.cumsum([0, *(len(row) for row in stream.texts)])[:-1]
    sums: NDArray[np.float64] = np.add.reduceat(np.array(columns), starts, axis=1).T
    return sums


def order_gain(texts: Sequence[str], labels: Sequence[SentenceLabels]) -> float:
    """By how many nats the best rotation of a row's labels beats the order they stand in.

    Rows of fewer than three sentences give 0: two can be swapped by chance.
    """
    if len(texts) < 3:
        return 0.0
    wording = np.array([cues(text, place) for place, text in enumerate(texts)], dtype=bool)
    marks = np.array([_marks(label) for label in labels], dtype=bool)
    turns = [
        float(_likelihood(wording, np.roll(marks, k, axis=0)).sum()) for k in range(len(texts))
    ]
    return max(turns) - turns[0]
