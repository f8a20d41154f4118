"""AQuA's levels of all pictures at once, and every choice that the paper leaves open.

The score of a box is that of `whichone_core.picture.saliency`, here over the boxes of all
pictures together (860,000 in a fraction of a second); a test holds that both agree to the
last bit.  What the paper doesn't say is a `Reading`:

rule        what the area is divided by, and whether a box gains by being near the centre.
crowds      a region of several things that weren't told apart is no one thing: such pictures
            are left out where the region is salient (the default); or the region counts as one
            box, as the literal rule has it; or it isn't there.
confusable  which salient boxes can be taken for each other: any of them ("what is this?"), or
            only ones of one kind ("what colour is the cup?").
only, without, least_share   which boxes are looked at: by category, and by the share of the
            picture that they cover.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray
from whichone_core.errors import InputError
from whichone_core.picture.saliency import (
    AREA_WEIGHT,
    COVERS_AT_LEAST,
    DEFAULT_RULE,
    NEARNESS_WEIGHT,
    SALIENT_ABOVE,
    Rule,
    areas,
    level_of,
)
from whichone_core.types.strategies import Strategy

from .boxes import Annotations, Boxes

LEVELS = (Strategy.DIRECT, Strategy.INFER, Strategy.LIST, Strategy.CLARIFY)
"""AQuA's levels 0 to 3 as strategies."""

NO_LEVEL = -1


class Crowds(StrEnum):
    """What a region of several things counts as; see the module's docstring."""

    DROP = "drop"
    BOX = "box"
    IGNORE = "ignore"


class Confusable(StrEnum):
    """Which salient boxes make a question ambiguous; see the module's docstring."""

    ANY = "any"
    SAME_KIND = "same-kind"


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read the paper; the default fills all levels."""

    rule: Rule = DEFAULT_RULE
    crowds: Crowds = Crowds.DROP
    confusable: Confusable = Confusable.ANY
    only: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    least_share: float = 0.0


@dataclass(frozen=True, eq=False)
class Levelled:
    """What a reading makes of a data set.

    boxes: those that the reading looks at, n of them.
    score, is_salient: (n,).
    counts: (pictures,) salient boxes of each picture.
    level: (pictures,) 1, 2 or 3, or NO_LEVEL; level 0 is any picture and is drawn, not counted.
    """

    boxes: Boxes
    score: NDArray[np.float64]
    is_salient: NDArray[np.bool_]
    counts: NDArray[np.int64]
    level: NDArray[np.int64]

    def size(self, level: int) -> int:
        """How many pictures have this level."""
        return int((self.level == level).sum())


def levelled(annotations: Annotations, reading: Reading) -> Levelled:
    """The level of every picture.  Raises InputError where a category isn't in the data."""
    boxes = _looked_at(annotations, reading)
    aspects = annotations.pictures.aspects
    score = saliency(boxes, aspects, reading.rule)
    is_salient = salient(score, reading.rule)
    count = len(aspects)
    counts = np.bincount(boxes.picture[is_salient], minlength=count)
    level = _numbers(int(counts.max(initial=0)))[counts]
    shown = boxes.where(is_salient)
    if reading.crowds is Crowds.DROP:
        level[shown.picture[shown.is_crowd]] = NO_LEVEL
    if reading.confusable is Confusable.SAME_KIND:
        level[_is_mixed(shown, count) & (level > 1)] = NO_LEVEL
    return Levelled(boxes, score, is_salient, counts, level)


def saliency(
    boxes: Boxes, aspects: NDArray[np.float64], rule: Rule = DEFAULT_RULE
) -> NDArray[np.float64]:
    """AQuA's score of each box, (n,), as the core's `saliency` gives it picture by picture.

    aspects: (pictures,) width / height of each.
    """
    area = areas(boxes.corners)
    if rule is Rule.FIFTH_OF_PICTURE:
        return area
    largest = np.zeros(len(aspects))
    np.maximum.at(largest, boxes.picture, area)
    scale = np.where(largest > 0, largest, 1.0)[boxes.picture]
    ratio = area if rule is Rule.PICTURE_DISTANCE else area / scale
    distance = _distances(boxes, aspects)
    nearness = 1.0 - distance if rule is Rule.LARGEST_CLOSENESS else distance
    return np.where(area > 0, AREA_WEIGHT * ratio + NEARNESS_WEIGHT * nearness, 0.0)


def salient(score: NDArray[np.float64], rule: Rule) -> NDArray[np.bool_]:
    """Which of the scores make a box salient, (n,)."""
    if rule is Rule.FIFTH_OF_PICTURE:
        return score >= COVERS_AT_LEAST
    return score > SALIENT_ABOVE


def _distances(boxes: Boxes, aspects: NDArray[np.float64]) -> NDArray[np.float64]:
    """Distance of each box's centre from its picture's, (n,): 0 there, 1 in a corner."""
    aspect = aspects[boxes.picture]
    inside = np.clip(np.nan_to_num(boxes.corners, nan=0.0), 0.0, 1.0)
    offset = (inside[:, :2] + inside[:, 2:]) / 2 - 0.5
    far = np.hypot(0.5 * aspect, 0.5)
    return np.asarray(np.hypot(offset[:, 0] * aspect, offset[:, 1]) / far, dtype=np.float64)


def _numbers(most: int) -> NDArray[np.int64]:
    """The level for 0 to `most` salient boxes, as a number."""
    strategies = (level_of(count) for count in range(most + 1))
    return np.array([NO_LEVEL if s is None else LEVELS.index(s) for s in strategies], np.int64)


def _is_mixed(shown: Boxes, count: int) -> NDArray[np.bool_]:
    """Pictures whose salient boxes are of more than one category, (pictures,)."""
    lowest = np.full(count, np.iinfo(np.int64).max)
    highest = np.full(count, -1)
    np.minimum.at(lowest, shown.picture, shown.category)
    np.maximum.at(highest, shown.picture, shown.category)
    return np.asarray(lowest < highest)


def _looked_at(annotations: Annotations, reading: Reading) -> Boxes:
    boxes = annotations.boxes
    kept = np.ones(len(boxes), dtype=np.bool_)
    if reading.only:
        kept &= np.isin(boxes.category, _places(annotations.categories, reading.only))
    if reading.without:
        kept &= ~np.isin(boxes.category, _places(annotations.categories, reading.without))
    if reading.least_share > 0:
        kept &= areas(boxes.corners) >= reading.least_share
    if reading.crowds is Crowds.IGNORE:
        kept &= ~boxes.is_crowd
    return boxes if kept.all() else boxes.where(kept)


def _places(categories: Sequence[str], names: Sequence[str]) -> list[int]:
    known = {name.casefold() for name in categories}
    wanted = {name.casefold() for name in names}
    for name in names:
        if name.casefold() not in known:
            near = difflib.get_close_matches(name.casefold(), known, 1)
            remedy = f"Did you mean {near[0]}?" if near else ""
            raise InputError(f"No box is of the category {name}.", remedy=remedy)
    return [place for place, name in enumerate(categories) if name.casefold() in wanted]
