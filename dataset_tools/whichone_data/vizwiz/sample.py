"""Draws the questions of a study as VizWiz-LF did: four types, as many of each, by a seed.

Left out first: questions that are no whole question, and those about the service that people
once sent their photos to.  The types are told by the built-in question understanding, or by
a reader's own list.  The order of drawing is that of a hash of seed and picture, so one more
entry in the annotations changes the sample by one question at most.
"""

from __future__ import annotations

import csv
import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from whichone_core.errors import InputError
from whichone_core.question.questions import understand
from whichone_core.types.questions import QuestionType

from ..tables import Cell, Column, Row, Table, Unit
from .vqa import Annotations, Asked, Fault

PER_TYPE = 150
TypeOf = Callable[[Asked], QuestionType]
COLUMNS = tuple(
    Column(name, Unit.COUNT)
    for name in ("Questions", "Sampled", "Sampled, answerable", "Sampled, unanswerable")
)


class Unfit(StrEnum):
    """Why a question is left out."""

    INCOMPLETE = "not a whole question"
    SERVICE = "about the service"


_ASKING = re.compile(
    r"\b(?:wh(?:ats?|o|ose|ich|ere|en|y)|wha|how|is|are|was|does|do|did|can|could|would|should|will|"
    r"has|have|am|isn't|aren't|any|read|describe|identify|tell|find|name|help|show|need|want|"
    r"trying|looking|wonder\w*|know|colou?r|date|number|price|kind|size|brand|flavou?r)\b"
)
_CUT = re.compile(
    r"\b(?:the|an?|and|my|your|what's|i'm|because|"
    r"^(?:\w+ ){0,5}(?:what|which) (?:kind|type|sort)(?: of)?)[\s.,?]*$"
)
"""How a question ends that was cut; "for", "from" and "of" end many whole ones."""
_OPENING = re.compile(
    r"^(?:(?:ok(?:ay)?|um+|uh+|so|well|hi|hello|hey|please|yes|no|thanks?|thank you|sorry|"
    r"i'm sorry|what|what is|what's|how|is|can you(?: please)?(?: tell me)?|testing|test)"
    r"[\s,.?!]*)+$"
)
_SERVICE = re.compile(
    r"\b(?:viz ?wiz|this app|the app)\b|"
    r"\b(?:are you|is (?:anyone|anybody|someone)) (?:a |an )?(?:there|real|human|person|robot|"
    r"computer|listening|people|machine)\b|\b(?:who|what) are you\b|\bcan you hear me\b|"
    r"\bhow are you\b|\bwhat(?:'s| is) your name\b|"
    r"\bwhere are you\b|\bwho am i (?:talking|speaking) to\b"
)
_ABOUT_A_SCREEN = re.compile(r"\b(?:screen|phone|icon|button|download|tv|picture of|photo of)\b")
""" "Which app is open on the screen?" is about a picture."""


def unfit(question: str) -> Unfit | None:
    """Why a question can't be asked about a picture; None where it can."""
    line = " ".join(question.lower().replace("’", "'").split())
    if _SERVICE.search(line) and not _ABOUT_A_SCREEN.search(line):
        return Unfit.SERVICE
    if not _ASKING.search(line) or _CUT.search(line) or _OPENING.match(line):
        return Unfit.INCOMPLETE
    return None


@dataclass(frozen=True, slots=True)
class Sample:
    """The drawn questions with their types, and what there was to draw from."""

    drawn: tuple[tuple[Asked, QuestionType], ...]
    pool: Mapping[QuestionType, int]
    unfit: tuple[tuple[Asked, Unfit], ...]


def built_in_type(asked: Asked) -> QuestionType:
    """The type as the built-in question understanding tells it."""
    return understand(asked.question).type


def draw(
    asked: Iterable[Asked], seed: str, per_type: int = PER_TYPE, type_of: TypeOf = built_in_type
) -> Sample:
    """As many of each type, or all where there are fewer."""
    left_out: list[tuple[Asked, Unfit]] = []
    pool: dict[QuestionType, list[Asked]] = {kind: [] for kind in QuestionType}
    for one in asked:
        why = unfit(one.question)
        if why is None:
            pool[type_of(one)].append(one)
        else:
            left_out.append((one, why))
    drawn = [
        (one, kind)
        for kind, some in pool.items()
        for one in sorted(some, key=lambda each: _rank(seed, each.picture))[:per_type]
    ]
    return Sample(tuple(drawn), {k: len(v) for k, v in pool.items()}, tuple(left_out))


def _rank(seed: str, picture: str) -> str:
    return hashlib.sha256(f"{seed}/{picture}".encode()).hexdigest()


def listed_types(path: Path) -> TypeOf:
    """Types from a CSV file with the columns picture and type (of a person or a model).

    A picture that it doesn't list has the built-in type.  Raises InputError.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            types = {row["picture"]: QuestionType(row["type"]) for row in csv.DictReader(file)}
    except (OSError, UnicodeDecodeError, KeyError, ValueError) as error:
        raise InputError(
            f"{path} can't be read as a list of types.",
            remedy=f"Its columns are picture and type: {', '.join(QuestionType)}.",
            cause=str(error),
        ) from error
    return lambda asked: types.get(asked.picture) or built_in_type(asked)


def rows_of(sample: Sample) -> list[dict[str, object]]:
    """The drawn questions as items for `collect`, numbered from 1."""
    return [
        {
            "item": str(number),
            "picture": asked.picture,
            "question": asked.question,
            "question_type": kind.value,
            "split": asked.split,
            "answerability": "answerable" if asked.is_answerable else "unanswerable",
            "crowd_answers": list(asked.crowd_answers),
            "crowd_majority": asked.crowd_majority,
        }
        for number, (asked, kind) in enumerate(sample.drawn, 1)
    ]


def sample_tables(annotations: Annotations, sample: Sample, wanted: int) -> tuple[Table, Table]:
    """What was drawn by type, and what was wrong with the annotations or left out."""
    short = [kind.value for kind in QuestionType if sample.pool[kind] < wanted]
    notes = (f"Fewer than {wanted} questions: {', '.join(short)}.",) if short else ()
    rows = tuple(Row(kind.value, _counts(sample, kind)) for kind in QuestionType)
    drawn = Table("sample", "The sample", "Type of question", COLUMNS, rows, notes)
    return drawn, _left_out(annotations, sample.unfit)


def _counts(sample: Sample, kind: QuestionType) -> tuple[Cell, ...]:
    own = [asked.is_answerable for asked, of in sample.drawn if of is kind]
    return tuple(map(Cell, (sample.pool[kind], len(own), sum(own), len(own) - sum(own))))


def _left_out(annotations: Annotations, some: Sequence[tuple[Asked, Unfit]]) -> Table:
    counts: list[tuple[str, int]] = [
        (fault.value, sum(found is fault for _, _, found in annotations.faults)) for fault in Fault
    ]
    counts += [(why.value, sum(found is why for _, found in some)) for why in Unfit]
    rows = tuple(Row(name[:1].upper() + name[1:], (Cell(count),)) for name, count in counts)
    used = ", ".join(f.value for f in Fault if not f.is_left_out)
    notes = (f"Entries with these faults are used: {used}. All others here are left out.",)
    columns = (Column("Entries", Unit.COUNT),)
    return Table("left-out", "Faults and what was left out", "Reason", columns, rows, notes)
