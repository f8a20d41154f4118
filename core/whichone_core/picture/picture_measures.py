"""Numbers that tell a good photo from a bad one, measured at 640 pixels of width.

    sharpness        steepness of the edges times the root of the fine detail (see below)
    steepness        gradient after a slight against gradient after a strong smoothing, at the
                     strongest twentieth of pixels (upper quartile): 1 for a smear, about 3
                     for a clean step, 5 and more for fine texture.  Contrast cancels out, so
                     that pale things are not called blurred.
    strongest_edge   grey levels per pixel, 99th percentile of the best tile
    lightness_95     CIELAB lightness that 5% of the pixels are above, 0 to 100
    lightness_range  CIELAB lightness between the 1st and the 99th percentile
    clipped          share of pixels at 250 or more of 255
    flat             of the other pixels, the share that equal all four neighbours exactly: next
                     to none in photos, most in drawings and logos
    short_side       pixels of the shorter side before any reduction

Fine detail is the variance of the Laplacian over tiles of 80 pixels, 95th percentile, after
smoothing by 0.6 pixels so that sensor noise does not pass for detail.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from whichone_core.types.pictures import Frame

if TYPE_CHECKING:
    from numpy.typing import NDArray

_WIDTH, _HEIGHT, _TILE = 640, 1140, 80
_CLIPPED = 250
_FEWEST = 10
"""Pixels with a gradient of 4 or more that one short word has, and noise has not."""


def measure(frame: Frame) -> dict[str, float]:
    """Every number by its name."""
    import cv2

    rgb = _reduced(frame.pixels)
    grey = cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY)
    light = cv2.cvtColor(rgb, cv2.COLOR_RGB2LAB)[:, :, 0] / 2.55
    low, high, top = np.percentile(light, (1, 95, 99))
    edges = _edges(grey.astype(np.float32))
    return {
        "sharpness": edges.steepness * math.sqrt(edges.detail),
        "steepness": edges.steepness,
        "strongest_edge": edges.strongest,
        "lightness_95": float(high),
        "lightness_range": float(top - low),
        "clipped": float((grey >= _CLIPPED).mean()),
        "flat": _flat(rgb, grey < _CLIPPED),
        "short_side": float(min(frame.full_size)),
    }


def _reduced(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The picture at most 640 pixels wide; first by a whole factor, which is much faster."""
    import cv2

    height, width = pixels.shape[:2]
    scale = min(1.0, _WIDTH / width, _HEIGHT / height)
    size = max(1, round(width * scale)), max(1, round(height * scale))
    whole = int(min(0.5 / scale, width, height))
    if whole > 1:
        box = width // whole * whole, height // whole * whole
        part = pixels[: box[1], : box[0]]
        half = box[0] // whole, box[1] // whole
        pixels = cv2.resize(part, half, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
    return cv2.resize(pixels, size, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)


def _flat(rgb: NDArray[np.uint8], counts: NDArray[np.bool_]) -> float:
    """The share of the pixels that count and equal their neighbours; 0 where none counts."""
    if not counts.any():
        return 0.0
    down = (rgb[1:] == rgb[:-1]).all(axis=2)
    across = (rgb[:, 1:] == rgb[:, :-1]).all(axis=2)
    inside = counts[1:-1, 1:-1]
    same = down[:-1, 1:-1] & down[1:, 1:-1] & across[1:-1, :-1] & across[1:-1, 1:]
    return float((same & inside).sum() / counts.sum())


@dataclass(frozen=True, slots=True)
class _Edges:
    steepness: float
    detail: float
    strongest: float


def _edges(grey: NDArray[np.float32]) -> _Edges:
    """Edge measures of grey levels, shape (height, width), about 640 pixels wide."""
    import cv2

    bends = cv2.Laplacian(cv2.GaussianBlur(grey, (0, 0), 0.6), cv2.CV_32F).astype(np.float32)
    fine, coarse = _gradient(grey, 0.8), _gradient(grey, 3.5)
    strong = fine >= max(4.0, float(np.percentile(fine, 95)))
    steepness = 1.0
    if strong.sum() >= _FEWEST:
        steepness = float(np.percentile(fine[strong] / (coarse[strong] + 0.3), 75))
    best = max(float(np.percentile(tile, 99)) for tile in _tiled(fine))
    return _Edges(steepness, float(np.percentile([tile.var() for tile in _tiled(bends)], 95)), best)


def _gradient(grey: NDArray[np.float32], sigma: float) -> NDArray[np.float32]:
    """Grey levels per pixel after smoothing by sigma pixels."""
    import cv2

    smooth = cv2.GaussianBlur(grey, (0, 0), sigma)
    across, down = cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1)
    return (cv2.magnitude(across, down) / 8).astype(np.float32, copy=False)


def _tiled(values: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    height, width = values.shape
    return [
        values[y : y + _TILE, x : x + _TILE]
        for y in range(0, max(1, height - _TILE + 1), _TILE)
        for x in range(0, max(1, width - _TILE + 1), _TILE)
    ]
