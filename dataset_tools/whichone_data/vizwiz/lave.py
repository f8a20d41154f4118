"""LAVE: a language model says whether an answer means what the references say.

The judge gives 1 (wrong), 2 (partly right or doubtful) or 3 (right), which becomes 0, 0.5 or 1
(Manas, Krojer and Agrawal 2024).  The wording here is the project's own.  Against a long
reference the expert's answer stands, against the short one all crowd answers.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import BaseModel
from whichone_core.types.strategies import Role

from ..llm.answers import Reply
from ..llm.orders import Order, Prompt
from ..tables import Cell, Column, Row, Table, Unit
from . import paper
from .correlation import follows_people
from .release import Release
from .schema import Answer
from .scores import Part, Reference
from .vqa import majority

JUDGE = Prompt(
    "lave",
    1,
    "You grade an answer to a question that a blind person asked about a photo. You don't see the "
    "photo; you have reference answers of people who did. Grade only whether the answer says what "
    "the references say: length and style don't count, nor does what it tells in addition. "
    "Saying that it can't be answered is right where most references say so. First give the "
    "reason in one short sentence, then the grade: 3 right, 2 partly right or in doubt, 1 wrong.",
)


class Grade(BaseModel):
    """The judge's grade with its reason first."""

    reason: str
    grade: Literal[1, 2, 3]

    @property
    def score(self) -> float:
        """From 0 to 1."""
        return (self.grade - 1) / 2


@dataclass(frozen=True, slots=True)
class Case:
    """One answer to grade."""

    writer: str
    row: int
    reference: Reference
    part: Part
    question: str
    references: tuple[str, ...]
    text: str

    @property
    def majority(self) -> str:
        """The crowd's most frequent answer, of several the first."""
        return majority(self.references)

    @property
    def order(self) -> Order:
        """What the judge is asked."""
        listed = "\n".join(f"- {text}" for text in self.references)
        text = f"Question: {self.question}\nReference answers:\n{listed}\nAnswer: {self.text}"
        name = f"{self.writer} {self.row}, {self.reference}, {self.part}"
        return Order(name, JUDGE, text, Grade)


def cases(release: Release, writers: Sequence[str], most: int) -> list[Case]:
    """The first `most` rows that expert and writer answer, as in the other scores."""
    experts = {answer.row: answer for answer in release.answers["Expert"]}
    found: list[Case] = []
    for writer in writers:
        both = [
            answer
            for answer in release.answers[writer]
            if Role.ANSWER in answer.roles and Role.ANSWER in experts[answer.row].roles
        ]
        for answer in both[:most]:
            found += _cases(answer, experts[answer.row])
    return found


def _cases(answer: Answer, expert: Answer) -> Iterator[Case]:
    said = " ".join(s.text for s in answer.sentences if Role.ANSWER in s.labels.roles)
    for reference, wanted in (
        (Reference.SHORT, answer.crowd_answers),
        (Reference.LONG, (expert.paragraph,)),
    ):
        if reference is Reference.LONG and answer.writer == expert.writer:
            continue
        for part, text in ((Part.WHOLE, answer.paragraph), (Part.ANSWER, said)):
            if text:
                yield Case(
                    answer.writer, answer.row, reference, part, answer.question, wanted, text
                )


def short_reference(case: Case) -> Case:
    """The case with the crowd's majority alone as its short reference, as ROUGE has it."""
    if case.reference is Reference.LONG:
        return case
    return replace(case, references=(case.majority,))


def graded(some: Sequence[Case], replies: Sequence[Reply | None]) -> dict[Case, Grade]:
    """The grades that came; what was refused or malformed is left out."""
    pairs = zip(some, replies, strict=True)
    values = ((case, reply.value(Grade) if reply else None) for case, reply in pairs)
    return {case: grade for case, grade in values if grade is not None}


def lave_table(
    grades: Mapping[Case, Grade],
    asked: int,
    model: str,
    human: Mapping[tuple[str, int], float],
) -> Table:
    """The means beside the paper's, and the correlation with human scores where there are some."""
    sets: dict[tuple[str, str, str], list[tuple[str, int, float]]] = {}
    for case, grade in grades.items():
        place = (case.writer, case.reference, case.part)
        sets.setdefault(place, []).append((case.writer, case.row, grade.score))
    rows = []
    for (writer, reference, part), scores in sets.items():
        what = "whole answer" if part == Part.WHOLE else "answer sentences"
        public = paper.LAVE.get((writer, reference, part))
        note = f"Judged by {model}, not by the paper's judge." if public is not None else ""
        name = f"{writer}, {reference} reference, {what} ({len(scores)})"
        mean = Cell(statistics.mean(score for _, _, score in scores), public, note)
        rows.append(Row(name, (mean, *([Cell(follows_people(scores, human))] if human else ()))))
    notes = (f"{len(grades)} of {asked} answers graded by {model}; the others are skips.",)
    people = (Column("With human scores", Unit.CORRELATION),) if human else ()
    columns = (Column("LAVE", Unit.SCORE), *people)
    caption = "Answers graded by a language model"
    return Table("lave", caption, "Writer, reference, part", columns, tuple(rows), notes)
