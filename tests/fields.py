"""Values of fields that are found in printed lines, on a day that stays the same."""

from __future__ import annotations

from datetime import date

from whichone_core.text.textfields import FieldValue, find_field
from whichone_core.types.questions import TextField

from tests.labels import read_text

TODAY = date(2026, 11, 30)


def found(field: TextField, *lines: str) -> list[FieldValue]:
    return list(find_field(field, read_text(*lines), TODAY))


def first(field: TextField, *lines: str) -> FieldValue:
    """The first value; fails where there is none."""
    values = found(field, *lines)
    assert values, lines
    return values[0]
