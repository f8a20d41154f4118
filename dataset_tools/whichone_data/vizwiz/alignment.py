"""Finds out whether labels stand beside the sentences that they were made for.

In two released files labels slide away from their sentences: they are a stream that lost and
gained single labels, so that from some row on each label stands one or more sentences too
early or too late.  Roles and sources are two streams; one may slide without the other.

Wording shows it without any model: a sentence that opens an answer mostly confirms the photo,
"please try again" mostly is a suggestion, "I can't make out" mostly a failure; "blurry" speaks
of picture quality, "is often used for" of what the picture doesn't show, "the image shows a
red" does not.

Each row gets a lag: its sentences fit the labels `lag` places further on in the stream.
The lags of all rows are found together (Viterbi), where a change of lag costs
CHANGE_COST nats, so that a few odd sentences change nothing.  A file drifts where the best
lags explain its wording better than no lag by DRIFT_GAIN nats.

Measured on the release (docs/vizwiz-lf.md): roles and sources of GPT-4V and sources of Gemini
drift by hundreds of nats, no other file by any.  Moving GPT-4V's labels back gives the paper's
abstention figures.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray
from whichone_core.types.strategies import Role

from .schema import SentenceLabels, Source

MAX_LAG = 12
CHANGE_COST = 15.0
STEP_COST = 1.0
"""Added for each sentence by which a lag changes: small slips are likelier than large ones."""
DRIFT_GAIN = 30.0
ORDER_GAIN = 5.0
UNKNOWN = -1.0
"""Log-likelihood of a sentence that is not known: near the mean of those that fit."""
OUTSIDE = -4.0
"""Log-likelihood of a sentence whose label would stand outside the file."""

SUGGESTS = re.compile(
    r"^(if you|please|try|you (may|might|can|could)|i (recommend|suggest)|to get)\b"
    r"|\b(clearer|another|better|new) (image|photo|picture)|\bretake\b",
    re.IGNORECASE,
)
FAILS = re.compile(
    r"\b(can['’]?t|cannot|can not|unable|sorry|not (able|possible|clear|visible|legible)"
    r"|too (blurry|dark|unclear|bright)|difficult|challenging|hard to|impossible"
    r"|isn['’]t (clear|visible|possible)|do(es)?n['’]t|does not|obscured|illegible)\b",
    re.IGNORECASE,
)
BLAMES_QUALITY = re.compile(
    r"\b(blur\w*|unclear|not clear|quality|dark|angle|cropped|focus|legible|visible"
    r"|resolution|lighting)\b",
    re.IGNORECASE,
)
KNOWS_MORE = re.compile(
    r"\b(often|typically|usually|commonly|generally|popular|known|used|such as|for example"
    r"|type of|can be|should|would|company|founded|manufactured|designed)\b",
    re.IGNORECASE,
)
DESCRIBES = re.compile(
    r"\b(image|photo|picture|there (is|are)|white|black|red|blue|green|yellow|brown|colou?r"
    r"|background|left|right|sitting|reads|says)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Cue:
    """A wording and the label that tends to go with it.

    present, absent: how often the label is there with the wording and without it; round
    numbers, read off rows whose labels stand right.  A wording of None is "opens its answer".
    """

    wording: re.Pattern[str] | None
    label: Role | Source
    present: float
    absent: float

    def is_in(self, text: str, place: int) -> bool:
        return place == 0 if self.wording is None else bool(self.wording.search(text))

    def is_labelled(self, labels: SentenceLabels) -> bool:
        return self.label in labels.roles or self.label in (labels.sources or ())


class Kind(Enum):
    """The two streams of labels, each with the cues that speak for its place."""

    ROLES = (
        Cue(None, Role.CONFIRMATION, 0.75, 0.10),
        Cue(SUGGESTS, Role.SUGGESTION, 0.85, 0.05),
        Cue(FAILS, Role.ANSWER_FAILURE, 0.60, 0.05),
    )
    SOURCES = (
        Cue(BLAMES_QUALITY, Source.QUALITY, 0.60, 0.15),
        Cue(KNOWS_MORE, Source.EXTERNAL, 0.50, 0.10),
        Cue(DESCRIBES, Source.EXTERNAL, 0.05, 0.25),
    )


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

    @property
    def trusted_lags(self) -> tuple[int, ...]:
        """The lags of a drifting file; of any other, zeros."""
        return self.lags if self.is_drifting else (0,) * len(self.lags)


@dataclass(frozen=True, slots=True)
class Alignments:
    """The lags of a file's roles and of its sources; the same ones where both slid together."""

    roles: Alignment
    sources: Alignment


def align_file(stream: Stream) -> Alignments:
    """The lags of both kinds of labels; where roles slide, sources are held to slide along."""
    roles = align(stream, Kind.ROLES)
    if roles.is_drifting:
        both = align(stream, *Kind)
        return Alignments(both, both)
    return Alignments(roles, align(stream, Kind.SOURCES))


def _likelihood(
    kind: Kind, wording: NDArray[np.bool_], marks: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """Log-likelihood of labels given wording, both of shape (sentences, cues)."""
    present = np.array([cue.present for cue in kind.value])
    absent = np.array([cue.absent for cue in kind.value])
    odds = np.where(wording, present, absent)
    likelihoods: NDArray[np.float64] = np.log(np.where(marks, odds, 1 - odds)).sum(axis=1)
    return likelihoods


def _wording(kind: Kind, texts: Sequence[tuple[str, int]]) -> NDArray[np.bool_]:
    return np.array([[cue.is_in(text, place) for cue in kind.value] for text, place in texts])


def _marks(kind: Kind, labels: Sequence[SentenceLabels]) -> NDArray[np.bool_]:
    return np.array([[cue.is_labelled(label) for cue in kind.value] for label in labels])


def align(stream: Stream, *kinds: Kind, max_lag: int = MAX_LAG) -> Alignment:
    """The lag of each row that its wording speaks for, by the cues of one or both kinds."""
    fits = np.sum([_fits(stream, kind, max_lag) for kind in kinds], axis=0)
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


def _fits(stream: Stream, kind: Kind, max_lag: int) -> NDArray[np.float64]:
    """Log-likelihood of each row at each lag, shape (rows, 2 * max_lag + 1)."""
    slots = [(text, place) for row in stream.texts for place, text in enumerate(row)]
    wording = _wording(kind, [(text or "", place) for text, place in slots])
    is_known = np.array([text is not None for text, _ in slots])
    marks = _marks(kind, [label for row in stream.labels for label in row])
    count = len(slots)
    columns = []
    for lag in range(-max_lag, max_lag + 1):
        column = np.full(count, OUTSIDE)
        inside = slice(max(0, -lag), max(0, min(count, count - lag)))
        moved = slice(inside.start + lag, inside.stop + lag)
        column[inside] = _likelihood(kind, wording[inside], marks[moved])
        column[~is_known] = UNKNOWN
        columns.append(column)
    starts = np.cumsum([0, *(len(row) for row in stream.texts)])[:-1]
    sums: NDArray[np.float64] = np.add.reduceat(np.array(columns), starts, axis=1).T
    return sums


def order_gain(texts: Sequence[str], labels: Sequence[SentenceLabels]) -> float:
    """By how many nats the best rotation of a row's roles beats the order they stand in.

    Rows of fewer than three sentences give 0: two can be swapped by chance.
    """
    if len(texts) < 3:
        return 0.0
    wording = _wording(Kind.ROLES, [(text, place) for place, text in enumerate(texts)])
    marks = _marks(Kind.ROLES, labels)
    rotated = (np.roll(marks, turn, axis=0) for turn in range(len(texts)))
    fits = [float(_likelihood(Kind.ROLES, wording, turned).sum()) for turned in rotated]
    return max(fits) - fits[0]
