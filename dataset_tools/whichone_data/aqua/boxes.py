"""All boxes of a data set as columns, and what was wrong with the ones left out.

Both readers (`coco.py`, `open_images.py`) give `Raw` columns; `checked` leaves out what can't
be used and records each as an `Anomaly`, so that every box of the file is either counted or
accounted for.  Columns instead of objects keep COCO's 860,000 boxes under 100 MB.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

SLACK = 1.0
"""Pixels that a box may reach over the picture's edge unremarked: annotators round."""


class AnomalyKind(StrEnum):
    """What is wrong with a box or a picture; all but CUT leave it out."""

    NO_PICTURE = "box of a picture that isn't listed"
    NO_CATEGORY = "box of a category that isn't listed"
    NOT_FINITE = "box with an infinite or undefined corner"
    OUTSIDE = "box outside the picture"
    NO_AREA = "box without area"
    TWICE = "box listed twice"
    PICTURE_TWICE = "picture listed twice"
    NO_FILE = "picture without its file"
    UNREADABLE = "picture that can't be read"
    OTHER_SIZE = "picture of another size than annotated"
    CUT = "box cut at the picture's edge"


@dataclass(frozen=True, slots=True)
class Anomaly:
    """One thing left out, or changed; box is its id in the file, None where it is a picture."""

    kind: AnomalyKind
    picture: str
    box: int | None = None

    def as_row(self) -> dict[str, object]:
        return {"kind": self.kind.value, "picture": self.picture, "box": self.box}


@dataclass(frozen=True, eq=False)
class Pictures:
    """Pictures as columns of one length n.

    sizes: (n, 2) width and height in pixels; 0 where the annotations don't tell.
    """

    ids: tuple[str, ...]
    files: tuple[str, ...]
    sizes: NDArray[np.float64]

    @property
    def aspects(self) -> NDArray[np.float64]:
        """Width / height, (n,); 1 where the size isn't known."""
        is_known = np.all(self.sizes > 0, axis=1, keepdims=True)
        width, height = np.where(is_known, self.sizes, 1.0).T
        return np.asarray(width / height, dtype=np.float64)


@dataclass(frozen=True, eq=False)
class Boxes:
    """Boxes of many pictures as columns of one length n.

    picture, category: (n,) places in `Annotations.pictures` and `.categories`.
    corners: (n, 4) left, top, right, bottom in fractions of the picture.
    is_crowd: (n,) the box is around several things that weren't told apart.
    ids: (n,) the box's id in the file (the line, where the file gives no ids).
    """

    picture: NDArray[np.int64]
    category: NDArray[np.int64]
    corners: NDArray[np.float64]
    is_crowd: NDArray[np.bool_]
    ids: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.ids)

    def where(self, kept: NDArray[np.bool_] | NDArray[np.int64]) -> Boxes:
        """The boxes that a mask or an order picks."""
        return Boxes(
            self.picture[kept],
            self.category[kept],
            self.corners[kept],
            self.is_crowd[kept],
            self.ids[kept],
        )


@dataclass(frozen=True, eq=False)
class Annotations:
    """A data set: its pictures, categories and usable boxes, and what was left out of the file."""

    source: str
    pictures: Pictures
    categories: tuple[str, ...]
    boxes: Boxes
    anomalies: tuple[Anomaly, ...] = ()


@dataclass(frozen=True, eq=False)
class Raw:
    """Boxes as a file gives them: picture or category -1 where it isn't listed, corners as they
    are.  names: for a box of an unlisted picture, by its row, what the file calls the picture."""

    boxes: Boxes
    names: dict[int, str]


def checked(
    source: str,
    pictures: Pictures,
    categories: Sequence[str],
    raw: Raw,
    has_ids: bool,
    anomalies: Sequence[Anomaly] = (),
) -> Annotations:
    """The usable boxes, cut at the picture's edges, in the order of their pictures.

    has_ids: boxes listed twice have one id; without ids they are alike in everything.
    anomalies: what the reader found before.
    """
    boxes = raw.boxes
    reasons = _reasons(pictures, boxes, has_ids)
    is_left_out = np.zeros(len(boxes), dtype=np.bool_)
    found = list(anomalies)
    for kind, is_so in reasons:
        found += _named(kind, is_so & ~is_left_out, pictures, raw)
        is_left_out |= is_so
    found += _named(AnomalyKind.CUT, _is_cut(pictures, boxes) & ~is_left_out, pictures, raw)
    kept = boxes.where(~is_left_out)
    kept = replace(kept, corners=np.clip(kept.corners, 0.0, 1.0))
    ordered = kept.where(np.argsort(kept.picture, kind="stable"))
    return Annotations(source, pictures, tuple(categories), ordered, tuple(found))


def _reasons(
    pictures: Pictures, boxes: Boxes, has_ids: bool
) -> list[tuple[AnomalyKind, NDArray[np.bool_]]]:
    """Why boxes are left out, the first reason that holds counts; masks of shape (n,)."""
    is_finite: NDArray[np.bool_] = np.all(np.isfinite(boxes.corners), axis=1)
    corners = np.where(is_finite[:, None], boxes.corners, 0.0)
    inside = np.clip(corners, 0.0, 1.0)
    sides = inside[:, 2:] - inside[:, :2]
    # A box thinner than a pixel shows nothing; where sizes aren't known any side over 0 will do.
    pixels = sides * np.maximum(_of_boxes(pictures.sizes, boxes), 0.0)
    is_thin = ((sides <= 0) | ((pixels > 0) & (pixels < SLACK - 1e-6))).any(axis=1)
    is_outside = (corners[:, :2] >= 1.0).any(axis=1) | (corners[:, 2:] <= 0.0).any(axis=1)
    is_reversed = (corners[:, 2:] <= corners[:, :2]).any(axis=1)
    return [
        (AnomalyKind.TWICE, _is_repeated(boxes, has_ids)),
        (AnomalyKind.NO_PICTURE, boxes.picture < 0),
        (AnomalyKind.NO_CATEGORY, boxes.category < 0),
        (AnomalyKind.NOT_FINITE, ~is_finite),
        (AnomalyKind.NO_AREA, is_reversed),
        (AnomalyKind.OUTSIDE, is_outside),
        (AnomalyKind.NO_AREA, is_thin),
    ]


def _is_repeated(boxes: Boxes, has_ids: bool) -> NDArray[np.bool_]:
    """All but the first of what is listed twice."""
    columns = [boxes.ids] if has_ids else [boxes.picture, boxes.category, *boxes.corners.T]
    # lexsort keeps the order of equals, so the first in the file stays the first.
    order = np.lexsort(columns)
    is_as_before = np.ones(max(0, len(boxes) - 1), dtype=np.bool_)
    for column in columns:
        is_as_before &= column[order[1:]] == column[order[:-1]]
    is_repeated = np.zeros(len(boxes), dtype=np.bool_)
    is_repeated[order[1:]] = is_as_before
    return is_repeated


def _is_cut(pictures: Pictures, boxes: Boxes) -> NDArray[np.bool_]:
    """Boxes that reach over the picture's edge by more than the slack."""
    over = np.abs(boxes.corners - np.clip(boxes.corners, 0.0, 1.0))
    sizes = np.tile(_of_boxes(pictures.sizes, boxes), 2)
    is_over = (over * sizes > SLACK) | ((sizes <= 0) & (over > 0))
    return np.asarray(is_over.any(axis=1))


def _of_boxes(values: NDArray[np.float64], boxes: Boxes) -> NDArray[np.float64]:
    """A picture's values for each of its boxes; zeros for boxes of unlisted pictures."""
    padded = np.concatenate([values, np.zeros((1, values.shape[1]))])
    return np.asarray(padded[boxes.picture], dtype=np.float64)


def _named(
    kind: AnomalyKind, is_so: NDArray[np.bool_], pictures: Pictures, raw: Raw
) -> list[Anomaly]:
    found = []
    for row in np.flatnonzero(is_so).tolist():
        place = int(raw.boxes.picture[row])
        name = pictures.ids[place] if place >= 0 else raw.names.get(row, "")
        found.append(Anomaly(kind, name, int(raw.boxes.ids[row])))
    return found
