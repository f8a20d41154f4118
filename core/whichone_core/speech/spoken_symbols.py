"""Signs said as words, or dropped where they only decorate; abbreviations in full."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from whichone_core.languages import language_used
from whichone_core.speech.tongues import words_used


@cache
def _abbreviation(language: str) -> re.Pattern[str]:
    """Those of the language that is used now, whose code is given for the cache."""
    shorts = sorted(words_used().abbreviations, key=len)[::-1]
    return re.compile(
        r"(?<![\w.])(?:" + "|".join(map(re.escape, shorts)) + r")(?!\w)", re.IGNORECASE
    )


_NUMBER_SIGN = re.compile(r"(?<![\w])(?:#|No\.)\s?(?=\d)")
_DECORATION = frozenset({"So", "Sk", "Cn", "Co", "Cs", "Cf", "Cc", "Zl", "Zp"})
_BEFORE_NUMBER = r"(?=-?[.,]?\d)"
"""After a comparison, wherever it stands: the children of "(<6 years)" are not those of 6."""

_LEFT_OVER = str.maketrans(dict.fromkeys("*`~|#<>\\[]{}", " "))


def with_words_for_signs(text: str) -> str:
    """Signs with a meaning as words, emoji and box drawing dropped."""
    to = f" {words_used().to} "
    text = text.replace("->", to).replace("=>", to)
    text = re.sub(r"(?<=\d)\s?[–—−]\s?(?=\d)", to, text)
    text = re.sub(r"\s?[—―]\s?|\s[–−]\s", ", ", text)
    return "".join(map(_sign, text))


def _sign(character: str) -> str:
    word = words_used().signs.get(character)
    if word is not None:
        return f" {word} " if word else " "
    if character == "°" or character.isascii():
        return character
    code = ord(character)
    is_joiner = code in (0x20E3, 0xFE0E, 0xFE0F) or 0x1F3FB <= code <= 0x1F3FF
    if is_joiner:
        return ""
    return " " if unicodedata.category(character) in _DECORATION else character


def with_abbreviations_in_full(text: str) -> str:
    """ "e.g." and its like as their words; one that ends a sentence leaves its full stop."""
    text = _NUMBER_SIGN.sub(f"{words_used().number} ", text)
    text = re.sub(r"\bC#", "C sharp", text)
    return _abbreviation(language_used()).sub(_in_full, text)


def _in_full(found: re.Match[str]) -> str:
    short = found[0]
    table = words_used().abbreviations.items()
    words = next(full for key, full in table if key.lower() == short.lower())
    rest = found.string[found.end() :]
    is_end = short.endswith(".") and (not rest or re.match(r"\s+[A-Z]", rest))
    ending = words_used().ending
    may_end = not words[0].isupper() if ending is None else short in ending
    return f"{words}." if is_end and may_end else words


def without_left_overs(text: str) -> str:
    """ "&" and comparisons as words; what is still markup after everything else is dropped."""
    words = words_used()
    most, least, less, more, about = words.comparisons
    text = re.sub(r"\s&\s", f" {words.conjunction} ", text)
    for sign, said in (("<=", most), (">=", least), ("<{1,3}", less), (">{1,3}", more)):
        text = re.sub(rf"\s?{sign}\s?{_BEFORE_NUMBER}", f" {said} ", text)
    text = re.sub(r"\(\s+(?=\w)", "(", text)
    text = re.sub(r"(?<![\w~])~\s?(?=\d)", f"{about} ", text)
    return text.translate(_LEFT_OVER)
