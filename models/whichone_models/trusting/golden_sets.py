"""Which golden pictures a model is shown, and what it must say.

What is asked is of the simplest kind (a colour, a shape, a count, a side, a printed word), as
the test is of the parts and not of the model's wits.  Models trained from nothing on drawn
scenes get questions in the words and about the things that they know.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from whichone_core.types.strategies import Strategy

from whichone_models.files.sidecar import Sidecar

from .golden import COLOURS, SHAPES, Golden, GoldenSet, Mark, Words


def golden_set(sidecar: Sidecar) -> GoldenSet:
    """The pictures for a model, by how it was trained to be asked."""
    if not sidecar.plain_prompt:
        return GENERAL
    return DRAWN if sidecar.words else SHAPED


def _row(shape: str, colours: Sequence[str], y: float = 0.5) -> tuple[Mark, ...]:
    """Things side by side."""
    step = 1 / len(colours)
    radius = min(0.12, 0.4 * step)
    return tuple(
        Mark(shape, colour, (place + 0.5) * step, y, radius) for place, colour in enumerate(colours)
    )


def _others(known: Sequence[str], right: Sequence[str]) -> Words:
    return tuple(word for word in known if word not in right)


def _colour(question: str, shape: str, colour: str, radius: float = 0.12) -> Golden:
    right = (colour, "violet") if colour == "purple" else (colour,)
    return Golden(
        f"{colour} {shape}",
        f"colour of a {shape}",
        question,
        (Mark(shape, colour, radius=radius),),
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

SHAPED = GoldenSet(
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
"""For models that know six shapes in eight colours and nothing else, and no control words."""


def _thing(question: str, kind: str, colour: str) -> Golden:
    return _colour(question, kind, colour, radius=_LARGE)


_LARGE = 0.22
_BALLS = tuple(Mark("ball", mark.colour, mark.x, mark.y, 0.11) for mark in _CROWD)
_TWO_BALLS = (Mark("ball", "red", 0.27, 0.4, 0.16), Mark("ball", "blue", 0.73, 0.6, 0.16))
_ONE_BALL = (Mark("ball", "green", 0.5, 0.55, 0.26),)
_STAR_ALONE = (Mark("star", "red", 0.5, 0.5, 0.24),)

DRAWN = GoldenSet(
    pictures=(
        _thing("What colour is the ball?", "ball", "red"),
        _thing("What colour is the ball?", "ball", "blue"),
        _thing("What colour is the star?", "star", "green"),
        _thing("What colour is the star?", "star", "yellow"),
        _thing("Which colour does the ball have?", "ball", "purple"),
        _thing("Which colour does the ball have?", "ball", "black"),
        _thing("What is the colour of the star?", "star", "blue"),
        _thing("What is the colour of the star?", "star", "red"),
    ),
    system="",
    side=168,
    strategies=(
        Golden("crowd", "it", "What colour is this?", _BALLS, strategy=Strategy.CLARIFY),
        Golden("two", "it", "What colour is this?", _TWO_BALLS, strategy=Strategy.LIST),
        Golden("one", "it", "What colour is this?", _ONE_BALL, strategy=Strategy.INFER),
        Golden(
            "no ball", "ball", "What colour is the ball?", _STAR_ALONE, strategy=Strategy.ABSTAIN
        ),
    ),
)
"""For the project's own small models, which know the drawn world and the control words."""
