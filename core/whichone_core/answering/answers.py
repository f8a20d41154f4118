"""Text that was read, made fit for the ear: what of it, in which order, in how many parts.

Quoted text is never changed in its words: only line breaks become pauses.  A label's
largest lines come first for naming a product; a long text is read in parts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import median

from whichone_core.types import TextEvidence, TextLine

CLEAR = 0.8
"""Reader's confidence from which a line is quoted without a hedge."""

FAINT = 0.5
"""Confidence below which a line is not quoted at all."""

FIRST_PART_WORDS = 40
"""Words of a long text that are read at once; the rest comes on "more"."""

_PROSE_LENGTH = 30
_TITLE_LINES = 3
_TITLE_HEIGHT = 0.6
_TITLE_WORDS = 14
_LEAST_OF_LEANING = 0.4
_STANDS_OUT = 1.6
"""How much taller than most the largest line is where there is a title."""


def readable(text: TextEvidence | None) -> tuple[TextLine, ...]:
    """The lines that are good enough to be quoted, in reading order."""
    if text is None:
        return ()
    return tuple(
        line for line in text.lines if line.score >= FAINT and any(c.isalnum() for c in line.text)
    )


def is_clear(lines: Sequence[TextLine]) -> bool:
    """Whether the lines were read well on the whole, weighted by their length."""
    length = sum(len(line.text) for line in lines)
    return length > 0 and sum(line.score * len(line.text) for line in lines) / length >= CLEAR


def print_height(line: TextLine) -> float:
    """How tall the letters are, as a share of the picture.

    The box of a leaning line is taller than its letters; what leaning adds is taken off, as
    if the picture were square.
    """
    lean = abs(math.tan(math.radians(line.angle))) * line.box.width
    return max(line.box.height - lean, line.box.height * _LEAST_OF_LEANING)


def title(lines: Sequence[TextLine]) -> tuple[TextLine, ...]:
    """The lines that say what a text is of: at most three, in reading order.

    On packages these are the largest, of those that were read clearly; on a page where no
    line stands out they are the first.
    """
    clear = [line for line in lines if line.score >= CLEAR] or list(lines)
    if not clear:
        return ()
    tallest = max(print_height(line) for line in clear)
    if tallest < _STANDS_OUT * median(print_height(line) for line in clear):
        return tuple(_within_words(clear[:_TITLE_LINES]))
    large = [line for line in clear if print_height(line) >= _TITLE_HEIGHT * tallest]
    largest = sorted(large, key=lambda line: -print_height(line))[:_TITLE_LINES]
    chosen = _within_words(largest)
    return tuple(line for line in clear if line in chosen)


def _within_words(lines: Sequence[TextLine]) -> list[TextLine]:
    """The first line, and further ones while they are few words together."""
    chosen: list[TextLine] = []
    words = 0
    for line in lines:
        words += len(line.text.split())
        if chosen and words > _TITLE_WORDS:
            break
        chosen.append(line)
    return chosen


def quote(lines: Sequence[TextLine]) -> str:
    """Lines as one text: the lines of a paragraph run on, those of a label get a pause."""
    quoted, before = "", ""
    for line in lines:
        words = " ".join(line.text.split())
        if before.endswith("-") and words[:1].islower():
            quoted = quoted[:-1] + words
        else:
            quoted += _pause(before) + words
        before = words
    return quoted


def _pause(before: str) -> str:
    """What joins a line to the one before it: long lines are prose and run on."""
    if not before:
        return ""
    return " " if before[-1] in ".,;:!?" or len(before) >= _PROSE_LENGTH else ", "


def parts(lines: Sequence[TextLine], words: int = FIRST_PART_WORDS) -> list[tuple[TextLine, ...]]:
    """Lines in runs of about so many words, at least one line each."""
    runs: list[list[TextLine]] = []
    room = 0
    for line in lines:
        length = len(line.text.split())
        if not runs or length > room:
            runs.append([])
            room = words
        runs[-1].append(line)
        room -= length
    return [tuple(run) for run in runs]


def area(lines: Sequence[TextLine]) -> float:
    """The share of the picture that lines of text cover."""
    return sum(line.box.area for line in lines)
