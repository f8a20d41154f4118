"""A field's value as found, and the text it is found in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, time
from decimal import Decimal

from whichone_core.speech.tongues import words_used
from whichone_core.text.dates import PrintedDate
from whichone_core.types.evidence import TextEvidence, TextLine
from whichone_core.types.questions import TextField

SURE_SCORE = 0.95
"""Reading confidence from which a line is taken as certain: 96% of the words in such lines
are right, 87% of those in lines from 0.90 (docs/measured.md, words)."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its unit as commonly abbreviated ("g", "ml", "°C", "kcal")."""

    number: Decimal
    unit: str


Parsed = date | PrintedDate | time | Decimal | Quantity | str | None


@dataclass(frozen=True, slots=True)
class FieldValue:
    """One thing found in text.

    written: exactly what was read, line breaks shown as spaces.
    value: what it means; None where that can't be told (an ambiguous date).
    spoken: how to say it.
    line: the line where it starts; score: the least score of its lines.
    is_certain: no repair, no choice and no doubtful line was needed.
    label: the words that show what it is ("best before", "total"), as read; may be empty.
    """

    field: TextField
    written: str
    value: Parsed
    spoken: str
    line: TextLine
    score: float
    is_certain: bool
    label: str = ""


@dataclass(frozen=True, slots=True)
class Written:
    """A part of the text that was read: from start to end in one line."""

    line: TextLine
    start: int
    end: int

    @property
    def text(self) -> str:
        return self.line.text[self.start : self.end].strip()

    def value(
        self,
        field: TextField,
        value: Parsed,
        spoken: str,
        *,
        label: str = "",
        is_certain: bool = True,
    ) -> FieldValue:
        """This part as a field's value; a doubtful line makes it uncertain."""
        score = self.line.score
        sure = is_certain and score >= SURE_SCORE
        return FieldValue(field, self.text, value, spoken, self.line, score, sure, label.strip())


def numbered(text: TextEvidence) -> Iterator[tuple[int, TextLine]]:
    """The lines that hold anything, with their place in the text."""
    return ((index, line) for index, line in enumerate(text.lines) if line.text.strip())


def spell(text: str) -> str:
    """Digits and letters one by one, groups kept apart by commas."""
    groups: list[str] = []
    for char in text:
        if char.isalnum():
            if not groups:
                groups.append("")
            groups[-1] += char
        elif groups and groups[-1]:
            groups.append("")
    plus = f"{words_used().plus} " if text.strip().startswith("+") else ""
    return plus + ", ".join(" ".join(group) for group in groups if group)
