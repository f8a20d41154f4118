"""The kinds of things of the drawn world, as polygons in a square from -1 to 1.

A part is a closed polygon with a tone: 1 is the thing's own colour, less is darker, more is
lighter; a tone of None is a hole through which the background is seen.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

COLOURS: Mapping[str, tuple[int, int, int]] = MappingProxyType(
    {
        "red": (214, 32, 36),
        "orange": (245, 134, 20),
        "yellow": (246, 214, 28),
        "green": (34, 152, 60),
        "blue": (38, 76, 214),
        "purple": (128, 44, 168),
        "pink": (248, 128, 184),
        "brown": (122, 72, 34),
        "black": (24, 24, 26),
    }
)
"""The colours a thing can have, as RGB."""

SIGN_WORDS = ("STOP", "EXIT", "OPEN", "SALE", "MILK", "TEA")
"""What a sign can say."""


@dataclass(frozen=True, eq=False, slots=True)
class Part:
    """A polygon, (n, 2) as x and y with y down, and its tone."""

    points: Points
    tone: float | None = 1.0


def _poly(*points: tuple[float, float], tone: float | None = 1.0) -> Part:
    return Part(np.array(points, dtype=np.float64), tone)


def _oval(
    x: float, y: float, across: float, down: float, tone: float | None = 1.0, sides: int = 20
) -> Part:
    angles = np.arange(sides) * (2 * math.pi / sides)
    return Part(np.stack([x + across * np.cos(angles), y + down * np.sin(angles)], 1), tone)


def _bar(left: float, top: float, right: float, bottom: float, tone: float | None = 1.0) -> Part:
    return _poly((left, top), (right, top), (right, bottom), (left, bottom), tone=tone)


def _star() -> Part:
    angles = [-math.pi / 2 + i * math.pi / 5 for i in range(10)]
    radii = [1.0 if i % 2 == 0 else 0.42 for i in range(10)]
    pairs = zip(angles, radii, strict=True)
    return _poly(*((r * math.cos(a), r * math.sin(a)) for a, r in pairs))


def _heart() -> Part:
    angles = np.linspace(0, 2 * math.pi, 28, endpoint=False)
    x = 16 * np.sin(angles) ** 3
    y = 13 * np.cos(angles) - 5 * np.cos(2 * angles) - 2 * np.cos(3 * angles) - np.cos(4 * angles)
    return Part(np.stack([x / 17, -y / 17], 1))


def _moon() -> Part:
    outer = np.linspace(-0.65 * math.pi, 0.65 * math.pi, 16) + math.pi
    inner = np.linspace(0.72 * math.pi, -0.72 * math.pi, 14) + math.pi
    rim = np.stack([np.cos(outer), np.sin(outer)], 1)
    bite = np.stack([0.36 + 0.72 * np.cos(inner), 0.72 * np.sin(inner)], 1)
    return Part(np.concatenate([rim, bite]))


def _umbrella() -> tuple[Part, ...]:
    angles = np.linspace(math.pi, 2 * math.pi, 16)
    cover = Part(np.stack([np.cos(angles), 0.05 + np.sin(angles) * 0.95], 1))
    stick = _bar(-0.07, 0.05, 0.07, 0.95, tone=0.45)
    hook = _bar(-0.38, 0.8, 0.07, 0.95, tone=0.45)
    return stick, hook, cover


SHAPES: Mapping[str, tuple[Part, ...]] = MappingProxyType(
    {
        "ball": (_oval(0, 0, 1, 1), _oval(-0.35, -0.35, 0.22, 0.22, 1.6)),
        "box": (
            _bar(-1, -0.55, 0.6, 1),
            _poly((-1, -0.55), (-0.6, -1), (1, -1), (0.6, -0.55), tone=1.35),
            _poly((0.6, -0.55), (1, -1), (1, 0.55), (0.6, 1), tone=0.6),
        ),
        "cup": (
            _oval(0.55, 0, 0.45, 0.5),
            _oval(0.55, 0, 0.24, 0.28, None),
            _poly((-1, -0.9), (0.6, -0.9), (0.45, 0.95), (-0.85, 0.95)),
            _oval(-0.2, -0.88, 0.8, 0.14, 0.55),
        ),
        "bottle": (
            _bar(-0.5, -0.2, 0.5, 1),
            _poly((-0.5, -0.2), (-0.2, -0.55), (0.2, -0.55), (0.5, -0.2)),
            _bar(-0.2, -0.85, 0.2, -0.5),
            _bar(-0.24, -1, 0.24, -0.8, 0.5),
        ),
        "plate": (_oval(0, 0, 1, 0.62), _oval(0, 0, 0.62, 0.36, 1.5), _oval(0, 0, 0.5, 0.28, 1.2)),
        "book": (
            _poly((-1, -0.6), (0, -0.42), (0, 0.75), (-1, 0.55)),
            _poly((1, -0.6), (0, -0.42), (0, 0.75), (1, 0.55), tone=0.75),
            _poly((-0.86, -0.72), (0, -0.5), (0, 0.5), (-0.86, 0.3), tone=2.6),
            _poly((0.86, -0.72), (0, -0.5), (0, 0.5), (0.86, 0.3), tone=2.3),
        ),
        "star": (_star(),),
        "heart": (_heart(),),
        "house": (
            _bar(-0.75, -0.15, 0.75, 1),
            _poly((-1, -0.15), (0, -1), (1, -0.15), tone=0.6),
            _bar(-0.2, 0.35, 0.2, 1, 0.4),
        ),
        "tree": (
            _bar(-0.16, 0.5, 0.16, 1, 0.5),
            _poly((-0.9, 0.6), (0, -0.3), (0.9, 0.6)),
            _poly((-0.7, 0.1), (0, -0.7), (0.7, 0.1)),
            _poly((-0.5, -0.35), (0, -1), (0.5, -0.35)),
        ),
        "fish": (
            _oval(-0.2, 0, 0.8, 0.5),
            _poly((0.4, 0), (1, -0.5), (1, 0.5)),
            _oval(-0.6, -0.12, 0.1, 0.1, 3.0, 8),
        ),
        "key": (
            _oval(-0.6, 0, 0.4, 0.42),
            _oval(-0.6, 0, 0.17, 0.18, None),
            _bar(-0.25, -0.12, 1, 0.12),
            _bar(0.55, 0.1, 0.7, 0.42),
            _bar(0.83, 0.1, 1, 0.42),
        ),
        "moon": (_moon(),),
        "umbrella": _umbrella(),
        "car": (
            _poly((-0.55, -0.1), (-0.35, -0.6), (0.35, -0.6), (0.6, -0.1)),
            _poly((-0.38, -0.12), (-0.26, -0.48), (0.28, -0.48), (0.42, -0.12), tone=2.2),
            _bar(-1, -0.1, 1, 0.35),
            _oval(-0.55, 0.38, 0.24, 0.24, 0.25),
            _oval(0.55, 0.38, 0.24, 0.24, 0.25),
        ),
        "hat": (
            _oval(0, 0.5, 1, 0.22),
            _poly((-0.55, 0.45), (-0.45, -0.7), (0.45, -0.7), (0.55, 0.45)),
            _bar(-0.55, 0.2, 0.55, 0.42, 0.4),
        ),
        "sign": (
            _bar(-1, -0.6, 1, 0.6),
            _bar(-0.9, -0.48, 0.9, 0.48, 3.2),
        ),
    }
)
"""What the world is made of: name -> its parts, drawn in this order."""

KINDS = tuple(SHAPES)


@cache
def extent(kind: str) -> tuple[float, float]:
    """Width and height of a kind's shape, in its own square's units."""
    points = np.concatenate([part.points for part in SHAPES[kind]])
    width, height = points.max(axis=0) - points.min(axis=0)
    return float(width), float(height)
