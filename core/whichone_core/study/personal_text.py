"""Takes e-mail addresses, phone, card and identity numbers, and IBANs out of a text.

Checksums decide where there are some: Luhn's for cards, that of ISO 13616 for IBANs, those of
Spain's DNI and NIE and of Germany's tax number (`identity_numbers.py`).  What
only looks like a number of a person stays: dates, times, prices, and article numbers, which
have a check digit too (GS1).  Names, addresses and what is said in words stay as well: no rule
finds those (`docs/study.md` tells researchers).

Accepted trade-offs: ten digits without any gap, label or leading 0 stay, as they are a code at
least as often as a phone number; a phone number of 12 or 13 digits without any gap that by
chance (1 in 10) has an article number's check digit is taken for one, unless "tel" or the like
stands before it; a lot number with gaps that begins with 0 can pass for a phone number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from whichone_core.study.email_addresses import emails
from whichone_core.study.identity_numbers import spanish_ids, tax_ids
from whichone_core.study.personal_numbers import cards, ibans
from whichone_core.study.phone_numbers import certain_phones, phones
from whichone_core.study.plain_view import plain_view


class Personal(StrEnum):
    """What was taken out; it stands in brackets where it was."""

    EMAIL = "e-mail address"
    PHONE = "phone number"
    CARD = "card number"
    IBAN = "IBAN"
    IDENTITY = "identity number"
    TAX = "tax number"

    @property
    def placeholder(self) -> str:
        return f"[{self.value}]"


@dataclass(frozen=True, slots=True)
class Span:
    """Where in a text something personal stands: from start up to, not including, end."""

    start: int
    end: int
    kind: Personal

    def overlaps(self, other: Span) -> bool:
        return self.start < other.end and other.start < self.end


Finder = Callable[[str], Iterable[tuple[int, int]]]
"""Gives the start and the end of each thing in a text of simple characters."""

_FINDERS: tuple[tuple[Finder, Personal], ...] = (
    (emails, Personal.EMAIL),
    (ibans, Personal.IBAN),
    (cards, Personal.CARD),
    (spanish_ids, Personal.IDENTITY),
    (tax_ids, Personal.TAX),
    (certain_phones, Personal.PHONE),
    (phones, Personal.PHONE),
)
"""The surest first: what one has found is no longer looked at by the next."""
_FINDERS_OVER_LINES = _FINDERS[:-1]
_CHECKED = frozenset({Personal.CARD, Personal.IBAN, Personal.IDENTITY, Personal.TAX})
"""Those with a checksum."""


def personal(text: str) -> list[Span]:
    """Everything personal in the text, in its order, without overlaps."""
    return _found(text, _FINDERS)


def without_personal(text: str) -> str:
    """The text with the name of each thing in the place of the thing: "[card number]"."""
    parts, at = [], 0
    for span in personal(text):
        parts += [text[at : span.start], span.kind.placeholder]
        at = span.end
    return "".join((*parts, text[at:]))


def lines_without_personal(lines: Sequence[str]) -> list[str]:
    """Lines that were read one below the other; something may go over several of them."""
    whole = " ".join(lines)
    spans = [span for span in _found(whole, _FINDERS_OVER_LINES) if _goes_over(span, lines)]
    clean, start = [], 0
    for line in lines:
        end = start + len(line)
        parts, at = [], start
        for span in spans:
            if span.start < end and start < span.end:
                first, last = max(span.start, start), min(span.end, end)
                parts += [whole[at:first], span.kind.placeholder]
                at = last
        clean.append(without_personal("".join((*parts, whole[at:end]))))
        start = end + 1
    return clean


def _found(text: str, finders: Sequence[tuple[Finder, Personal]]) -> list[Span]:
    view, found = plain_view(text), list[Span]()
    for finder, kind in finders:
        for start, end in finder(view.text):
            span = Span(*view.original(start, end), kind)
            if not any(span.overlaps(one) for one in found):
                found.append(span)
    return sorted(found, key=lambda span: span.start)


def _goes_over(span: Span, lines: Sequence[str]) -> bool:
    """Whether it is whole only over several lines, or too sure to ask.

    A phone number and an address have no checksum: where one line has a whole one, what
    stands at the start of the next is something else, a date for example.
    """
    if span.kind in _CHECKED:
        return True
    start = 0
    for line in lines:
        inside = [Span(one.start + start, one.end + start, one.kind) for one in personal(line)]
        if any(span.overlaps(one) for one in inside):
            return False
        start += len(line) + 1
    return True
