"""Whether it is light, and whether something shines, in drawn pictures."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from whichone_models.builtin.light import read_light


def room(level: int, lamp: int | None = None, radius: int = 30) -> NDArray[np.uint8]:
    """A plain room of one grey, with a round lamp in it."""
    picture = np.full((480, 640, 3), level, np.uint8)
    if lamp is not None:
        y, x = np.mgrid[:480, :640]
        picture[(x - 320) ** 2 + (y - 100) ** 2 < radius**2] = lamp
    return picture


def test_a_dark_room() -> None:
    light = read_light(room(10))
    assert light.mean < 10 and not light.has_light_source


def test_a_lamp_in_a_dark_room() -> None:
    light = read_light(room(40, lamp=255))
    assert light.has_light_source and light.brightest > 99


def test_a_bright_room_without_a_lamp_in_view() -> None:
    light = read_light(room(180))
    assert light.mean > 60 and not light.has_light_source


@pytest.mark.parametrize("radius", [2, 300])
def test_a_glint_and_a_white_wall_are_no_lamps(radius: int) -> None:
    assert not read_light(room(60, lamp=255, radius=radius)).has_light_source


def test_a_grey_spot_does_not_shine() -> None:
    assert not read_light(room(40, lamp=170)).has_light_source


def test_a_picture_of_one_pixel() -> None:
    assert read_light(np.full((1, 1, 3), 255, np.uint8)).mean == pytest.approx(100, abs=0.1)
