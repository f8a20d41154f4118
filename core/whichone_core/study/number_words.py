"""Numbers that are said in words, digit by digit or in pairs: "one two", "zwölf", "treinta y uno".

What understands speech writes a number that is dictated as words at least as often as in digits,
and a checksum needs digits.  English, Spanish and German, from 0 to 99; who dictates a number
in hundreds ("fünfhundertzwölf") is not followed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

_SMALL = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen",
    "es": "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce "
    "quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés "
    "veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve",
    "de": "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn "
    "fünfzehn sechzehn siebzehn achtzehn neunzehn",
}
_OTHERS = {"oh": 0, "zwo": 2, "dreissig": 30, "fuenf": 5, "zwoelf": 12}
_TENS = {
    **{
        word: 10 * at
        for words in (
            "twenty thirty forty fifty sixty seventy eighty ninety",
            "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa",
        )
        for at, word in enumerate(words.split(), 2)
    },
}
_GERMAN_TENS = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig"
_TIMES = {"double": 2, "doble": 2, "doppel": 2, "triple": 3}
_WORD = re.compile(r"[^\W\d_]+")
_GAP = re.compile(r"[ ,.-]{1,3}")
_JOINS = frozenset({" ", "-"})
_LEAST_DIGITS = 4
"""Fewer in a row are no number of anything, but "one of two"."""


@dataclass(frozen=True, slots=True)
class SaidNumber:
    """Digits, and where in the text the words for them stand."""

    digits: str
    start: int
    end: int


def said_numbers(text: str) -> Iterator[Sequence[SaidNumber]]:
    """Runs of at least four digits that stand in the text as words, in its order."""
    run: list[SaidNumber] = []
    for number in _numbers(text):
        if run and not _GAP.fullmatch(text[run[-1].end : number.start]):
            yield from _if_long(run)
            run = []
        run.append(number)
    yield from _if_long(run)


def _if_long(run: list[SaidNumber]) -> Iterator[Sequence[SaidNumber]]:
    if sum(len(number.digits) for number in run) >= _LEAST_DIGITS:
        yield tuple(run)


def _numbers(text: str) -> Iterator[SaidNumber]:
    words = [(match[0].casefold(), match.start(), match.end()) for match in _WORD.finditer(text)]
    at = 0
    while at < len(words):
        taken, digits = _number([word for word, _, _ in words[at : at + 3]])
        joined = all(
            text[words[k][2] : words[k + 1][1]] in _JOINS for k in range(at, at + taken - 1)
        )
        if taken > 1 and not joined:
            taken, digits = _number([words[at][0]])
        if taken:
            yield SaidNumber(digits, words[at][1], words[at + taken - 1][2])
        at += taken or 1


def _number(words: Sequence[str]) -> tuple[int, str]:
    """How many of the first words are one number, and its digits; 0 where they are none."""
    first, second, third = (*words, "", "")[:3]
    values = _values()
    unit = values.get(second, 0)
    if first in _TIMES and second in values and unit < 10:
        return 2, str(unit) * _TIMES[first]
    if first in _TENS:
        if 0 < unit < 10:
            return 2, str(_TENS[first] + unit)
        if second == "y" and 0 < values.get(third, 0) < 10:
            return 3, str(_TENS[first] + values[third])
        return 1, str(_TENS[first])
    return (1, str(values[first])) if first in values else (0, "")


@cache
def _values() -> dict[str, int]:
    """Every single word that is a number: those of tables, and German's from 20 on."""
    values = {word: at for words in _SMALL.values() for at, word in enumerate(words.split())}
    units = ["", "ein", *_SMALL["de"].split()[2:10]]
    for ten, word in enumerate(_GERMAN_TENS.split(), 2):
        values |= {f"{unit}und{word}" if unit else word: 10 * ten + at
                   for at, unit in enumerate(units)}  # fmt: skip
    values |= _OTHERS | {word: value for word, value in _TENS.items() if word != "veinte"}
    plain = str.maketrans("áéíóú", "aeiou")
    folded = {word.replace("ß", "ss"): value for word, value in values.items()}
    return values | folded | {word.translate(plain): value for word, value in values.items()}
