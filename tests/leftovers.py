"""English sentences that are left over where another language is spoken.

    leftovers("Nothing was logged yet.", "de") -> ["Nothing was logged yet."]

Looked for is every English text of the catalogues that has a translation; values in braces may
be anything.  What also occurs in translations of that language ("Python") is no leftover.
"""

from __future__ import annotations

import re
from functools import cache
from string import Formatter

from babel.messages.catalog import Message

from installers import words

_FEWEST_LETTERS = 7
"""Shorter words are the same in too many languages, or parts of names."""


def leftovers(text: str, language: str) -> list[str]:
    """The English texts that stand in this one although they have a translation."""
    plain = " ".join(text.replace("&", "").split())
    return [english for english, pattern in _english(language) if pattern.search(plain)]


@cache
def _english(language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    catalogues = [words.translations(package, language) for package in words.PACKAGES]
    pairs = [pair for each in catalogues for message in each for pair in _pairs(message)]
    native = "\n".join(translated for _english, translated in pairs).replace("&", "")
    found = {english: _pattern(english) for english, _translated in pairs}
    return tuple(
        (english, pattern)
        for english, pattern in found.items()
        if pattern is not None and not pattern.search(native)
    )


def _pairs(message: Message) -> list[tuple[str, str]]:
    ids = [message.id] if isinstance(message.id, str) else list(message.id)
    texts = [message.string] if isinstance(message.string, str) else list(message.string or ())
    pairs = zip(ids, texts, strict=False)
    return [(english, text) for english, text in pairs if english and text and english != text]


def _pattern(english: str) -> re.Pattern[str] | None:
    """What finds a text with any values; None where it says too little to be found."""
    parts = [part for part, _name, _spec, _conversion in _parsed(english.replace("&", ""))]
    longest = max(parts, key=len, default="")
    is_word_beside_value = len(parts) > 1 and " " not in longest.strip()
    if is_word_beside_value or sum(map(str.isalpha, longest)) < _FEWEST_LETTERS:
        return None
    gap = r".{1,200}?"
    parts[0], parts[-1] = parts[0].lstrip(), parts[-1].rstrip()
    middle = gap.join(map(re.escape, parts))
    return re.compile(rf"(?<!\w){middle}(?!\w)") if middle[:1].isalnum() else re.compile(middle)


def _parsed(text: str) -> list[tuple[str, str | None, str | None, str | None]]:
    try:
        return list(Formatter().parse(text))
    except ValueError:
        return [(text, None, None, None)]
