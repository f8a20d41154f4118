"""Parts cut out of a picture for reading: its content, and single pieces straightened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CONTENT_SIDE = 400
CONTENT_STEP = 16
"""Grey levels between neighbours, on the picture reduced to CONTENT_SIDE, that are content."""

TALL = 1.5
"""A piece this much taller than wide is taken to be text standing on its side."""


def content(bgr: NDArray[np.uint8]) -> tuple[int, int, int, int]:
    """Left, top, right, bottom of what is not one flat colour; all where that is most of it.

    In a large flat surface the detector overlooks a small label (tried: 600 pixels in 4000),
    and the label deserves the detector's pixels (field report 21: cut to the content).
    """
    import cv2
    import numpy as np

    height, width = bgr.shape[:2]
    scale = min(1.0, CONTENT_SIDE / max(height, width))
    size = max(1, round(width * scale)), max(1, round(height * scale))
    small = cv2.cvtColor(cv2.resize(bgr, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    step = cv2.morphologyEx(small, cv2.MORPH_GRADIENT, np.ones((3, 3), dtype=np.uint8))
    rows, columns = np.nonzero(step >= CONTENT_STEP)
    if not len(rows):
        return 0, 0, width, height
    margin = 0.04 * max(width, height)
    left = max(0, int(columns.min() / scale - margin))
    top = max(0, int(rows.min() / scale - margin))
    right = min(width, int((columns.max() + 1) / scale + margin))
    bottom = min(height, int((rows.max() + 1) / scale + margin))
    is_most = (right - left) * (bottom - top) > 0.5 * width * height
    return (0, 0, width, height) if is_most else (left, top, right, bottom)


def padded(image: NDArray[Any]) -> tuple[NDArray[Any], int]:
    """A margin around small pictures: text that touches the edge is missed otherwise."""
    import cv2

    pad = 32
    return cv2.copyMakeBorder(image, pad, pad, pad, pad, cv2.BORDER_REPLICATE), pad


def cut(pixels: NDArray[np.uint8], corners: NDArray[np.float32]) -> NDArray[np.uint8]:
    """The piece straightened out of the picture, as wide and high as it is there."""
    import cv2
    import numpy as np

    width = max(np.linalg.norm(corners[0] - corners[1]), np.linalg.norm(corners[3] - corners[2]))
    height = max(np.linalg.norm(corners[0] - corners[3]), np.linalg.norm(corners[1] - corners[2]))
    size = max(4, int(width)), max(4, int(height))
    flat = np.array([[0, 0], [size[0], 0], size, [0, size[1]]], dtype=np.float32)
    there = cv2.getPerspectiveTransform(corners, flat)
    how = cv2.INTER_CUBIC
    straight = cv2.warpPerspective(pixels, there, size, borderMode=cv2.BORDER_REPLICATE, flags=how)
    return np.asarray(straight, dtype=np.uint8)


def ways_of(corners: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    """The corners named from where the text may start: two ways for a standing piece."""
    import numpy as np

    across = np.linalg.norm(corners[0] - corners[1])
    if np.linalg.norm(corners[0] - corners[3]) < TALL * across:
        return [corners]
    return [np.roll(corners, -1, axis=0), np.roll(corners, 1, axis=0)]
