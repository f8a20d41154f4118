"""A text as simple characters, each of which knows where it stands in the text itself.

Print, keyboards and web pages have many spaces, dashes and digits (full-width, Arabic, thin,
without a break), and characters that nobody sees; speech has numbers in words.  What looks for
numbers then needs to know one form of each.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from whichone_core.study.number_words import said_numbers

_DOTS = frozenset("\u3002\uff61\u00b7\u30fb\uff65\u2022\u2027")
"""Full stops and dots in the middle of a line, which stand between groups of digits."""

_Place = tuple[str, int, int]
"""A plain character, and where what it stands for begins and ends in the original."""


@dataclass(frozen=True, slots=True)
class PlainView:
    """text: what is to be searched; starts, ends: where each character's original stands."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def original(self, start: int, end: int) -> tuple[int, int]:
        """Where in the original the characters from start up to, not including, end stand."""
        return self.starts[start], self.ends[end - 1]


def plain_view(text: str) -> PlainView:
    """The view of a text: less what is invisible, and with digits for numbers in words."""
    if text.isascii() and text.isprintable():
        places: list[_Place] = [(letter, at, at + 1) for at, letter in enumerate(text)]
    else:
        places = [
            (plain, at, at + 1) for at, letter in enumerate(text) if (plain := _plain(letter))
        ]
    return _view(_with_digits(_view(places)))


def _view(places: Iterable[_Place]) -> PlainView:
    places = tuple(places)
    return PlainView(
        "".join(letter for letter, _, _ in places),
        tuple(start for _, start, _ in places),
        tuple(end for _, _, end in places),
    )


def _with_digits(view: PlainView) -> Iterator[_Place]:
    """Numbers in words as digits with a space between them, each as wide as its words."""
    at = 0
    for run in said_numbers(view.text):
        yield from zip(
            view.text[at : run[0].start],
            view.starts[at : run[0].start],
            view.ends[at : run[0].start],
            strict=True,
        )
        for number in run:
            if number is not run[0]:
                yield " ", view.starts[number.start], view.starts[number.start]
            start, end = view.original(number.start, number.end)
            yield from ((digit, start, end) for digit in number.digits)
        at = run[-1].end
    yield from zip(view.text[at:], view.starts[at:], view.ends[at:], strict=True)


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
