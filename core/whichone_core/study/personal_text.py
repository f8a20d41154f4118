"""Takes e-mail addresses, phone numbers, card numbers and IBANs out of a text.

Checksums decide where there are some: Luhn's for cards, that of ISO 13616 for IBANs.  What
only looks like a number of a person stays: dates, times, prices, and article numbers, which
have a check digit too (GS1).  Names, addresses and what is said in words stay as well: no rule
finds those (`docs/study.md` tells researchers).

Accepted trade-offs: a phone number of 12 or 13 digits without any gap that by chance (1 in 10)
has an article number's check digit is taken for one, unless "tel" or the like stands before it;
a lot number with gaps that begins with 0 can pass for a phone number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from whichone_core.study.iban_lengths import IBAN_LENGTHS


class Personal(StrEnum):
    """What was taken out; it stands in brackets where it was."""

    EMAIL = "e-mail address"
    PHONE = "phone number"
    CARD = "card number"
    IBAN = "IBAN"

    @property
    def placeholder(self) -> str:
        return f"[{self.value}]"


@dataclass(frozen=True, slots=True)
class Span:
    """Where in a text something personal stands: from start up to, not including, end."""

    start: int
    end: int
    kind: Personal


_GAP = r"[ \u00a0.\u2013\u2011-]{0,2}"
_EMAIL = re.compile(r"[\w.+%-]+ ?@ ?[\w-]+(?: ?\. ?[A-Za-z0-9-]{2,})+")
_RUN = re.compile(rf"(?<![\w.])\d(?:{_GAP}\d)+(?!\w)")
_IBAN = re.compile(r"(?<![A-Za-z0-9])[A-Za-z]{2}[ ]?\d{2}(?: ?[A-Za-z0-9]){11,30}")
_CARDS = {14: re.compile("3[0689]"), 15: re.compile("3[47]"), 16: re.compile("2[2-7]|35|4|5|6")}
_LONG_CARD = re.compile("4|5[0-8]|6")
"""How cards of each length begin; those of 17 to 19 digits like `_LONG_CARD` (ISO 7812)."""
_DATE = re.compile(
    r"(?<!\d)(?<!\d[./-])(?:"
    r"\d{1,2}([./-])\d{1,2}\1(?:19|20)\d\d"
    r"|\d{1,2}([./-])\d{1,2}\2\d\d(?!\2?\d)"
    r"|\d{1,2} \d{1,2} (?:19|20)\d\d"
    r"|(?:19|20)\d\d([./ -])\d{1,2}\3\d{1,2}"
    r")(?!\d)"
)
_LABEL = (
    r"(?:tel(?:ephone|efon|éfono|efono)?|tlf|phone|mobile|mobil|móvil|movil|cell|handy|fax|hotline"
    r"|call(?: us)?(?: at| on)?|whatsapp)\b"
)
_NUMBER = r"\+?\(?\d(?:[ \u00a0./()\u2013-]{0,3}\d){4,13}"
_LABELLED = re.compile(rf"\b{_LABEL}[ .:#]*(?:no|number|nr)?[ .:]*({_NUMBER})", re.IGNORECASE)
_START = r"(?<![\w.,+/-])(?<!\d )"
_END = r"(?![\w]|[.,/:-]\d| \d)"
_PHONES = (
    re.compile(r"(?<![\w+])\+ ?\d{1,3}(?:[ \u00a0./()\u2013-]{0,3}\d){6,12}(?!\d)"),
    re.compile(rf"{_START}00[1-9]\d?(?:[ /.()-]{{0,2}}\d){{7,12}}{_END}"),
    re.compile(rf"{_START}\(\d{{3}}\) ?\d{{3}}[ .-]\d{{4}}{_END}"),
    re.compile(rf"{_START}(?:1[ .-])?\d{{3}}([ .-])\d{{3}}\1\d{{4}}{_END}"),
    re.compile(rf"{_START}\(?0[1-9]\d{{0,4}}\)?(?: ?[/-] ?| |\.)\d(?:[ ./-]?\d){{4,9}}{_END}"),
    re.compile(rf"{_START}0[1-9]\d{{8,10}}{_END}"),
    re.compile(rf"{_START}[6-9]\d{{2}} \d{{3}} \d{{3}}{_END}"),
    re.compile(rf"{_START}[89]\d \d{{3}} \d{{2}} \d{{2}}{_END}"),
)
_NO_PHONE = re.compile(
    r"(?:lot|batch|charge|isbn|issn|ean|upc|gtin|ref|serial|s/n|sn|lote)[ .:#]*(?:no|nr)?[ .:]*$",
    re.IGNORECASE,
)


def personal(text: str) -> list[Span]:
    """Everything personal in the text, in its order, without overlaps."""
    found: list[Span] = []
    for finder in (_emails, _ibans, _cards, _labelled_phones, _phones):
        for span in finder(text):
            if not any(span.start < one.end and one.start < span.end for one in found):
                found.append(span)
    return sorted(found, key=lambda span: span.start)


def without_personal(text: str) -> str:
    """The text with the name of each thing in the place of the thing: "[card number]"."""
    parts, at = [], 0
    for span in personal(text):
        parts += [text[at : span.start], span.kind.placeholder]
        at = span.end
    return "".join((*parts, text[at:]))


def lines_without_personal(lines: Sequence[str]) -> list[str]:
    """Lines that were read one below the other; a card or an IBAN may go over several of them."""
    whole = " ".join(lines)
    spans = [span for span in personal(whole) if span.kind in (Personal.CARD, Personal.IBAN)]
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


def _emails(text: str) -> Iterator[Span]:
    for match in _EMAIL.finditer(text):
        yield Span(*match.span(), Personal.EMAIL)


def _ibans(text: str) -> Iterator[Span]:
    for match in _IBAN.finditer(text):
        length = IBAN_LENGTHS.get(match[0][:2].upper())
        ends = [at for at, letter in enumerate(match[0], 1) if letter != " "]
        if length is not None and len(ends) >= length:
            end = ends[length - 1]
            compact = match[0][:end].replace(" ", "").upper()
            if _is_iban(compact):
                yield Span(match.start(), match.start() + end, Personal.IBAN)


def _is_iban(compact: str) -> bool:
    turned = compact[4:] + compact[:4]
    return turned.isascii() and int("".join(str(int(letter, 36)) for letter in turned)) % 97 == 1


def _cards(text: str) -> Iterator[Span]:
    """14 to 19 digits; cards of 13 are gone, and article numbers have 13."""
    for run in _RUN.finditer(text):
        digits = [run.start() + at for at, letter in enumerate(run[0]) if letter.isdigit()]
        at = 0
        while at < len(digits):
            length = next((n for n in range(19, 13, -1) if _is_card(text, digits, at, n)), 0)
            if length:
                yield Span(digits[at], digits[at + length - 1] + 1, Personal.CARD)
            at += length or 1


def _is_card(text: str, digits: Sequence[int], at: int, count: int) -> bool:
    """Whether a card's number begins and ends here, at gaps in the run of digits."""
    end = at + count
    if end > len(digits):
        return False
    begins = at == 0 or digits[at] - digits[at - 1] > 1
    ends = end == len(digits) or digits[end] - digits[end - 1] > 1
    number = "".join(text[place] for place in digits[at:end])
    is_known = _CARDS.get(count, _LONG_CARD).match(number) is not None
    return begins and ends and is_known and _has_luhn(number)


def _has_luhn(number: str) -> bool:
    doubled = (int(digit) * 2 for digit in number[-2::-2])
    return (sum(map(int, number[-1::-2])) + sum(d - 9 if d > 9 else d for d in doubled)) % 10 == 0


def _labelled_phones(text: str) -> Iterator[Span]:
    for match in _LABELLED.finditer(text):
        if not _DATE.match(match[1]):
            yield Span(*match.span(1), Personal.PHONE)


def _phones(text: str) -> Iterator[Span]:
    kept = [match.span() for match in _DATE.finditer(text)]
    kept += [run.span() for run in _RUN.finditer(text) if _is_article(run[0])]
    for pattern in _PHONES:
        for match in pattern.finditer(text):
            start, end = match.span()
            is_kept = any(start < last and first < end for first, last in kept)
            if not is_kept and not _NO_PHONE.search(text[:start]):
                yield Span(start, end, Personal.PHONE)


def _is_article(run: str) -> bool:
    """A GTIN: 8, 12, 13 or 14 digits, the last of which checks the others (GS1)."""
    digits = [int(letter) for letter in run if letter.isdigit()]
    if len(digits) not in (8, 12, 13, 14):
        return False
    return (sum(digits[-1::-2]) + 3 * sum(digits[-2::-2])) % 10 == 0
