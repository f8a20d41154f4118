"""Golden pictures: drawn, with answers that any model that sees must know.

They come in pairs with one question and two answers, so a model that does not look at the
picture can get no more than half of them right.  What is asked is of the simplest kind (a
colour, a shape, a count, a side, a printed word), as the test is of the parts and not of the
model's wits.  Models trained from nothing on drawn scenes get questions in their own words.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from whichone_core.types import Strategy

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
SHAPES = ("circle", "square", "triangle", "cross")
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
    else:
        arm = 0.35 * r
        canvas.rectangle((x - arm, y - r, x + arm, y + r), fill=fill)
        canvas.rectangle((x - r, y - arm, x + r, y + arm), fill=fill)


def _print(canvas: ImageDraw, text: str, side: int) -> None:
    """Black letters across the middle, as large as fits."""
    from PIL import ImageFont

    font = ImageFont.load_default(size=side / (0.9 * max(len(text), 3)))
    canvas.text((side / 2, side / 2), text, fill=COLOURS["black"], font=font, anchor="mm")


def _row(shape: str, colours: Sequence[str], y: float = 0.5) -> tuple[Mark, ...]:
    """Things side by side."""
    step = 1 / len(colours)
    radius = min(0.12, 0.4 * step)
    return tuple(
        Mark(shape, colour, (place + 0.5) * step, y, radius) for place, colour in enumerate(colours)
    )


# ---------------------------------------------------------------------------- the pictures


def _others(known: Sequence[str], right: Sequence[str]) -> Words:
    return tuple(word for word in known if word not in right)


def _colour(question: str, shape: str, colour: str, *beside: Mark, name: str = "") -> Golden:
    right = (colour, "violet") if colour == "purple" else (colour,)
    return Golden(
        name or f"{colour} {shape}",
        f"colour of a {shape}",
        question,
        (Mark(shape, colour), *beside),
        right=(right,),
        wrong=_others(tuple(COLOURS), right),
    )


def _shape(question: str, shape: str, colour: str) -> Golden:
    right = (shape, "plus") if shape == "cross" else (shape,)
    return Golden(
        f"{shape} in {colour}",
        f"shape in {colour}",
        question,
        (Mark(shape, colour),),
        right=(right,),
        wrong=_others(SHAPES, right),
    )


def _count(number: int, words: Words, wrong: Words) -> Golden:
    per_row = math.ceil(number / 2)
    marks = _row("square", ["blue"] * per_row, 0.3) + _row("square", ["blue"] * (number // 2), 0.7)
    question = "How many squares are there? Answer with a number."
    return Golden(f"{number} squares", "count", question, marks, right=(words,), wrong=wrong)


def _side(side: str, other: str) -> Golden:
    """A circle on one side, a square on the other."""
    x = 0.25 if side == "left" else 0.75
    marks = (Mark("circle", "red", x), Mark("square", "blue", 1 - x))
    question = "Is the circle on the left or on the right? Answer with one word."
    return Golden(f"circle {side}", "side", question, marks, right=((side,),), wrong=(other,))


def _printed(text: str, other: str) -> Golden:
    question = "What is printed here? Answer with just that."
    return Golden(
        f"printed {text}", "print", question, printed=text, right=((text.lower(),),),
        wrong=(other.lower(),),
    )  # fmt: skip


_ONE_WORD = "What color is the {shape}? Answer with one word."
_CROWD = tuple(
    Mark("circle", colour, x, y, 0.09)
    for colour, x, y in (
        ("red", 0.2, 0.2), ("blue", 0.8, 0.25), ("green", 0.5, 0.5), ("yellow", 0.2, 0.8),
        ("purple", 0.78, 0.8),
    )
)  # fmt: skip

GENERAL = GoldenSet(
    pictures=(
        _colour(_ONE_WORD.format(shape="circle"), "circle", "red"),
        _colour(_ONE_WORD.format(shape="circle"), "circle", "blue"),
        _shape("What shape is this? Answer with one word.", "triangle", "green"),
        _shape("What shape is this? Answer with one word.", "circle", "green"),
        _count(2, ("2", "two"), ("5", "five")),
        _count(5, ("5", "five"), ("2", "two")),
        _side("left", "right"),
        _side("right", "left"),
        _printed("MILK", "47"),
        _printed("47", "MILK"),
    ),
    system="You answer questions about a picture in a word or two.",
    side=224,
    strategies=(
        Golden("crowd", "crowd", "What color is the circle?", _CROWD, strategy=Strategy.CLARIFY),
        Golden("nothing", "crowd", "What color is the circle?", strategy=Strategy.ABSTAIN),
    ),
)
"""For models that know the world: the question asks for few words."""

_PAIR = (Mark("circle", "red", 0.27, 0.4, 0.11), Mark("circle", "blue", 0.73, 0.6, 0.11))
_BIG = (Mark("square", "green", 0.62, 0.6, 0.23), Mark("circle", "red", 0.15, 0.2, 0.06))

PLAIN = GoldenSet(
    pictures=(
        _colour("What color is the circle?", "circle", "red"),
        _colour("What color is the circle?", "circle", "blue"),
        _colour("What color is the square?", "square", "green"),
        _colour("What color is the square?", "square", "yellow"),
        _colour("What color is the triangle?", "triangle", "purple"),
        _colour("What color is the triangle?", "triangle", "red"),
        _shape("What shape is the red object?", "cross", "red"),
        _shape("What shape is the red object?", "circle", "red"),
        _shape("What shape is the blue object?", "square", "blue"),
        _shape("What shape is the blue object?", "triangle", "blue"),
    ),
    system="",
    side=112,
    strategies=(
        Golden("crowd", "crowd", "What color is the circle?", _CROWD, strategy=Strategy.CLARIFY),
        Golden("two", "crowd", "What color is the circle?", _PAIR, strategy=Strategy.LIST),
        Golden("large one", "it", "What color is it?", _BIG, strategy=Strategy.INFER),
        Golden(
            "blurred", "it", "What color is the circle?", _CROWD, is_blurred=True,
            strategy=Strategy.ABSTAIN,
        ),
    ),
)  # fmt: skip
"""For models that were trained from nothing on drawn scenes, and know no other words."""
