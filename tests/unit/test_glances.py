"""What is measured in a live picture tells dark from moved from cut off from good."""

from __future__ import annotations

import numpy as np
import pytest
from whichone_core.picture.glances import Glancer, glare, narrowed, subject
from whichone_core.picture.guidance import STILL, Boxes, Problem, Trouble, diagnose
from whichone_core.types.pictures import Box
from whichone_core.types.quality import Side

from tests.aimed import CUT_OFF, DARK, GOOD, Shot, view, waved

TEXT = Boxes(text=(Box(0.2, 0.2, 0.8, 0.6),))


def told(*shots: Shot, boxes: Boxes = TEXT) -> list[Problem]:
    """What is wrong with each of some pictures after another."""
    glancer = Glancer()
    return [diagnose(glancer.look(shot, 0.0, boxes)).problem for shot in shots]


def test_a_black_picture_needs_light() -> None:
    assert told(DARK, DARK) == [Problem.DARK, Problem.DARK]


def test_a_camera_that_is_moved_is_told_so_and_not_that_it_is_blurred() -> None:
    assert told(*[waved(step) for step in range(4)])[1:] == [Problem.MOVING] * 3


def test_a_smear_that_holds_still_is_blurred() -> None:
    assert told(view(blur=4), view(blur=4))[1] is Problem.BLURRED


def test_a_tremor_of_the_hand_is_no_motion() -> None:
    assert told(view(), view(3, 1), view(1, 2), view(4, 0)) == [Problem.GOOD] * 4


def test_exposure_that_adapts_is_no_motion() -> None:
    glancer = Glancer()
    glancer.look(view(light=0.7), 0.0)
    assert glancer.look(view(light=0.8), 0.2).motion < STILL / 2


def test_a_picture_of_another_size_has_no_motion() -> None:
    glancer = Glancer()
    glancer.look(GOOD, 0.0)
    assert glancer.look(GOOD[:300], 0.2).motion == 0


def test_a_table_shows_nothing_and_a_label_on_it_something() -> None:
    assert subject(view(-480, -340)) < 0.01
    assert subject(GOOD) > 0.3
    assert told(view(-480, -340), boxes=Boxes()) == [Problem.NOTHING]
    assert told(GOOD, boxes=Boxes()) == [Problem.GOOD]


def test_the_side_of_a_cut_off_label() -> None:
    boxes = Boxes(text=(Box(0.0, 0.2, 0.5, 0.3), Box(0.0, 0.4, 0.3, 0.5)))
    assert diagnose(Glancer().look(CUT_OFF, 0, boxes)) == Trouble(Problem.CUT_OFF, Side.LEFT)


def spot(radius: int, softness: float) -> Shot:
    """A grey field with a bright round in it that fades out over so many pixels."""
    rows, columns = np.mgrid[0:120, 0:160]
    distance = np.hypot(rows - 60, columns - 80)
    level = 255 - np.clip((distance - radius) / max(softness, 0.01), 0, 1) * 155
    return np.asarray(level, dtype=np.uint8)


@pytest.mark.parametrize(("softness", "is_glare"), [(15, True), (25, True), (0, False)])
def test_a_reflection_is_glare_and_white_paper_is_not(softness: float, is_glare: bool) -> None:
    assert (glare(spot(15, softness)) > 0.01) is is_glare


def test_a_picture_without_anything_bright_has_no_glare() -> None:
    assert glare(np.zeros((120, 160), np.uint8)) == 0
    assert Glancer().look(GOOD, 0.0).glare == 0


def test_only_as_much_as_is_needed_is_looked_at() -> None:
    assert narrowed(np.zeros((1080, 1920, 3), np.uint8)).shape == (360, 640, 3)
    assert narrowed(GOOD) is GOOD
