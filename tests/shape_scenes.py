"""Drawn scenes of five strategies, for measuring what the small prototype is sure of.

Shapes on paper, as in the golden pictures: one that is named (direct), a large one among small
ones that is not (infer), two or three of the same kind (list), four or five (clarify), and any
of these so blurred that nothing can be told (abstain).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from whichone_core.types.strategies import Strategy
from whichone_models.trusting.golden import COLOURS, Golden, Mark

SHAPES = ("circle", "square", "triangle", "cross", "star")
SIDE = 112
_TRIES = 400


@dataclass(frozen=True)
class ShapeScene:
    """One scene with its question; softness: pixels by which it is blurred besides."""

    golden: Golden
    strategy: Strategy
    softness: float

    def picture(self) -> NDArray[np.uint8]:
        from PIL import Image, ImageFilter

        image = Image.fromarray(self.golden.draw(SIDE))
        return np.asarray(image.filter(ImageFilter.GaussianBlur(self.softness)), np.uint8)


def shape_scenes(count: int, seed: int, softness: float = 0.0) -> list[ShapeScene]:
    """As many scenes, the strategies in turn; the same for the same arguments."""
    chosen = random.Random(seed)
    wanted = [list(Strategy)[place % 5] for place in range(count)]
    return [_scene(strategy, chosen, chosen.uniform(0, softness)) for strategy in wanted]


def _scene(strategy: Strategy, chosen: random.Random, softness: float) -> ShapeScene:
    is_blurred = strategy is Strategy.ABSTAIN
    layout = chosen.choice(list(Strategy)[:4]) if is_blurred else strategy
    asks_colour = chosen.random() < 0.5
    sizes = _sizes(layout, chosen)
    same = {Strategy.LIST: (2, 3), Strategy.CLARIFY: (4, 5)}.get(layout, (1, 1))
    number = min(chosen.randint(*same), len(sizes))
    places = _places(sizes, chosen)
    if places is None:
        return _scene(strategy, chosen, softness)
    looks = _looks(number, len(sizes), asks_colour, chosen)
    marks = tuple(
        Mark(shape, colour, x, y, r)
        for (shape, colour), (x, y, r) in zip(looks, places, strict=True)
    )
    question = _question(layout, marks[0], asks_colour, chosen)
    golden = Golden("scene", "", question, marks, is_blurred=is_blurred, strategy=strategy)
    return ShapeScene(golden, strategy, softness)


def _sizes(layout: Strategy, chosen: random.Random) -> list[float]:
    """Radii, those that are asked about first."""
    if layout is Strategy.DIRECT:
        return [chosen.uniform(0.09, 0.13) for _ in range(chosen.randint(1, 4))]
    if layout is Strategy.INFER:
        small = [chosen.uniform(0.05, 0.07) for _ in range(chosen.randint(1, 3))]
        return [chosen.uniform(0.2, 0.25), *small]
    if layout is Strategy.LIST:
        return [chosen.uniform(0.08, 0.12) for _ in range(chosen.randint(2, 5))]
    return [chosen.uniform(0.07, 0.1) for _ in range(chosen.randint(5, 7))]


def _looks(
    number: int, total: int, asks_colour: bool, chosen: random.Random
) -> list[tuple[str, str]]:
    """(shape, colour) of each: the first `number` share what the question names them by."""
    names: Sequence[str] = SHAPES if asks_colour else tuple(COLOURS)
    values: Sequence[str] = tuple(COLOURS) if asks_colour else SHAPES
    name, *others = chosen.sample(names, len(names))
    pairs = [(name, value) for value in chosen.sample(values, number)]
    pairs += [(chosen.choice(others), chosen.choice(values)) for _ in range(total - number)]
    return pairs if asks_colour else [(shape, colour) for colour, shape in pairs]


def _places(
    sizes: Sequence[float], chosen: random.Random
) -> list[tuple[float, float, float]] | None:
    """Where each lies without touching another; None where no room was found."""
    placed: list[tuple[float, float, float]] = []
    for radius in sizes:
        for _ in range(_TRIES):
            x, y = (chosen.uniform(radius + 0.02, 0.98 - radius) for _ in range(2))
            if all((x - a) ** 2 + (y - b) ** 2 > (1.15 * (radius + r)) ** 2 for a, b, r in placed):
                placed.append((x, y, radius))
                break
        else:
            return None
    return placed


def _question(layout: Strategy, mark: Mark, asks_colour: bool, chosen: random.Random) -> str:
    about = "color" if asks_colour else "shape"
    if layout is Strategy.INFER:
        return chosen.choice((f"What {about} is it?", f"What {about} is the object?"))
    named = mark.shape if asks_colour else f"{mark.colour} object"
    return chosen.choice((f"What {about} is the {named}?", f"Tell me the {about} of the {named}."))
