"""The two object detectors as they are: pixels in, scored candidate boxes out.

NanoDet knows COCO's 80 classes, SSD-MobileNetV2 23 of Open Images; `objects.py` puts the two
together.  Candidates are not yet thinned out: a thing has many overlapping ones, and their
agreement is used there.

Tried on 471 COCO photos: fitting the picture into NanoDet's square with its shape kept (grey
bars) chose AQuA's levels as well as several passes averaged (stretched, flipped, smaller) and
a little better than the stretched one, so there is one pass.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from .sessions import Network, Sessions

if TYPE_CHECKING:
    from numpy.typing import NDArray

COCO_LABELS = tuple(
    """person|bicycle|car|motorcycle|airplane|bus|train|truck|boat|traffic light|fire hydrant|
stop sign|parking meter|bench|bird|cat|dog|horse|sheep|cow|elephant|bear|zebra|giraffe|
backpack|umbrella|handbag|tie|suitcase|frisbee|skis|snowboard|sports ball|kite|baseball bat|
baseball glove|skateboard|surfboard|tennis racket|bottle|wine glass|cup|fork|knife|spoon|bowl|
banana|apple|sandwich|orange|broccoli|carrot|hot dog|pizza|donut|cake|chair|couch|
potted plant|bed|dining table|toilet|tv|laptop|mouse|remote|keyboard|cell phone|microwave|
oven|toaster|sink|refrigerator|book|clock|vase|scissors|teddy bear|hair drier|
toothbrush""".replace("\n", "").split("|")
)
OPEN_IMAGES_LABELS = tuple(
    """bicycle|boot|laptop|person|chair|cow|desk|cat|computer mouse|computer monitor|box|mug|
coffee cup|exercise bike|table|bottle|high heels|vehicle|footwear|dog|book|camera|
car""".replace("\n", "").split("|")
)

LEAST_SCORE = 0.12
"""Of things that score 0.12 to 0.15 one in thirty is annotated; less says nothing."""
MOST_CANDIDATES = 250

_SQUARE, _SSD_SQUARE = 416, 300
_BARS = 114
_MEAN = np.array([103.53, 116.28, 123.675], np.float32)
_DEVIATION = np.array([57.375, 57.12, 58.395], np.float32)
_BINS = 11
_STRIDES = (8, 16, 32)


@dataclass(frozen=True, eq=False)
class Candidates:
    """boxes: (n, 4) left, top, right, bottom in fractions; scores: (n,); classes: (n,) indices."""

    boxes: NDArray[np.float64]
    scores: NDArray[np.float64]
    classes: NDArray[np.intp]


def nanodet(sessions: Sessions, pixels: NDArray[np.uint8]) -> Candidates:
    """Candidates in an RGB picture (height, width, 3); classes index COCO_LABELS.

    Raises ModelError.
    """
    square, inside = _fitted(pixels)
    scaled = (square[..., ::-1].astype(np.float32) - _MEAN) / _DEVIATION
    outputs = sessions.run(Network.NANODET, np.ascontiguousarray(scaled.transpose(2, 0, 1)[None]))
    by_shape = {output.shape[1:]: output[0] for output in outputs.values()}
    grids = [(_SQUARE // stride, stride) for stride in _STRIDES]
    scores = np.concatenate([by_shape[(side * side, len(COCO_LABELS))] for side, _ in grids])
    rows, classes = _strongest(scores)
    sides = np.concatenate([by_shape[(side * side, 4 * _BINS)] for side, _ in grids])[rows]
    boxes = _decoded(sides, _cells()[rows]) / _SQUARE
    boxes = (boxes - np.tile(inside[:2], 2)) / np.tile(inside[2:], 2)
    return Candidates(np.clip(boxes, 0.0, 1.0), scores[rows, classes].astype(np.float64), classes)


def ssd(sessions: Sessions, pixels: NDArray[np.uint8]) -> Candidates:
    """Candidates in an RGB picture (height, width, 3); classes index OPEN_IMAGES_LABELS.

    Raises ModelError.
    """
    scaled = _resized(pixels, _SSD_SQUARE, _SSD_SQUARE).astype(np.float32) / 127.5 - 1.0
    outputs = sessions.run(Network.SSD, scaled[None])
    logits = outputs["raw_outputs/class_predictions"][0, :, 1:]
    scores = 1.0 / (1.0 + np.exp(-logits.astype(np.float64)))
    rows, classes = _strongest(scores)
    moves, anchors = outputs["raw_outputs/box_encodings"][0][rows], _anchors()[rows]
    middle = moves[:, 1::-1] / 10.0 * anchors[:, 2:] + anchors[:, :2]
    size = np.exp(moves[:, 3:1:-1] / 5.0) * anchors[:, 2:]
    boxes = np.concatenate([middle - size / 2, middle + size / 2], axis=1)
    return Candidates(np.clip(boxes, 0.0, 1.0), scores[rows, classes], classes)


def _strongest(scores: NDArray[np.floating]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Row and class of the best scores over LEAST_SCORE."""
    rows, classes = np.nonzero(scores > LEAST_SCORE)
    best = np.argsort(-scores[rows, classes], kind="stable")[:MOST_CANDIDATES]
    return rows[best], classes[best]


def _resized(pixels: NDArray[np.uint8], width: int, height: int) -> NDArray[np.uint8]:
    import cv2

    shrinks = pixels.shape[0] >= height and pixels.shape[1] >= width
    how = cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(pixels, (width, height), interpolation=how), dtype=np.uint8)


def _fitted(pixels: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """The picture in the middle of a grey square, and where: left, top, width, height (0-1)."""
    height, width = pixels.shape[:2]
    scale = _SQUARE / max(height, width)
    wide, high = max(1, round(width * scale)), max(1, round(height * scale))
    left, top = (_SQUARE - wide) // 2, (_SQUARE - high) // 2
    square = np.full((_SQUARE, _SQUARE, 3), _BARS, np.uint8)
    square[top : top + high, left : left + wide] = _resized(pixels, wide, high)
    return square, np.array([left, top, wide, high], np.float64) / _SQUARE


def _decoded(sides: NDArray[np.float32], cells: NDArray[np.float64]) -> NDArray[np.float64]:
    """NanoDet's boxes in pixels of the square: each side is the mean of a distribution."""
    bins = sides.reshape(-1, 4, _BINS).astype(np.float64)
    weights = np.exp(bins - bins.max(axis=2, keepdims=True))
    weights /= weights.sum(axis=2, keepdims=True)
    reach = (weights * np.arange(_BINS)).sum(axis=2) * cells[:, 2:]
    middle = cells[:, :2]
    return np.concatenate([middle - reach[:, :2], middle + reach[:, 2:]], axis=1)


@cache
def _cells() -> NDArray[np.float64]:
    """NanoDet's cells: middle x, middle y, stride in pixels of the square, shape (3549, 3)."""
    grids = []
    for stride in _STRIDES:
        line = (np.arange(_SQUARE // stride) + 0.5) * stride
        across, down = np.meshgrid(line, line)
        grids.append(np.stack([across.ravel(), down.ravel(), np.full(across.size, stride)], axis=1))
    return np.concatenate(grids).astype(np.float64)


@cache
def _anchors() -> NDArray[np.float64]:
    """SSD's 1917 anchors: middle x, middle y, width, height, in fractions of the picture.

    The TensorFlow object detection API's scheme with six layers, scales 0.2 to 0.95 (Liu et
    al. 2016, section 2.2), and three anchors only in the first layer.
    """
    scales = [0.2 + 0.15 * layer for layer in range(6)] + [1.0]
    anchors = []
    for layer, side in enumerate((19, 10, 5, 3, 2, 1)):
        scale, between = scales[layer], float(np.sqrt(scales[layer] * scales[layer + 1]))
        if layer == 0:
            shapes = [(0.1, 1.0), (scale, 2.0), (scale, 0.5)]
        else:
            shapes = [(scale, ratio) for ratio in (1.0, 2.0, 0.5, 3.0, 1 / 3)] + [(between, 1.0)]
        sizes = [(size * ratio**0.5, size / ratio**0.5) for size, ratio in shapes]
        line = (np.arange(side) + 0.5) / side
        anchors += [(x, y, wide, high) for y in line for x in line for wide, high in sizes]
    return np.array(anchors, dtype=np.float64)
