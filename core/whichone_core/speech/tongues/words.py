"""What one language needs to say numbers, signs and letters; the shape of its module."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class SpokenWords:
    """Words of one language for what is written as figures and signs.

    months: from January.  date, month_and_year, day_and_month: patterns with {day}, {month} and
    {year}.  ordinal_day: what a day is called in a date, from 1 to 31, where that is not the bare
    number (English).
    units, letters: a unit -> its word after one and after more; letters has those that could be
    a word where one follows.  to: between the ends of a range.
    money: a sign -> one, more, hundredths.  money_joint: between the whole and the hundredths.
    scales: words that multiply an amount of money.  cents: after one, after more.
    fractions: a sign -> alone, after a whole number.
    thousands: the sign that parts thousands and no voice should read; empty for none.
    dotted_dates: whether 03.05.2026 can only be the third of May.
    digit_signs: signs inside of codes.
    signs: emoji and signs that carry a meaning on a label.
    abbreviations: what is said in full; ending: those that may end a sentence, None for all.
    number: for # and No.
    comparisons: "at most", "at least", "less than", "more than", "about".  conjunction: for &.
    times, at, dot, plus, minus: in sums and addresses.
    punctuation: every sign by its name.  spelled: signs in what is spelled.
    capital: before a capital letter that is spelled.
    """

    months: tuple[str, ...]
    date: str
    month_and_year: str
    day_and_month: str
    units: Mapping[str, tuple[str, str]]
    letters: Mapping[str, tuple[str, str]]
    to: str
    money: Mapping[str, tuple[str, str, str]]
    money_joint: str
    scales: tuple[str, ...]
    cents: tuple[str, str]
    fractions: Mapping[str, tuple[str, str]]
    digit_signs: Mapping[str, str]
    signs: Mapping[str, str]
    abbreviations: Mapping[str, str]
    number: str
    comparisons: tuple[str, str, str, str, str]
    conjunction: str
    times: str
    at: str
    dot: str
    plus: str
    punctuation: Mapping[str, str]
    spelled: Mapping[str, str]
    capital: str
    minus: str = "minus"
    ending: frozenset[str] | None = None
    thousands: str = ""
    dotted_dates: bool = False

    def say_date(self, year: int | None, month: int, day: int | None) -> str:
        """ "3 de mayo de 2026", "mayo de 2026", "3 de mayo"."""
        pattern = self.date if day and year else self.day_and_month if day else self.month_and_year
        if not day and not year:
            pattern = "{month}"
        return pattern.format(day=day, month=self.months[month - 1], year=year)
