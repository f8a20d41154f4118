"""Draws as many pictures of each level as asked, or as there are, each picture once.

The order of a level is that of a hash of seed, level and picture: it doesn't depend on the
order of the file, and asking for more keeps the pictures of levels 1 to 3 that were drawn
before.  The rare levels draw first (3, 2, 1); level 0 draws from all that is left, as AQuA
takes random pictures for it, but only where a question can name its target without doubt: a
box that covers a hundredth of the picture and is the only one of its category.

As almost every picture has a level of its own, few would be left for level 0 in a small data
set; no level then takes more than `fair_share`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray
from whichone_core.picture.saliency import areas

from .boxes import Annotations, Anomaly, AnomalyKind
from .levels import Levelled

DRAWN_IN_ORDER = (3, 2, 1)
TARGET_COVERS = 0.01


@dataclass(frozen=True, slots=True)
class Draw:
    """A picture drawn for a level; target: the row of its box at level 0."""

    picture: int
    level: int
    target: int | None = None


@dataclass(frozen=True, slots=True)
class Sample:
    """What was drawn, by level and then by picture, and the pictures without a file."""

    draws: tuple[Draw, ...]
    anomalies: tuple[Anomaly, ...]

    def size(self, level: int) -> int:
        return sum(draw.level == level for draw in self.draws)


def drawn(
    annotations: Annotations,
    found: Levelled,
    per_level: int | None,
    seed: int,
    files: Collection[str] | None = None,
) -> Sample:
    """per_level: None for as many as there are.

    files: names of the pictures that are there; None where that isn't known.
    """
    pictures = annotations.pictures
    is_there = np.array([files is None or name in files for name in pictures.files], np.bool_)
    absent = np.flatnonzero(~is_there).tolist()
    pools = {
        level: np.flatnonzero((found.level == level) & is_there).tolist()
        for level in DRAWN_IN_ORDER
    }
    targets = {place: rows for place, rows in nameable(annotations).items() if is_there[place]}
    usable = targets.keys() | {place for pool in pools.values() for place in pool}
    share = fair_share([len(pool) for pool in pools.values()], len(usable))
    wanted = share if per_level is None else min(per_level, share)
    draws: list[Draw] = []
    for level, pool in pools.items():
        draws += [Draw(place, level) for place in _first(pool, pictures.ids, seed, level, wanted)]
    left = targets.keys() - {draw.picture for draw in draws}
    for place in _first(left, pictures.ids, seed, 0, wanted):
        pick = order(seed, 0, f"{pictures.ids[place]} target")[0] % len(targets[place])
        draws.append(Draw(place, 0, targets[place][pick]))
    draws.sort(key=lambda draw: (draw.level, draw.picture))
    anomalies = tuple(Anomaly(AnomalyKind.NO_FILE, pictures.ids[place]) for place in absent)
    return Sample(tuple(draws), anomalies)


def fair_share(sizes: Sequence[int], pictures: int) -> int:
    """The most that each level may take so that as many pictures are left for level 0.

    sizes: how many pictures levels 1 to 3 have; pictures: how many there are in all.
    """
    low, high = 0, pictures
    while low < high:
        share = (low + high + 1) // 2
        taken = share + sum(min(share, size) for size in sizes)
        low, high = (share, high) if taken <= pictures else (low, share - 1)
    return low


def _first(
    pool: Iterable[int], ids: Sequence[str], seed: int, level: int, wanted: int
) -> list[int]:
    return sorted(pool, key=lambda place: order(seed, level, ids[place]))[:wanted]


def order(seed: int, level: int, name: str) -> bytes:
    """Where a name stands in the random order of a level."""
    return blake2b(f"{seed}/{level}/{name}".encode(), digest_size=8).digest()


def nameable(annotations: Annotations) -> dict[int, list[int]]:
    """By picture, the rows of the boxes that are the only one of their category there."""
    boxes = annotations.boxes
    kind = boxes.picture * max(1, len(annotations.categories)) + boxes.category
    _, place, counts = np.unique(kind, return_inverse=True, return_counts=True)
    is_alone: NDArray[np.bool_] = (counts[place] == 1) & ~boxes.is_crowd
    is_alone &= areas(boxes.corners) >= TARGET_COVERS
    rows: dict[int, list[int]] = {}
    for row in np.flatnonzero(is_alone).tolist():
        rows.setdefault(int(boxes.picture[row]), []).append(row)
    return rows
