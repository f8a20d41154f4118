"""Draws a scene: background, things, their words, and what went wrong with the picture.

Drawn with the polygons and fonts that OpenCV brings, so that every machine draws the same.
"""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np
from numpy.typing import NDArray

from .faults import SPOILING, Fault, Pixels, spoil
from .scenes import Scene, Thing, World
from .shapes import COLOURS

BACKGROUNDS = (
    (250, 250, 250), (232, 232, 230), (222, 232, 244), (244, 238, 222), (226, 240, 226),
    (240, 226, 232), (206, 206, 210), (214, 200, 180),
)  # fmt: skip
SHIFTED_BACKGROUNDS = ((176, 196, 190), (196, 180, 206), (236, 222, 190), (170, 184, 208))
SUBPIXEL_BITS = 4
OVERSAMPLED = 2


def draw(scene: Scene, side: int, fault: Fault | None = None) -> Pixels:
    """The picture, (side, side, 3) uint8 RGB.

    fault: the heavy fault that spoils it; without one it may have a light one.
    """
    import cv2

    random = Random(scene.seed)
    large = side * OVERSAMPLED
    canvas = _background(large, scene.world, random)
    behind = canvas.copy()
    for thing in scene.things:
        _draw_thing(canvas, behind, thing, scene.world, random)
    pixels = np.asarray(
        cv2.resize(canvas, (side, side), interpolation=cv2.INTER_AREA), dtype=np.uint8
    )
    if fault in SPOILING and fault is not None:
        return spoil(pixels, fault, random, is_heavy=True)
    if fault is None and random.random() < 0.3:
        return spoil(pixels, random.choice(SPOILING), random, is_heavy=False)
    return pixels


def _background(side: int, world: World, random: Random) -> Pixels:
    """A ground that changes evenly or in stripes, with noise; in single precision throughout.

    No ground is so dark that adding whole numbers to it could round: a test holds that.
    """
    import cv2

    palette = SHIFTED_BACKGROUNDS if world is World.SHIFTED else BACKGROUNDS
    first = np.array(random.choice(palette), np.float32)
    second = np.clip(first + random.uniform(-22, 22), 0, 255)
    rows, columns = _places(side)
    if world is World.SHIFTED:
        width = random.uniform(0.06, 0.16)
        mixed = ((columns + rows * random.choice((0, 1, -1))) / width % 2 < 1).astype(np.float32)
        second = np.clip(first - random.uniform(12, 30), 0, 255)
    else:
        slope = random.uniform(0, 1)
        mixed = rows * slope + columns * (1 - slope)
    noise = np.random.default_rng(random.getrandbits(32)).integers(-6, 7, (side, side))
    noise = noise.astype(np.float32)
    # Channel by channel: numpy is many times as fast where what lies together is computed alike.
    grounds = (
        start + (end - start) * mixed + noise for start, end in zip(first, second, strict=True)
    )
    levels = [np.clip(ground, 0, 255, out=ground).astype(np.uint8) for ground in grounds]
    return np.asarray(cv2.merge(levels), dtype=np.uint8)


@cache
def _places(side: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """How far down and to the right each pixel is, 0 to 1; shared, so not to be written into."""
    rows, columns = np.mgrid[0:side, 0:side].astype(np.float32) / side
    for places in (rows, columns):
        places.setflags(write=False)
    return rows, columns


def _draw_thing(canvas: Pixels, behind: Pixels, thing: Thing, world: World, random: Random) -> None:
    import cv2

    side = canvas.shape[0]
    shade = _shade(thing.look.colour, world, random)
    for part in thing.parts:
        points = np.round(part.points * side * 2**SUBPIXEL_BITS).astype(np.int32)
        if part.tone is None:
            hole = np.zeros(canvas.shape[:2], np.uint8)
            cv2.fillPoly(hole, [points], 255, cv2.LINE_8, SUBPIXEL_BITS)
            canvas[hole > 0] = behind[hole > 0]
            continue
        colour = _toned(shade, part.tone)
        cv2.fillPoly(canvas, [points], colour, cv2.LINE_AA, SUBPIXEL_BITS)
    if thing.words:
        _write(canvas, thing, world)


def _shade(colour: str, world: World, random: Random) -> NDArray[np.float64]:
    spread = 22 if world is World.SHIFTED else 12
    jitter = np.array([random.uniform(-spread, spread) for _ in range(3)])
    jitter = jitter * 0.4 + random.uniform(-spread, spread) * 0.6
    return np.clip(np.array(COLOURS[colour], np.float64) + jitter, 8, 250)


def _toned(shade: NDArray[np.float64], tone: float) -> tuple[int, int, int]:
    """Darker below 1, mixed with white above it (3 and more is nearly white)."""
    mixed = shade * tone if tone <= 1 else 255 - (255 - shade) / tone**2
    red, green, blue = (int(value) for value in np.clip(mixed, 0, 255))
    return red, green, blue


def _write(canvas: Pixels, thing: Thing, world: World) -> None:
    import cv2

    side = canvas.shape[0]
    font = cv2.FONT_HERSHEY_COMPLEX if world is World.SHIFTED else cv2.FONT_HERSHEY_SIMPLEX
    box = thing.box
    room = box.width * side * 0.74
    (width, _), _ = cv2.getTextSize(thing.words, font, 1.0, 2)
    scale = min(room / width, box.height * side * 0.42 / 22)
    (width, height), _ = cv2.getTextSize(thing.words, font, scale, 2)
    at = (int(thing.x * side - width / 2), int(thing.y * side + height / 2))
    cv2.putText(canvas, thing.words, at, font, scale, (20, 20, 20), 2, cv2.LINE_AA)
