"""How alike two phrases sound, for words that a recogniser misheard.

    "the blue cup" -> "deblukup" ;  "Then loop up" -> "denlupup" ;  likeness 0.78

Letters become rough sounds, spaces go, as recognisers cut words elsewhere, and the sounds are
compared by edit distance.  Sounds made at one place of the mouth (b and p, d and t) are nearer
to each other than others, vowels nearer still, as small recognisers confuse just these.
"""

from __future__ import annotations

import re
from functools import lru_cache

Spellings = tuple[tuple[str, str], ...]
"""Patterns of letters with the rough sounds that they stand for, in the order of replacing."""

ENGLISH: Spellings = (
    (r"\bone\b", "wan"), (r"\btwo\b", "tu"), (r"\bknow\b", "no"), (r"\bagain\b", "agen"),
    (r"tch", "c"), (r"ch", "c"), (r"sh", "s"), (r"ph", "f"), (r"ght", "t"), (r"wh", "w"),
    (r"\bwr", "r"), (r"\bkn", "n"), (r"th", "d"), (r"ck", "k"), (r"qu", "kw"), (r"x", "ks"),
    (r"c(?=[eiy])", "s"), (r"c", "k"), (r"mb\b", "m"), (r"dge?\b", "j"),
    (r"(?:ee|ea|ie|ei)", "i"), (r"(?:oo|ue|ew|ou)", "u"), (r"(?:ai|ay)", "e"), (r"(?:oa|ow)", "o"),
    (r"(?<=[^aeiou])y\b", "i"), (r"(?<=[a-z]{2})e\b", ""), (r"[^a-z0-9]", ""), (r"(.)\1+", r"\1"),
)  # fmt: skip

_PLACES = ("bpvf", "dtsz", "gkjc", "mn", "lrw")
"""Consonants that are made at one place of the mouth."""
_VOWELS = frozenset("aeiouy")
_SAME_PLACE, _VOWEL, _WEAK = 0.5, 0.35, 0.45


@lru_cache(maxsize=2048)
def sounds(phrase: str, spellings: Spellings = ENGLISH) -> str:
    """The rough sounds of a phrase, without spaces; spellings: those of its language."""
    text = phrase.casefold()
    for pattern, sound in spellings:
        text = re.sub(pattern, sound, text)
    return text


def likeness(one: str, other: str, spellings: Spellings = ENGLISH) -> float:
    """How alike two phrases sound, 0 to 1; 1 means the very same rough sounds."""
    a, b = sounds(one, spellings), sounds(other, spellings)
    longest = max(len(a), len(b))
    return max(0.0, 1.0 - _distance(a, b) / longest) if longest else 0.0


def _distance(a: str, b: str) -> float:
    row = [0.0]
    for sound in b:
        row.append(row[-1] + _left_out(sound))
    for sound in a:
        before, row = row, [row[0] + _left_out(sound)]
        for position, other in enumerate(b):
            row.append(
                min(
                    before[position] + _exchanged(sound, other),
                    before[position + 1] + _left_out(sound),
                    row[position] + _left_out(other),
                )
            )
    return row[-1]


def _left_out(sound: str) -> float:
    return _WEAK if sound in _VOWELS or sound in "hw" else 1.0


def _exchanged(one: str, other: str) -> float:
    if one == other:
        return 0.0
    if one in _VOWELS and other in _VOWELS:
        return _VOWEL
    return _SAME_PLACE if any(one in place and other in place for place in _PLACES) else 1.0
