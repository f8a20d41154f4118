"""Numbers as they are said: units, money, fractions, dates, digits one by one.

Only what a voice gets wrong is rewritten; "5.99" and "1,200" are left to it.  A unit is
rewritten only right behind a number, and where a single letter could be a word ("5 A mug")
only where no word follows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import cache

from whichone_core.languages import language_used
from whichone_core.speech.tongues import words_used

_NUMBER = r"\d+(?:[.,]\d+)*"
_CENTS = re.compile(r"(?<![\w.,])(\d+)\s?¢")
_WRITTEN = {"1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾", "1/8": "⅛"}
_ISO_DATE = re.compile(r"(?<![\w-])(\d{4})-(\d{2})-(\d{2})(?![\w-])")
_DOTTED_DATE = re.compile(r"(?<![\w.])(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?![\w.]\w)(?!\d)")


def _any_of(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


_MIXED_WRITTEN = re.compile(rf"(?<![\w/.,])(?:(\d+) )?({_any_of(_WRITTEN)})(?![\w/]|[.,]\d)")


@dataclass(frozen=True)
class _Patterns:
    """What is rewritten in one language."""

    unit: re.Pattern[str]
    letter: re.Pattern[str]
    range: re.Pattern[str]
    money_before: re.Pattern[str]
    money_after: re.Pattern[str]
    mixed: re.Pattern[str]
    thousands: re.Pattern[str] | None


@cache
def _patterns(language: str) -> _Patterns:
    """The patterns of the language that is used now, whose code is given for the cache."""
    words = words_used()
    units, sign = _any_of(words.units), f"(?:{_any_of(words.money)})"
    mark = re.escape(words.thousands)
    thousands = rf"(?<![\w.,])(\d{{1,3}}(?:{mark}\d{{3}}){{1,2}})(?=,\d|(?![\w{mark}]|,\d))"
    return _Patterns(
        unit=re.compile(rf"(?<![\w.,])({_NUMBER})[ \t]?({units})(?![\w²³]|:\w)"),
        letter=re.compile(
            rf"(?<![\w.,])({_NUMBER})[ \t]?({_any_of(words.letters)})"
            r"(?![\w'’/.-]*\w)(?![ \t]+[a-z])"
        ),
        range=re.compile(rf"(?<![\w.,-])({_NUMBER})\s?-\s?({_NUMBER})(?=[ \t]?(?:{units})(?!\w))"),
        money_before=re.compile(
            rf"(?<!\w)({sign})\s?({_NUMBER})(?:\s({_any_of(words.scales)}))?(?!\w)"
        ),
        money_after=re.compile(rf"(?<![\w.,])({_NUMBER})\s?({sign})(?!\w)"),
        mixed=re.compile(rf"(?:(\d+)\s?)?([{''.join(words.fractions)}])"),
        thousands=re.compile(thousands) if mark else None,
    )


def with_numbers_said(text: str) -> str:
    """Fractions, money, dates and units as they are said in the language used now."""
    words, patterns = words_used(), _patterns(language_used())
    text = _MIXED_WRITTEN.sub(_written_fraction, text)
    text = patterns.mixed.sub(_fraction, text)
    if words.dotted_dates:
        text = _DOTTED_DATE.sub(lambda found: _date(found, found[3], found[2], found[1]), text)
    text = _ISO_DATE.sub(lambda found: _date(found, found[1], found[2], found[3]), text)
    if patterns.thousands:
        text = patterns.thousands.sub(lambda found: found[1].replace(words.thousands, ""), text)
    text = patterns.money_before.sub(lambda found: _money(found[1], found[2], found[3]), text)
    text = patterns.money_after.sub(lambda found: _money(found[2], found[1], None), text)
    text = _CENTS.sub(lambda found: _amount(found[1], words.cents), text)
    text = patterns.range.sub(rf"\1 {words.to} \2", text)
    text = patterns.unit.sub(lambda found: _amount(found[1], words.units[found[2]]), text)
    return patterns.letter.sub(lambda found: _amount(found[1], words.letters[found[2]]), text)


def say_unit(number: str, unit: str) -> str:
    """A number with its unit in words: "3 Gramm"; the unit as it stands where it has none."""
    words = words_used()
    names = words.units.get(unit) or words.letters.get(unit) or (unit, unit)
    return _amount(number, names)


def _amount(number: str, names: tuple[str, str]) -> str:
    return f"{number} {names[0] if number == '1' else names[1]}"


def _written_fraction(found: re.Match[str]) -> str:
    return f"{found[1] or ''}{_WRITTEN[found[2]]}"


def _fraction(found: re.Match[str]) -> str:
    alone, after_whole = words_used().fractions[found[2]]
    before = "" if found.start() == 0 or found.string[found.start() - 1].isspace() else " "
    after = " " if found.string[found.end() : found.end() + 1].isalnum() else ""
    whole = f"{found[1]} {after_whole}" if found[1] else alone
    return f"{before}{whole}{after}"


def _money(sign: str, number: str, scale: str | None) -> str:
    words = words_used()
    one, many, small = words.money[sign]
    if scale:
        return f"{number} {scale} {many}"
    parts = re.fullmatch(r"(\d+(?:[.,]\d{3})*)[.,](\d\d)", number)
    if parts is None or not small:
        return f"{number} {one if number == '1' else many}"
    whole, hundredths = _with_usual_thousands(parts[1]), parts[2]
    if hundredths == "00":
        return f"{whole} {one if whole == '1' else many}"
    if not whole.strip("0.,"):
        return f"{int(hundredths)} {small}"
    name = one if whole == "1" else many
    return f"{whole} {name}{words.money_joint}{hundredths.removeprefix('0')}"


def _with_usual_thousands(whole: str) -> str:
    """ "1.234" of "€1.234,56" is 1,234, as its cents show."""
    return re.sub(r"[.,]", "" if words_used().thousands else ",", whole)


def _date(found: re.Match[str], year: str, month: str, day: str) -> str:
    try:
        return spoken_date(date(int(year), int(month), int(day)))
    except ValueError:  # thirteen months: not a date
        return found[0]


def spoken_date(value: date, *, has_day: bool = True) -> str:
    """A date as it is said: "14 March 2026", or "March 2026" where no day was printed."""
    return words_used().say_date(value.year, value.month, value.day if has_day else None)


def digits_one_by_one(text: str) -> str:
    """Each digit alone, groups apart by a comma: "555-0199" is "5 5 5, 0 1 9 9".

    For codes and phone numbers, where "five hundred" helps nobody.  Words stay.
    """
    text = re.sub(r"(?<=\d)[ \t]*[-‐‑–()][ \t()-]*(?=\d)", ", ", text)
    text = re.sub(r"(?<=\d\d) +(?=\d)|(?<=\d) +(?=\d\d)", ", ", text)
    text = re.sub(r"\((?=\d)", "", text)
    signs = words_used().digit_signs
    text = re.sub(r"\+(?=[\s(]*\d)", f"{signs['+']} ", text)
    text = re.sub(r"(?<=\d)([./:*#])(?=\d)", lambda found: f" {signs[found[1]]} ", text)
    text = re.sub(r"(?<=\d)(?=\d)", " ", text)
    text = re.sub(r"(?<=[^\W\d_])(?=\d)|(?<=\d)(?=[^\W\d_])", " ", text)
    return re.sub(r"  +", " ", text)
