"""What a camera sees while somebody aims it: views of one drawn world, and how they change."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from tests.labels import blank, font, pixels

Shot = NDArray[np.uint8]
SIZE = (640, 480)
WORLD = (1600, 1200)
PAPER = (600, 420, 1000, 780)
"""Where the label lies in the world; a view is centred on it without a shift."""


@lru_cache
def world() -> Image.Image:
    """A wooden table with a label that says what milk says."""
    image, draw = blank(*WORLD, "tan")
    grain = np.random.default_rng(7)
    for row in range(0, WORLD[1], 12):
        shade = int(grain.integers(150, 190))
        draw.line((0, row, WORLD[0], row + 6), fill=(shade, shade - 30, shade - 70), width=3)
    draw.rectangle(PAPER, fill="ivory", outline="dimgray", width=4)
    lines = (("FRESH MILK", 52), ("Best before:", 34), ("14 MAR 2027", 44), ("1 litre", 34))
    top = PAPER[1] + 40
    for line, size in lines:
        draw.text((PAPER[0] + 35, top), line, font=font("bold", size), fill="black")
        top += size + 30
    return image


def view(across: int = 0, down: int = 0, *, light: float = 1.0, blur: float = 0.0) -> Shot:
    """What is seen with the camera moved by so many pixels of the world from the label's middle.

    light: 1 as it is, 0 black.  blur: pixels by which everything is smeared.
    """
    left = (WORLD[0] - SIZE[0]) // 2 + across
    top = (WORLD[1] - SIZE[1]) // 2 + down
    shown = world().crop((left, top, left + SIZE[0], top + SIZE[1]))
    if blur:
        shown = shown.filter(ImageFilter.GaussianBlur(blur))
    noise = np.random.default_rng(abs(across * 31 + down)).normal(0, 1.5, (*SIZE[::-1], 3))
    return np.clip(pixels(shown) * light + noise, 0, 255).astype(np.uint8)


DARK = view(light=0.03)
CUT_OFF = view(200)
"""The label's beginning lies outside, on the left."""
GOOD = view()


def waved(step: int) -> Shot:
    """The camera while it is moved: another place each time, smeared."""
    return view(150 * (step % 3) - 150, 60 * (step % 2), blur=3)
