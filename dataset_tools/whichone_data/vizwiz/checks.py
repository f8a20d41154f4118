"""The checks of a released file: each row on its own, the file as a whole, its label stream."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from .alignment import ORDER_GAIN, Alignments, order_gain
from .anomalies import Anomaly, AnomalyKind
from .schema import Answer, ReleasedRow
from .sentences import split

CROWD = 10
QUESTIONS = 600


def row_anomalies(answer: Answer, row: ReleasedRow, lag: int = 0) -> list[Anomaly]:
    """What is wrong with one row, worst first; where its labels drift, order means nothing."""
    found = [*_label_faults(answer, lag), *_text_faults(answer, row), *_crowd_faults(answer)]
    return [Anomaly(kind, answer.writer, answer.row, detail) for kind, detail in found]


def _label_faults(answer: Answer, lag: int) -> Iterator[tuple[AnomalyKind, str]]:
    sentences, labels = answer.released_sentences, answer.labels
    if len(sentences) != len(labels):
        again = len(split(answer.paragraph))
        yield (
            AnomalyKind.LABEL_COUNT,
            f"{len(sentences)} sentences, {len(labels)} labels; split properly: {again} sentences.",
        )
    elif not lag:
        gain = order_gain(sentences, labels)
        if gain >= ORDER_GAIN:
            yield AnomalyKind.LABEL_ORDER, f"Another order fits the wording {gain:.1f} nats better."
    bare = [place for place, label in enumerate(labels, 1) if not label.roles]
    if bare:
        yield AnomalyKind.NO_ROLE, f"Label {', '.join(map(str, bare))} of {len(labels)} is empty."


def _text_faults(answer: Answer, row: ReleasedRow) -> Iterator[tuple[AnomalyKind, str]]:
    if row.question.endswith("\r\n"):
        yield AnomalyKind.LINE_BREAK, "Trimmed."
    foreign = [text for text in row.answer_sentences if text not in row.answer_paragraph]
    if foreign:
        yield AnomalyKind.NOT_IN_PARAGRAPH, f"{len(foreign)} of {len(row.answer_sentences)}."


def _crowd_faults(answer: Answer) -> Iterator[tuple[AnomalyKind, str]]:
    if len(answer.crowd_answers) != CROWD:
        yield AnomalyKind.CROWD_COUNT, f"{len(answer.crowd_answers)} answers."
    if answer.is_answerable == (answer.crowd_majority == "unanswerable"):
        word = "answerable" if answer.is_answerable else "unanswerable"
        yield (
            AnomalyKind.TWO_TRUTHS,
            f"Marked {word}; the crowd's majority is '{answer.crowd_majority}'.",
        )


def file_anomalies(answers: Sequence[Answer], rows: Mapping[int, ReleasedRow]) -> list[Anomaly]:
    """Rows that are not there, and how the file spells information sources."""
    writer = answers[0].writer
    found = [
        Anomaly(AnomalyKind.MISSING_ROW, writer, number, "The file goes on without it.")
        for number in range(1, QUESTIONS + 1)
        if number not in rows
    ]
    names = {name for row in rows.values() for label in row.information_types for name in label}
    if any(" " in name for name in names):
        detail = f"Information sources are written {', '.join(sorted(names))}."
        found.append(Anomaly(AnomalyKind.SPELLING, writer, None, detail))
    return found


def drift_anomalies(answers: Sequence[Answer], alignments: Alignments) -> list[Anomaly]:
    """One anomaly for each run of rows whose roles or sources belong elsewhere."""
    if alignments.roles.is_drifting:
        return _runs(answers, alignments.roles.lags, "roles and sources")
    return _runs(answers, alignments.sources.trusted_lags, "sources")


def _runs(answers: Sequence[Answer], lags: Sequence[int], what: str) -> list[Anomaly]:
    found = []
    pairs = zip(answers, lags, strict=True)
    for lag, run in groupby(pairs, key=lambda pair: pair[1]):
        rows = [answer.row for answer, _ in run]
        if lag:
            count = f"{abs(lag)} sentence{'s' if abs(lag) > 1 else ''}"
            way = "late" if lag > 0 else "early"
            detail = f"Rows {rows[0]} to {rows[-1]}: {what} stand {count} too {way}."
            found.append(Anomaly(AnomalyKind.LABEL_DRIFT, answers[0].writer, rows[0], detail))
    return found
