"""Two detectors become one list of things, without doubles, with honest chances."""

from __future__ import annotations

import numpy as np
import pytest
from whichone_models.builtin.detectors import COCO_LABELS, OPEN_IMAGES_LABELS, Candidates
from whichone_models.builtin.objects import LEAST_CHANCE, Thing, fuse, overlaps, scene_objects

Found = tuple[str, float, tuple[float, float, float, float]]
LEFT = (0.1, 0.2, 0.4, 0.8)
RIGHT = (0.6, 0.2, 0.9, 0.8)


def candidates(labels: tuple[str, ...], *found: Found) -> Candidates:
    return Candidates(
        np.array([box for _, _, box in found], np.float64).reshape(-1, 4),
        np.array([score for _, score, _ in found], np.float64),
        np.array([labels.index(label) for label, _, _ in found], np.intp),
    )


def fused(coco: list[Found], open_images: list[Found]) -> tuple[Thing, ...]:
    return fuse(candidates(COCO_LABELS, *coco), candidates(OPEN_IMAGES_LABELS, *open_images))


def test_candidates_of_one_thing_become_one() -> None:
    nudged = (0.12, 0.2, 0.42, 0.8)
    (thing,) = fused([("cup", 0.6, LEFT), ("cup", 0.3, nudged)], [("mug", 0.4, LEFT)])
    assert (thing.label, thing.coco, thing.open_images) == ("cup", 0.6, 0.4)
    assert 0.1 < thing.box.left < 0.12


def test_two_of_a_kind_stay_two() -> None:
    assert len(fused([("cup", 0.6, LEFT), ("cup", 0.5, RIGHT)], [])) == 2


def test_the_surer_detector_names_it() -> None:
    (thing,) = fused([("cup", 0.3, LEFT)], [("mug", 0.7, LEFT)])
    assert thing.label == "mug"


@pytest.mark.parametrize(
    ("wide", "narrow"), [("vehicle", "car"), ("vehicle", "bus"), ("desk", "dining table")]
)
def test_a_wider_class_supports_the_narrower_one(wide: str, narrow: str) -> None:
    (thing,) = fused([(narrow, 0.5, LEFT)], [(wide, 0.4, LEFT)])
    assert (thing.label, thing.open_images) == (narrow, 0.4)


def test_agreement_makes_sure() -> None:
    alone = fused([("bottle", 0.4, LEFT)], [])[0]
    together = fused([("bottle", 0.4, LEFT)], [("bottle", 0.4, LEFT)])[0]
    assert not alone.is_sure and together.is_sure
    assert together.chance > alone.chance


def test_a_high_score_alone_is_sure() -> None:
    assert fused([("banana", 0.5, LEFT)], [])[0].is_sure


def test_a_second_name_for_the_same_place_is_unlikely() -> None:
    couch, bed = fused([("couch", 0.6, LEFT), ("bed", 0.5, LEFT)], [])
    assert couch.chance > 0.5 > LEAST_CHANCE > bed.chance


def test_the_chance_rises_with_the_score() -> None:
    chances = [fused([("cup", s, LEFT)], [])[0].chance for s in (0.15, 0.3, 0.5, 0.8, 1.0)]
    assert chances == sorted(chances) and chances[0] < 0.1 and chances[-1] > 0.9


def test_only_likely_things_are_reported_and_the_most_salient_first() -> None:
    things = fused(
        [
            ("cup", 0.6, (0.1, 0.1, 0.2, 0.2)),
            ("dog", 0.6, (0.2, 0.2, 0.9, 0.9)),
            ("cat", 0.13, RIGHT),
        ],
        [],
    )
    objects = scene_objects(things, 1.0)
    assert [thing.label for thing in objects] == ["dog", "cup"]
    assert objects[0].saliency > 0.9


def test_nothing_found() -> None:
    assert fused([], []) == ()
    assert scene_objects((), 1.0) == ()


def test_overlap_by_hand() -> None:
    got = overlaps(np.array([[0.0, 0.0, 0.5, 1.0]]), np.array([[0.25, 0.0, 0.75, 1.0]]))
    assert got == pytest.approx(np.array([[1 / 3]]))


def test_every_label_has_its_place() -> None:
    assert (len(COCO_LABELS), len(set(COCO_LABELS))) == (80, 80)
    assert (len(OPEN_IMAGES_LABELS), len(set(OPEN_IMAGES_LABELS))) == (23, 23)
