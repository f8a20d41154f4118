"""Golden pictures: drawn, with answers that any model that sees must know.

They come in pairs with one question and two answers, so a model that does not look at the
picture can get no more than half of them right (`golden_sets.py` has the pictures).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from whichone_core.types.strategies import Strategy

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

COLOURS = {
    "red": (220, 30, 30),
    "blue": (40, 70, 230),
    "green": (30, 160, 50),
    "yellow": (245, 215, 30),
    "purple": (140, 40, 180),
    "black": (20, 20, 20),
}
SHAPES = ("circle", "square", "triangle", "cross", "star", "ball")
_PAPER = (255, 255, 255)
_BLUR = 0.07
"""Of the side: as much as the worst photos, in which only the light is left."""
_FINER = 2
"""Drawn this many times larger and made smaller, for smooth edges."""

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """One thing in a picture: where its middle is and its radius, in fractions of the side."""

    shape: str
    colour: str
    x: float = 0.5
    y: float = 0.5
    radius: float = 0.12


@dataclass(frozen=True, slots=True)
class Golden:
    """One picture with its question.

    pair: what it shares with the picture that has another answer to the same question.
    right: groups of words; the answer must hold one of each.  wrong: words that it must not
    hold.  Both empty where only the strategy is tested.
    """

    name: str
    pair: str
    question: str
    marks: tuple[Mark, ...] = ()
    printed: str = ""
    is_blurred: bool = False
    right: tuple[Words, ...] = ()
    wrong: Words = ()
    strategy: Strategy = Strategy.DIRECT

    def draw(self, side: int) -> NDArray[np.uint8]:
        """The pixels, uint8 RGB (side, side, 3)."""
        from PIL import Image, ImageDraw, ImageFilter

        image = Image.new("RGB", (side * _FINER, side * _FINER), _PAPER)
        canvas = ImageDraw.Draw(image)
        for mark in self.marks:
            _draw(canvas, mark, side * _FINER)
        if self.printed:
            _print(canvas, self.printed, side * _FINER)
        image = image.resize((side, side), Image.Resampling.BILINEAR)
        if self.is_blurred:
            image = image.filter(ImageFilter.GaussianBlur(side * _BLUR))
        return np.asarray(image, dtype=np.uint8)


@dataclass(frozen=True, slots=True)
class GoldenSet:
    """The pictures for one kind of model and the system prompt that goes with them."""

    pictures: tuple[Golden, ...]
    system: str
    side: int
    strategies: tuple[Golden, ...] = field(default=())
    """More of them, for models that choose a strategy by control words."""


# ---------------------------------------------------------------------------- drawing


def _draw(canvas: ImageDraw, mark: Mark, side: int) -> None:
    x, y, r = mark.x * side, mark.y * side, mark.radius * side
    fill = COLOURS[mark.colour]
    if mark.shape == "circle":
        canvas.ellipse((x - r, y - r, x + r, y + r), fill=fill)
    elif mark.shape == "square":
        half = 0.88 * r
        canvas.rectangle((x - half, y - half, x + half, y + half), fill=fill)
    elif mark.shape == "triangle":
        canvas.polygon([(x, y - r), (x - r, y + 0.85 * r), (x + r, y + 0.85 * r)], fill=fill)
    elif mark.shape == "star":
        canvas.polygon(_star(x, y, r), fill=fill)
    elif mark.shape == "ball":
        canvas.ellipse((x - r, y - r, x + r, y + r), fill=fill)
        shine = tuple(round(value + 0.6 * (255 - value)) for value in fill)
        spot = (x - 0.57 * r, y - 0.57 * r, x - 0.13 * r, y - 0.13 * r)
        canvas.ellipse(spot, fill=shine)
    else:
        arm = 0.35 * r
        canvas.rectangle((x - arm, y - r, x + arm, y + r), fill=fill)
        canvas.rectangle((x - r, y - arm, x + r, y + arm), fill=fill)


def _star(x: float, y: float, radius: float) -> list[tuple[float, float]]:
    """The corners of a star with five points, the first one up."""
    corners = []
    for place in range(10):
        angle = math.pi * (place / 5 - 0.5)
        reach = radius if place % 2 == 0 else 0.42 * radius
        corners.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
    return corners


def _print(canvas: ImageDraw, text: str, side: int) -> None:
    """Black letters across the middle, as large as fits."""
    from PIL import ImageFont

    font = ImageFont.load_default(size=side / (0.9 * max(len(text), 3)))
    canvas.text((side / 2, side / 2), text, fill=COLOURS["black"], font=font, anchor="mm")
