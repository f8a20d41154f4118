"""Where things stand: layouts with a wanted number of prominent things, levelled by AQuA's rule.

A layout only proposes: what is salient, and so the level, is said by the saliency rule of
the core (`whichone_core.picture.saliency`) over the boxes as they are drawn.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from random import Random

import numpy as np
from numpy.typing import NDArray
from whichone_core.picture.saliency import corners, level_of, saliency, salient
from whichone_core.types.pictures import Box
from whichone_core.types.strategies import Strategy

from .shapes import COLOURS, KINDS, SHAPES, SIGN_WORDS, Part, extent


class World(StrEnum):
    """The usual world, and one with other backgrounds, sizes, shades and fonts."""

    USUAL = "usual"
    SHIFTED = "shifted"


@dataclass(frozen=True, slots=True)
class Look:
    """What tells two things of the drawn world apart."""

    colour: str
    kind: str


@dataclass(frozen=True)
class Thing:
    """One thing: x, y (its middle), side (root of its box's area) in fractions of the picture;
    turn in degrees; words: what it says, for a sign."""

    look: Look
    x: float
    y: float
    side: float
    turn: float = 0.0
    words: str = ""

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """Its polygons in fractions of the picture."""
        width, height = extent(self.look.kind)
        scale = self.side / math.sqrt(width * height)
        angle = math.radians(self.turn)
        rotation = np.array(
            [[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]]
        )
        middle = np.array([self.x, self.y])
        return tuple(
            Part(part.points @ rotation * scale + middle, part.tone)
            for part in SHAPES[self.look.kind]
        )

    @cached_property
    def extremes(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom as drawn; may lie outside of the picture."""
        points = np.concatenate([part.points for part in self.parts])
        left, top = points.min(axis=0)
        right, bottom = points.max(axis=0)
        return float(left), float(top), float(right), float(bottom)

    @cached_property
    def box(self) -> Box:
        """The part of it that is in the picture."""
        return Box(*(min(1.0, max(0.0, edge)) for edge in self.extremes))


@dataclass(frozen=True)
class Scene:
    """Things from left to right, and the seed of everything that means nothing (background)."""

    things: tuple[Thing, ...]
    world: World
    seed: int

    @cached_property
    def scores(self) -> NDArray[np.float64]:
        """AQuA's saliency of each thing, (things,)."""
        return saliency(corners([thing.box for thing in self.things]))

    @cached_property
    def prominent(self) -> tuple[Thing, ...]:
        """The salient things, from left to right."""
        chosen = salient(corners([thing.box for thing in self.things]))
        pairs = zip(self.things, chosen, strict=True)
        return tuple(thing for thing, is_salient in pairs if is_salient)

    @property
    def level(self) -> Strategy | None:
        """What a vague question about it calls for; None for four salient things."""
        return level_of(len(self.prominent))

    def only(self, kind: str) -> Thing | None:
        """The one thing of this kind; None for none and for several."""
        same = [thing for thing in self.things if thing.look.kind == kind]
        return same[0] if len(same) == 1 else None


SIDES: dict[int, tuple[float, float]] = {
    1: (0.36, 0.58),
    2: (0.28, 0.38),
    3: (0.25, 0.32),
    5: (0.2, 0.245),
    6: (0.19, 0.225),
}
"""How large the prominent things are, by their number."""

SHIFTED_SIZE = 0.85
CLUTTER = (0.08, 0.115)
MOST_TILT = 9.0
NEXT_PLACE, NEXT_LAYOUT = 60, 12


def looks_for(count: int, random: Random) -> tuple[Look, ...]:
    """Distinct looks of the prominent things; five and more are of one to three kinds."""
    if count < 5:
        looks = [Look(random.choice([*COLOURS]), random.choice(KINDS)) for _ in range(count)]
        return tuple(looks) if len(set(looks)) == count else looks_for(count, random)
    groups = random.sample(KINDS, random.choice((1, 2, 2, 3, 3)))
    kinds = [groups[i] if i < len(groups) else random.choice(groups) for i in range(count)]
    taken: set[Look] = set()
    for kind in kinds:
        taken.add(random.choice([Look(c, kind) for c in COLOURS if Look(c, kind) not in taken]))
    return tuple(sorted(taken, key=lambda look: (look.kind, look.colour)))


def scene_of(looks: Sequence[Look], random: Random, world: World) -> Scene | None:
    """A layout of these looks as the prominent things, with small clutter; None where the
    saliency rule sees another number of prominent things, or nothing fits."""
    tilt = random.uniform(-MOST_TILT, MOST_TILT) if random.random() < 0.3 else 0.0
    things = _placed(looks, _clutter(looks, random), random, world, tilt)
    if things is None:
        return None
    ordered = tuple(sorted(things, key=lambda thing: thing.x))
    scene = Scene(ordered, world, random.getrandbits(32))
    return scene if len(scene.prominent) == len(looks) else None


def _clutter(looks: Sequence[Look], random: Random) -> list[Look]:
    """Small things of other kinds, so that a name in a question is never about one of them
    and a prominent thing at once."""
    others = [kind for kind in KINDS if kind not in {look.kind for look in looks}]
    chosen = random.sample([k for k in others if k != "sign"], random.choice((0, 0, 1, 2, 3)))
    return [Look(random.choice([*COLOURS]), kind) for kind in chosen]


def _placed(
    looks: Sequence[Look], clutter: Sequence[Look], random: Random, world: World, tilt: float
) -> list[Thing] | None:
    factor = SHIFTED_SIZE if world is World.SHIFTED else 1.0
    low, high = SIDES[len(looks)]
    base = random.uniform(low, high) * factor
    wanted = [(look, base * random.uniform(0.95, 1.0)) for look in looks]
    most = base * 0.45
    wanted += [(look, min(most, random.uniform(*CLUTTER) * factor)) for look in clutter]
    for _ in range(NEXT_LAYOUT):
        things: list[Thing] = []
        for look, side in wanted:
            thing = _free(look, side, things, random, tilt)
            if thing is None:
                break
            things.append(thing)
        if len(things) == len(wanted):
            return things
    return None


def _free(
    look: Look, side: float, others: Sequence[Thing], random: Random, tilt: float
) -> Thing | None:
    """The thing at a place where it touches nothing and is wholly in the picture."""
    width, height = extent(look.kind)
    scale = side / math.sqrt(width * height)
    across, down = width * scale / 2 * 1.12 + 0.01, height * scale / 2 * 1.12 + 0.01
    words = random.choice(SIGN_WORDS) if look.kind == "sign" else ""
    for _ in range(NEXT_PLACE):
        x, y = random.uniform(across, 1 - across), random.uniform(down, 1 - down)
        thing = Thing(look, x, y, side, tilt, words)
        if all(_are_apart(thing, other) for other in others):
            return thing
    return None


def _are_apart(one: Thing, other: Thing) -> bool:
    gap = 0.015
    a, b = one.extremes, other.extremes
    return a[2] + gap < b[0] or b[2] + gap < a[0] or a[3] + gap < b[1] or b[3] + gap < a[1]
