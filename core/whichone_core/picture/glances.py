"""The quick measures of a live camera's picture: its flaws, motion, subject and spots of glare.

The flaws are measured just as those of a taken picture (`quality.inspect`, at 640 pixels of
width), so that a picture which was good while aiming is not called blurred afterwards.  The
other measures work on a copy of 160 by about 120 pixels and cost a millisecond; what all of it
costs stands in docs/measured.md, section "aiming".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from whichone_core.picture import quality
from whichone_core.picture.guidance import Boxes, Glance
from whichone_core.picture.pictures import frame_from_rgb
from whichone_core.types.pictures import SourceKind

if TYPE_CHECKING:
    from numpy.typing import NDArray

LOOKED_AT = 640
"""Pixels of width that a glance needs; more is thrown away."""

_SMALL, _COARSE = 160, 40
"""Pixels of width for spots, and for motion: a hand's tremor does not show in 40."""
_NOISE = 1.0
"""Grey levels that two pictures of the same scene differ by at this size."""
_FIELDS, _STANDS_OUT = (16, 12), 8.0
"""Fields of a picture, and the distance in CIELAB from which on one stands out."""
_CLIPPED, _HALO = 250, (185, 249)
"""Grey levels of glare, and of the soft border that it has and white paper has not."""
_SOLID = 5
"""Pixels (small picture) around a bright spot's middle that are bright too."""
_SOFT_SHARE = 0.5
"""Share of the border that must be soft."""


@dataclass
class Glancer:
    """Measures one picture after another; motion is the change since the one before."""

    _before: NDArray[np.float32] | None = None

    def look(self, pixels: NDArray[np.uint8], at_s: float, boxes: Boxes | None = None) -> Glance:
        """pixels: RGB, uint8, (height, width, 3).  The first picture has no motion."""
        import cv2

        picture = narrowed(pixels)
        report = quality.inspect(frame_from_rgb(picture, SourceKind.CAMERA))
        height, width = picture.shape[:2]
        size = _SMALL, max(1, round(_SMALL * height / width))
        small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
        grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_RGB2GRAY), dtype=np.uint8)
        coarse = _COARSE, max(1, round(_COARSE * height / width))
        now = cv2.resize(grey, coarse, interpolation=cv2.INTER_AREA).astype(np.float32)
        before, self._before = self._before, now
        moved = motion(before, now) if before is not None else 0.0
        return Glance(
            at_s, report, moved, subject(np.asarray(small, dtype=np.uint8)), glare(grey), boxes
        )


def narrowed(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The picture at most LOOKED_AT pixels wide."""
    import cv2

    height, width = pixels.shape[:2]
    if width <= LOOKED_AT:
        return pixels
    size = LOOKED_AT, max(1, round(height * LOOKED_AT / width))
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def motion(before: NDArray[np.float32], now: NDArray[np.float32]) -> float:
    """Change between two grey pictures as a share of their contrast; 0 for other sizes.

    Their mean brightness is taken out, as a camera adapts its exposure all the time.
    """
    if before.shape != now.shape:
        return 0.0
    one, other = before - before.mean(), now - now.mean()
    change = np.maximum(np.abs(one - other) - _NOISE, 0.0).mean()
    contrast = max(float(np.abs(one).mean()), float(np.abs(other).mean()))
    return float(change) / (contrast + 2 * _NOISE)


def subject(rgb: NDArray[np.uint8]) -> float:
    """The share of the inner picture whose colour stands out from that of its border.

    A table, a carpet or a wall is the same all over, however much grain it has; a thing in
    front of it is not.  Compared are the mean colours of 16 by 12 fields in CIELAB.
    """
    import cv2

    fields = cv2.resize(rgb, _FIELDS, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    lab = cv2.cvtColor(fields, cv2.COLOR_RGB2LAB)
    border = np.concatenate([lab[0], lab[-1], lab[1:-1, 0], lab[1:-1, -1]])
    usual = np.median(border, axis=0)
    usual_spread = np.median(np.linalg.norm(border - usual, axis=1))
    difference = np.linalg.norm(lab[1:-1, 1:-1] - usual, axis=2)
    return float((difference > _STANDS_OUT + 2 * usual_spread).mean())


def glare(grey: NDArray[np.uint8]) -> float:
    """The share of the picture that soft-edged bright spots cover, the largest one only.

    A lamp's reflection fades into what it covers; white paper ends at once, at its border and
    at its print, and is not glare.
    """
    import cv2

    bright = (grey >= _CLIPPED).astype(np.uint8)
    solid = cv2.morphologyEx(bright, cv2.MORPH_OPEN, np.ones((_SOLID, _SOLID), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(solid)
    if count < 2:
        return 0.0
    largest = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
    spot = (labels == largest).astype(np.uint8)
    ring = cv2.dilate(spot, np.ones((5, 5), np.uint8)).astype(bool) & (spot == 0)
    border = grey[ring]
    is_soft = (border >= _HALO[0]) & (border <= _HALO[1])
    soft = float(is_soft.mean()) if border.size else 0.0
    return float(spot.mean()) if soft >= _SOFT_SHARE else 0.0
