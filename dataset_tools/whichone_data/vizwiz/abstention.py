"""Who abstains, and when: the paper's abstention table, recomputed.

An answer abstains when any of its sentences is labelled Answer failure.  Abstaining is right
where the release marks the question unanswerable (its `answerability` field; the crowd's
majority word is another truth and fits the paper worse, docs/vizwiz-lf.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..tables import Cell, Column, Row, Table, Unit
from . import paper
from .analyze import groups
from .answer_accuracy import accuracy_by_words
from .reasons import reason
from .release import Release

COLUMNS = (
    Column("Accuracy", Unit.SCORE),
    Column("Precision", Unit.SCORE),
    Column("Recall", Unit.SCORE),
    Column("F1", Unit.SCORE),
    Column("Abstains, %", Unit.PERCENT),
)
ACCURACY = Column("Answer accuracy, by words", Unit.SCORE)
DRAWS = 1000
SEED = 17


@dataclass(frozen=True, slots=True)
class Abstention:
    """How well abstaining fits unanswerable questions; each from 0 to 1.

    Precision, recall and F1 are 0 where nothing was abstained from, as the paper has them.
    """

    accuracy: float
    precision: float
    recall: float
    f1: float
    share: float

    @property
    def figures(self) -> tuple[float, ...]:
        """The figures in the order of the table's columns, the last one in percent."""
        return self.accuracy, self.precision, self.recall, self.f1, 100 * self.share


def measure(is_unanswerable: Sequence[bool], abstains: Sequence[bool]) -> Abstention:
    """The figures of one row.  Raises ValueError where the two differ in length or are empty."""
    pairs = list(zip(is_unanswerable, abstains, strict=True))
    right = sum(truth and said for truth, said in pairs)
    said = sum(abstains)
    there = sum(is_unanswerable)
    precision = right / said if said else 0.0
    recall = right / there if there else 0.0
    return Abstention(
        accuracy=sum(truth == word for truth, word in pairs) / len(pairs),
        precision=precision,
        recall=recall,
        f1=2 * precision * recall / (precision + recall) if right else 0.0,
        share=said / len(pairs),
    )


def abstention(released: Release, repaired: Release) -> tuple[Table, ...]:
    """The vanilla table with every row that the release allows, and the one it does not."""
    truth = [not answer.is_answerable for answer in released.answers["Expert"]]
    rows = [_random(truth), _row("Majority", "Majority", measure(truth, [False] * len(truth)))]
    for name, writer, answers in groups(released, repaired):
        unanswerable = [not answer.is_answerable for answer in answers]
        abstains = [answer.is_abstaining for answer in answers]
        figures = measure(unanswerable, abstains)
        rows.append(_row(name, writer, figures, accuracy_by_words(answers)))
    vanilla = Table(
        "abstention",
        "Abstaining from unanswerable questions, asked without an instruction",
        "Answers",
        (*COLUMNS, ACCURACY),
        tuple(rows),
        (
            "An answer abstains when any of its sentences says that it can't answer.",
            "Answer accuracy is of answers that don't abstain to answerable questions: a third "
            "for each of the ten people whose words stand in the answer, at most 1. Right in "
            "other words counts as wrong; long answers hold more words.",
        ),
    )
    return vanilla, _instructed()


def _row(name: str, writer: str, figures: Abstention, accuracy: float | None = None) -> Row:
    published = paper.ABSTENTION.get(writer, (None,) * len(COLUMNS))
    cells = (
        Cell(figure, public, reason("abstention", writer, column.name))
        for figure, public, column in zip(figures.figures, published, COLUMNS, strict=True)
    )
    return Row(name, (*cells, Cell(accuracy)))


def _random(truth: Sequence[bool]) -> Row:
    """Abstaining by chance as often as questions are unanswerable: mean and spread of draws."""
    figures = _draws(truth)
    low, high = np.percentile(figures, [2.5, 97.5], axis=0)
    cells = []
    for place, (column, public) in enumerate(zip(COLUMNS, paper.ABSTENTION["Random"], strict=True)):
        digits = column.unit.digits
        spread = f"{low[place]:.{digits}f} to {high[place]:.{digits}f}"
        is_within = low[place] <= public <= high[place]
        where = "inside" if is_within else "outside"
        note = f"The paper's is one draw; 95 of 100 draws lie from {spread}, and it lies {where}."
        cells.append(Cell(float(figures[:, place].mean()), public, note))
    return Row("Random", (*cells, Cell(None)))


def chance(truth: Sequence[bool]) -> tuple[float, ...]:
    """The mean figures of abstaining by chance, as often as it would be right."""
    return tuple(float(figure) for figure in _draws(truth).mean(axis=0))


def _draws(truth: Sequence[bool]) -> NDArray[np.float64]:
    """The figures of many draws, shape (draws, columns)."""
    draws = np.random.default_rng(SEED).random((DRAWS, len(truth))) < np.mean(truth)
    return np.array([measure(truth, draw.tolist()).figures for draw in draws])


def _instructed() -> Table:
    rows = (
        Row(writer, tuple(Cell(None, figure) for figure in figures))
        for writer, figures in paper.ABSTENTION_INSTRUCTED.items()
    )
    return Table(
        "abstention-instructed",
        "Abstaining when instructed to: the paper's figures only",
        "Answers",
        COLUMNS,
        tuple(rows),
        (
            "The answers to the other prompts (instruction, self-correction, self-consistency, "
            "and the two together) are not in the release, so nothing can be recomputed here.",
        ),
    )
