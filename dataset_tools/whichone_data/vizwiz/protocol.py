"""The protocol of the human study, written beside its sheets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .scales import POINTS, Group, Scale

CHANCE = 0.05


TEXT = """# Protocol

## What is asked

Which of {kinds} kinds of answers do people prefer, and do they find them relevant,
helpful, plausible, fluent and correct? Conditions: {conditions}.

## Who rates

{people}. Blind and low-vision raters judge without the picture, as they would in life; sighted
raters see it and judge correctness. Nobody rates answers that they wrote.

## Before the first question

Say what the study is for, how long it takes, what is kept (ratings, remarks, seconds; no name,
no voice), that one may stop at any time without giving a reason, and how to have one's ratings
deleted: by the rater's number on the sheet. Ask for consent. Pay for the time, not for the number.
Offer the form, the workbook and the CSV, let the rater choose, and try one question together with
the rater's own screen reader.

## What each rater does

{questions} questions, each with {kinds} answers under letters in an order of the rater's
own. For each answer a rank (1 is the best, each rank once) and ratings of three points ({points}):

{scales}

The form counts the seconds that a question was in use; with a sheet they may stay empty. Remarks
are welcome. Raters are not told who wrote which answer until all sheets are back.

## What is evaluated

Set before any sheet is back: each rater's mean under each condition is one block. Friedman's test
for every measure, at {chance}; where it shows a difference, Wilcoxon's signed-rank test of every
pair, p times the number of pairs (Bonferroni). Blind and sighted raters are evaluated apart.
Incomplete sheets are sent back, not filled up. key.csv stays with whoever evaluates.
"""


def protocol(conditions: Sequence[str], raters: Mapping[Group, int], questions: int) -> str:
    """The protocol as Markdown, with the numbers of this study."""
    scales = "\n".join(
        f"- **{scale.value}**: {scale.question} "
        f"({', '.join(g.value for g in Group if scale.is_asked(g))} raters)"
        for scale in Scale
    )
    return TEXT.format(
        kinds=len(conditions),
        conditions=", ".join(conditions),
        people=" and ".join(f"{count} {group.value} raters" for group, count in raters.items()),
        questions=questions,
        points=", ".join(f"{point} {said}" for point, said in POINTS.items()),
        scales=scales,
        chance=CHANCE,
    )
