"""Drawing: balanced, each picture once, the same for the same seed whatever the file's order."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from whichone_data.aqua.boxes import Annotations, AnomalyKind, Boxes, Pictures
from whichone_data.aqua.levels import Reading, levelled
from whichone_data.aqua.sampling import Sample, drawn, fair_share, nameable

CATEGORIES = ("cup", "cat", "dog")


def world(counts: list[int]) -> Annotations:
    """Pictures with so many like boxes of cups each, and one small cat that can be named."""
    rows = []
    for picture, count in enumerate(counts):
        rows += [(picture, 0, (0.1, 0.1, 0.9, 0.9))] * count
        rows += [(picture, 1, (0.0, 0.0, 0.12, 0.12))]
    boxes = Boxes(
        np.array([row[0] for row in rows], np.int64),
        np.array([row[1] for row in rows], np.int64),
        np.array([row[2] for row in rows], np.float64).reshape(-1, 4),
        np.zeros(len(rows), np.bool_),
        np.arange(len(rows)),
    )
    ids = tuple(f"p{number}" for number in range(len(counts)))
    files = tuple(f"{name}.jpg" for name in ids)
    return Annotations("coco", Pictures(ids, files, np.ones((len(ids), 2))), CATEGORIES, boxes)


def backwards(read: Annotations) -> Annotations:
    last = len(read.pictures.ids) - 1
    turned = replace(read.boxes, picture=last - read.boxes.picture)
    pictures = replace(read.pictures, ids=read.pictures.ids[::-1], files=read.pictures.files[::-1])
    order = np.argsort(turned.picture, kind="stable")
    return replace(read, pictures=pictures, boxes=turned.where(order))


def draw(
    read: Annotations, per_level: int | None = 10, seed: int = 0, files: set[str] | None = None
) -> Sample:
    return drawn(read, levelled(read, Reading()), per_level, seed, files)


def names(read: Annotations, sample: Sample) -> set[tuple[str, int]]:
    return {(read.pictures.ids[one.picture], one.level) for one in sample.draws}


MANY = world([1] * 60 + [2] * 40 + [6] * 5)


def test_each_level_gets_what_is_asked_or_what_there_is() -> None:
    assert [draw(MANY).size(level) for level in range(4)] == [10, 10, 10, 5]
    assert [draw(MANY, 3).size(level) for level in range(4)] == [3, 3, 3, 3]


def test_all_means_that_as_many_are_left_for_level_0() -> None:
    assert [draw(MANY, None).size(level) for level in range(4)] == [33, 33, 33, 5]


def test_no_picture_is_drawn_twice() -> None:
    places = [one.picture for one in draw(MANY, None).draws]
    assert len(places) == len(set(places))


def test_a_drawn_picture_has_the_level_that_it_is_drawn_for() -> None:
    found = levelled(MANY, Reading())
    assert all(found.level[one.picture] == one.level for one in draw(MANY).draws if one.level)


def test_the_draw_is_the_same_again_and_in_any_order_of_the_file() -> None:
    assert draw(MANY) == draw(MANY)
    assert names(MANY, draw(MANY)) == names(backwards(MANY), draw(backwards(MANY)))
    assert names(MANY, draw(MANY)) != names(MANY, draw(MANY, seed=1))


def test_asking_for_more_keeps_what_was_drawn_of_levels_1_to_3() -> None:
    few, more = names(MANY, draw(MANY, 4)), names(MANY, draw(MANY, 9))
    assert {one for one in few if one[1]} < more


def test_level_0_names_a_thing_that_is_the_only_one_of_its_kind() -> None:
    boxes = MANY.boxes
    for one in draw(MANY).draws:
        if one.level == 0:
            assert one.target is not None
            same = (boxes.picture == one.picture) & (boxes.category == boxes.category[one.target])
            assert same.sum() == 1
        else:
            assert one.target is None


def test_crowds_and_specks_can_not_be_named() -> None:
    read = world([2])
    assert nameable(read) == {0: [2]}
    assert nameable(replace(read, boxes=replace(read.boxes, is_crowd=np.ones(3, bool)))) == {}
    speck = read.boxes.corners.copy()
    speck[2] = (0, 0, 0.05, 0.05)
    assert nameable(replace(read, boxes=replace(read.boxes, corners=speck))) == {}


def test_pictures_without_a_file_are_recorded_and_not_drawn() -> None:
    there = {f"p{number}.jpg" for number in range(0, 105, 2)}
    sample = draw(MANY, None, files=there)
    assert {MANY.pictures.files[one.picture] for one in sample.draws} <= there
    assert len(sample.anomalies) == 52
    assert {anomaly.kind for anomaly in sample.anomalies} == {AnomalyKind.NO_FILE}


@pytest.mark.parametrize(
    ("sizes", "pictures", "share"),
    [
        ([0, 0, 0], 0, 0),
        ([0, 0, 0], 9, 9),
        ([4, 4, 4], 16, 4),
        ([9, 9, 9], 9, 2),
        ([1, 9, 9], 9, 2),
    ],
)
def test_the_share_of_a_level_leaves_as_much_for_level_0(
    sizes: list[int], pictures: int, share: int
) -> None:
    assert fair_share(sizes, pictures) == share


def test_nothing_is_drawn_from_nothing() -> None:
    assert draw(world([])).draws == ()
