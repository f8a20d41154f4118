"""What tells two sets of data apart: SHA-256 (hex) of pictures, questions and answers.

Pictures are hashed as pixels, so that a change of how they are drawn or stored shows too.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Protocol

from .drawnworld.faults import Pixels
from .drawnworld.seeing import seen
from .examples import Example, rows
from .recipe import Data, Recipe

LOOKED_AT = 128
"""Samples of a base run that are hashed, evenly over all of it: all would take minutes."""


class Pictured(Protocol):
    """Something that is asked about a picture."""

    @property
    def pixels(self) -> Pixels: ...

    @property
    def question(self) -> str: ...


def of_rows(made: Iterable[Mapping[str, Any]]) -> str:
    """Of what trl learns from (`examples.rows`)."""
    found = hashlib.sha256()
    for row in made:
        texts = [turn["content"] for turn in (*row["prompt"], *row["completion"])]
        _add(found, *texts, row["strategy"], row["gold"])
        for image in row["images"]:
            _add(found, str(image.size))
            found.update(image.tobytes())
    return found.hexdigest()


def of_examples(made: Iterable[Example], data: Data) -> str:
    """Of examples, drawn or read one by one; the same as of their rows."""
    return of_rows(row for one in made for row in rows([one], data.side, words=data.words))


def of_asked(asked: Sequence[Pictured], answers: Sequence[str]) -> str:
    """Of what a model is measured on; answers: what is right, as text."""
    found = hashlib.sha256()
    for one, answer in zip(asked, answers, strict=True):
        _add(found, one.question, answer, str(one.pixels.shape))
        found.update(one.pixels.tobytes())
    return found.hexdigest()


def of_base(recipe: Recipe) -> str:
    """Of what the base stage learns from."""
    assert recipe.base is not None and recipe.shape is not None
    steps = recipe.base.tower_steps + recipe.base.steps
    return _of_seen(recipe.seed, steps * recipe.base.batch, recipe.shape.side)


@cache
def _of_seen(seed: int, count: int, side: int) -> str:
    found = hashlib.sha256()
    for number in range(0, count, max(1, count // LOOKED_AT)):
        shown = seen(seed, number)
        _add(found, str(number), shown.question, shown.answer)
        found.update(shown.picture(side).tobytes())
    return found.hexdigest()


def _add(found: Any, *texts: str) -> None:
    for text in texts:
        found.update(f"{text}\0".encode())
