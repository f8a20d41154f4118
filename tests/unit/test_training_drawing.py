"""The ground of a drawn picture: computed quickly, and the same to the last bit as plainly."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray
from whichone_training.drawnworld.drawing import BACKGROUNDS, SHIFTED_BACKGROUNDS, _background
from whichone_training.drawnworld.scenes import World

SIDE = 96


def plainly(world: World, random: Random) -> NDArray[np.uint8]:
    """Light that changes evenly, or stripes; noise of whole numbers, added in double precision."""
    palette = SHIFTED_BACKGROUNDS if world is World.SHIFTED else BACKGROUNDS
    first = np.array(random.choice(palette), np.float32)
    second = np.clip(first + random.uniform(-22, 22), 0, 255)
    rows, columns = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32) / SIDE
    if world is World.SHIFTED:
        width, turn = random.uniform(0.06, 0.16), random.choice((0, 1, -1))
        mixed = ((columns + rows * turn) / width % 2 < 1).astype(np.float32)
        second = np.clip(first - random.uniform(12, 30), 0, 255)
    else:
        slope = random.uniform(0, 1)
        mixed = rows * slope + columns * (1 - slope)
    noise = np.random.default_rng(random.getrandbits(32)).integers(-6, 7, (SIDE, SIDE, 1))
    ground = first + (second - first) * mixed[..., None]
    return np.asarray(np.clip(ground.astype(np.float64) + noise, 0, 255), dtype=np.uint8)


@pytest.mark.parametrize("world", [*World])
def test_the_ground_is_the_same_as_computed_plainly(world: World) -> None:
    for seed in range(60):
        assert (_background(SIDE, world, Random(seed)) == plainly(world, Random(seed))).all()


def test_grounds_are_light_enough_for_whole_numbers_to_be_added_exactly() -> None:
    darkest = min(min(colour) for colour in BACKGROUNDS + SHIFTED_BACKGROUNDS)
    assert darkest - 30 - 6 >= 128, "in single precision sums stay exact between 128 and 256"
