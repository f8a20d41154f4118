"""Text that was read, made fit for the ear: what of it, in which order, in how many parts.

Quoted text is never changed in its words: only line breaks become pauses.  A label's
largest lines come first for naming a product; a long text is read in parts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import median

from whichone_core.types.evidence import TextEvidence, TextLine
from whichone_core.types.pictures import Box

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
_PAGE_LINES, _HEAD = 20, 4
"""A page has at least so many lines, as receipts do; the first quarter of them names it."""

_NAME_WORDS = 3
"""Words from which a title is enough to know a product by."""
_SHORT = 4
_FRAGMENT = 2
_BESIDE_HEIGHT = 0.2
"""How tall, against the tallest, letters are that complete a title."""
_LETTER_WIDTH = 0.6
"""Of a letter's height, with the space beside it: usual for print."""
_STEEP = math.radians(30.0)
_LEAST_OF_LEANING = 0.3
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


def letter_height(line: TextLine, aspect: float = 1.0) -> float:
    """How tall the letters of a line are, in heights of the picture.

    aspect: width / height of the picture, in pixels, as it was read.  The box of a leaning
    line is taller than its letters, and wide gaps make it long; so two estimates are made,
    from the number of letters and from the box with its lean taken off, and the smaller one
    holds, within bounds: none is good for short or steep lines.
    """
    width, height = line.box.width * aspect, line.box.height
    lean = math.radians(min(abs(line.angle), 90.0))
    cosine, sine = math.cos(lean), math.sin(lean)
    letters = _LETTER_WIDTH * max(1, sum(not c.isspace() for c in line.text))
    by_letters = math.sqrt(width * height / ((letters * cosine + sine) * (letters * sine + cosine)))
    if lean > _STEEP:
        return by_letters
    by_box = (height * cosine - width * sine) / (cosine**2 - sine**2)
    return min(by_letters, max(by_box, _LEAST_OF_LEANING * by_letters))


def title(lines: Sequence[TextLine], aspect: float = 1.0) -> tuple[TextLine, ...]:
    """The lines that say what a text is of: at most three, in reading order.

    On packages these are the largest of those that were read clearly, completed by what
    stands nearest where they are a word or two ("Banquet" and "Chicken Fingers Meal"); on a
    page where no line stands out they are the first; a long page is known by its head.
    """
    clear = [line for line in lines if line.score >= CLEAR] or list(lines)
    clear = [line for line in clear if _is_wordy(line)] or clear
    if not clear:
        return ()
    if len(clear) >= _PAGE_LINES:
        clear = clear[: len(clear) // _HEAD]
    heights = {id(line): letter_height(line, aspect) * nearness(line.box) for line in clear}
    tallest = max(heights.values())
    if tallest < _STANDS_OUT * median(heights.values()):
        return tuple(_within_words(clear[:_TITLE_LINES]))
    large = [line for line in clear if heights[id(line)] >= _TITLE_HEIGHT * tallest]
    largest = sorted(large, key=lambda line: -heights[id(line)])[:_TITLE_LINES]
    chosen = _within_words(largest)
    beside = [line for line in clear if heights[id(line)] >= _BESIDE_HEIGHT * tallest]
    chosen += _completing(chosen, beside)
    return tuple(line for line in clear if line in chosen)


def nearness(box: Box) -> float:
    """1 in the middle of the picture, where a thing is held, and 0.5 at its edges."""
    x, y = box.centre
    return 1.0 - max(abs(x - 0.5), abs(y - 0.5))


def has_letters(line: TextLine) -> bool:
    """Whether a line is more than numbers: the keys of a keyboard name nothing."""
    return sum(c.isalpha() for c in line.text) > 1


def _is_wordy(line: TextLine) -> bool:
    """Whether a line is a name rather than the end of a word that was cut off."""
    return any(
        len(word) > _FRAGMENT and sum(c.isalpha() for c in word) > 1 for word in line.text.split()
    )


def _completing(chosen: Sequence[TextLine], lines: Sequence[TextLine]) -> list[TextLine]:
    """The nearest short lines, while there are few words; there is room for three lines."""
    main = chosen[0]
    others = [line for line in lines if line not in chosen and len(line.text.split()) <= _SHORT]
    others.sort(key=lambda line: _gap(main.box, line.box))
    words = sum(len(line.text.split()) for line in chosen)
    added: list[TextLine] = []
    while others and words < _NAME_WORDS and len(chosen) + len(added) < _TITLE_LINES:
        added.append(others.pop(0))
        words += len(added[-1].text.split())
    return added


def _gap(one: Box, other: Box) -> float:
    """How far apart two boxes are; 0 where they touch."""
    across = max(one.left, other.left) - min(one.right, other.right)
    down = max(one.top, other.top) - min(one.bottom, other.bottom)
    return math.hypot(max(0.0, across), max(0.0, down))


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
