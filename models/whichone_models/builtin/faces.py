"""Where faces are in a picture, so that a study can make them unrecognisable before it keeps it.

CenterFace (arXiv 1911.03599) looks at the whole picture, at a larger form of it for small
faces, and at it turned, as people who don't see hold cameras in every way.  A face that is
missed stays recognisable, one too many costs a patch of the picture, so the threshold is low.
Faces that look down, are cut off or covered are missed at times: `docs/study.md` says so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from whichone_core.types.pictures import Box

from .sessions import Network, Sessions

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from whichone_core.types.pictures import Frame

LOOKS = ((960, 0), (480, 0), (480, 1), (480, 2), (480, 3))
"""Each look: the longer side of the picture in pixels, and quarter turns counter-clockwise."""
LEAST_SCORE = 0.25
SAME_FACE = 0.3
"""Overlap from which two boxes are one face."""
STRIDE = 4
MARGIN = 0.15
"""Of a face's size, added on every side: the box ends at chin and forehead."""


class FaceFinder:
    """Finds faces; one may be used from several threads at once."""

    def __init__(self, sessions: Sessions | None = None) -> None:
        self._sessions = sessions or Sessions()

    def faces(self, frame: Frame) -> tuple[Box, ...]:
        """A box around every face found, with some margin.  Raises ModelError."""
        found: list[tuple[float, Box]] = []
        for side, turns in LOOKS:
            found += self._look(frame.pixels, side, turns)
        return tuple(_wider(box) for _, box in _without_doubles(found))

    def _look(self, pixels: NDArray[np.uint8], side: int, turns: int) -> list[tuple[float, Box]]:
        import cv2
        import numpy as np

        height, width = pixels.shape[:2]
        scale = side / max(height, width)
        size = (_of_32(width * scale), _of_32(height * scale))
        small = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
        small = np.rot90(small, turns)
        size = (small.shape[1], small.shape[0])
        picture = np.ascontiguousarray(small.transpose(2, 0, 1)[None].astype(np.float32))
        heat, sizes, offsets, _ = self._sessions.run(Network.CENTERFACE, picture).values()
        found = _decoded(heat, sizes, offsets, size)
        return [(score, _turned_back(box, turns)) for score, box in found]


def _of_32(length: float) -> int:
    """The nearest multiple of 32, as the network halves its input five times."""
    return max(32, round(length / 32) * 32)


def _decoded(
    heat: NDArray[np.float32],
    sizes: NDArray[np.float32],
    offsets: NDArray[np.float32],
    size: tuple[int, int],
) -> list[tuple[float, Box]]:
    """Faces with their scores: centres in `heat`, the logarithm of height and width in `sizes`."""
    import numpy as np

    width, height = size
    found = []
    for row, column in np.argwhere(heat[0, 0] > LEAST_SCORE):
        high, wide = np.exp(sizes[0, :, row, column]) * STRIDE
        down, right = offsets[0, :, row, column]
        x, y = (column + right + 0.5) * STRIDE, (row + down + 0.5) * STRIDE
        box = _inside(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2, width, height)
        found.append((float(heat[0, 0, row, column]), box))
    return found


def _inside(left: float, top: float, right: float, bottom: float, width: int, height: int) -> Box:
    def share(value: float, whole: int) -> float:
        return min(1.0, max(0.0, float(value) / whole))

    return Box(share(left, width), share(top, height), share(right, width), share(bottom, height))


def _turned_back(box: Box, turns: int) -> Box:
    """A box of a picture that was turned counter-clockwise, in the picture as it was."""
    for _ in range(turns):
        box = Box(1 - box.bottom, box.left, 1 - box.top, box.right)
    return box


def _without_doubles(found: list[tuple[float, Box]]) -> list[tuple[float, Box]]:
    """Each face once, by its best box."""
    kept: list[tuple[float, Box]] = []
    for score, box in sorted(found, key=lambda one: -one[0]):
        if all(box.overlap(other) < SAME_FACE for _, other in kept):
            kept.append((score, box))
    return kept


def _wider(box: Box) -> Box:
    aside, above = box.width * MARGIN, box.height * MARGIN
    return Box(
        max(0.0, box.left - aside),
        max(0.0, box.top - above),
        min(1.0, box.right + aside),
        min(1.0, box.bottom + above),
    )
