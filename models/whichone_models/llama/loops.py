"""Notices that a model says the same thing for ever (field reports 3, 12, 84).

Things that truly repeat are left alone: telephone numbers, "0000", bar codes, dotted lines,
a word said three times.  So single characters may repeat long, text with letters shorter.
"""

from __future__ import annotations

LONGEST_UNIT = 160
"""Characters of the longest thing whose repetition is noticed: two sentences."""

MOST_MARKS = 12
"""Question or exclamation marks in a row; models fall into these when pixels are broken."""

MOST_SAME = 48
"""One other character in a row: dotted lines and rules on a label are shorter."""

MOST_SILENT = 16
"""Tokens in a row that add no text."""

_WINDOW = LONGEST_UNIT * 4


class LoopDetector:
    """Fed with an answer piece by piece; says when it has become a loop."""

    def __init__(self) -> None:
        self._tail = ""
        self._silent = 0

    def feed(self, piece: str) -> bool:
        """Add what one token added; True once the answer only repeats itself."""
        self._silent = 0 if piece else self._silent + 1
        if self._silent >= MOST_SILENT:
            return True
        if not piece:
            return False
        self._tail = (self._tail + piece)[-_WINDOW:]
        return _loops(self._tail)


def _loops(text: str) -> bool:
    last = text[-1]
    same = len(text) - len(text.rstrip(last))
    if same > 1:
        return same >= (MOST_MARKS if last in "?!" else MOST_SAME)
    return any(
        _repeats(text, size) >= _allowed(text[-size:])
        for size in range(2, min(LONGEST_UNIT, len(text) // 2) + 1)
    )


def _allowed(unit: str) -> int:
    """How often in a row this may be said before it is a loop."""
    if not any(letter.isalpha() for letter in unit):
        return max(4, 96 // len(unit))  # numbers, tables, rules
    if len(unit) < 12:
        return max(6, 30 // len(unit))  # "ha ha ha", a word or two
    return 4  # sentences


def _repeats(text: str, size: int) -> int:
    """How many times the last `size` characters stand at the end, one after the other."""
    unit = text[-size:]
    count, end = 1, len(text) - size
    while end >= size and text[end - size : end] == unit:
        count, end = count + 1, end - size
    return count
