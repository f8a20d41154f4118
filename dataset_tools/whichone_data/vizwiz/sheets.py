"""Deals the questions and answers of a human study to raters, in an order of their own.

Every rater gets the same number of questions, every question about as many raters.  Within a
rater's questions each condition stands at each place equally often (rows of a Latin square),
so that no condition gains by being first.  All of it follows from the seed.
"""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import ascii_uppercase

from whichone_core.errors import InputError

from .collected import Collected
from .release import Release
from .scales import COLUMNS, Group, SheetLine

KEY_COLUMNS = ("rater", "number", "label", "condition", "picture", "question")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A cell that begins so would be computed by a spreadsheet."""

Question = tuple[str, str]
"""Picture and question."""
Conditions = Mapping[Question, Mapping[str, str]]
"""The answers to each question, by condition."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """Sheets by rater, and for each of their lines the condition that it hides."""

    sheets: Mapping[str, Sequence[SheetLine]]
    key: Sequence[tuple[str, int, str, str, str, str]]


def conditions_of(answers: Sequence[Collected], wanted: Sequence[str]) -> Conditions:
    """The questions that every wanted condition answers.

    A condition is an engine, or "engine, prompting"; people's answers are an engine too.
    Raises InputError where no question is answered under all of them.
    """
    found: dict[Question, dict[str, str]] = {}
    for answer in answers:
        names = {answer.engine, f"{answer.engine}, {answer.prompting}"}
        for name in wanted:
            if name in names and answer.text and not answer.failed:
                found.setdefault((answer.picture, answer.question), {})[name] = answer.text
    whole = {question: told for question, told in found.items() if len(told) == len(set(wanted))}
    if not whole:
        known = sorted({f"{a.engine}, {a.prompting}" for a in answers})
        raise InputError(
            "No question is answered under all of these conditions.",
            remedy=f"There are: {'; '.join(known)}.",
        )
    return {question: {name: told[name] for name in wanted} for question, told in whole.items()}


def released_answers(release: Release) -> list[Collected]:
    """The released answers, each writer a condition."""
    return [
        Collected(
            item=str(answer.row),
            picture=answer.image_url.rsplit("/", 1)[-1],
            question=answer.question,
            engine=writer,
            prompting="as released",
            text=answer.paragraph,
        )
        for writer, answers in release.answers.items()
        for answer in answers
    ]


def deal(conditions: Conditions, raters: Mapping[Group, int], questions: int, seed: str) -> Dealt:
    """Deal to raters B1, B2, ... and S1, S2, ...

    Raises InputError where there are fewer questions than one rater is to have.
    """
    if not 1 <= questions <= len(conditions):
        raise InputError(
            f"A rater can't have {questions} questions: {len(conditions)} have all answers."
        )
    pool = sorted(conditions)
    random.Random(f"{seed}/questions").shuffle(pool)
    sheets: dict[str, list[SheetLine]] = {}
    key: list[tuple[str, int, str, str, str, str]] = []
    for group, count in raters.items():
        for number in range(count):
            rater = f"{group.value[0].upper()}{number + 1}"
            start = number * questions
            own = [pool[(start + place) % len(pool)] for place in range(questions)]
            sheets[rater] = _sheet(rater, group, own, conditions, seed, key)
    return Dealt(sheets, key)


def _sheet(
    rater: str,
    group: Group,
    own: list[Question],
    conditions: Conditions,
    seed: str,
    key: list[tuple[str, int, str, str, str, str]],
) -> list[SheetLine]:
    dice = random.Random(f"{seed}/{rater}")
    dice.shuffle(own)
    names = list(conditions[own[0]])
    dice.shuffle(names)
    lines = []
    for number, (picture, question) in enumerate(own, 1):
        turned = names[number % len(names) :] + names[: number % len(names)]
        for label, name in zip(ascii_uppercase, turned, strict=False):
            told = conditions[picture, question][name]
            lines.append(SheetLine(rater, group, number, picture, question, label, told))
            key.append((rater, number, label, name, picture, question))
    return lines


def as_csv(lines: Sequence[SheetLine]) -> str:
    """A sheet as CSV with all columns; what a rater fills in is empty."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, restval="", lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(
        {name: inert(value) for name, value in line.as_row().items()} for line in lines
    )
    return "\ufeff" + text.getvalue()


def inert(text: str) -> str:
    """Text that no spreadsheet computes."""
    return f"'{text}" if text.startswith(_FORMULA) else text


def key_csv(dealt: Dealt) -> str:
    """Who wrote which answer, for whoever evaluates; raters never see it."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(KEY_COLUMNS)
    writer.writerows(dealt.key)
    return "\ufeff" + text.getvalue()
