"""Where text and things are in the small picture of a live camera, as quickly as can be.

Only boxes: nothing is read or named.  The same networks as for an answer, on a small picture
and with one thread each, so that speech and window stay quick.  On a picture of 448 pixels
text of a 40th of its width is found; smaller text is found late, when somebody moves closer.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import numpy as np
from whichone_core.picture.guidance import Boxes
from whichone_core.picture.saliency import corners, saliency
from whichone_core.types.pictures import Box

from .cutting import padded
from .detectors import COCO_LABELS, nanodet
from .ocr import load_engine, translated
from .sessions import Sessions

if TYPE_CHECKING:
    from numpy.typing import NDArray

TEXT_SIDE = 448
"""Longest side on which text is looked for, pixels; a multiple of 32."""
LEAST_SCORE = 0.5
"""Of a thing: less sure ones come and go from picture to picture, and advice with them."""
WHOLE_AREA = 0.85
"""Share of the picture from which on a thing is what others lie on, or none at all: the grain
of an empty table is found as one."""

_BACKGROUND = frozenset({"dining table", "bed", "couch", "chair", "bench", "tv"})
"""What others lie on: always cut off, and nearly never meant."""
_PERSON = "person"
"""Whoever holds a thing up to the camera; meant only where there is nothing else."""


class Glimpser:
    """Finds boxes; made once, used from one thread at a time, loads at first use."""

    def __init__(self, sessions: Sessions | None = None) -> None:
        self._sessions = sessions or Sessions()
        self._lock = threading.Lock()
        self._reader: Any = None

    def look(self, pixels: NDArray[np.uint8]) -> Boxes:
        """Text and things of an RGB picture (height, width, 3).  Raises ModelError."""
        return Boxes(self.text(pixels), self.things(pixels))

    def text(self, pixels: NDArray[np.uint8]) -> tuple[Box, ...]:
        """Where text is, in no order.  Raises ModelError."""
        import cv2

        with self._lock:
            if self._reader is None:
                self._reader = load_engine(1, 1)
        height, width = pixels.shape[:2]
        scale = TEXT_SIDE / max(height, width)
        size = max(32, round(width * scale)), max(32, round(height * scale))
        small = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
        image, pad = padded(cv2.cvtColor(small, cv2.COLOR_RGB2BGR))
        with translated():
            found = self._reader.text_det(image).boxes
        quads = [] if found is None else [np.asarray(one, np.float32) - pad for one in found]
        return tuple(_box(quad, size) for quad in quads)

    def things(self, pixels: NDArray[np.uint8]) -> tuple[Box, ...]:
        """Where things are, the most prominent first.  Raises ModelError."""
        found = nanodet(self._sessions, pixels)
        named = [
            (COCO_LABELS[int(kind)], Box(*map(float, box)))
            for box, score, kind in zip(found.boxes, found.scores, found.classes, strict=True)
            if score >= LEAST_SCORE
        ]
        named = [(label, box) for label, box in named if box.area < WHOLE_AREA]
        things = [box for label, box in named if label not in _BACKGROUND | {_PERSON}]
        boxes = things or [box for label, box in named if label == _PERSON]
        if not boxes:
            return ()
        prominence = saliency(corners(boxes), aspect=pixels.shape[1] / pixels.shape[0])
        return tuple(boxes[int(place)] for place in np.argsort(-prominence, kind="stable"))


def _box(quad: NDArray[np.float32], size: tuple[int, int]) -> Box:
    """The upright rectangle around four corners in pixels, in fractions of the picture."""
    inside = np.clip(quad / np.array(size, np.float32), 0.0, 1.0)
    (left, top), (right, bottom) = inside.min(axis=0), inside.max(axis=0)
    return Box(float(left), float(top), float(right), float(bottom))
