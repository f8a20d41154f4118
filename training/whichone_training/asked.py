"""What a model is measured on: held-out drawn scenes, or the test pairs of an AQuA project.

Calibration has its own: validation items, which no step was trained on.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

import numpy as np
from whichone_core.types.strategies import Strategy

from .drawnworld.faults import Pixels
from .drawnworld.items import Gold, Item, item
from .drawnworld.scenes import World
from .drawnworld.splits import Split
from .examples import photo_within
from .fingerprints import of_asked
from .projects import Photo, learnt_photos, tested_photos
from .recipe import Recipe


@dataclass(frozen=True, slots=True)
class Asked:
    """A question about a picture.  gold: of a photo's question only strategy and kind."""

    pixels: Pixels
    question: str
    gold: Gold


def items_of_test(seed: int, per_strategy: int, world: World = World.USUAL) -> list[Item]:
    """Drawn items of the test split, the strategies by turns."""
    numbers = range(per_strategy)
    return [item(seed, Split.TEST, n, strategy, world) for n in numbers for strategy in Strategy]


def asked_in_test(recipe: Recipe, per_strategy: int, world: World = World.USUAL) -> list[Asked]:
    """At most so many of each strategy.  Of photos there is only the usual world.

    Raises InputError where a project was not split, StorageError.
    """
    if recipe.data.source == "drawn":
        items = items_of_test(recipe.seed, per_strategy, world)
        return [_of_item(made, recipe.data.side) for made in items]
    if world is not World.USUAL:
        return []
    return _of_photos(tested_photos(recipe.data, recipe.seed), slice(per_strategy), recipe)


def asked_in_validation(recipe: Recipe, per_strategy: int) -> list[Asked]:
    """At most so many of each strategy; of photos the last ones, as GRPO learns from the first.

    Raises InputError, StorageError.
    """
    if recipe.data.source == "drawn":
        items = [
            item(recipe.seed, Split.VALIDATION, n, strategy)
            for n in range(per_strategy)
            for strategy in Strategy
        ]
        return [_of_item(made, recipe.data.side) for made in items]
    there = learnt_photos(recipe.data, recipe.seed)
    per = len(there) or 1
    first, end = recipe.data.train // per, (recipe.data.train + recipe.data.validation) // per
    grpo = recipe.data.grpo_train if recipe.grpo is not None else 0
    return _of_photos(there, slice(max(first + grpo, end - per_strategy), end), recipe)


def digest(asked: Sequence[Asked]) -> str:
    """SHA-256 (hex) of pictures, questions and what is right."""
    return of_asked(asked, [json.dumps(asdict(one.gold)) for one in asked])


def _of_item(made: Item, side: int) -> Asked:
    return Asked(made.picture(side), made.question, made.gold)


def _of_photos(
    there: Mapping[Strategy, Sequence[Photo]], chosen: slice, recipe: Recipe
) -> list[Asked]:
    return [
        Asked(
            np.asarray(photo_within(photo.path, recipe.data.side)),
            photo.row.question,
            Gold(photo.row.strategy, photo.row.kind),
        )
        for photos in there.values()
        for photo in photos[chosen]
    ]
