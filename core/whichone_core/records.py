"""Our values as plain data: what `--json` prints and what the session log keeps.

Dataclasses become objects, enums their words, sets sorted lists; numbers are rounded to
four decimals (a box to 0.0001 of the picture is finer than any detector).  What is not a
number becomes null, because JSON has no word for it.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Mapping, Set
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from numbers import Integral, Real
from typing import TypeAlias

from whichone_core.types.answers import Answer

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None

DECIMALS = 4


def plain(value: object) -> Json:
    """The value as JSON can hold it.  Raises TypeError for what has no plain form."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, Enum):
        return plain(value.value)
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, Real):
        return _number(value)
    if isinstance(value, datetime):
        return value.isoformat()
    return _collection(value)


def printable(text: str) -> str:
    """The text without lone surrogates, which UTF-8, and so SQLite and files, refuse."""
    return text.encode("utf-8", "replace").decode("utf-8")


_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks that turn the direction of text round: "exe.jpg" can be made to look like a picture."""
_KEPT = frozenset("\n\t\x1d")
"""Line ends, tabs, and the separator of fields in a bar code (GS1)."""


def harmless(text: str) -> str:
    """Text from a picture without what could steer a terminal or turn its neighbours round.

    Control characters (ESC, BEL, the C1 range), marks of direction (Unicode annex 9) and lone
    surrogates go; line ends, tabs and the joiners that scripts and emoji need stay.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        letter
        for letter in text
        if letter in _KEPT
        or (letter not in _TURNING and unicodedata.category(letter) not in {"Cc", "Cs"})
    )


def one_line(text: str) -> str:
    """Text as one line of a terminal: harmless, without line breaks, gaps become one space."""
    breaks = "".join(" " if unicodedata.category(c) == "Cc" else c for c in printable(text))
    return " ".join(harmless(breaks).split())


def _number(value: Real) -> int | float | None:
    if isinstance(value, Integral):
        return int(value)
    number = float(value)
    return round(number, DECIMALS) if math.isfinite(number) else None


def _collection(value: object) -> Json:
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, Set):
        return sorted((plain(item) for item in value), key=str)
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    raise TypeError(f"no plain form for {type(value).__name__}")


def answer_record(answer: Answer) -> dict[str, Json]:
    """The one object of `whichone ask --json`.

    strategy, probabilities (null where the engine has none), text, sentences [{text, role}],
    options [{number, text, label, place, colour, box}], reason and retake (null unless it
    abstains), engine, quality {is_good, findings, measures}, evidence, timings_ms.
    """
    return {
        "strategy": str(answer.strategy),
        "probabilities": plain(answer.decision.probabilities),
        "text": printable(answer.text),
        "sentences": [{"text": printable(s.text), "role": str(s.role)} for s in answer.sentences],
        "options": plain(answer.options),
        "reason": plain(answer.decision.reason),
        "retake": answer.retake,
        "engine": answer.engine,
        "quality": {
            "is_good": answer.quality.is_good,
            "findings": plain(answer.quality.findings),
            "measures": plain(answer.quality.measures),
        },
        "evidence": plain(answer.evidence),
        "timings_ms": plain(answer.timings_ms),
    }
