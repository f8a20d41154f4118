"""A text as simple characters, each of which knows where it stands in the text itself.

Print, keyboards and web pages have many spaces, dashes and digits (full-width, Arabic, thin,
without a break), and characters that nobody sees.  What looks for numbers then needs to know
one form of each.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

_DOTS = frozenset("\u3002\uff61\u00b7\u30fb\uff65\u2022\u2027")
"""Full stops and dots in the middle of a line, which stand between groups of digits."""


@dataclass(frozen=True, slots=True)
class PlainView:
    """text: what is to be searched; places: the index in the original of each character."""

    text: str
    places: tuple[int, ...]

    def original(self, start: int, end: int) -> tuple[int, int]:
        """Where in the original the characters from start up to, not including, end stand."""
        return self.places[start], self.places[end - 1] + 1


def plain_view(text: str) -> PlainView:
    """The view of a text; as long as the text, less what is invisible."""
    if text.isascii() and text.isprintable():
        return PlainView(text, tuple(range(len(text))))
    found = [(plain, place) for place, letter in enumerate(text) if (plain := _plain(letter))]
    return PlainView("".join(plain for plain, _ in found), tuple(place for _, place in found))


def _plain(letter: str) -> str:
    """One character, or nothing for what is invisible."""
    category = unicodedata.category(letter)
    if category == "Cf":
        return ""
    if letter.isspace() or category == "Zs":
        return " "
    if category == "Nd":
        return str(unicodedata.digit(letter))
    if category == "Pd" or letter == "\u2212":
        return "-"
    if letter in _DOTS:
        return "."
    folded = unicodedata.normalize("NFKC", letter)
    return folded if len(folded) == 1 else letter
