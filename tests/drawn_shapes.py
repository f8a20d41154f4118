"""Coloured shapes on white, drawn in the style that the trained prototype answers about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

SIDE = 112
COLOURS = {
    "red": (220, 30, 30),
    "blue": (40, 70, 230),
    "green": (30, 160, 50),
    "yellow": (245, 215, 30),
    "purple": (140, 40, 180),
}


@dataclass(frozen=True, slots=True)
class Shape:
    """A circle or square; centre and radius in shares of the side."""

    kind: str
    colour: str
    x: float
    y: float
    radius: float


def draw(shapes: Sequence[Shape], *, blur: float = 0.0, side: int = SIDE) -> NDArray[np.uint8]:
    """The picture: uint8 RGB, (side, side, 3).  blur: radius in pixels."""
    from PIL import Image, ImageDraw, ImageFilter

    large = Image.new("RGB", (2 * side, 2 * side), (255, 255, 255))
    pen = ImageDraw.Draw(large)
    for shape in shapes:
        reach = shape.radius * (0.88 if shape.kind == "square" else 1.0)
        box = [
            2 * side * edge
            for edge in (shape.x - reach, shape.y - reach, shape.x + reach, shape.y + reach)
        ]
        paint = pen.rectangle if shape.kind == "square" else pen.ellipse
        paint(box, fill=COLOURS[shape.colour])
    picture = large.resize((side, side), Image.Resampling.BILINEAR)
    if blur:
        picture = picture.filter(ImageFilter.GaussianBlur(blur))
    return np.asarray(picture, dtype=np.uint8)


def one(kind: str, colour: str) -> NDArray[np.uint8]:
    """A single shape in the middle."""
    return draw([Shape(kind, colour, 0.5, 0.5, 0.12)])


def six_circles() -> NDArray[np.uint8]:
    """Of which the prototype asks back."""
    places = [(x, y) for y in (0.3, 0.7) for x in (0.2, 0.5, 0.8)]
    colours = ("red", "blue", "green", "yellow", "purple", "red")
    return draw([Shape("circle", c, x, y, 0.09) for (x, y), c in zip(places, colours, strict=True)])
