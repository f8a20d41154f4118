"""Colours are called what people call them, also under a lamp and before a background."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from whichone_core.picture.colours import (
    balanced,
    lab,
    lab_shares,
    name_colour,
    own_weights,
    shares,
    white_balance,
)
from whichone_core.types.pictures import Box

# X11 colours whose everyday term is beyond doubt.
KNOWN = {
    "black": [(0, 0, 0), (15, 15, 15), (30, 28, 32)],
    "white": [(255, 255, 255), (255, 250, 250), (245, 245, 245), (240, 248, 255), (255, 255, 240)],
    "grey": [(128, 128, 128), (105, 105, 105), (169, 169, 169), (192, 192, 192), (211, 211, 211)],
    "red": [(255, 0, 0), (220, 20, 60), (178, 34, 34), (139, 0, 0), (128, 0, 0), (200, 30, 30)],
    "green": [
        (0, 128, 0), (0, 255, 0), (34, 139, 34), (0, 100, 0), (144, 238, 144), (46, 139, 87),
        (50, 205, 50), (107, 142, 35), (85, 107, 47), (124, 252, 0), (154, 205, 50),
    ],
    "yellow": [(255, 255, 0), (255, 215, 0), (240, 230, 140), (255, 250, 205), (240, 220, 40)],
    "blue": [
        (0, 0, 255), (0, 0, 139), (0, 0, 128), (25, 25, 112), (65, 105, 225), (100, 149, 237),
        (135, 206, 235), (173, 216, 230), (70, 130, 180), (30, 144, 255), (0, 191, 255),
    ],
    "brown": [
        (139, 69, 19), (160, 82, 45), (101, 67, 33), (92, 64, 51), (210, 180, 140),
        (184, 134, 11), (72, 45, 20),
    ],
    "purple": [
        (128, 0, 128), (75, 0, 130), (148, 0, 211), (138, 43, 226), (147, 112, 219),
        (102, 51, 153), (139, 0, 139), (186, 85, 211),
    ],
    "pink": [
        (255, 192, 203), (255, 105, 180), (255, 182, 193), (255, 20, 147), (219, 112, 147),
    ],
    "orange": [(255, 165, 0), (255, 140, 0), (255, 127, 80), (250, 150, 30), (244, 120, 20)],
}  # fmt: skip


@pytest.mark.parametrize(
    ("term", "rgb"), [(term, rgb) for term, colours in KNOWN.items() for rgb in colours]
)
def test_well_known_colours_have_their_everyday_term(term: str, rgb: tuple[int, int, int]) -> None:
    assert name_colour(rgb).split()[-1] == term


@pytest.mark.parametrize(
    ("rgb", "name"),
    [
        ((0, 0, 128), "dark blue"),
        ((173, 216, 230), "light blue"),
        ((0, 100, 0), "dark green"),
        ((144, 238, 144), "light green"),
        ((128, 0, 0), "dark red"),
        ((211, 211, 211), "light grey"),
        ((80, 80, 80), "dark grey"),
        ((255, 0, 0), "red"),
        ((0, 0, 255), "blue"),
    ],
)
def test_light_and_dark_are_said(rgb: tuple[int, int, int], name: str) -> None:
    assert name_colour(rgb) == name


def test_cielab_agrees_with_published_values() -> None:
    got = lab(np.array([[255, 255, 255], [255, 0, 0], [0, 0, 255]], np.uint8))
    want = [[100.0, 0.0, 0.0], [53.24, 80.09, 67.20], [32.30, 79.19, -107.86]]
    assert np.allclose(got, want, atol=0.1)


def test_every_colour_there_is_has_a_name() -> None:
    line = range(0, 256, 15)
    assert all(name_colour((r, g, b)) for r in line for g in line for b in line)


def test_shares_of_two_halves() -> None:
    picture = np.zeros((20, 20, 3), np.uint8)
    picture[:, :15] = (220, 20, 30)
    picture[:, 15:] = (250, 250, 250)
    found = shares(picture)
    assert [(share.name, share.share) for share in found] == [("red", 0.75), ("white", 0.25)]


def test_a_mask_leaves_pixels_out() -> None:
    picture = np.zeros((20, 20, 3), np.uint8)
    picture[:, :10] = (0, 0, 200)
    mask = np.zeros((20, 20), bool)
    mask[:, :10] = True
    assert [share.name for share in shares(picture, mask)] == ["blue"]
    assert shares(picture, np.zeros((20, 20), bool)) == ()


def scene(ground: tuple[int, int, int], thing: tuple[int, int, int]) -> NDArray[np.uint8]:
    """A disc of 60 pixels on a plain ground, with a little noise."""
    y, x = np.mgrid[:100, :100]
    picture = np.empty((100, 100, 3))
    picture[:] = ground
    picture[(x - 50) ** 2 + (y - 50) ** 2 < 30**2] = thing
    noise = np.random.default_rng(5).normal(0, 4, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


DISC = Box(0.2, 0.2, 0.8, 0.8)


def own_colour(picture: NDArray[np.uint8], box: Box = DISC) -> str:
    colours = lab(picture)
    cast = white_balance(colours.reshape(-1, 3))
    mended = balanced(colours, cast)
    weights = own_weights(mended, box)
    return lab_shares(mended.reshape(-1, 3), weights.ravel())[0].name


@pytest.mark.parametrize(
    ("thing", "name"),
    [((200, 30, 30), "red"), ((30, 90, 200), "blue"), ((240, 220, 40), "yellow")],
)
def test_a_thing_has_its_own_colour_and_not_its_grounds(
    thing: tuple[int, int, int], name: str
) -> None:
    assert own_colour(scene((40, 120, 50), thing)).split()[-1] == name


def test_a_loose_box_still_tells_the_thing_from_the_ground() -> None:
    assert own_colour(scene((235, 235, 235), (200, 30, 30)), Box(0.05, 0.1, 0.85, 0.9)) == "red"


def test_a_white_thing_on_white_stays_white() -> None:
    assert own_colour(scene((240, 240, 240), (248, 248, 248))) == "white"


def test_a_box_of_the_whole_picture_has_no_surroundings() -> None:
    assert own_colour(scene((20, 20, 20), (30, 160, 60)), Box(0, 0, 1, 1)).split()[-1] == "green"


@pytest.mark.parametrize("lamp", [(1.0, 0.94, 0.80), (0.88, 0.95, 1.0)])
@pytest.mark.parametrize(
    ("thing", "name"),
    [
        ((250, 250, 250), "white"),
        ((128, 128, 128), "grey"),
        ((200, 30, 30), "red"),
        ((40, 130, 60), "green"),
        ((40, 80, 190), "blue"),
    ],
)
def test_a_lamps_tint_is_taken_back(
    lamp: tuple[float, float, float], thing: tuple[int, int, int], name: str
) -> None:
    lit = (scene((225, 225, 225), thing) * np.array(lamp)).astype(np.uint8)
    assert own_colour(lit).split()[-1] == name


def test_a_coloured_wall_is_not_taken_for_the_light() -> None:
    colours = lab(scene((240, 200, 60), (200, 30, 30)))
    assert not white_balance(colours.reshape(-1, 3)).any()
