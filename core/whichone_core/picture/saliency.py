"""How prominent each box of a picture is, and the AQuA level that follows from it.

AQuA (arXiv 2603.07394) calls a box salient where 0.7 x area ratio + 0.3 x normalised
distance to the picture's centre is over 0.6, and counts salient boxes: one is level 1 (infer
what "this" means), two or three level 2 (list the answers), five or more level 3 (ask back);
a picture with four belongs to no level.  The sentence leaves open what the area is divided
by and whether a box gains by being far from the centre or near it.  Counted on 471 COCO
pictures, dividing by the picture's area never gives more than two salient boxes, so level 3
would be empty; `tests/bench/levels.py` publishes the counts of every reading.  The reading is
therefore an explicit option, `Rule`, and the default is the one that fills all levels and
agrees with the word: a share of the largest box, and closeness to the centre.

Trade-off: the largest box sets the scale, so one false giant box hides all others.  What is
made of that uncertainty is not decided here (the built-in engine's `levels.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from whichone_core.types.pictures import Box
from whichone_core.types.strategies import Strategy

if TYPE_CHECKING:
    from numpy.typing import NDArray

AREA_WEIGHT = 0.7
NEARNESS_WEIGHT = 0.3
SALIENT_ABOVE = 0.6
COVERS_AT_LEAST = 0.2
LIST_UP_TO = 3
CLARIFY_FROM = 5


class Rule(StrEnum):
    """A reading of AQuA's saliency; see the module's docstring."""

    PICTURE_DISTANCE = "picture distance"
    """Area / picture's area, distance from the centre: the sentence taken literally."""
    LARGEST_DISTANCE = "largest distance"
    """Area / largest box, distance from the centre."""
    LARGEST_CLOSENESS = "largest closeness"
    """Area / largest box, 1 - distance from the centre."""
    FIFTH_OF_PICTURE = "fifth of picture"
    """Covers at least a fifth of the picture: an earlier version of the paper."""


DEFAULT_RULE = Rule.LARGEST_CLOSENESS


def corners(boxes: Sequence[Box]) -> NDArray[np.float64]:
    """Boxes as an array of shape (n, 4): left, top, right, bottom in fractions of the picture."""
    rows = [(box.left, box.top, box.right, box.bottom) for box in boxes]
    return np.asarray(rows, dtype=np.float64).reshape(-1, 4)


def areas(boxes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Share of the picture that each box covers, shape (n,).

    boxes: shape (n, 4) in fractions of the picture.  What lies outside the picture does not
    count; a box with reversed, infinite or undefined corners has no area.
    """
    is_sound = np.isfinite(boxes).all(axis=1, keepdims=True)
    inside = np.clip(np.where(is_sound, boxes, 0.0), 0.0, 1.0)
    size = np.maximum(inside[:, 2:] - inside[:, :2], 0.0)
    return np.asarray(size[:, 0] * size[:, 1], dtype=np.float64)


def distances(boxes: NDArray[np.float64], aspect: float = 1.0) -> NDArray[np.float64]:
    """Distance of each box's centre from the picture's, shape (n,): 0 there, 1 in a corner.

    aspect: width / height of the picture in pixels, as the distance is one of pixels.
    """
    inside = np.clip(np.nan_to_num(boxes, nan=0.0), 0.0, 1.0)
    offset = (inside[:, :2] + inside[:, 2:]) / 2 - 0.5
    across, down = offset[:, 0] * aspect, offset[:, 1]
    return np.asarray(np.hypot(across, down) / np.hypot(0.5 * aspect, 0.5), dtype=np.float64)


def saliency(
    boxes: NDArray[np.float64], rule: Rule = DEFAULT_RULE, aspect: float = 1.0
) -> NDArray[np.float64]:
    """AQuA's score of each box, 0 to 1, shape (n,) (for FIFTH_OF_PICTURE: the box's area).

    boxes: shape (n, 4) in fractions of the picture, see `corners`.  A box without area scores
    0 and never is the largest.
    """
    area = areas(boxes)
    if rule is Rule.FIFTH_OF_PICTURE or not area.any():
        return area
    ratio = area if rule is Rule.PICTURE_DISTANCE else area / area.max()
    distance = distances(boxes, aspect)
    nearness = 1.0 - distance if rule is Rule.LARGEST_CLOSENESS else distance
    score = AREA_WEIGHT * ratio + NEARNESS_WEIGHT * nearness
    return np.where(area > 0, score, 0.0)


def salient(
    boxes: NDArray[np.float64], rule: Rule = DEFAULT_RULE, aspect: float = 1.0
) -> NDArray[np.bool_]:
    """Which boxes are salient, shape (n,): over 0.6, or a fifth of the picture and more."""
    score = saliency(boxes, rule, aspect)
    if rule is Rule.FIFTH_OF_PICTURE:
        return score >= COVERS_AT_LEAST
    return score > SALIENT_ABOVE


def level_of(count: int) -> Strategy | None:
    """AQuA's level for a number of salient boxes, as its strategy; None for none and for four."""
    if count == 1:
        return Strategy.INFER
    if 2 <= count <= LIST_UP_TO:
        return Strategy.LIST
    return Strategy.CLARIFY if count >= CLARIFY_FROM else None
