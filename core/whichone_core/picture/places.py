"""Names for where things are in a picture, as its taker would say them.

A picture is named in thirds, by the centre of a box: "on the left", "at the top right", "in
the middle".  Where two things of a kind share a third they are told apart by their order:
"the left one", "the right one" (`ranks`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from whichone_core.types.pictures import Box

_THIRDS = (1 / 3, 2 / 3)
_WIDE = 0.75
"""A box that spans this much of a side is in the middle of it."""

_NAMES = {
    (0, 0): "at the top left", (1, 0): "at the top", (2, 0): "at the top right",
    (0, 1): "on the left", (1, 1): "in the middle", (2, 1): "on the right",
    (0, 2): "at the bottom left", (1, 2): "at the bottom", (2, 2): "at the bottom right",
}  # fmt: skip
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")

LARGE, SMALL = 0.45, 0.015
"""Shares of the picture above and below which the size is worth a word."""


def place_of(box: Box) -> str:
    """Where a box is: "on the left", "at the top right", "in the middle"."""
    across, down = box.centre
    column = 1 if box.width >= _WIDE else _third(across)
    row = 1 if box.height >= _WIDE else _third(down)
    return _NAMES[column, row]


def size_of(box: Box) -> str:
    """ "fills much of the picture", "is small in the picture", or nothing worth a word."""
    if box.area >= LARGE:
        return "fills much of the picture"
    return "is small in the picture" if box.area < SMALL else ""


def reading_order(boxes: Sequence[Box]) -> list[int]:
    """Indices from left to right, things above each other from the top."""
    return sorted(range(len(boxes)), key=lambda i: (boxes[i].centre[0], boxes[i].centre[1]))


def ranks(boxes: Sequence[Box]) -> tuple[str, ...]:
    """A unique word for each of some boxes in one place: "left" and "right", "top" and
    "bottom", three with a "middle", more as "first from the left"; one box needs none."""
    count = len(boxes)
    if count < 2:
        return ("",) * count
    across = _smallest_gap([box.centre[0] for box in boxes])
    down = _smallest_gap([box.centre[1] for box in boxes])
    axis = 0 if across >= down else 1
    order = sorted(range(count), key=lambda i: (boxes[i].centre[axis], i))
    words = _words_along(("left", "right") if axis == 0 else ("top", "bottom"), count)
    named = dict(zip(order, words, strict=True))
    return tuple(named[i] for i in range(count))


def _third(position: float) -> int:
    return sum(position > edge for edge in _THIRDS)


def _smallest_gap(positions: list[float]) -> float:
    """How well an axis tells the boxes apart."""
    return min(after - before for before, after in pairwise(sorted(positions)))


def _words_along(ends: tuple[str, str], count: int) -> list[str]:
    first, last = ends
    if count <= 3:
        return [first, *["middle"] * (count - 2), last]
    names = [*_ORDINALS, *(f"number {n}" for n in range(len(_ORDINALS) + 1, count + 1))]
    return [f"{name} from the {first}" for name in names[:count]]
