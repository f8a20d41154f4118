"""Pieces of text put into the order in which a person reads them, joined to rows.

A detector gives pieces: part of a line each, leaning a little, in no useful order.  Here
they are straightened by their common lean, split at the gutters between columns of running
text, and gathered into rows from top to bottom.  A gutter counts as one between columns only
where both sides hold running text; a price list or receipt has a gutter too, but its right
side is short or numeric, and there a row must stay together ("Milk 1.29").
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from statistics import median

from whichone_core.types.evidence import TextLine
from whichone_core.types.pictures import Box

Point = tuple[float, float]

COLUMN_CHARS = 12
"""Running text has pieces at least this long at the median; prices and quantities don't."""

SAME_ROW = 0.5
"""Shared height, as a part of the lower piece's, from which two pieces stand in one row."""

HEIGHT_RATIO = 2.2
"""Pieces that differ more than this in height are set apart by their maker."""

ROW_GAP = 8.0
"""Words further apart than this many line heights are apart, unless one is a number."""


@dataclass(frozen=True)
class Piece:
    """One detected piece of text.

    corners: top left, top right, bottom right, bottom left of the text itself, in pixels.
    score: the reader's confidence, 0 to 1.
    """

    text: str
    score: float
    corners: tuple[Point, Point, Point, Point]

    @cached_property
    def angle(self) -> float:
        """Lean of the text's base line in degrees, clockwise positive."""
        left, right = _middle(self.corners[0], self.corners[3]), _middle(*self.corners[1:3])
        return math.degrees(math.atan2(right[1] - left[1], right[0] - left[0]))

    @cached_property
    def length(self) -> float:
        left, right = _middle(self.corners[0], self.corners[3]), _middle(*self.corners[1:3])
        return math.dist(left, right)

    @cached_property
    def height(self) -> float:
        top, bottom = _middle(*self.corners[:2]), _middle(*self.corners[2:])
        return max(1.0, math.dist(top, bottom))

    @property
    def is_numeric(self) -> bool:
        """Whether it is mostly a number: a price, a quantity, "12 g"."""
        digits = sum(char.isdigit() for char in self.text)
        letters = sum(char.isalpha() for char in self.text)
        return digits > 0 and (digits >= letters or letters <= 2)


@dataclass(frozen=True)
class _Placed:
    """A piece in straightened coordinates."""

    piece: Piece
    left: float
    right: float
    middle: float
    height: float

    @property
    def top(self) -> float:
        return self.middle - self.height / 2

    @property
    def bottom(self) -> float:
        return self.middle + self.height / 2


def in_reading_order(pieces: Sequence[Piece], width: int, height: int) -> tuple[TextLine, ...]:
    """Lines in reading order; width and height of the picture are in pixels."""
    rows = _ordered([_straightened(piece, _lean(pieces)) for piece in pieces])
    return tuple(_line([placed.piece for placed in row], width, height) for row in rows)


def _middle(one: Point, two: Point) -> Point:
    return (one[0] + two[0]) / 2, (one[1] + two[1]) / 2


def _lean(pieces: Sequence[Piece]) -> float:
    """The common lean: the median over the pieces that are long enough to show one."""
    angles = [p.angle for p in pieces if abs(p.angle) < 60 and p.length > 2 * p.height]
    return median(angles) if angles else 0.0


def _straightened(piece: Piece, lean: float) -> _Placed:
    turn = math.radians(-lean)
    cos, sin = math.cos(turn), math.sin(turn)
    points = [(x * cos - y * sin, x * sin + y * cos) for x, y in piece.corners]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    own = abs(piece.angle - lean)
    upright = own < 30 or own > 150
    tall = piece.height if upright else max(ys) - min(ys)
    return _Placed(piece, min(xs), max(xs), sum(ys) / 4, tall)


def _ordered(placed: list[_Placed]) -> list[list[_Placed]]:
    """Rows of pieces, columns one after the other."""
    gutter = _gutter(placed)
    if gutter is None:
        return _rows(placed)
    rows: list[list[_Placed]] = []
    crossing = sorted((p for p in placed if p.left < gutter < p.right), key=lambda p: p.middle)
    rest = [p for p in placed if p not in crossing]
    for bound in (*crossing, None):
        band = [p for p in rest if bound is None or p.middle < bound.middle]
        rest = [p for p in rest if p not in band]
        rows += _ordered([p for p in band if p.right <= gutter]) if band else []
        rows += _ordered([p for p in band if p.right > gutter]) if band else []
        rows += [[bound]] if bound is not None else []
    return _merged_crossing(rows)


def _merged_crossing(rows: list[list[_Placed]]) -> list[list[_Placed]]:
    """Headings that cross a gutter may themselves be pieces of one row."""
    merged: list[list[_Placed]] = []
    for row in rows:
        if merged and _continues(merged[-1][-1], row[0]):
            merged[-1].extend(row)
        else:
            merged.append(row)
    return merged


def _continues(one: _Placed, two: _Placed) -> bool:
    return _share_row(one, two) and two.left >= one.right and _joinable(one, two)


def _gutter(placed: list[_Placed]) -> float | None:
    """The x that best parts two columns of running text, or None."""
    if len(placed) < 4:
        return None
    best, best_chars = None, 0
    for edge in {p.left for p in placed}:
        x = edge - 0.25 * median(p.height for p in placed)
        left = [p for p in placed if p.right <= x]
        right = [p for p in placed if p.left >= x]
        chars = min(sum(len(p.piece.text) for p in side) for side in (left, right))
        if chars > best_chars and _is_columns(left, right, len(placed)):
            best, best_chars = x, chars
    return best


def _is_columns(left: list[_Placed], right: list[_Placed], total: int) -> bool:
    if min(len(left), len(right)) < 2 or len(left) + len(right) < 0.6 * total:
        return False
    for side in (left, right):
        if median(len(p.piece.text) for p in side) < COLUMN_CHARS:
            return False
        if sum(p.piece.is_numeric for p in side) > 0.4 * len(side):
            return False
    top, bottom = (
        max(min(p.top for p in side) for side in (left, right)),
        min(max(p.bottom for p in side) for side in (left, right)),
    )
    shorter = min(max(p.bottom for p in side) - min(p.top for p in side) for side in (left, right))
    return bottom - top > 0.5 * shorter


def _rows(placed: list[_Placed]) -> list[list[_Placed]]:
    """Pieces gathered into rows, top to bottom; far-apart words of a row stay apart."""
    rows: list[list[_Placed]] = []
    for piece in sorted(placed, key=lambda p: p.middle):
        home = next((row for row in reversed(rows[-3:]) if _fits(row, piece)), None)
        if home is None:
            rows.append([piece])
        else:
            home.append(piece)
    return [part for row in rows for part in _parts(sorted(row, key=lambda p: p.left))]


def _fits(row: list[_Placed], piece: _Placed) -> bool:
    """Whether a piece stands in this row, beside and not on top of what is there."""
    nearest = min(row, key=lambda p: abs(p.left - piece.left))
    beside = all(
        min(p.right, piece.right) - max(p.left, piece.left)
        < 0.4 * min(p.right - p.left, piece.right - piece.left)
        for p in row
    )
    return beside and _share_row(nearest, piece)


def _share_row(one: _Placed, two: _Placed) -> bool:
    shared = min(one.bottom, two.bottom) - max(one.top, two.top)
    return shared >= SAME_ROW * min(one.height, two.height)


def _joinable(one: _Placed, two: _Placed) -> bool:
    """Whether two neighbours of a row are read in one go."""
    heights = sorted((one.height, two.height))
    if heights[1] > HEIGHT_RATIO * heights[0]:
        return False
    if one.piece.is_numeric or two.piece.is_numeric or one.piece.text.endswith(":"):
        return True
    return two.left - one.right <= ROW_GAP * heights[1]


def _parts(row: list[_Placed]) -> list[list[_Placed]]:
    parts = [[row[0]]]
    for before, after in pairwise(row):
        if _joinable(before, after):
            parts[-1].append(after)
        else:
            parts.append([after])
    return parts


def _line(pieces: list[Piece], width: int, height: int) -> TextLine:
    """One line of text; its score is the weakest piece's, so that no doubt is hidden."""
    points = [corner for piece in pieces for corner in piece.corners]
    xs, ys = [x / width for x, _ in points], [y / height for _, y in points]
    box = Box(max(0.0, min(xs)), max(0.0, min(ys)), min(1.0, max(xs)), min(1.0, max(ys)))
    longest = max(pieces, key=lambda piece: piece.length)
    text = re.sub(r"\s+", " ", " ".join(piece.text for piece in pieces)).strip()
    return TextLine(text, min(piece.score for piece in pieces), box, longest.angle)
