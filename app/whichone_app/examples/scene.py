"""A small renderer for the example of several things on a table: shapes, light, shadows.

Shapes are signed distance functions (the distance from a point to the nearest surface,
negative inside), found by marching along each ray; one lamp casts soft shadows.  Real
enough for detectors that were trained on photos: cups, apples and oranges are recognised.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float32]
"""Shape (n, 3): x to the right, y up from the table, z away from the viewer."""
Numbers = NDArray[np.float32]
"""Shape (n,)."""
Colour = tuple[float, float, float]

LAMP = np.array([-0.45, 0.80, -0.40], np.float32) / np.float32(1.0012)
NEAR_ENOUGH, TOO_FAR, STEPS, SHADOW_STEPS = 0.002, 40.0, 90, 28


@dataclass(frozen=True, slots=True)
class Thing:
    """A shape at a place on the table, turned about its upright axis, in one colour."""

    shape: Callable[[Points], Numbers]
    place: tuple[float, float]
    colour: Colour
    turned_degrees: float = 0.0

    def distance(self, points: Points) -> Numbers:
        x, z = self.place
        moved = points - np.array([x, 0, z], np.float32)
        angle = np.deg2rad(self.turned_degrees)
        cosine, sine = np.float32(np.cos(angle)), np.float32(np.sin(angle))
        across = cosine * moved[:, 0] + sine * moved[:, 2]
        away = cosine * moved[:, 2] - sine * moved[:, 0]
        return self.shape(np.stack([across, moved[:, 1], away], -1))


@dataclass(frozen=True, slots=True)
class Camera:
    """Where the viewer's eye is and how far it looks down."""

    eye: tuple[float, float, float]
    down_degrees: float
    zoom: float = 0.85

    def rays(self, width: int, height: int) -> Points:
        """One direction a pixel, row by row."""
        rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
        flat = [(columns - width / 2) / width, (height / 2 - rows) / width]
        rays = np.stack([*flat, np.full_like(rows, self.zoom)], -1).reshape(-1, 3)
        angle = np.deg2rad(self.down_degrees)
        cosine, sine = np.cos(angle), np.sin(angle)
        tilt = np.array([[1, 0, 0], [0, cosine, -sine], [0, sine, cosine]], np.float32)
        return _unit(rays @ tilt.T)


def orange(points: Points) -> Numbers:
    return _length(points - np.array([0, 0.55, 0], np.float32)) - np.float32(0.55)


def apple(points: Points) -> Numbers:
    """A fat ring whose hole has closed, with its stem."""
    middle = points - np.array([0, 0.5, 0], np.float32)
    body = _ring(middle * np.array([1, 0.92, 1], np.float32), 0.24, 0.36)
    stem = _cylinder(points - np.array([0.02, 0.82, 0], np.float32), 0.03, 0.14)
    return np.minimum(body, stem)


def cup(points: Points) -> Numbers:
    """A hollow cylinder with a handle on its right."""
    middle = points - np.array([0, 0.62, 0], np.float32)
    hollow = _cylinder(middle - np.array([0, 0.12, 0], np.float32), 0.43, 0.6)
    body = np.maximum(_cylinder(middle, 0.5, 0.6) - 0.03, -hollow)
    beside = middle - np.array([0.55, 0, 0], np.float32)
    ring = _ring(beside[:, [0, 2, 1]], 0.3, 0.075)
    handle = np.maximum(ring, 0.5 - np.hypot(middle[:, 0], middle[:, 2]))
    return np.asarray(np.minimum(body, handle), np.float32)


class Scene:
    """Things on a table with a woven cloth."""

    CLOTH: Colour = (0.42, 0.46, 0.52)

    def __init__(self, things: Sequence[Thing]) -> None:
        self._things = tuple(things)

    def render(self, camera: Camera, width: int, height: int) -> NDArray[np.uint8]:
        """The picture as RGB, shape (height, width, 3), without noise."""
        eye = np.array(camera.eye, np.float32)
        rays = camera.rays(width, height)
        points, owner = self._march(eye, rays)
        normals = self._normals(points)
        lit = np.clip((normals * LAMP).sum(-1), 0, 1) * self._light(points, normals)
        mirrored = 2 * (normals * LAMP).sum(-1, keepdims=True) * normals - LAMP
        gloss = np.clip(-(mirrored * rays).sum(-1), 0, 1) ** 30 * 0.3 * lit * (owner > 0)
        ambient = 0.33 * self._openness(points, normals)
        colour = self._colours(points, owner) * (ambient + 0.75 * lit)[:, None] + gloss[:, None]
        levels = np.clip(colour, 0, 1) ** (1 / 1.8) * 255
        return np.asarray(levels.reshape(height, width, 3), np.uint8)

    def _nearest(self, points: Points) -> tuple[Numbers, NDArray[np.int8]]:
        """Distance to the nearest surface, and which: 0 is the table."""
        best, owner = points[:, 1].copy(), np.zeros(len(points), np.int8)
        for number, thing in enumerate(self._things, start=1):
            distance = thing.distance(points)
            owner[distance < best] = number
            best = np.minimum(best, distance)
        return best, owner

    def _march(self, eye: Points, rays: Points) -> tuple[Points, NDArray[np.int8]]:
        along = np.ones(len(rays), np.float32)
        owner = np.zeros(len(rays), np.int8)
        open_rays = np.arange(len(rays))
        for _ in range(STEPS):
            step, owner[open_rays] = self._nearest(eye + rays[open_rays] * along[open_rays, None])
            along[open_rays] += step * np.float32(0.9)
            open_rays = open_rays[(step > NEAR_ENOUGH) & (along[open_rays] < TOO_FAR)]
        return eye + rays * along[:, None], owner

    def _normals(self, points: Points) -> Points:
        shift = np.eye(3, dtype=np.float32) * np.float32(0.004)
        slopes = [self._nearest(points + d)[0] - self._nearest(points - d)[0] for d in shift]
        return _unit(np.stack(slopes, -1))

    def _light(self, points: Points, normals: Points) -> Numbers:
        """The share of the lamp that reaches each point; shadows get softer with distance."""
        reach, share = np.full(len(points), 0.05, np.float32), np.ones(len(points), np.float32)
        for _ in range(SHADOW_STEPS):
            distance, _ = self._nearest(points + normals * 0.02 + LAMP * reach[:, None])
            share = np.minimum(share, np.clip(7 * distance / reach, 0, 1))
            reach += np.clip(distance, 0.03, 0.4)
        return share

    def _openness(self, points: Points, normals: Points) -> Numbers:
        """How much of the sky each point sees: dark in corners and under things."""
        blocked = np.zeros(len(points), np.float32)
        for step in (0.1, 0.25, 0.5):
            distance, _ = self._nearest(points + normals * np.float32(step))
            blocked += (step - np.minimum(distance, step)) * 0.55
        return np.asarray(np.clip(1 - blocked, 0.2, 1), np.float32)

    def _colours(self, points: Points, owner: NDArray[np.int8]) -> Points:
        table = np.array([self.CLOTH, *(thing.colour for thing in self._things)], np.float32)
        colours = table[owner]
        weave = 0.97 + 0.03 * np.sin(points[:, 0] * 90) * np.sin(points[:, 2] * 90)
        colours[owner == 0] *= weave[owner == 0, None]
        return np.asarray(colours, np.float32)


def _length(points: Points) -> Numbers:
    return np.asarray(np.sqrt((points * points).sum(-1)), np.float32)


def _unit(vectors: Points) -> Points:
    return np.asarray(vectors / np.maximum(_length(vectors), 1e-9)[:, None], np.float32)


def _ring(points: Points, radius: float, thickness: float) -> Numbers:
    across = np.hypot(points[:, 0], points[:, 2]) - np.float32(radius)
    return np.hypot(across, points[:, 1]) - np.float32(thickness)


def _cylinder(points: Points, radius: float, half_height: float) -> Numbers:
    beside = np.hypot(points[:, 0], points[:, 2]) - np.float32(radius)
    above = np.abs(points[:, 1]) - np.float32(half_height)
    outside = np.hypot(np.maximum(beside, 0), np.maximum(above, 0))
    return np.minimum(np.maximum(beside, above), 0) + outside
