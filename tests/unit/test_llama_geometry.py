"""Pictures get the size that they had in training, and no shape breaks a tower."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from whichone_models.files.sidecar import Processor
from whichone_models.llama.geometry import fitted, picture_tokens, token_budget, tower_size

QWEN = Processor()
sides = st.integers(1, 13000)
STRANGE = [
    (1, 1),
    (1, 2),
    (2, 1),
    (3, 3),
    (1, 500),
    (500, 1),
    (2, 12000),
    (12000, 200),
    (200, 12000),
    (1024, 484),
    (484, 1024),
    (27, 27),
    (28, 28),
    (29, 29),
    (13, 4000),
    (4000, 13),
    (4032, 3024),
    (3024, 4032),
    (1920, 1080),
    (640, 488),
    (55, 57),
    (999, 1001),
    (5, 1000),
    (1000, 7),
]


def noise(width: int, height: int) -> NDArray[np.uint8]:
    row = np.random.default_rng(width).integers(0, 256, (1, width, 3), np.uint8)
    return np.repeat(row, height, axis=0)


@given(sides, sides, st.integers(0, 1280))
def test_every_shape_fits_the_grid_and_the_budget(width: int, height: int, budget: int) -> None:
    columns, rows = (side // 28 for side in tower_size(width, height, QWEN, budget))
    assert columns >= 1 and rows >= 1
    assert columns * rows <= token_budget(QWEN, budget)


@pytest.mark.parametrize(("width", "height"), STRANGE)
@pytest.mark.parametrize("budget", [0, 1, 64])
def test_strange_shapes_become_ordinary_pictures(width: int, height: int, budget: int) -> None:
    pixels = fitted(noise(width, height), QWEN, budget)
    assert pixels.dtype == np.uint8 and pixels.flags.c_contiguous
    assert 1 <= picture_tokens(pixels, QWEN) <= token_budget(QWEN, budget)
    assert pixels.shape[0] % 28 == 0 and pixels.shape[1] % 28 == 0


def test_a_line_of_pixels_is_padded_instead_of_torn_apart() -> None:
    """12 tokens for a line of 400 pixels: without padding it would be stretched 28 times."""
    line = noise(400, 1)
    pixels = fitted(line, QWEN, 12)
    assert pixels.shape[1] // pixels.shape[0] <= 12


def test_a_small_picture_grows_to_the_least_that_was_trained() -> None:
    pixels = fitted(np.full((1, 1, 3), 77, np.uint8), QWEN)
    assert pixels.shape == (56, 56, 3)
    assert (pixels == 77).all()


def test_a_tower_with_one_side_gets_a_square() -> None:
    assert fitted(noise(300, 100), Processor(fixed_side=448)).shape == (448, 448, 3)


def test_a_picture_that_fits_is_not_touched() -> None:
    picture = noise(224, 112)
    assert (fitted(picture, QWEN) == picture).all()
