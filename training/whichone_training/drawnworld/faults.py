"""What goes wrong when a picture is taken without seeing it: blur, dark, glare, finger, cut off.

Each fault has a light form, which leaves the picture readable and comes with any question,
and a heavy form, after which nothing can be told.  A thing that is cut off is not made here:
it is a layout of its own (`items.py`), as no pixel of it may be in the picture.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from random import Random
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]


class Fault(StrEnum):
    """A fault of a picture; the value is how it is said."""

    BLUR = "blurred"
    DARK = "too dark"
    GLARE = "too bright"
    FINGER = "covered"
    CUT_OFF = "cut off"


def spoil(pixels: Pixels, fault: Fault, random: Random, *, is_heavy: bool) -> Pixels:
    """The picture, (side, side, 3) uint8 RGB, with a fault; the input stays as it is."""
    return _MAKERS[fault](pixels, random, is_heavy)


def _blur(pixels: Pixels, random: Random, is_heavy: bool) -> Pixels:
    import cv2

    share = random.uniform(0.09, 0.15) if is_heavy else random.uniform(0.003, 0.009)
    return np.asarray(cv2.GaussianBlur(pixels, (0, 0), share * pixels.shape[0]), dtype=np.uint8)


def _dark(pixels: Pixels, random: Random, is_heavy: bool) -> Pixels:
    factor = random.uniform(0.01, 0.04) if is_heavy else random.uniform(0.5, 0.8)
    noise = np.random.default_rng(random.getrandbits(32)).normal(4, 3, pixels.shape)
    return np.clip(pixels * factor + noise, 0, 255).astype(np.uint8)


def _glare(pixels: Pixels, random: Random, is_heavy: bool) -> Pixels:
    side = pixels.shape[0]
    rows, columns = np.mgrid[0:side, 0:side] / side
    at = (random.uniform(0.3, 0.7), random.uniform(0.3, 0.7))
    if not is_heavy:
        at = (random.choice((0.0, 1.0)), random.choice((0.0, 1.0)))
    reach = random.uniform(1.3, 1.8) if is_heavy else random.uniform(0.2, 0.35)
    distance = np.hypot(rows - at[0], columns - at[1])
    light = np.clip((1.6 if is_heavy else 0.8) * (1 - distance / reach), 0, 1)[..., None]
    if is_heavy:
        light = np.clip(light + 0.55, 0, 0.985)
    return np.asarray(pixels * (1 - light) + 255 * light, dtype=np.uint8)


def _finger(pixels: Pixels, random: Random, is_heavy: bool) -> Pixels:
    import cv2

    side = pixels.shape[0]
    mask = np.zeros((side, side), np.float32)
    corner = (random.choice((0, side)), random.choice((0, side)))
    reach = random.uniform(1.5, 1.7) if is_heavy else random.uniform(0.1, 0.17)
    cv2.circle(mask, corner, int(reach * side), 1.0, -1)
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), 0.03 * side), dtype=np.float32)
    shade = random.uniform(0.4, 1.0)
    skin = np.array([214, 150, 122]) * shade
    share = mask[..., None]
    return np.asarray(pixels * (1 - share) + skin * share, dtype=np.uint8)


_MAKERS: Mapping[Fault, Callable[[Pixels, Random, bool], Pixels]] = MappingProxyType(
    {Fault.BLUR: _blur, Fault.DARK: _dark, Fault.GLARE: _glare, Fault.FINGER: _finger}
)
SPOILING = tuple(_MAKERS)
"""The faults that `spoil` makes."""
