"""Reads the VizWiz-LF release strictly and never pairs labels with a wrong sentence in silence.

Flow: JSON -> `ReleasedRow` (any unknown field or label is an error) -> `Answer` with labels
as values -> every answer is checked on its own (`checks.py`), every file as a stream of labels
(`alignment.py`), and all files against each other (they are about the same questions).

Rows whose labels don't fit keep their labels as totals of the answer and have no labelled
sentences.  `repair.py` can bring most of them back, and says so in each answer's pairing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import ValidationError
from whichone_core.errors import InputError
from whichone_core.types.questions import QuestionType

from .alignment import Alignments, Stream, align_file
from .anomalies import Anomaly
from .checks import drift_anomalies, file_anomalies, row_anomalies
from .schema import (
    ROLE_NAMES,
    SOURCE_NAMES,
    Answer,
    Pairing,
    ReleasedRow,
    SentenceLabels,
    paired,
)
from .sentences import split

FILES = {
    "Expert": "expert.json",
    "GPT-4V": "gpt-4v.json",
    "Gemini": "gemini.json",
    "LLaVA": "llava.json",
    "QWEN": "qwen.json",
    "BLIP-2": "blip2.json",
    "InstructBLIP": "instruct_blip.json",
}
"""Who wrote the answers, as the paper names them, and the file they were released in."""

QUESTIONS = 600


@dataclass(frozen=True, slots=True)
class Release:
    """All answers by who wrote them, in row order, what is wrong with them, and their lags."""

    answers: Mapping[str, tuple[Answer, ...]]
    anomalies: tuple[Anomaly, ...]
    alignments: Mapping[str, Alignments]

    @property
    def size(self) -> int:
        return sum(len(answers) for answers in self.answers.values())


def load_release(folder: Path) -> Release:
    """The release in a folder of seven JSON files.

    Raises InputError where a file is absent, isn't JSON, has a field or label that the
    release doesn't know, or speaks of other questions than the other files.
    """
    rows = {writer: _read(folder / name) for writer, name in FILES.items()}
    _same_questions(rows)
    answers: dict[str, tuple[Answer, ...]] = {}
    anomalies: list[Anomaly] = []
    alignments: dict[str, Alignments] = {}
    for writer, released in rows.items():
        read = tuple(_answer(writer, number, row) for number, row in released.items())
        alignments[writer] = align_file(stream(read))
        checked, found = _checked(read, released, alignments[writer])
        answers[writer] = checked
        anomalies += found
    return Release(answers, tuple(anomalies), alignments)


def stream(answers: tuple[Answer, ...]) -> Stream:
    """The labels of a file beside the sentences of their rows, split again where needed."""
    texts: list[tuple[str | None, ...]] = []
    for answer in answers:
        sentences = fitting_sentences(answer)
        texts.append(sentences or (None,) * len(answer.labels))
    return Stream(tuple(texts), tuple(answer.labels for answer in answers))


def fitting_sentences(answer: Answer) -> tuple[str, ...] | None:
    """The answer cut into as many sentences as it has labels, or None where that fails."""
    for sentences in (answer.released_sentences, split(answer.paragraph)):
        if len(sentences) == len(answer.labels):
            return sentences
    return None


def _read(path: Path) -> dict[int, ReleasedRow]:
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(
            f"The file {path.name} can't be read.",
            remedy="Name the folder that holds the seven released JSON files.",
            cause=f"{path}: {error}",
        ) from error
    except ValueError as error:
        raise InputError(
            f"The file {path.name} is not JSON.", remedy="Get the release again.", cause=str(error)
        ) from error
    if not isinstance(rows, dict) or not rows:
        raise InputError(f"The file {path.name} holds no answers by row number.")
    return dict(sorted((_number(path, key), _row(path, key, row)) for key, row in rows.items()))


def _number(path: Path, key: str) -> int:
    if key.isdecimal() and 1 <= int(key) <= QUESTIONS:
        return int(key)
    raise InputError(f"The file {path.name} has a row '{key}'; rows go from 1 to {QUESTIONS}.")


def _row(path: Path, key: str, row: object) -> ReleasedRow:
    try:
        return ReleasedRow.model_validate(row)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "the row"
        raise InputError(
            f"Row {key} of {path.name} is not as released: {place}: {first['msg']}.",
            remedy="Get the release again.",
            cause=str(error),
        ) from error


def _same_questions(rows: Mapping[str, Mapping[int, ReleasedRow]]) -> None:
    """Row 17 must be about the same picture and question in every file."""
    known: dict[int, tuple[object, ...]] = {}
    for writer, released in rows.items():
        for number, row in released.items():
            asked = (row.question.strip(), row.image_url, row.answerability, row.question_type)
            crowd = (tuple(row.crowd_answers), row.crowd_majority)
            if known.setdefault(number, (asked, crowd)) != (asked, crowd):
                raise InputError(
                    f"Row {number} of {FILES[writer]} is about another question than in the "
                    "files before it.",
                    remedy="Take all seven files from one release.",
                )


def _answer(writer: str, number: int, row: ReleasedRow) -> Answer:
    if len(row.functional_roles) != len(row.information_types):
        raise InputError(
            f"Row {number} of {FILES[writer]} has {len(row.functional_roles)} lists of roles and "
            f"{len(row.information_types)} of information sources."
        )
    labels = tuple(
        SentenceLabels(
            frozenset(ROLE_NAMES[name] for name in roles),
            frozenset(SOURCE_NAMES[name] for name in sources),
        )
        for roles, sources in zip(row.functional_roles, row.information_types, strict=True)
    )
    return Answer(
        writer=writer,
        row=number,
        question=row.question.strip(),
        question_type=QuestionType(row.question_type),
        is_answerable=row.answerability == "answerable",
        image_url=row.image_url,
        paragraph=row.answer_paragraph.strip(),
        released_sentences=tuple(row.answer_sentences),
        labels=labels,
        pairing=Pairing.NONE,
        sentences=(),
        crowd_answers=tuple(row.crowd_answers),
        crowd_majority=row.crowd_majority,
    )


def _checked(
    read: tuple[Answer, ...], released: Mapping[int, ReleasedRow], alignments: Alignments
) -> tuple[tuple[Answer, ...], list[Anomaly]]:
    """Answers with labelled sentences where nothing speaks against it, and all that does."""
    lags = zip(alignments.roles.trusted_lags, alignments.sources.trusted_lags, strict=True)
    anomalies = file_anomalies(read, released) + drift_anomalies(read, alignments)
    answers: list[Answer] = []
    for answer, (lag, source_lag) in zip(read, lags, strict=True):
        found = row_anomalies(answer, released[answer.row], lag)
        anomalies += found
        is_paired = not lag and not any(anomaly.kind.breaks_pairing for anomaly in found)
        answers.append(_as_released(answer, source_lag == 0) if is_paired else answer)
    return tuple(answers), anomalies


def _as_released(answer: Answer, has_sources: bool) -> Answer:
    labels = known(answer.labels, has_sources)
    sentences = paired(answer.released_sentences, labels)
    return replace(answer, pairing=Pairing.RELEASED, sentences=sentences)


def known(labels: tuple[SentenceLabels, ...], has_sources: bool) -> tuple[SentenceLabels, ...]:
    """The labels as they are, or without their sources where those belong elsewhere."""
    return labels if has_sources else tuple(replace(label, sources=None) for label in labels)
