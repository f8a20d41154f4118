"""How often what is answered is right: answers that don't abstain, to answerable questions.

Two ways, each from 0 to 1.  By words, offline: an answer is as right as the best answer of the
crowd whose words stand in it, and that is a third for each person who gave it, at most 1 (VQA
accuracy, Antol et al. 2015, for long answers).  Right in other words counts as wrong there.  By
the judge of `lave.py`, where answers were graded: the mean grade against the crowd's answers.
"""

from __future__ import annotations

import re
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence

from ..tables import Cell, Column, Row, Table, Unit
from .lave import Case, Grade
from .release import Release
from .schema import Answer
from .scores import Part, Reference

ENOUGH = 3
"""People whose answer counts as wholly right."""
REFUSALS = frozenset({"unanswerable", "unsuitable", "unsuitable image"})
_WORD = re.compile(r"\w+")


def word_accuracy(text: str, crowd_answers: Sequence[str]) -> float:
    """How right a long answer is by the words of the crowd's answers, from 0 to 1."""
    said = f" {_plain(text)} "
    counts = Counter(_plain(answer) for answer in crowd_answers)
    held = [
        count
        for answer, count in counts.items()
        if answer and answer not in REFUSALS and f" {answer} " in said
    ]
    return min(max(held, default=0) / ENOUGH, 1.0)


def accuracy_by_words(answers: Sequence[Answer]) -> float | None:
    """The mean over answers that count; None where none does."""
    some = [word_accuracy(a.paragraph, a.crowd_answers) for a in answers if counts(a)]
    return statistics.mean(some) if some else None


def counts(answer: Answer) -> bool:
    """It answers an answerable question."""
    return answer.is_answerable and not answer.is_abstaining


def judged_accuracy(grades: Mapping[Case, Grade], release: Release, model: str) -> Table:
    """Answer accuracy by a judge's grades of whole answers against the crowd's answers."""
    wanted = {(a.writer, a.row) for some in release.answers.values() for a in some if counts(a)}
    scores: dict[str, list[float]] = {}
    for case, grade in grades.items():
        is_whole = case.reference == Reference.SHORT and case.part == Part.WHOLE
        if is_whole and (case.writer, case.row) in wanted:
            scores.setdefault(case.writer, []).append(grade.score)
    rows = [
        Row(writer, (Cell(statistics.mean(some)), Cell(len(some))))
        for writer, some in scores.items()
    ]
    notes = (
        f"Answers to answerable questions that don't abstain, graded by {model}. Only questions "
        "that the expert answers too are graded.",
    )
    columns = (Column("Answer accuracy", Unit.SCORE), Column("Answers", Unit.COUNT))
    caption = "Answer accuracy by a language model's grades"
    return Table("answer-accuracy", caption, "Writer", columns, tuple(rows), notes)


def _plain(text: str) -> str:
    return " ".join(_WORD.findall(text.lower()))
