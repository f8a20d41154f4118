"""Bar codes and QR codes in a picture, read with zxing-cpp; nothing in them is ever opened.

zxing-cpp looks along rows and columns, so it misses a linear code that leans by more than
about 15 degrees, and anything blurred.  Where it finds nothing the picture is tried again
turned, sharpened and enlarged, the likeliest view first, until the time is spent (measured
in docs/measured.md, section "codes").  Formats with one weak check digit are believed only
when two views agree: a leaning EAN-8 was seen to be misread with a valid check digit.  What
a code means is in `whichone_core.text.code_meaning`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from whichone_core.records import harmless
from whichone_core.types.cancelling import Cancel
from whichone_core.types.evidence import Code
from whichone_core.types.pictures import Box

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

TURNS = (22.5, 45.0, 67.5)
"""Degrees; with the quarter turns that zxing tries itself no code leans over 11.25 more."""

RETRY_SIDE = 1280
"""Retries run on the picture reduced to this longest side, in pixels."""

BUDGET_S = 0.8
"""Processor time for one picture, so that a busy machine reads the same codes as an idle one;
the first plain view is always tried.  On the machine of docs/measured.md it is enough for
every view of a picture of 12 megapixels."""

WEAK_FORMATS = frozenset({"EAN-8", "UPC-E", "ITF", "ITF-14", "Codabar"})
"""Too few digits or too weak a check to trust one look."""

WEAK_VIEWS = 6
"""How many views may be looked at for a second look at a weak code."""


@dataclass(frozen=True, eq=False)
class _View:
    """A picture made from the original, and the 2x3 matrix that leads back to it."""

    grey: NDArray[np.uint8]
    back: NDArray[np.float64]


def read_codes(
    pixels: NDArray[np.uint8],
    cancel: Cancel | None = None,
    budget_s: float = BUDGET_S,
    clock: Callable[[], float] = time.thread_time,
) -> tuple[Code, ...]:
    """All codes in an RGB picture (height, width, 3), each once; boxes as fractions of it.

    The formats are zxing's names ("QR Code", "EAN-13").  Returns what it has, possibly
    nothing, when cancelled, which is polled before and after each view is made (together
    at most 0.2 s, for 12 megapixels), or when budget_s of the clock has passed.
    """
    import cv2

    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    deadline = clock() + budget_s

    def is_cancelled() -> bool:
        return cancel is not None and cancel.is_requested

    doubted: set[tuple[str, str]] = set()
    for number, view in enumerate(_views(_as_bytes(grey))):
        if is_cancelled():
            break
        found = _read(view, pixels.shape[1], pixels.shape[0])
        believed, weak = _believed(found, doubted)
        if believed:
            return believed
        doubted |= weak
        has_time = clock() <= deadline or (doubted and number < WEAK_VIEWS)
        if is_cancelled() or not has_time:
            break
    return ()


def _believed(
    found: tuple[Code, ...], doubted: set[tuple[str, str]]
) -> tuple[tuple[Code, ...], set[tuple[str, str]]]:
    """The codes that can be trusted now, and those that need a second look."""
    weak = {(code.format, code.text) for code in found if code.format in WEAK_FORMATS}
    return tuple(c for c in found if (c.format, c.text) not in weak - doubted), weak


def _views(grey: NDArray[np.uint8]) -> Iterator[_View]:
    """The picture as it is, then sharpened, turned, both: the likeliest help first."""
    yield _scaled(grey, 1.0)
    small = _scaled(grey, min(1.0, RETRY_SIDE / max(grey.shape)))
    double = _scaled(grey, min(2.0, RETRY_SIDE / max(grey.shape)))
    yield _sharpened(double, 3.0)
    for turn in TURNS:
        yield _turned(small, turn)
    for turn in TURNS:
        yield _sharpened(_turned(double, turn), 3.0)
    yield _View(_as_bytes(255 - small.grey), small.back)
    yield _sharpened(small, 1.5)
    yield _evened(small)


def _scaled(grey: NDArray[np.uint8], factor: float) -> _View:
    import cv2
    import numpy as np

    back = np.array([[1 / factor, 0, 0], [0, 1 / factor, 0]], dtype=np.float64)
    if factor == 1.0:
        return _View(grey, back)
    how = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    return _View(_as_bytes(cv2.resize(grey, None, fx=factor, fy=factor, interpolation=how)), back)


def _turned(view: _View, degrees: float) -> _View:
    """The whole picture turned, on a canvas that grows so that no corner is lost."""
    import cv2
    import numpy as np

    if degrees == 0:
        return view
    height, width = view.grey.shape
    there = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
    cos, sin = abs(there[0, 0]), abs(there[0, 1])
    size = int(width * cos + height * sin), int(width * sin + height * cos)
    there[:, 2] += (size[0] - width) / 2, (size[1] - height) / 2
    turned = cv2.warpAffine(view.grey, there, size, borderValue=(255.0,))
    inverse = np.vstack([cv2.invertAffineTransform(there), [0, 0, 1]])
    return _View(_as_bytes(turned), view.back @ inverse)


def _sharpened(view: _View, sigma: float) -> _View:
    """Unsharp masking with a radius near that of the blur it undoes."""
    import cv2

    soft = cv2.GaussianBlur(view.grey, (0, 0), sigma)
    return _View(_as_bytes(cv2.addWeighted(view.grey, 3.0, soft, -2.0, 0)), view.back)


def _evened(view: _View) -> _View:
    """Local contrast raised, for codes in shade or under glare."""
    import cv2

    return _View(_as_bytes(cv2.createCLAHE(3.0, (8, 8)).apply(view.grey)), view.back)


def _as_bytes(image: Any) -> NDArray[np.uint8]:
    import numpy as np

    return np.ascontiguousarray(image, dtype=np.uint8)


def _read(view: _View, width: int, height: int) -> tuple[Code, ...]:
    import zxingcpp

    found: dict[tuple[str, str], Code] = {}
    for barcode in zxingcpp.read_barcodes(view.grey):
        text = harmless(barcode.text)
        if barcode.valid and text.strip():
            code = Code(text, str(barcode.format), _box(barcode, view, width, height))
            found.setdefault((code.format, code.text), code)
    return tuple(found.values())


def _box(barcode: Any, view: _View, width: int, height: int) -> Box:
    import numpy as np

    place = barcode.position
    corners = (place.top_left, place.top_right, place.bottom_right, place.bottom_left)
    points = np.array([[corner.x, corner.y, 1.0] for corner in corners])
    flat = points @ view.back.T / [width, height]
    (left, top), (right, bottom) = flat.min(axis=0).clip(0, 1), flat.max(axis=0).clip(0, 1)
    return Box(float(left), float(top), float(right), float(bottom))
