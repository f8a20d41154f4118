"""Near-duplicate pictures, by two perceptual hashes that must both agree.

The difference hash (which of two neighbours is lighter, on 9 x 8 pixels) tells small changes
of light and size; the hash of the lowest frequencies (DCT of 32 x 32 pixels) tells structure.
Each alone takes more different photos for alike; the closest two of 471 COCO photos differ in 18
bits of one or the other.  Smaller, dimmer and recompressed copies are found, cropped ones mostly
by 2 in 100 and less by 5, mirrored ones never (tests/bench/aqua_filter.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from whichone_core.picture.pictures import read_file

DIFFERENCE_WITHIN, FREQUENCY_WITHIN = 12, 12
"""Bits of 64 that two hashes of near-duplicates may differ in."""
BLOCK = 1024
"""Rows that are compared at once: 1024 x n counts of bits at a time."""


@dataclass(frozen=True, slots=True)
class Hashes:
    """The two hashes of a picture, 64 bits each."""

    difference: int
    frequency: int


def hashes(pixels: NDArray[np.uint8]) -> Hashes:
    """pixels: RGB, (height, width, 3)."""
    import cv2

    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    small = cv2.resize(grey, (9, 8), interpolation=cv2.INTER_AREA).astype(np.int64)
    waves = cv2.dct(cv2.resize(grey, (32, 32), interpolation=cv2.INTER_AREA).astype(np.float32))
    low = np.asarray(waves)[:8, :8].ravel()
    # The first is the mean lightness, which would only shift the median.
    return Hashes(_bits((np.diff(small, axis=1) > 0).ravel()), _bits(low > np.median(low[1:])))


def _bits(flags: NDArray[np.bool_]) -> int:
    return int.from_bytes(np.packbits(flags).tobytes(), "big")


def file_hashes(path: Path) -> Hashes:
    """The hashes of a picture's file.  Raises InputError where it can't be read."""
    return hashes(read_file(path).pixels)


def near_pairs(found: Sequence[Hashes]) -> Iterator[tuple[int, int]]:
    """Places of near-duplicates, each pair once, the smaller place first."""
    difference = np.array([each.difference for each in found], dtype=np.uint64)
    frequency = np.array([each.frequency for each in found], dtype=np.uint64)
    for start in range(0, len(found), BLOCK):
        end = min(start + BLOCK, len(found))
        is_near = _apart(difference[start:end], difference) <= DIFFERENCE_WITHIN
        is_near &= _apart(frequency[start:end], frequency) <= FREQUENCY_WITHIN
        for one, other in zip(*np.nonzero(is_near), strict=True):
            if start + int(one) < int(other):
                yield start + int(one), int(other)


def _apart(some: NDArray[np.uint64], all_: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Bits that differ, (len(some), len(all_))."""
    return np.asarray(np.bitwise_count(some[:, None] ^ all_[None, :]), dtype=np.uint8)


def groups(count: int, pairs: Iterator[tuple[int, int]]) -> list[int]:
    """For each of so many places the smallest place that it is linked to, over any way."""
    root = list(range(count))

    def top(place: int) -> int:
        while root[place] != place:
            root[place] = root[root[place]]
            place = root[place]
        return place

    for one, other in pairs:
        low, high = sorted((top(one), top(other)))
        root[high] = low
    return [top(place) for place in range(count)]
