"""Levels of all pictures at once agree with the core's rule, and each reading does what it says."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from whichone_core.errors import InputError
from whichone_core.picture import saliency as core
from whichone_core.picture.saliency import Rule
from whichone_data.aqua.boxes import Annotations, Boxes, Pictures
from whichone_data.aqua.levels import (
    LEVELS,
    NO_LEVEL,
    Confusable,
    Crowds,
    Reading,
    levelled,
    saliency,
    salient,
)

CATEGORIES = ("cup", "cat")
FULL = (0.0, 0.0, 1.0, 1.0)
MIDDLE = (0.1, 0.1, 0.9, 0.9)
CORNER = (0.0, 0.0, 0.1, 0.1)

edge = st.floats(-0.2, 1.2)
corner_rows = st.lists(st.tuples(edge, edge, edge, edge), max_size=8)
pictures = st.lists(st.tuples(corner_rows, st.sampled_from([0.5, 0.75, 1.0, 1.5])), max_size=6)


def boxes_of(*rows: tuple[int, tuple[float, ...], str, bool]) -> Boxes:
    return Boxes(
        np.array([row[0] for row in rows], np.int64),
        np.array([CATEGORIES.index(row[2]) for row in rows], np.int64),
        np.array([row[1] for row in rows], np.float64).reshape(-1, 4),
        np.array([row[3] for row in rows], np.bool_),
        np.arange(len(rows)),
    )


def one_picture(*rows: tuple[tuple[float, ...], str, bool]) -> Annotations:
    boxes = boxes_of(*((0, *row) for row in rows))
    return Annotations("coco", Pictures(("7",), ("7.jpg",), np.ones((1, 2))), CATEGORIES, boxes)


def level(annotations: Annotations, reading: Reading) -> int:
    return int(levelled(annotations, reading).level[0])


@given(pictures, st.sampled_from(list(Rule)))
def test_scores_are_those_of_the_core_box_for_box(
    drawn: list[tuple[list[tuple[float, ...]], float]], rule: Rule
) -> None:
    rows = [(place, box, "cup", False) for place, (some, _) in enumerate(drawn) for box in some]
    aspects = np.array([aspect for _, aspect in drawn])
    boxes = boxes_of(*rows)
    score = saliency(boxes, aspects, rule)
    for place, (some, aspect) in enumerate(drawn):
        corners: NDArray[np.float64] = np.array(some, np.float64).reshape(-1, 4)
        mine = boxes.picture == place
        assert score[mine].tolist() == core.saliency(corners, rule, aspect).tolist()
        expected = core.salient(corners, rule, aspect).tolist()
        assert salient(score, rule)[mine].tolist() == expected


@pytest.mark.parametrize("count", range(8))
def test_the_level_follows_from_the_number_of_salient_boxes(count: int) -> None:
    read = one_picture(*[(MIDDLE, "cup", False)] * count)
    expected = {1: 1, 2: 2, 3: 2}.get(count, 3 if count >= 5 else NO_LEVEL)
    assert level(read, Reading()) == expected
    strategy = core.level_of(count)
    assert (None if expected == NO_LEVEL else LEVELS[expected]) is strategy


def test_the_rule_taken_literally_sees_no_small_boxes() -> None:
    read = one_picture(*[((0.3, 0.3, 0.7, 0.7), "cup", False)] * 5)
    assert level(read, Reading(Rule.PICTURE_DISTANCE)) == NO_LEVEL
    assert level(read, Reading(Rule.LARGEST_CLOSENESS)) == 3


def test_a_salient_crowd_is_no_one_thing() -> None:
    read = one_picture((MIDDLE, "cup", True))
    assert level(read, Reading()) == NO_LEVEL
    assert level(read, Reading(crowds=Crowds.BOX)) == 1
    assert level(read, Reading(crowds=Crowds.IGNORE)) == NO_LEVEL


def test_a_crowd_in_a_corner_changes_nothing() -> None:
    read = one_picture((MIDDLE, "cup", False), (CORNER, "cat", True))
    assert [level(read, Reading(crowds=crowds)) for crowds in Crowds] == [1, 1, 1]


def test_a_crowd_that_is_not_there_does_not_set_the_scale() -> None:
    read = one_picture((FULL, "cat", True), ((0.4, 0.4, 0.6, 0.6), "cup", False))
    assert level(read, Reading(crowds=Crowds.IGNORE)) == 1


def test_only_things_of_one_kind_can_be_confusable() -> None:
    mixed = one_picture((MIDDLE, "cup", False), (MIDDLE, "cat", False))
    alike = one_picture((MIDDLE, "cup", False), (MIDDLE, "cup", False), (CORNER, "cat", False))
    single = one_picture((MIDDLE, "cup", False), (CORNER, "cat", False))
    strict = Reading(confusable=Confusable.SAME_KIND)
    assert [level(mixed, Reading()), level(mixed, strict)] == [2, NO_LEVEL]
    assert [level(alike, strict), level(single, strict)] == [2, 1]


def test_categories_can_be_chosen_and_passed_over() -> None:
    read = one_picture((MIDDLE, "cup", False), (MIDDLE, "cat", False))
    assert level(read, Reading(only=("Cup",))) == 1
    assert level(read, Reading(without=("cat",))) == 1
    assert level(read, Reading(only=("cup",), without=("cup",))) == NO_LEVEL


def test_an_unknown_category_is_an_error_that_names_the_nearest() -> None:
    with pytest.raises(InputError) as failure:
        levelled(one_picture((MIDDLE, "cup", False)), Reading(only=("cap",)))
    assert failure.value.spoken == "No box is of the category cap. Did you mean cup?"


def test_boxes_that_cover_too_little_can_be_passed_over() -> None:
    read = one_picture((CORNER, "cup", False))
    assert level(read, Reading()) == 1
    assert level(read, Reading(least_share=0.05)) == NO_LEVEL


def test_a_picture_without_boxes_and_no_pictures_at_all_have_no_level() -> None:
    assert level(one_picture(), Reading()) == NO_LEVEL
    nothing = Annotations("coco", Pictures((), (), np.zeros((0, 2))), (), boxes_of())
    assert levelled(nothing, Reading()).level.tolist() == []
