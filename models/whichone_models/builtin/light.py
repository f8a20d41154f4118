"""How light it is in a picture, and whether something in it shines: for "is the light on?".

A photo's overall lightness says little by itself, as the camera exposes for a middle grey;
only where there is too little light does it stay dark.  A lamp or window shows as a compact
spot that is overexposed (its pixels are clipped) and far lighter than the rest.

Accepted: white paper in the sun, or a screen, looks the same as a lamp; an answer says that
something shines, not what.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from whichone_core.picture.colours import lab
from whichone_core.types.evidence import LightReading

if TYPE_CHECKING:
    from numpy.typing import NDArray

SIDE = 160
"""Longest side, in pixels, at which light is measured: noise and glints average out."""
CLIPPED = 96.0
"""CIELAB lightness of an overexposed spot."""
CONTRAST = 40.0
"""How much lighter than the picture's median a light source is, in CIELAB lightness."""
SMALLEST, LARGEST = 0.001, 0.25
"""Share of the picture that a light source covers; more is a white background or the sky."""


def read_light(pixels: NDArray[np.uint8]) -> LightReading:
    """Lightness of an RGB picture, shape (height, width, 3), and of its brightest spot."""
    import cv2

    scale = SIDE / max(pixels.shape[:2])
    size = (max(1, round(pixels.shape[1] * scale)), max(1, round(pixels.shape[0] * scale)))
    small = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    lightness = lab(np.asarray(small, dtype=np.uint8))[..., 0]
    smooth = np.asarray(cv2.blur(lightness, (3, 3)), dtype=np.float64)
    return LightReading(
        mean=round(float(lightness.mean()), 2),
        brightest=round(float(smooth.max()), 2),
        has_light_source=_has_light_source(smooth),
    )


def _has_light_source(smooth: NDArray[np.float64]) -> bool:
    """Whether a compact clipped spot stands out from the picture."""
    import cv2

    is_clipped = smooth >= CLIPPED
    if not is_clipped.any() or CLIPPED - float(np.median(smooth)) < CONTRAST:
        return False
    _, _, spots, _ = cv2.connectedComponentsWithStats(is_clipped.astype(np.uint8))
    sizes = spots[1:, cv2.CC_STAT_AREA] / smooth.size
    return bool(sizes.max() >= SMALLEST and is_clipped.mean() <= LARGEST)
