"""What SFT learns from in all its epochs: the items, redrawn, and what the base model knew.

A few thousand items teach choosing, and cost seeing: from the fifth epoch on only the training
loss still falls (LOG.md).  So a recipe can have the same scenes drawn in another light in every
epoch, and captions and direct questions of the base stage rehearsed beside them.  Neither adds
an item of the strategies: their number stays the paper's.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from whichone_core.types.strategies import Strategy

from .drawnworld.items import Item
from .drawnworld.seeing import Mix, Seen, seen
from .drawnworld.splits import Split
from .examples import Example, with_word
from .recipe import Sft

REHEARSED_FROM = 100_000_000
"""Numbers of rehearsed samples begin here: no base stage comes so far."""


def epochs_of(items: Sequence[Example], plan: Sft, seed: int, *, words: bool) -> list[Example]:
    """All that is learnt, in the order in which it is learnt.

    Each epoch is mixed by itself.  Epochs may end in a part of one (`plan.epochs` is 1.5).
    """
    found: list[Example] = []
    for number in range(math.ceil(plan.epochs)):
        epoch = [_redrawn(one, number) if plan.redrawn else one for one in items]
        epoch += _rehearsed(round(len(items) * plan.rehearsal), number, seed, words=words)
        Random(f"sft/{seed}/{number}").shuffle(epoch)
        found += epoch
    return found[: round(len(found) * plan.epochs / math.ceil(plan.epochs))]


def _redrawn(one: Example, epoch: int) -> Example:
    """Its scene with another background, other shades and light faults; a photo as it is."""
    if not isinstance(one.picture, Item):
        return one
    scene = one.picture.scene
    scene = replace(scene, seed=scene.seed + epoch)
    return replace(one, picture=replace(one.picture, scene=scene))


def _rehearsed(count: int, epoch: int, seed: int, *, words: bool) -> list[Example]:
    start = REHEARSED_FROM + epoch * count
    numbers = range(start, start + count)
    return [_said(seen(seed, n, Split.TRAIN, Mix.REHEARSED), words=words) for n in numbers]


def _said(shown: Seen, *, words: bool) -> Example:
    answer = with_word(Strategy.DIRECT, shown.answer, words=words)
    return Example(shown, (shown.question,), answer, Strategy.DIRECT, None)
