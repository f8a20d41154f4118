"""Objects in a picture: two detectors' candidates put together into things.

Flow: candidates of both (`detectors.py`) are given one vocabulary; those of one class that
overlap become one `Thing` with their weighted mean box (weighted box fusion, Solovyev et
al. 2021) and the best score of each detector; from the scores and from how much a stronger
thing covers the same place follows the chance that it is really there.  `scene_objects`
keeps the likely ones, by saliency; `levels.py` weighs all of them.

The chance is a logistic function with four numbers, fitted to whether a box of the same
place (overlap over 0.5, each box once, any class) is annotated in 471 COCO photos.  It says
that something is there, not that the label is right; held-out figures are in
docs/measured.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from whichone_core.picture.saliency import DEFAULT_RULE, Rule, saliency
from whichone_core.types.evidence import SceneObject
from whichone_core.types.pictures import Box

from .detectors import COCO_LABELS, OPEN_IMAGES_LABELS, Candidates, nanodet, ssd
from .sessions import Sessions

if TYPE_CHECKING:
    from numpy.typing import NDArray

SAME_PLACE = 0.55
"""Overlap from which candidates of one class are one thing."""
SURE_SCORE = 0.5
"""Facts of the offline engine: a label with this score, or with both detectors, is sure."""
AGREEING_SCORE = 0.35
"""What the weaker of the two detectors must give for the two to agree."""
LEAST_CHANCE = 0.3
"""Things less likely than this are not reported."""
MOST_THINGS = 40


@dataclass(frozen=True, slots=True)
class ChanceModel:
    """Logit of a thing's chance: base + by_coco x logit(NanoDet) + by_open x SSD + covered x
    (overlap with a stronger thing) squared."""

    base: float
    by_coco: float
    by_open: float
    covered: float


FITTED = ChanceModel(base=0.38, by_coco=1.78, by_open=3.58, covered=-3.94)
_UNSEEN = 0.02
"""The score of a detector that gave none: well below its least."""

_SYNONYMS = {
    "computer mouse": "mouse",
    "computer monitor": "tv",
    "mug": "cup",
    "coffee cup": "cup",
    "table": "dining table",
    "exercise bike": "bicycle",
}
"""Open Images' names for COCO's classes, where they differ."""
_KINDS = {
    "vehicle": ("car", "truck", "bus", "motorcycle", "train", "boat", "airplane"),
    "desk": ("dining table",),
}
"""Open Images' wider classes: they count for a COCO class found in the same place."""


@dataclass(frozen=True, slots=True)
class Thing:
    """One possible thing.  coco, open_images: best score of each detector, 0 where it has none."""

    label: str
    coco: float
    open_images: float
    box: Box
    chance: float = 0.0

    @property
    def score(self) -> float:
        return max(self.coco, self.open_images)

    @property
    def is_sure(self) -> bool:
        agree = min(self.coco, self.open_images) >= AGREEING_SCORE
        return agree or self.score >= SURE_SCORE


def find_things(
    sessions: Sessions, pixels: NDArray[np.uint8], model: ChanceModel = FITTED
) -> tuple[Thing, ...]:
    """Everything that may be in an RGB picture (height, width, 3), best score first.

    Raises ModelError.
    """
    return fuse(nanodet(sessions, pixels), ssd(sessions, pixels), model)


def scene_objects(
    things: Sequence[Thing], aspect: float, rule: Rule = DEFAULT_RULE
) -> tuple[SceneObject, ...]:
    """The things that are likely there, the most salient first.

    aspect: width / height of the picture in pixels.
    """
    likely = [thing for thing in things if thing.chance >= LEAST_CHANCE]
    scores = saliency(corners_of(likely), rule, aspect)
    found = [
        SceneObject(thing.label, round(thing.score, 3), thing.box, float(score), thing.is_sure)
        for thing, score in zip(likely, scores, strict=True)
    ]
    return tuple(sorted(found, key=lambda thing: (-thing.saliency, -thing.score)))


def corners_of(things: Sequence[Thing]) -> NDArray[np.float64]:
    """Boxes of things, shape (n, 4)."""
    rows = [(t.box.left, t.box.top, t.box.right, t.box.bottom) for t in things]
    return np.array(rows, dtype=np.float64).reshape(-1, 4)


def overlaps(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    """Intersection over union of boxes (n, 4) with boxes (m, 4), shape (n, m)."""
    low = np.maximum(one[:, None, :2], other[None, :, :2])
    high = np.minimum(one[:, None, 2:], other[None, :, 2:])
    shared = np.prod(np.maximum(high - low, 0.0), axis=2)
    sizes = [np.prod(np.maximum(b[:, 2:] - b[:, :2], 0.0), axis=1) for b in (one, other)]
    union = sizes[0][:, None] + sizes[1][None, :] - shared
    return np.asarray(shared / np.maximum(union, 1e-12), dtype=np.float64)


# ----------------------------------------------------------------------------- putting together


def fuse(
    coco: Candidates, open_images: Candidates, model: ChanceModel = FITTED
) -> tuple[Thing, ...]:
    """Things from both detectors' candidates, best score first, at most MOST_THINGS."""
    names = [COCO_LABELS[index] for index in coco.classes]
    names += _common_names(coco, open_images)
    given = names[: len(coco.scores)] + [OPEN_IMAGES_LABELS[i] for i in open_images.classes]
    boxes = np.concatenate([coco.boxes, open_images.boxes])
    scores = np.concatenate([coco.scores, open_images.scores])
    is_coco = np.arange(len(scores)) < len(coco.scores)
    order = np.argsort(-scores, kind="stable")
    same = overlaps(boxes, boxes) > SAME_PLACE
    same &= np.array(names)[:, None] == np.array(names)[None, :]
    np.fill_diagonal(same, True)
    is_free = np.ones(len(scores), bool)
    things = []
    for lead in order:
        if is_free[lead]:
            group = same[lead] & is_free
            is_free &= ~group
            things.append(_joined(group, given[lead], boxes, scores, is_coco))
    return _with_chances(things[:MOST_THINGS], model)


def _common_names(coco: Candidates, open_images: Candidates) -> list[str]:
    """The names under which Open Images' candidates are compared with COCO's."""
    overlap = overlaps(open_images.boxes, coco.boxes)
    names = []
    for row, index in enumerate(open_images.classes):
        label = OPEN_IMAGES_LABELS[index]
        name = _SYNONYMS.get(label, label)
        for other in np.flatnonzero(overlap[row] > SAME_PLACE):
            if COCO_LABELS[coco.classes[other]] in _KINDS.get(label, ()):
                name = COCO_LABELS[coco.classes[other]]
                break
        names.append(name)
    return names


def _joined(
    group: NDArray[np.bool_],
    label: str,
    boxes: NDArray[np.float64],
    scores: NDArray[np.float64],
    is_coco: NDArray[np.bool_],
) -> Thing:
    """One thing from a group of candidates; the strongest one's label."""
    weights = scores[group] ** 2
    left, top, right, bottom = (boxes[group] * weights[:, None]).sum(axis=0) / weights.sum()
    return Thing(
        label,
        float(scores[group & is_coco].max(initial=0.0)),
        float(scores[group & ~is_coco].max(initial=0.0)),
        Box(float(left), float(top), float(right), float(bottom)),
    )


def _with_chances(things: Sequence[Thing], model: ChanceModel) -> tuple[Thing, ...]:
    factors = chance_factors(things)
    weights = np.array([model.base, model.by_coco, model.by_open, model.covered])
    chances = 1.0 / (1.0 + np.exp(-factors @ weights))
    return tuple(
        Thing(t.label, t.coco, t.open_images, t.box, float(chance))
        for t, chance in zip(things, chances, strict=True)
    )


def chance_factors(things: Sequence[Thing]) -> NDArray[np.float64]:
    """What a ChanceModel multiplies, shape (n, 4); the things in order of their scores."""
    coco = np.array([max(thing.coco, _UNSEEN) for thing in things])
    open_images = np.array([thing.open_images for thing in things])
    boxes = corners_of(things)
    stronger = np.tril(overlaps(boxes, boxes), -1).max(axis=1, initial=0.0)
    logit = np.log(coco / (1.0 - np.minimum(coco, 0.999)))
    return np.stack([np.ones(len(things)), logit, open_images, stronger**2], axis=1)
