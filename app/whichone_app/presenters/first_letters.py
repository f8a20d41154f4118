"""Going to a line of a list by the first letters of what stands in it.

Lines begin with their number, as readers skip "1 of 3" in lists (field report 50), and things
with an article: "2: the blue bowl on the right".  So any word of a line counts but those that
nearly every line has: b, blu and bowl all go to it, r goes to "right", t to nothing.  Where a
line begins with one, as headings do ("The language"), its letter leads there as in any list.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

PAUSE_S = 1.0
"""Letters that follow sooner belong to one word."""
_SMALL = (
    "a an the of on in at to one what like "
    "der die das den dem des ein eine einen einem einer auf im am an von vom "
    "el la los las lo un una unos unas de del en al"
)
SMALL = frozenset(_SMALL.split())
"""Articles and prepositions of the window's languages; within a line they lead nowhere."""

_WORDS = re.compile(r"\w+")


class FirstLetters:
    """Remembers what was typed a moment ago.  any_word: or only how a line begins."""

    def __init__(self, *, any_word: bool = True) -> None:
        self._has = _has if any_word else _begins
        self._typed = ""
        self._at_s = float("-inf")

    def press(self, letters: str, lines: Sequence[str], row: int, now_s: float) -> int | None:
        """The row to go to, or None where no line has such a word.

        The same letter again goes on to the next line that has one.  row: the current one, -1
        for none.  now_s: of a clock that never runs back.
        """
        letters = letters.casefold()
        if now_s - self._at_s > PAUSE_S:
            self._typed = ""
        self._typed, self._at_s = self._typed + letters, now_s
        found = self._first(self._typed, lines, max(row, 0)) if len(self._typed) > 1 else None
        if found is None:
            self._typed = letters
            found = self._first(letters, lines, row + 1)
        return found

    def _first(self, typed: str, lines: Sequence[str], begin: int) -> int | None:
        """The first line with such a word from begin on, and round."""
        rows = [(begin + step) % len(lines) for step in range(len(lines))]
        return next((row for row in rows if self._has(lines[row], typed)), None)


def _has(line: str, typed: str) -> bool:
    first, *others = _WORDS.findall(line.casefold()) or ("",)
    leading = (first, *(word for word in others if word not in SMALL))
    return any(word.startswith(typed) for word in leading) or _begins(line, typed)


def _begins(line: str, typed: str) -> bool:
    return line.casefold().lstrip().startswith(typed)
