"""Whether a picture is a photo, and one on which things can be seen.

Drawings, diagrams and screens are made of even areas: most neighbouring pixels are exactly
alike, and a handful of colours covers half of the picture.  Noise and light keep photos from
both, but night and glare are even too: the most even of 471 COCO photos, a sign at night,
has 0.77 and 0.76.  tests/bench/aqua_filter.py measures photos and the project's own drawings.
A drawing with shades or grain passes: that takes a person or a model.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from whichone_core.picture.pictures import read_file
from whichone_core.picture.quality import inspect, is_unusable
from whichone_core.types.pictures import Frame

EVEN, FEW = 0.82, 0.8
"""Shares of neighbours that are alike, and of the picture in its five commonest colours, from
which both together tell a drawing."""
COLOURS = 5
STEP = 320
"""About so many columns and rows are looked at."""


@dataclass(frozen=True, slots=True)
class Evenness:
    """alike: share of pixels like their right neighbour; few: share of the commonest colours."""

    alike: float
    few: float

    @property
    def is_drawing(self) -> bool:
        return self.alike >= EVEN and self.few >= FEW


def evenness(pixels: NDArray[np.uint8]) -> Evenness:
    """pixels: RGB, (height, width, 3)."""
    step = max(1, max(pixels.shape[:2]) // STEP)
    # Neighbours in the small picture are apart in the large one: grain can't make them alike.
    small = pixels[::step, ::step].astype(np.int64)
    alike = float((np.abs(np.diff(small, axis=1)).max(axis=2) == 0).mean())
    code = (small * [65536, 256, 1]).sum(axis=2).ravel()
    counts = np.sort(np.unique(code, return_counts=True)[1])
    return Evenness(alike, float(counts[-COLOURS:].sum() / code.size))


def picture_fault(frame: Frame) -> str | None:
    """Why a picture can't be used: it is a drawing, or shows nothing."""
    if evenness(frame.pixels).is_drawing:
        return "the picture is a drawing, not a photo"
    if is_unusable(inspect(frame)):
        return "the picture shows nothing"
    return None


def file_fault(path: Path) -> str | None:
    """The same of a file.  Raises InputError where it is no picture."""
    return picture_fault(read_file(path))
