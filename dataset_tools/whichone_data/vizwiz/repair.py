"""Brings back sentence labels that the release has lost, each marked with how it was done.

Two repairs, both measured and neither a guess about a single row:

- split again: the file cut "2.44-inch" in two; properly split, the paragraph has exactly as
  many sentences as labels.
- realigned: where a file's roles drift, and its sources with them, each row takes the labels
  at its own lag.  Sources that drift alone stay unknown: a cue for them is too rare to say
  which of two neighbouring lags a short row has.

A row next to a change of lag keeps its realigned totals but no labelled sentences (the change
may lie inside the row), and rows in a run too short to be sure of stay as released.  Rows
whose own labels stand in another order are not repaired.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from whichone_core.types.strategies import Role

from .alignment import FAILS, Alignment, Alignments
from .anomalies import AnomalyKind
from .release import Release, fitting_sentences, known
from .schema import Answer, Pairing, SentenceLabels, paired

SHORTEST_RUN = 5
"""Rows of one lag that are needed to believe it."""


def repaired(release: Release) -> Release:
    """The same release with every labelled sentence that can be brought back."""
    disordered = {
        (anomaly.writer, anomaly.row)
        for anomaly in release.anomalies
        if anomaly.kind is AnomalyKind.LABEL_ORDER
    }
    answers = {}
    for writer, released in release.answers.items():
        alignments = release.alignments[writer]
        moved = _realigned(released, alignments.roles)
        slid = _slid_sources(released, alignments)
        answers[writer] = tuple(
            answer
            if (writer, answer.row) in disordered
            else _split_again(answer, answer.row not in slid)
            for answer in moved
        )
    return replace(release, answers=answers)


def _slid_sources(answers: Sequence[Answer], alignments: Alignments) -> set[int]:
    """Rows whose sources belong elsewhere and stay so; none where roles slid along."""
    if alignments.roles.is_drifting:
        return set()
    pairs = zip(answers, alignments.sources.trusted_lags, strict=True)
    return {answer.row for answer, lag in pairs if lag}


def _split_again(answer: Answer, has_sources: bool) -> Answer:
    """Labelled sentences for an unpaired answer whose paragraph splits to fit its labels."""
    sentences = fitting_sentences(answer)
    if answer.pairing is not Pairing.NONE or sentences is None:
        return answer
    labels = known(answer.labels, has_sources)
    return replace(answer, pairing=Pairing.RESPLIT, sentences=paired(sentences, labels))


def _realigned(answers: tuple[Answer, ...], alignment: Alignment) -> tuple[Answer, ...]:
    """Each answer of a drifting file with the labels at its lag; unpaired rows stay apart."""
    if not alignment.is_drifting:
        return answers
    stream = [label for answer in answers for label in answer.labels]
    start = 0
    moved = []
    for answer, lag, is_sure, is_edge in zip(
        answers, alignment.lags, _sure(alignment.lags), _edges(alignment.lags), strict=True
    ):
        end = start + len(answer.labels)
        if lag and is_sure:
            answer = _moved(answer, stream[start + lag : end + lag], is_edge)
        moved.append(answer)
        start = end
    return tuple(moved)


def _moved(answer: Answer, labels: Sequence[SentenceLabels], is_edge: bool) -> Answer:
    realigned = replace(answer, labels=tuple(labels))
    sentences = fitting_sentences(answer)
    if is_edge or sentences is None or len(labels) != len(answer.labels):
        return replace(realigned, pairing=Pairing.UNSURE)
    return replace(
        realigned, pairing=Pairing.REALIGNED, sentences=paired(sentences, realigned.labels)
    )


def _sure(lags: Sequence[int]) -> list[bool]:
    """Which rows stand in a run of one lag that is long enough."""
    sure: list[bool] = []
    for _, run in groupby(lags):
        length = len(list(run))
        sure += [length >= SHORTEST_RUN] * length
    return sure


def _edges(lags: Sequence[int]) -> list[bool]:
    """Which rows stand beside a row of another lag."""
    before = [lags[0], *lags[:-1]]
    after = [*lags[1:], lags[-1]]
    return [len({a, b, c}) > 1 for a, b, c in zip(before, lags, after, strict=True)]


def failure_share(answers: Sequence[Answer]) -> float:
    """The share of failure-worded sentences, among those labelled, that are labelled so (0-1).

    The measured fact behind the drift: in files in order it is high.
    """
    said = [
        Role.ANSWER_FAILURE in sentence.labels.roles
        for answer in answers
        for sentence in answer.sentences
        if FAILS.search(sentence.text)
    ]
    return sum(said) / len(said) if said else 0.0
