"""Temperatures: one, a range ("2 - 8 °C"), or a limit ("not above 25 °C").

A range or a limit is one value, said whole: its last number alone would be another advice.
"""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal

from whichone_core.languages import language_used
from whichone_core.speech.tongues import words_used
from whichone_core.text.textfields.values import FieldValue, Quantity, Written, numbered
from whichone_core.types.evidence import TextEvidence, TextLine
from whichone_core.types.questions import TextField

# A dash behind a number or its unit stands between two ends; elsewhere it is a minus.
_SIGNED = r"(?:(?<![\d.,°ºo˚CF℃℉])(?<![\d°º˚CF℃℉]\s)[-−–]\s?)?\d{1,3}(?:[.,]\d)?"
_DEGREE = r"\s?(?:[°ºo˚]\s?|deg(?:rees?)?\s?)?"
_LETTER = r"℃|℉|[CF](?![A-Za-z])|(?<=[°º˚])(?!\w)|[Cc]elsius|[Ff]ahrenheit"
_RANGE = re.compile(
    r"(?x)(?<![\d.,])(?P<from>(?<!\w)(?i:between|from|zwischen|von|entre|de)\s)?\+?"
    rf"(?<![\w.,])(?P<low>[-−–]?\s?\d{{1,3}}(?:[.,]\d)?)(?:{_DEGREE}(?:{_LETTER}))?"
    r"\s?(?P<joint>[-−–]|(?i:to|and|bis|und|a|y|hasta)(?=\s))\s?\+?"
    rf"(?P<high>[-−–]?\s?\d{{1,3}}(?:[.,]\d)?){_DEGREE}(?P<unit>{_LETTER})"
)
_ONE = re.compile(rf"(?x)(?<![\d.,])(?P<n>{_SIGNED}){_DEGREE}(?P<unit>{_LETTER})")
_GAS = re.compile(r"(?i)gas\s*(?:mark)?\s*(\d+)")
_LIMIT = re.compile(
    r"""(?ix)(?<!\w)(?:
        (?:(?:do\s+not|don['’]t|not|never|nicht|no)\s+(?:\w+\s+){0,5}?)?
        (?:above|over|below|under|exceed(?:ing)?|more\s+than|less\s+than|at\s+(?:least|most)
          |up\s+to|max(?:imum|imal|\.)?|min(?:imum|destens|\.)?|h[öo]chstens|bis(?:\s+zu)?
          |[üu]ber|unter(?:halb)?|superior(?:es)?|inferior(?:es)?|por\s+(?:encima|debajo)
          |m[aá]s|menos|supere|m[aá]x(?:imo|\.)?|m[ií]n(?:imo|\.)?|hasta|exceda)
        (?:\s+(?:a|de|los|temperature\w*|von|als))*
        | [<>≤≥]
    )[\s:]*\+?$"""
)


def temperatures(text: TextEvidence) -> tuple[FieldValue, ...]:
    """Degrees Celsius and Fahrenheit, and gas marks."""
    found: list[FieldValue] = []
    before = ""
    for _, line in numbered(text):
        ranges = list(_RANGE.finditer(line.text))
        found += [_range(match, line) for match in ranges]
        found += [
            _one(match, line, before)
            for match in _ONE.finditer(line.text)
            if all(match.end() <= r.start() or match.start() >= r.end() for r in ranges)
        ]
        found += [_gas_mark(match, line) for match in _GAS.finditer(line.text)]
        before = line.text
    return tuple(found)


def _range(match: re.Match[str], line: TextLine) -> FieldValue:
    """Both ends, without a number of its own: a range is no one temperature."""
    low, high = _number(match["low"]), _number(match["high"])
    is_dash = match["joint"] in "-−–"
    joint = words_used().to if is_dash else match["joint"].lower()
    start = "" if is_dash else (match["from"] or "").lower()
    spoken = f"{start}{_signed(low)} {joint} {_signed(high)} {_degrees(high, match['unit'])}"
    return Written(line, *match.span()).value(TextField.TEMPERATURE, None, spoken)


def _one(match: re.Match[str], line: TextLine, before: str) -> FieldValue:
    """One temperature; its limit may stand at the end of the line before."""
    number = _number(match["n"])
    spoken = f"{_signed(number)} {_degrees(number, match['unit'])}"
    limit = _LIMIT.search(line.text[: match.start()])
    if limit is not None:
        part = Written(line, limit.start(), match.end())
        return part.value(TextField.TEMPERATURE, None, f"{limit.group().strip()} {spoken}")
    wrapped = None if line.text[: match.start()].strip() else _LIMIT.search(before.rstrip())
    if wrapped is not None:
        value = Written(line, *match.span()).value(TextField.TEMPERATURE, None, spoken)
        words = wrapped.group().strip()
        return replace(value, written=f"{words} {value.written}", spoken=f"{words} {spoken}")
    quantity = Quantity(number, f"°{_letter(match['unit'])}")
    return Written(line, *match.span()).value(TextField.TEMPERATURE, quantity, spoken)


def _gas_mark(match: re.Match[str], line: TextLine) -> FieldValue:
    quantity = Quantity(Decimal(match[1]), "gas mark")
    part = Written(line, *match.span())
    return part.value(TextField.TEMPERATURE, quantity, f"gas mark {match[1]}")


def _number(written: str) -> Decimal:
    return Decimal(re.sub(r"[−–-]\s?", "-", written.strip()).replace(",", "."))


def _letter(unit: str) -> str:
    return unit[:1].upper().replace("℃", "C").replace("℉", "F")


def _degrees(number: Decimal, unit: str) -> str:
    sign = f"°{_letter(unit)}" if _letter(unit) in ("C", "F") else "°"
    return words_used().units[sign][number != 1 or language_used() == "en"]


def _signed(number: Decimal) -> str:
    sign = f"{words_used().minus} " if number < 0 else ""
    shown = str(abs(number))
    return sign + (shown.replace(".", ",") if words_used().thousands == "." else shown)
