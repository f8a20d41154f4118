"""Numbers that a state gives to a person: their checksums tell them from other numbers.

Spain's DNI and NIE (Real Decreto 1553/2005; Orden INT/2058/2008): a letter checks the number
modulo 23.  Germany's tax number for life (Steuer-IdNr, section 139b AO): eleven digits, of the
first ten exactly one stands twice or three times, and the last checks them (ISO 7064, MOD
11,10).  A number whose check fails is nobody's and stays; dates stay, as a DNI is never written
as one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

CHECK_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"
"""The letter of a DNI or NIE, by the number modulo 23."""

_GAP = r"[ .,/-]{0,3}"
_DOUBLE_U = r"double[ -]?u|doble[ -]?u|uve[ -]doble|doble[ -](?:uve|ve)"
_NAMES = {
    "A": "ay", "B": "be|bee", "C": "ce|cee|see", "D": "de|dee", "E": "e", "F": "efe|ef|eff",
    "G": "ge|gee", "H": "hache|aitch|ha", "J": "jota|jay|jott", "K": "ka|kay", "L": "ele|el|ell",
    "M": "eme|em", "N": "ene|en", "P": "pe|pee", "Q": "cu|cue|queue|ku", "R": "erre|ar|er",
    "S": "ese|ess|es", "T": "te|tee", "V": "uve|ve|vee|vau", "W": _DOUBLE_U,
    "X": "equis|ex|ix", "Y": "i griega|ye|why|wye|ypsilon", "Z": "zeta|zed|zee|zett",
}  # fmt: skip
"""How letters are said in Spanish, English and German, beside the letter itself."""
_LETTER = "|".join(sorted((f"{name}|{say}" for name, say in _NAMES.items()), key=len, reverse=True))
_FIRST = "|".join(f"{name}|{_NAMES[name]}" for name in "XYZ")
_SPANISH = re.compile(
    rf"(?:(?<![^\W_])|(?<=[^\W\d_]{{3}}))"
    rf"(?:(?P<first>{_FIRST}){_GAP})?(?P<digits>\d(?:{_GAP}\d){{6,7}}){_GAP}"
    rf"(?P<last>{_LETTER})(?![^\W_])",
    re.IGNORECASE,
)
_RUN = re.compile(rf"(?:(?<![^\W_])|(?<=[^\W\d_]{{4}}))\d(?:{_GAP}\d){{10,}}(?![^\W_])")
_DATE = re.compile(r"(\d{1,2})([./-])(\d{1,2})\2(\d{4})|(\d{4})([./-])(\d{1,2})\6(\d{1,2})")
_TAX_DIGITS = 11


def spanish_ids(text: str) -> Iterator[tuple[int, int]]:
    """DNI (eight digits and a letter) and NIE (X, Y or Z, seven digits and a letter)."""
    for match in _SPANISH.finditer(text):
        digits = "".join(filter(str.isdigit, match["digits"]))
        first = _letter(match["first"] or "")
        if len(digits) != (7 if first else 8) or _is_date(match["digits"]):
            continue
        number = int(f"{'XYZ'.index(first) if first else ''}{digits}")
        if CHECK_LETTERS[number % 23] == _letter(match["last"]):
            yield match.span()


def tax_ids(text: str) -> Iterator[tuple[int, int]]:
    """German tax numbers, with whatever small gaps between their digits."""
    for run in _RUN.finditer(text):
        digits = [run.start() + at for at, letter in enumerate(run[0]) if letter.isdigit()]
        at = 0
        while at + _TAX_DIGITS <= len(digits):
            place, end = digits[at], digits[at + _TAX_DIGITS - 1] + 1
            begins = at == 0 or place - digits[at - 1] > 1
            ends = at + _TAX_DIGITS == len(digits) or digits[at + _TAX_DIGITS] > end
            number = "".join(text[each] for each in digits[at : at + _TAX_DIGITS])
            if begins and ends and _is_tax_id(number):
                yield place, end
                at += _TAX_DIGITS - 1
            at += 1


def _is_tax_id(number: str) -> bool:
    often = sorted(count for digit in set(number[:10]) if (count := number[:10].count(digit)) > 1)
    if number[0] == "0" or often not in ([2], [3]):
        return False
    check = 10
    for digit in number[:10]:
        check = (check + int(digit)) % 10 or 10
        check = check * 2 % 11
    return (11 - check) % 10 == int(number[10])


def _letter(said: str) -> str:
    """The letter of what is said for it: "jota" is J, "" is none."""
    word = said.upper()
    if len(word) < 2:
        return word
    found = (name for name, names in _NAMES.items() if re.fullmatch(names, said, re.IGNORECASE))
    return next(found, "")


def _is_date(digits: str) -> bool:
    match = _DATE.fullmatch(digits)
    if match is None:
        return False
    day, _, month, year, year_first, _, month_then, day_then = match.groups()
    parts = sorted((int(day or day_then), int(month or month_then)))
    try:
        return 1900 <= date(int(year or year_first), parts[0], parts[1]).year < 2100
    except ValueError:
        return False
