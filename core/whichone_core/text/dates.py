"""Dates as they are printed on packages and receipts: found, read and said.

A printed date is often in an unknown order (03/05/26) or without a day or year.  Every
reading that the calendar allows is kept; a date with one reading is certain, one with more
is said exactly as it was read.  Letters that text recognition confuses with digits (O for
0, l for 1) are repaired for reading only, and then the date is never certain.

Printed forms: GS1 General Specifications (YYMMDD), EU regulation 1169/2011 annex X (day,
month and year in that order), and labels seen in field use.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from enum import IntEnum

from whichone_core.languages import language_used
from whichone_core.speech.tongues import words_used


class Month(IntEnum):
    JANUARY = 1
    FEBRUARY = 2
    MARCH = 3
    APRIL = 4
    MAY = 5
    JUNE = 6
    JULY = 7
    AUGUST = 8
    SEPTEMBER = 9
    OCTOBER = 10
    NOVEMBER = 11
    DECEMBER = 12


class Order(IntEnum):
    """The order in which a numeric date is written."""

    DAY_FIRST = 1
    MONTH_FIRST = 2
    YEAR_FIRST = 3


@dataclass(frozen=True, slots=True)
class PrintedDate:
    """A date as precise as it is printed; a day or a year may be missing."""

    month: Month
    year: int | None = None
    day: int | None = None

    @property
    def calendar(self) -> date | None:
        """The full date, or None where the day or the year is not printed."""
        if self.year is None or self.day is None:
            return None
        return date(self.year, self.month, self.day)

    @property
    def said(self) -> str:
        return say_date(self.year, self.month, self.day)


@dataclass(frozen=True, slots=True)
class FoundDate:
    """A date in a string, from start to end; the likeliest reading comes first.

    order is set where the digits themselves allow just one order.
    """

    start: int
    end: int
    readings: tuple[PrintedDate, ...]
    is_repaired: bool = False
    order: Order | None = None


def say_date(year: int | None, month: Month, day: int | None) -> str:
    """ "the 3rd of May 2026", "May 2026" or "the 3rd of May"; "3 de mayo de 2026"."""
    if language_used() != "en":
        return words_used().say_date(year, month, day)
    name = month.name.capitalize()
    start = f"the {ordinal(day)} of {name}" if day else name
    return f"{start} {year}" if year else start


def ordinal(number: int) -> str:
    """ "1st", "2nd", "3rd", "11th"."""
    endings = {1: "st", 2: "nd", 3: "rd"}
    ending = "th" if number % 100 in (11, 12, 13) else endings.get(number % 10, "th")
    return f"{number}{ending}"


def say_as_read(written: str) -> str:
    """A numeric date with its separators said: "03 slash 05 slash 26"."""
    spelled = words_used().spelled
    names = {sign: f" {spelled[sign]} " for sign in "/-"}
    names["."] = f" {words_used().digit_signs['.']} "
    if written.isdigit():
        return " ".join(written)
    return re.sub(r"\s+", " ", re.sub(r"[/.\-]", lambda m: names[m.group()], written))


_MONTHS = {
    # Digits stand where text recognition puts them for the letters O, A, S, G and L.
    Month.JANUARY: r"j[a4]n(?:uary)?|jan(?:vier|uar)|j[aä]n(?:ner)?|ene(?:ro)?|gennaio",
    Month.FEBRUARY: r"fe[b8](?:ruary)?|f[eé]v(?:rier)?|februar|feber|febrero",
    Month.MARCH: r"m[a4]r(?:ch)?|mars|m[aä]rz|mrz|marzo",
    Month.APRIL: r"[a4]pr(?:il)?|avril|abr(?:il)?|aprile",
    Month.MAY: r"m[a4]y|mai|mayo|maggio",
    Month.JUNE: r"jun(?:e|i|io)?|juin",
    Month.JULY: r"ju[l1](?:y|i|io)?|juillet",
    Month.AUGUST: r"[a4]u[g6](?:ust|usto)?|ao[uû]t|ago(?:sto)?",
    Month.SEPTEMBER: r"[s5]ep(?:t(?:ember)?)?|septembre|sept?iembre",
    Month.OCTOBER: r"[o0]ct(?:ober|obre|ubre)?|okt(?:ober)?",
    Month.NOVEMBER: r"n[o0]v(?:ember|embre|iembre)?",
    Month.DECEMBER: r"dec(?:ember)?|d[eé]c(?:embre)?|dez(?:ember)?|dic(?:iembre)?",
}
_MONTH = "|".join(f"(?P<m{month.value}>{names})" for month, names in _MONTHS.items())
_SEP = r"[\s/.,\-]{0,2}"
_OF = rf"(?:\s+(?:de|del)\s+|{_SEP})"
""" "14 de marzo de 2027", "14. März 2027"."""
# A time may follow a year with no space between: text recognition drops thin spaces.
_END = r"(?:(?!\d)|(?=\d{1,2}:\d\d))"
_START = r"(?<![\d.,/\-])"
# Two digits that go on as a time (08:42) or an amount (75g) are no year.
_NO_YEAR = r"(?!:\d\d|[.h]\d\d(?!\d)|\s?(?:k?g|m[gl]|cl|oz|%)(?![a-z\d]))"
_YEAR = rf"(?P<y>20\d\d|19\d\d|'?\d\d{_NO_YEAR})"
_NAMED = (
    re.compile(
        rf"(?i)(?<!\d)(?P<d>\d{{1,2}})(?:st|nd|rd|th)?{_OF}(?:of\s+)?(?:{_MONTH})(?![a-zß-ÿ])"
        rf"{_OF}{_YEAR}{_END}"
    ),
    re.compile(
        rf"(?i)(?<![a-z])(?:{_MONTH})(?![a-z]){_SEP}(?P<d>\d{{1,2}})(?:st|nd|rd|th)?"
        rf"(?:[\s/.,\-]{{1,2}}){_YEAR}{_END}"
    ),
    re.compile(rf"(?i)(?<!\d)(?P<y>20\d\d){_SEP}(?:{_MONTH})(?![a-z]){_SEP}(?P<d>\d{{1,2}})(?!\d)"),
    re.compile(rf"(?i)(?<![a-z\d])(?:{_MONTH})(?![a-z]){_OF}(?P<y>20\d\d){_END}"),
    re.compile(
        rf"(?i)(?<!\d)(?P<d>\d{{1,2}})(?:st|nd|rd|th)?{_OF}(?:of\s+)?(?:{_MONTH})(?![a-z\d])"
    ),
    re.compile(rf"(?i)(?<![a-z\d])(?:{_MONTH})(?![a-z]){_SEP}(?P<n>'?\d\d)(?!\d){_NO_YEAR}"),
)
_NUMERIC = re.compile(
    rf"{_START}(?P<a>\d{{4}}|\d{{1,2}})(?P<s>\s?[/.\-]\s?)(?P<b>\d{{1,2}})(?P=s)"
    rf"(?P<c>\d{{4}}|\d{{2}}|\d){_END}(?![/.\-]\d)"
)
_MONTH_YEAR = re.compile(rf"{_START}(?P<m>\d{{1,2}})\s?[/.\-]\s?(?P<y>20\d\d){_END}(?![/\-.]\d)")
_LABELLED = (
    re.compile(
        rf"{_START}(?P<a>\d{{2}})(?P<s>\s)(?P<b>\d{{2}})\s(?P<c>20\d\d|\d{{2}})(?!\d|:\d\d)"
    ),
    re.compile(
        rf"{_START}(?<![€$£])(?<![€$£]\s)(?P<m>\d{{1,2}})(?P<s>\s?[/.\-]\s?)(?P<y>\d\d)(?!\d)"
        rf"(?![/\-.]\d|\s20\d\d(?!\d)|\s?(?:[€$£]|EUR|USD|GBP|CHF)){_NO_YEAR}"
    ),
    re.compile(rf"{_START}(?P<m>\d{{2}})\s(?P<y>20\d\d)(?!\d)"),
    re.compile(r"(?<!\d)(?P<whole>20\d{6}|\d{8}|\d{6})(?!\d)"),
)
YEARS_AHEAD = 12
"""How far ahead food or medicine may carry a date."""

_REPAIRS = str.maketrans("OoQDlI|SsBZz", "000011155822")


def find_dates(
    text: str,
    today: date,
    is_labelled: bool = False,
    prefers: Order | None = None,
    expected: int = 1,
) -> tuple[FoundDate, ...]:
    """All dates in one line, in its order, none overlapping.

    is_labelled: a label such as EXP stands by, so short forms count too: 05/26, 030526.
    prefers: an order that another date of the same text has shown.
    expected: how many dates the labels make likely; where fewer are found, letters that
    stand for digits are repaired.
    """
    found = _search(text, today, is_labelled, prefers)
    if len(found) >= expected or not is_labelled:
        return tuple(found)
    repaired = _repair(text)
    again = _search(repaired, today, is_labelled, prefers)
    if repaired == text or len(again) <= len(found):
        return tuple(found)
    as_read = {(f.start, f.end) for f in found}
    return tuple(replace(f, is_repaired=(f.start, f.end) not in as_read) for f in again)


def _repair(text: str) -> str:
    """Confused letters made digits, in the words that hold a digit; the length stays."""
    return re.sub(
        r"[0-9OoQDlI|SsBZz/.\-]*\d[0-9OoQDlI|SsBZz/.\-]*",
        lambda word: word.group().translate(_REPAIRS),
        text,
    )


def _search(text: str, today: date, is_labelled: bool, prefers: Order | None) -> list[FoundDate]:
    taken: list[FoundDate] = []
    for candidate in _candidates(text, today, is_labelled, prefers):
        if candidate.readings and all(
            candidate.end <= other.start or candidate.start >= other.end for other in taken
        ):
            taken.append(candidate)
    return sorted(taken, key=lambda found: found.start)


def _candidates(
    text: str, today: date, is_labelled: bool, prefers: Order | None
) -> Iterator[FoundDate]:
    for pattern in _NAMED:
        for match in pattern.finditer(text):
            yield FoundDate(*match.span(), _named_readings(match, today, is_labelled))
    for match in _NUMERIC.finditer(text):
        yield _numeric(match, today, is_labelled, prefers)
    for match in _MONTH_YEAR.finditer(text):
        yield FoundDate(*match.span(), _month_year(match, today))
    if is_labelled:
        yield from _labelled_candidates(text, today, prefers)


def _labelled_candidates(text: str, today: date, prefers: Order | None) -> Iterator[FoundDate]:
    """The short forms, which are dates only beside a label."""
    for pattern in _LABELLED:
        for match in pattern.finditer(text):
            if "a" in pattern.groupindex:
                yield _numeric(match, today, True, prefers)
            elif "s" in pattern.groupindex:
                yield FoundDate(*match.span(), _two_numbers(match, today, prefers))
            elif "m" in pattern.groupindex:
                yield FoundDate(*match.span(), _month_year(match, today))
            else:
                yield FoundDate(*match.span(), _compact(match["whole"], today, prefers))


def _named_readings(
    match: re.Match[str], today: date, is_labelled: bool
) -> tuple[PrintedDate, ...]:
    parts = match.groupdict()
    month = next(m for m in Month if parts.get(f"m{m.value}"))
    if parts.get("n"):
        return _month_and_number(month, parts["n"], today)
    written = parts.get("y") or ""
    year = _year(written, today) if written else None
    if not parts.get("d"):
        return (PrintedDate(month, year),)
    readings = _dated(year, month, int(parts["d"]))
    if len(written) != 2 or _is_likely(readings, today, is_labelled):
        return readings
    # The two digits may be something else than the year, so the date is not certain.
    return readings + _dated(None, month, int(parts["d"]))


def _month_and_number(month: Month, written: str, today: date) -> tuple[PrintedDate, ...]:
    """MAY 26: the 26th of May, or May 2026."""
    as_year = (PrintedDate(month, _year(written, today)),)
    if "'" in written:
        return as_year
    as_day = _dated(None, month, int(written))
    return as_year + as_day if as_day or _is_near(as_year[0], today) else ()


def _is_likely(readings: tuple[PrintedDate, ...], today: date, is_labelled: bool) -> bool:
    """Whether two digits stand for this year: papers are kept longer than food."""
    oldest = today.year - 6 if is_labelled else 2000
    return all(r.year is not None and r.year >= oldest for r in readings)


def _year(digits: str, today: date) -> int:
    """Two digits are never a year far ahead: 75 is 1975."""
    number = int(digits.lstrip("'"))
    if number > 99:
        return number
    return 2000 + number if 2000 + number <= today.year + YEARS_AHEAD else 1900 + number


def _dated(year: int | None, month: int, day: int) -> tuple[PrintedDate, ...]:
    """The one reading of these numbers, or none where the calendar has no such day."""
    try:
        date(2000 if year is None else year, month, day)  # 2000 was a leap year
    except ValueError:
        return ()
    return (PrintedDate(Month(month), year, day),)


def _month_year(match: re.Match[str], today: date) -> tuple[PrintedDate, ...]:
    month = int(match["m"])
    return (PrintedDate(Month(month), _year(match["y"], today)),) if 1 <= month <= 12 else ()


def _two_numbers(
    match: re.Match[str], today: date, prefers: Order | None
) -> tuple[PrintedDate, ...]:
    """08/27 is a month and a year; 12/08 and 31/08 are a day and a month, or an old date."""
    with_year = _month_year(match, today)
    if any(_is_near(reading, today) for reading in with_year):
        return with_year
    first, second = int(match["m"]), int(match["y"])
    by_order = {
        Order.DAY_FIRST: _dated(None, second, first) if second else (),
        Order.MONTH_FIRST: _dated(None, first, second) if first else (),
        Order.YEAR_FIRST: _year_first(first, second, today),
    }
    is_pointed = "." in match["s"]
    if is_pointed and match.string[match.end() :].startswith("."):
        prefers = Order.DAY_FIRST  # "05.09.", as ordinal numbers are written
    chosen = by_order.get(prefers) if prefers else None
    days = chosen or tuple(dict.fromkeys(r for readings in by_order.values() for r in readings))
    return days if is_pointed and chosen else days + (with_year if days else ())


def _year_first(year: int, month: int, today: date) -> tuple[PrintedDate, ...]:
    """27/08 may be August 2027 as well as the 27th of August."""
    if not (1 <= month <= 12 and today.year - 1 <= 2000 + year <= today.year + 4):
        return ()
    return (PrintedDate(Month(month), 2000 + year),)


def _numeric(
    match: re.Match[str], today: date, is_labelled: bool, prefers: Order | None
) -> FoundDate:
    first, middle, last = match["a"], match["b"], match["c"]
    if len(first) == 4:
        readings = _dated(int(first), int(middle), int(last)) if len(last) <= 2 else ()
        return FoundDate(*match.span(), readings, order=Order.YEAR_FIRST)
    if len(last) == 1:
        return FoundDate(*match.span(), ())
    by_order = {
        Order.DAY_FIRST: _dated(_year(last, today), int(middle), int(first)),
        Order.MONTH_FIRST: _dated(_year(last, today), int(first), int(middle)),
    }
    return _ordered(match, by_order, today, is_labelled, prefers)


def _ordered(
    match: re.Match[str],
    by_order: dict[Order, tuple[PrintedDate, ...]],
    today: date,
    is_labelled: bool,
    prefers: Order | None,
) -> FoundDate:
    """Settle the order from the calendar, else from the other dates, else keep both."""
    usual = tuple(dict.fromkeys(r for readings in by_order.values() for r in readings))
    fitting = [order for order, readings in by_order.items() if readings]
    order = fitting[0] if len(fitting) == 1 else None
    if len(usual) > 1 and prefers in by_order:
        usual = by_order[prefers]
    if is_labelled and len(match["c"]) == 2 and not any(_is_near(r, today) for r in usual):
        # 26/05/03 on a package is no date of 2003: the year comes first there.
        turned = _dated(_year(match["a"], today), int(match["b"]), int(match["c"]))
        usual = tuple(r for r in turned if _is_near(r, today)) + usual
        order = None
    return FoundDate(*match.span(), usual, order=order)


def _is_near(reading: PrintedDate, today: date) -> bool:
    """Whether food or medicine could carry this date today."""
    return reading.year is not None and today.year - 6 <= reading.year <= today.year + YEARS_AHEAD


def _compact(digits: str, today: date, prefers: Order | None) -> tuple[PrintedDate, ...]:
    """Dates without separators: YYYYMMDD, DDMMYYYY, DDMMYY, YYMMDD, MMDDYY."""
    if len(digits) == 8:
        cuts = [(digits[:4], digits[4:6], digits[6:]), (digits[4:], digits[2:4], digits[:2])]
    else:
        one, two, three = digits[:2], digits[2:4], digits[4:]
        cuts = [(three, two, one), (one, two, three)]
        if prefers is not Order.DAY_FIRST:
            cuts.append((three, one, two))
    readings = (r for y, m, d in cuts for r in _dated_or_month(_year(y, today), int(m), int(d)))
    return tuple(dict.fromkeys(r for r in readings if _is_near(r, today)))


def _dated_or_month(year: int, month: int, day: int) -> tuple[PrintedDate, ...]:
    return _dated(year, month, day) if year > 0 else ()
