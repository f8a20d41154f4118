"""Signs said as words, or dropped where they only decorate; abbreviations in full."""

from __future__ import annotations

import re
import unicodedata

_NAMED = {
    "⚠": "warning:",
    "☠": "poison:",
    "☢": "radioactive:",
    "☣": "biohazard:",
    "♻": "recycling",
    "☎": "phone",
    "✆": "phone",
    "📞": "phone",
    "📱": "phone",
    "✉": "e-mail",
    "📧": "e-mail",
    "✓": "yes,",
    "✔": "yes,",
    "✅": "yes,",
    "☑": "yes,",
    "✗": "no,",
    "✘": "no,",
    "❌": "no,",
    "🚫": "forbidden:",
    "⛔": "forbidden:",
    "♂": "male",
    "♀": "female",
    "♿": "wheelchair access",
    "→": "to",
    "⇒": "to",
    "➜": "to",
    "↔": "to and from",
    "×": "times",
    "÷": "divided by",
    "±": "plus or minus",
    "≈": "about",
    "≠": "is not",
    "≤": "at most",
    "≥": "at least",
    "№": "number",
    "∞": "infinity",
    "√": "square root of",
    "Ω": "ohms",
    "†": "",
    "‡": "",
    "™": "",
    "®": "",
    "©": "copyright",
    "℗": "",
    "¶": "",
    "§": "section",
}
"""Emoji and signs that carry meaning on a label or in an answer; other emoji are dropped."""

_ABBREVIATIONS = {
    "e.g.": "for example",
    "i.e.": "that is",
    "etc.": "and so on",
    "approx.": "about",
    "vs.": "versus",
    "incl.": "including",
    "excl.": "excluding",
    "Dr.": "Doctor",
    "Mr.": "Mister",
    "Mrs.": "Missis",
    "Prof.": "Professor",
    "Nr.": "number",
    "a.k.a.": "also known as",
    "w/o": "without",
    "w/": "with",
}
_ABBREVIATION = re.compile(
    r"(?<![\w.])(?:" + "|".join(map(re.escape, sorted(_ABBREVIATIONS, key=len)[::-1])) + r")(?!\w)",
    re.IGNORECASE,
)
_NUMBER_SIGN = re.compile(r"(?<![\w])(?:#|No\.)\s?(?=\d)")
_DECORATION = frozenset({"So", "Sk", "Cn", "Co", "Cs", "Cf", "Cc", "Zl", "Zp"})
_LEFT_OVER = str.maketrans(dict.fromkeys("*`~|#<>\\[]{}", " "))


def with_words_for_signs(text: str) -> str:
    """Signs with a meaning as words, emoji and box drawing dropped."""
    text = text.replace("->", " to ").replace("=>", " to ")
    text = re.sub(r"(?<=\d)\s?[–—−]\s?(?=\d)", " to ", text)
    text = re.sub(r"\s?[—―]\s?|\s[–−]\s", ", ", text)
    return "".join(map(_sign, text))


def _sign(character: str) -> str:
    if character in _NAMED:
        word = _NAMED[character]
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
    text = _NUMBER_SIGN.sub("number ", text)
    text = re.sub(r"\bC#", "C sharp", text)
    return _ABBREVIATION.sub(_in_full, text)


def _in_full(found: re.Match[str]) -> str:
    short = found[0]
    words = next(full for key, full in _ABBREVIATIONS.items() if key.lower() == short.lower())
    rest = found.string[found.end() :]
    is_end = short.endswith(".") and (not rest or re.match(r"\s+[A-Z]", rest))
    is_title = words[0].isupper()
    return f"{words}." if is_end and not is_title else words


def without_left_overs(text: str) -> str:
    """ "&" and comparisons as words; what is still markup after everything else is dropped."""
    text = re.sub(r"\s&\s", " and ", text)
    text = re.sub(r"(?<=\w)\s?<=\s?(?=[-\d])", " at most ", text)
    text = re.sub(r"(?<=\w)\s?>=\s?(?=[-\d])", " at least ", text)
    text = re.sub(r"(?<=\w)\s<\s?(?=[-\d])|^<\s?(?=\d)", " less than ", text)
    text = re.sub(r"(?<=\w)\s>\s?(?=[-\d])|^>\s?(?=\d)", " more than ", text)
    text = re.sub(r"(?<![\w~])~\s?(?=\d)", "about ", text)
    return text.translate(_LEFT_OVER)
