"""Numbers of cards and accounts: their checksums tell them from other numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from whichone_core.study.iban_lengths import IBAN_LENGTHS

RUN = re.compile(
    r"(?:(?<![\w.])|(?<=[A-Za-z]\.)|(?<=[A-Za-z]{4}))\d(?:[ .-]{0,4}\d)+(?=\W|[A-Za-z]{4}|$)"
)
"""Digits with at most small gaps; a word may be stuck to them, a code's letter may not."""
_GROUPS = re.compile(r"(?<![\w.])\d{4}( ?[,/_|:] ?)\d{4}\1\d{4}\1\d{4}(?![\w])")
"""Groups of four with a mark between them that elsewhere stands between numbers."""
_CARDS = {14: re.compile("3[0689]"), 15: re.compile("3[47]"), 16: re.compile("2[2-7]|35|4|5|6")}
_LONG_CARD = re.compile("4|5[0-8]|6")
"""How cards of each length begin; those of 17 to 19 digits like `_LONG_CARD` (ISO 7812)."""
_IBAN = re.compile(
    r"(?:(?<![A-Za-z0-9])|(?<=iban))"
    r"(?=([A-Z] ?[A-Z] ?\d[ .-]{0,2}\d(?:[ .-]{0,2}[A-Z0-9]){11,30}))",
    re.IGNORECASE,
)
_GAPS = " .-"
_LEAST_DIGITS = 6
"""Every country's have more; words that follow "no 12" have fewer."""
_MISREAD = str.maketrans("OQIL", "0011")
"""Letters that a reader of print takes digits for."""


def cards(text: str) -> Iterator[tuple[int, int]]:
    """14 to 19 digits; cards of 13 are gone, and article numbers have 13."""
    for run in RUN.finditer(text):
        digits = [run.start() + at for at, letter in enumerate(run[0]) if letter.isdigit()]
        at = 0
        while at < len(digits):
            length = next((n for n in range(19, 13, -1) if _is_card(text, digits, at, n)), 0)
            if length:
                yield digits[at], digits[at + length - 1] + 1
            at += length or 1
    for match in _GROUPS.finditer(text):
        number = "".join(filter(str.isdigit, match[0]))
        if _CARDS[16].match(number) and _has_luhn(number):
            yield match.span()


def ibans(text: str) -> Iterator[tuple[int, int]]:
    """What is as long as its country's are, and has the right checksum."""
    for match in _IBAN.finditer(text):
        length = IBAN_LENGTHS.get(match[1].replace(" ", "")[:2].upper())
        ends = [at for at, letter in enumerate(match[1], 1) if letter not in _GAPS]
        if length is None or len(ends) < length:
            continue
        end = ends[length - 1]
        compact = re.sub(f"[{_GAPS}]", "", match[1][:end]).upper()
        if _is_iban(compact) or _is_iban(compact[:2] + compact[2:].translate(_MISREAD)):
            yield match.start(), match.start() + end


def _is_iban(compact: str) -> bool:
    turned = compact[4:] + compact[:4]
    if not turned.isascii() or sum(map(str.isdigit, compact)) < _LEAST_DIGITS:
        return False
    return int("".join(str(int(letter, 36)) for letter in turned)) % 97 == 1


def _is_card(text: str, digits: Sequence[int], at: int, count: int) -> bool:
    """Whether a card's number begins and ends here, at gaps in the run of digits."""
    end = at + count
    if end > len(digits):
        return False
    begins = at == 0 or digits[at] - digits[at - 1] > 1
    ends = end == len(digits) or digits[end] - digits[end - 1] > 1
    if not (begins and ends):
        return False
    number = "".join(text[place] for place in digits[at:end])
    return _CARDS.get(count, _LONG_CARD).match(number) is not None and _has_luhn(number)


def _has_luhn(number: str) -> bool:
    doubled = (int(digit) * 2 for digit in number[-2::-2])
    return (sum(map(int, number[-1::-2])) + sum(d - 9 if d > 9 else d for d in doubled)) % 10 == 0


def is_article(run: str) -> bool:
    """A GTIN: 8, 12, 13 or 14 digits, the last of which checks the others (GS1)."""
    digits = [int(letter) for letter in run if letter.isdigit()]
    if len(digits) not in (8, 12, 13, 14):
        return False
    return (sum(digits[-1::-2]) + 3 * sum(digits[-2::-2])) % 10 == 0
