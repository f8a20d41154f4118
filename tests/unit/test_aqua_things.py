"""Which measured colours are kept: only those that the thing has and nothing else explains."""

from __future__ import annotations

import numpy as np
import pytest
from whichone_core.picture.colours import lab
from whichone_data.aqua.schema import BoxRow
from whichone_data.aqua.things import NOT_LOOKED_AT, Seen, things_of

WALL = (225, 222, 210)
RED, BLUE, PALE_BLUE, BROWN = (205, 20, 25), (20, 40, 190), (190, 205, 245), (110, 70, 35)
BOX = (0.3, 0.3, 0.7, 0.7)


def box(label: str, corners: tuple[float, float, float, float] = BOX, number: int = 1) -> BoxRow:
    left, top, right, bottom = corners
    return BoxRow(id=number, category=label, left=left, top=top, right=right, bottom=bottom,
                  saliency=0.8, is_salient=True, is_crowd=False)  # fmt: skip


def seen(thing: tuple[int, int, int], around: tuple[int, int, int], row: BoxRow) -> Seen:
    """A picture of 200 x 200 pixels with the box filled in one colour."""
    pixels = np.full((200, 200, 3), around, np.uint8)
    left, top, right, bottom = (round(200 * x) for x in (row.left, row.top, row.right, row.bottom))
    pixels[top:bottom, left:right] = thing
    return Seen(lab(pixels))


def colours(
    row: BoxRow,
    thing: tuple[int, int, int] = RED,
    around: tuple[int, int, int] = WALL,
    *others: BoxRow,
) -> list[str]:
    found = things_of([row], seen(thing, around, row), [row, *others])
    return [share.name for share in found[0].colours]


@pytest.mark.parametrize(("paint", "name"), [(RED, "red"), (BLUE, "blue")])
def test_a_clear_colour_is_kept(paint: tuple[int, int, int], name: str) -> None:
    assert colours(box("cup"), paint) == [name]


@pytest.mark.parametrize("paint", [PALE_BLUE, BROWN, WALL, (20, 20, 20), (128, 128, 128)])
def test_a_colour_that_light_can_make_is_not(paint: tuple[int, int, int]) -> None:
    assert colours(box("cup"), paint, (60, 140, 60)) == []


def test_a_colour_that_is_around_the_thing_too_may_be_the_sky() -> None:
    assert colours(box("airplane"), BLUE, BLUE) == []


@pytest.mark.parametrize("label", ["person", "tv"])
def test_persons_and_screens_have_none(label: str) -> None:
    assert colours(box(label)) == []


def test_an_orange_is_not_called_orange() -> None:
    assert colours(box("cup"), (245, 130, 10)) == ["orange"]
    assert colours(box("orange"), (245, 130, 10)) == []


def test_a_speck_has_none() -> None:
    assert colours(box("cup", (0.3, 0.3, 0.4, 0.4))) == []


def test_what_stands_before_a_thing_may_be_what_is_red() -> None:
    apples = box("apple", (0.4, 0.4, 0.6, 0.6), 2)
    assert colours(box("bowl"), RED, WALL, apples) == []
    assert colours(box("bowl"), RED, WALL, box("cup", (0.7, 0.3, 0.9, 0.5), 2)) == ["red"]


def test_without_a_picture_there_are_no_colours() -> None:
    row = box("cup")
    assert things_of([row], NOT_LOOKED_AT, [row])[0].colours == ()
