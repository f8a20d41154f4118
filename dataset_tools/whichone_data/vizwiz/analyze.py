"""What is in the long answers: words, roles, information sources, who answers what.

The tables of the paper that its released files allow, each figure beside the published one.
Shares are of answers: an answer has a role when any of its sentences has it.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from whichone_core.types.questions import QuestionType
from whichone_core.types.strategies import Role

from ..tables import Cell, Column, Row, Table, Unit
from . import paper
from .reasons import reason
from .release import Release
from .schema import Answer, Source

REALIGNED = "labels moved back to their sentences"
AS_RELEASED = "as released"


def analyze(released: Release, repaired: Release) -> tuple[Table, ...]:
    """All tables that need no model.

    A writer whose labels drift has its rows twice: repaired, beside the paper, and as released.
    """
    return (
        words(released),
        words_by_type(released),
        roles(released, repaired),
        sources(released, repaired),
        experts_and_crowd(released),
        together("Expert", repaired.answers["Expert"]),
        together(
            "all models", [a for w, x in repaired.answers.items() if w != "Expert" for a in x]
        ),
    )


def words(release: Release) -> Table:
    """Words of questions and answers: mean and sample standard deviation."""
    expert = release.answers["Expert"]
    texts = {
        "Question": [answer.question for answer in expert],
        "Crowd answer": [text for answer in expert for text in answer.crowd_answers],
        **{writer: [a.paragraph for a in answers] for writer, answers in release.answers.items()},
    }
    rows = tuple(_words_row(name, some) for name, some in texts.items())
    columns = (Column("Mean", Unit.WORDS), Column("Standard deviation", Unit.WORDS))
    return Table("words", "Words of questions and answers", "Text", columns, rows)


def _words_row(name: str, texts: Iterable[str]) -> Row:
    counts = [len(text.split()) for text in texts]
    measured = (statistics.mean(counts), statistics.stdev(counts))
    published = paper.WORDS[name]
    return Row(name, tuple(Cell(m, p) for m, p in zip(measured, published, strict=True)))


def words_by_type(release: Release) -> Table:
    """Mean words of an answer for each type of question."""
    columns = tuple(Column(kind.value, Unit.WORDS) for kind in QuestionType)
    rows = []
    for writer, answers in release.answers.items():
        published = paper.EXPERT_WORDS_BY_TYPE if writer == "Expert" else {}
        means = (
            statistics.mean(len(a.paragraph.split()) for a in answers if a.question_type is kind)
            for kind in QuestionType
        )
        cells = (Cell(m, published.get(k)) for m, k in zip(means, QuestionType, strict=True))
        rows.append(Row(writer, tuple(cells)))
    return Table(
        "words-by-type",
        "Mean words of an answer, by type of question",
        "Writer",
        columns,
        tuple(rows),
    )


def groups(released: Release, repaired: Release) -> list[tuple[str, str, Sequence[Answer]]]:
    """(row name, writer, answers): each writer, and a drifting one as released too."""
    found: list[tuple[str, str, Sequence[Answer]]] = []
    for writer, answers in repaired.answers.items():
        if released.alignments[writer].roles.is_drifting:
            found.append((f"{writer}, {REALIGNED}", writer, answers))
            found.append((f"{writer}, {AS_RELEASED}", "", released.answers[writer]))
        else:
            found.append((writer, writer, answers))
    return found


def roles(released: Release, repaired: Release) -> Table:
    """The share of answers with each functional role, by answerability."""
    rows = _shares(released, repaired, "roles", Role, paper.role_share)
    return Table("roles", "Answers with each functional role, %", "Answers", _percents(Role), rows)


def sources(released: Release, repaired: Release) -> Table:
    """The share of answers with each information source, by answerability."""
    rows = _shares(released, repaired, "sources", Source, paper.source_share)
    slid = [
        f"{writer}'s sources are counted as released, and agree with the paper so, but most "
        "stand beside other sentences than those they were made for."
        for writer, alignments in released.alignments.items()
        if alignments.sources.is_drifting and not alignments.roles.is_drifting
    ]
    caption = "Answers with each information source, %"
    return Table("sources", caption, "Answers", _percents(Source), rows, tuple(slid))


Label = TypeVar("Label", Role, Source)


def _shares(
    released: Release,
    repaired: Release,
    held: str,
    labels: type[Label],
    published: Callable[[str, Label, bool], float | None],
) -> tuple[Row, ...]:
    """The share of answers with each label.  held: what an answer calls its labels."""
    rows = []
    for name, writer, answers in groups(released, repaired):
        for is_answerable in (True, False):
            some = [answer for answer in answers if answer.is_answerable is is_answerable]
            cells = (
                Cell(
                    100 * statistics.mean(label in getattr(answer, held) for answer in some),
                    published(writer, label, is_answerable),
                    reason(held, writer, label, is_answerable),
                )
                for label in labels
            )
            rows.append(Row(_group_name(name, is_answerable), tuple(cells)))
    return tuple(rows)


def _percents(labels: type[Role] | type[Source]) -> tuple[Column, ...]:
    return tuple(Column(label.value.capitalize(), Unit.PERCENT) for label in labels)


def _group_name(name: str, is_answerable: bool) -> str:
    return f"{name}: {'answerable' if is_answerable else 'unanswerable'}"


def experts_and_crowd(release: Release) -> Table:
    """Where experts answer what the crowd calls unanswerable, and the other way round."""
    expert = release.answers["Expert"]
    unanswerable = [answer for answer in expert if not answer.is_answerable]
    refused = sum(answer.is_answerable and answer.is_abstaining for answer in expert)
    answered = sum(not answer.is_abstaining for answer in unanswerable)
    counts = (
        ("Questions that the crowd calls unanswerable", len(unanswerable), paper.UNANSWERABLE, ""),
        (
            "Of those, answered by the expert",
            answered,
            paper.EXPERT_ANSWERED_UNANSWERABLE,
            reason("experts", "answered"),
        ),
        (
            "Answerable questions that the expert refused",
            refused,
            paper.EXPERT_REFUSED_ANSWERABLE,
            reason("experts", "refused"),
        ),
    )
    rows = tuple(Row(name, (Cell(count, public, why),)) for name, count, public, why in counts)
    columns = (Column("Questions", Unit.COUNT),)
    caption = "Experts and crowd on what can be answered"
    return Table("experts-and-crowd", caption, "Questions", columns, rows)


def together(name: str, answers: Iterable[Answer]) -> Table:
    """Of the sentences with the row's role, the share (%) that also have the column's role."""
    sets = [sentence.labels.roles for answer in answers for sentence in answer.sentences]
    rows = []
    for role in Role:
        having = [roles for roles in sets if role in roles]
        cells = (
            Cell(100 * sum(other in roles for roles in having) / len(having) if having else None)
            for other in Role
        )
        rows.append(Row(role.value.capitalize(), tuple(cells)))
    columns = tuple(Column(role.value.capitalize(), Unit.PERCENT) for role in Role)
    return Table(
        f"together-{name.lower().replace(' ', '-')}",
        f"Roles in the same sentence, {name}: % of the row's sentences with the column's role",
        "Role",
        columns,
        tuple(rows),
        (f"{len(sets)} sentences whose labels are known to be theirs.",),
    )
