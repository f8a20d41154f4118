"""AQuA's saliency, each reading of it worked out by hand, and the levels that follow."""

from __future__ import annotations

import json
from collections import Counter, defaultdict

import numpy as np
import pytest
from numpy.typing import NDArray
from whichone_core.picture.saliency import Rule, corners, distances, level_of, saliency, salient
from whichone_core.types.pictures import WHOLE_PICTURE, Box
from whichone_core.types.strategies import Strategy

from tests.research import research_folder

MIDDLE = Box(0.3, 0.3, 0.7, 0.7)  # area 0.16, centre in the middle
CORNER = Box(0.0, 0.0, 0.4, 0.2)  # area 0.08, centre (0.2, 0.1)
BOTH = corners([MIDDLE, CORNER])
FAR = 0.5 / np.sqrt(0.5)  # of CORNER: hypot(0.3, 0.4) / hypot(0.5, 0.5)


@pytest.mark.parametrize(
    ("rule", "middle", "corner"),
    [
        (Rule.PICTURE_DISTANCE, 0.7 * 0.16, 0.7 * 0.08 + 0.3 * FAR),
        (Rule.LARGEST_DISTANCE, 0.7, 0.7 * 0.5 + 0.3 * FAR),
        (Rule.LARGEST_CLOSENESS, 0.7 + 0.3, 0.7 * 0.5 + 0.3 * (1 - FAR)),
        (Rule.FIFTH_OF_PICTURE, 0.16, 0.08),
    ],
)
def test_each_reading_by_hand(rule: Rule, middle: float, corner: float) -> None:
    assert saliency(BOTH, rule) == pytest.approx([middle, corner])


def test_the_default_prefers_the_large_and_central() -> None:
    assert salient(BOTH).tolist() == [True, False]


def test_the_literal_reading_prefers_the_far_away() -> None:
    # The reason why it is not the default: 0.35 + 0.3 x 0.707 = 0.56; at 85% of the area 0.81.
    far = corners([MIDDLE, Box(0.0, 0.0, 0.4, 0.34)])
    assert salient(far, Rule.LARGEST_DISTANCE).tolist() == [True, True]
    assert salient(far, Rule.PICTURE_DISTANCE).tolist() == [False, False]


def test_a_fifth_of_the_picture_counts_in() -> None:
    boxes = corners([Box(0.0, 0.0, 0.2, 1.0), Box(0.0, 0.0, 0.19, 1.0)])
    assert salient(boxes, Rule.FIFTH_OF_PICTURE).tolist() == [True, False]


def test_distance_is_one_of_pixels() -> None:
    # In a picture twice as wide as high the middle of the left edge is 1 of sqrt(1.25) away.
    left = corners([Box(0.0, 0.4, 0.0, 0.6)])
    assert distances(left, aspect=2.0) == pytest.approx([1.0 / np.sqrt(1.25)])
    assert distances(corners([WHOLE_PICTURE]), aspect=2.0) == pytest.approx([0.0])


def test_saliency_stays_between_0_and_1() -> None:
    random = np.random.default_rng(1).random((500, 4))
    boxes = np.concatenate([np.minimum(random[:, :2], random[:, 2:]), random[:, 2:]], axis=1)
    for rule in Rule:
        score = saliency(boxes, rule, aspect=1.5)
        assert score.min() >= 0 and score.max() <= 1


def test_boxes_without_area_do_not_count() -> None:
    broken: NDArray[np.float64] = np.array(
        [
            [0.3, 0.3, 0.7, 0.7],
            [0.5, 0.5, 0.5, 0.9],
            [0.9, 0.1, 0.1, 0.9],
            [np.nan, 0.0, 1.0, 1.0],
            [0.0, 0.0, np.inf, 1.0],
        ]
    )
    assert salient(broken).tolist() == [True, False, False, False, False]
    assert saliency(broken)[0] == pytest.approx(1.0)


def test_what_hangs_out_of_the_picture_does_not_count() -> None:
    boxes = corners([Box(-5.0, -5.0, 0.2, 0.2), MIDDLE])
    assert saliency(boxes)[1] == pytest.approx(1.0)
    assert not salient(boxes)[0]


def test_no_boxes() -> None:
    assert saliency(corners([])).shape == (0,)
    assert salient(corners([])).sum() == 0


@pytest.mark.parametrize(
    ("count", "level"),
    [
        (0, None),
        (1, Strategy.INFER),
        (2, Strategy.LIST),
        (3, Strategy.LIST),
        (4, None),
        (5, Strategy.CLARIFY),
        (17, Strategy.CLARIFY),
    ],
)
def test_levels(count: int, level: Strategy | None) -> None:
    assert level_of(count) is level


@pytest.mark.research
@pytest.mark.parametrize(
    ("rule", "counts"),
    [
        (Rule.LARGEST_CLOSENESS, {0: 5, 1: 318, 2: 102, 3: 38, 4: 4, 5: 2, 7: 1, 8: 1}),
        (Rule.LARGEST_DISTANCE, {0: 5, 1: 350, 2: 87, 3: 23, 4: 4, 6: 2}),
        (Rule.PICTURE_DISTANCE, {0: 421, 1: 49, 2: 1}),
    ],
)
def test_counts_on_471_annotated_photos(rule: Rule, counts: dict[int, int]) -> None:
    data = json.loads((research_folder("coco") / "instances.json").read_text())
    rows: dict[int, list[list[float]]] = defaultdict(list)
    for note in data["annotations"]:
        rows[note["image_id"]].append(note["bbox"])
    found: Counter[int] = Counter()
    for image in data["images"]:
        size = np.array([image["width"], image["height"]] * 2)
        boxes = np.array(rows[image["id"]], dtype=np.float64).reshape(-1, 4)
        boxes[:, 2:] += boxes[:, :2]
        is_salient = salient(boxes / size, rule, image["width"] / image["height"])
        found[int(is_salient.sum())] += 1
    assert found == counts
