"""What is left of a picture whose file is damaged or breaks off.

Decoders fill rows that they could not read with one value.  Those rows are cut away, or, in
an interlaced picture, filled from the row above.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL import Image

LEAST_SHARE = 0.2
"""The least share of rows that a damaged picture must still have to be of use."""

LEAST_SHARE_OF_ADAM7 = 0.55
"""PNG interlaces columns too; only in its last pass, beyond half the rows, are rows whole."""

_ROWS_AT_ONCE = 64


def is_interlaced(image: Image.Image) -> bool:
    """Whether rows are stored out of order.  Only known of a file that was just opened."""
    if image.format == "GIF":
        tile = getattr(image, "tile", ())
        return bool(tile and isinstance(tile[0].args, tuple) and tile[0].args[1])
    return bool(image.info.get("interlace"))


def readable_part(image: Image.Image, interlaced: bool) -> Image.Image | None:
    """The part of a tolerantly loaded picture that was read; None where it is too little."""
    from_below = image.format in {"BMP", "DIB"}
    rows = _rows_read(image, filling_on_top=from_below)
    least = LEAST_SHARE_OF_ADAM7 if interlaced and image.format == "PNG" else LEAST_SHARE
    kept = np.flatnonzero(rows)
    whole = rows.mean() if interlaced else _reach(kept, image.height, from_below) / image.height
    if not kept.size or whole < least:
        return None
    if interlaced:
        return _filled(image, rows)
    top = int(kept[0]) if from_below else 0
    bottom = image.height if from_below else int(kept[-1]) + 1
    return image.crop((0, top, image.width, bottom))


def _reach(kept: NDArray[np.intp], height: int, from_below: bool) -> int:
    if not kept.size:
        return 0
    return int(height - kept[0] if from_below else kept[-1] + 1)


def _rows_read(image: Image.Image, *, filling_on_top: bool) -> NDArray[np.bool_]:
    """For each row whether it differs from the filling, which is how decoding ended."""
    width, height = image.size
    at = 0 if filling_on_top else height - 1
    filling = np.asarray(image.crop((0, at, width, at + 1)))
    differs = np.zeros(height, dtype=bool)
    for top in range(0, height, _ROWS_AT_ONCE):
        bottom = min(height, top + _ROWS_AT_ONCE)
        band = np.asarray(image.crop((0, top, width, bottom)))
        differs[top:bottom] = (band != filling).reshape(bottom - top, -1).any(axis=1)
    return differs


def _filled(image: Image.Image, rows: NDArray[np.bool_]) -> Image.Image:
    full = image.copy()
    full.info = dict(image.info)
    above: Image.Image | None = None
    for row, was_read in enumerate(rows):
        if was_read:
            above = image.crop((0, row, image.width, row + 1))
        elif above is not None:
            full.paste(above, (0, row))
    return full
