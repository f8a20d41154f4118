"""Labels new long answers with the trained classifier, answers in and labelled sentences out.

The input is JSONL with a question and an answer on each line; other fields are kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError
from whichone_core.errors import InputError
from whichone_core.types.strategies import Role

from .schema import LabelledSentence, Source


class AnswerLine(BaseModel):
    """One line of the input; a collected answer's text is its answer."""

    model_config = ConfigDict(extra="allow", frozen=True)

    question: str
    answer: str = Field(validation_alias=AliasChoices("answer", "text"))


class Labeller(Protocol):
    """Labels the sentences of an answer."""

    def annotate(self, question: str, answer: str) -> tuple[LabelledSentence, ...]:
        """The sentences in order with their labels."""
        ...


def annotated(path: Path, classifier: Labeller) -> Iterator[dict[str, object]]:
    """Each line of the file with its sentences and their labels.  Raises InputError."""
    for line in read_answers(path):
        sentences = classifier.annotate(line.question, line.answer)
        yield labelled_row(line, sentences, "the project's classifier")


def labelled_row(
    line: AnswerLine, sentences: Iterable[LabelledSentence], by: str
) -> dict[str, object]:
    """The line with its labelled sentences, and who labelled them."""
    rows = [_as_row(sentence) for sentence in sentences]
    return {**line.model_dump(), "labelled_by": by, "sentences": rows}


def read_answers(path: Path) -> list[AnswerLine]:
    """The lines of a JSONL file of answers; empty ones are skipped.  Raises InputError."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} can't be read.", cause=str(error)) from error
    return [_parsed(path, place, line) for place, line in enumerate(lines, 1) if line.strip()]


def _parsed(path: Path, place: int, line: str) -> AnswerLine:
    try:
        return AnswerLine.model_validate(json.loads(line))
    except (ValueError, ValidationError) as error:
        raise InputError(
            f"Line {place} of {path.name} is no JSON object with a question and an answer.",
            cause=str(error),
        ) from error


def _as_row(sentence: LabelledSentence) -> dict[str, object]:
    sources = sentence.labels.sources or ()
    return {
        "text": sentence.text,
        "roles": [role.value for role in Role if role in sentence.labels.roles],
        "sources": [source.value for source in Source if source in sources],
    }
