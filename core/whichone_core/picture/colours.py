"""Colours in words: the eleven basic terms of English, with light or dark where it is.

A pixel goes from sRGB to CIELAB (IEC 61966-2-1, CIE 15, D65) and by its lightness L (0-100),
chroma C and hue angle h (degrees) into one region of the table below:

    little chroma             black, grey or white by lightness
    h 345-18   red-pink       pink where light (L >= 50), else red
    h 18-46    red            pink where light and soft, brown where soft and dark, else red
    h 46-80    orange-brown   orange where strong or light enough, pink where very light and
                              soft, else brown
    h 80-108   yellow-brown   yellow where light, else brown (green from 100 on: olive)
    h 108-188  green
    h 188-304  blue           to 309 where dark: CIELAB bends blue towards purple there
    h to 345   purple         pink from 333 on where light

The eleven terms are Berlin and Kay's (1969); the limits were set by hand so that the X11
colours whose everyday term is beyond doubt fall right (tests/unit/test_colours.py), not
fitted to data.  Words like silver, gold or turquoise are not used: they mix colour with
gloss, or people disagree on them.

Accepted: what a surface's colour is and what the light adds cannot be told apart in one
photo.  `white_balance` takes back only a mild cast that the light, nearly grey parts share.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

from whichone_core.types.evidence import ColourShare
from whichone_core.types.pictures import Box

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Term(IntEnum):
    """The eleven basic colour terms."""

    BLACK = 0
    WHITE = 1
    GREY = 2
    RED = 3
    GREEN = 4
    YELLOW = 5
    BLUE = 6
    BROWN = 7
    PURPLE = 8
    PINK = 9
    ORANGE = 10


_NO_LIMIT = (-1.0, 101.0)
_DARK_LIGHT = {
    Term.GREY: (42.0, 72.0),
    Term.RED: (36.0, 101.0),
    Term.GREEN: (38.0, 78.0),
    Term.BLUE: (24.0, 66.0),
    Term.BROWN: (26.0, 62.0),
    Term.PURPLE: (26.0, 66.0),
    Term.PINK: (-1.0, 82.0),
    Term.ORANGE: (-1.0, 82.0),
    Term.YELLOW: (-1.0, 94.0),
}
"""Lightness below which a term is called dark, and above which light."""

LEAST_SHARE = 0.08
"""Smaller shares are shadows, highlights and edges."""

MOST_PIXELS = 20_000
_CAST_LIMIT = 14.0
_LEAST_NEUTRAL = 0.05

_TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
     [0.0193339, 0.1191920, 0.9503041]]
)  # fmt: skip
_WHITE_POINT = _TO_XYZ.sum(axis=1)


def lab(pixels: NDArray[np.uint8]) -> NDArray[np.float64]:
    """sRGB bytes, shape (..., 3), to CIELAB: L 0 to 100, a and b about -128 to 128."""
    linear = _LINEAR[pixels]
    ratio = linear @ _TO_XYZ.T / _WHITE_POINT
    curved = np.where(ratio > 216 / 24389, np.cbrt(ratio), (ratio * 24389 / 27 + 16) / 116)
    x, y, z = curved[..., 0], curved[..., 1], curved[..., 2]
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


def _srgb_to_linear() -> NDArray[np.float64]:
    value = np.arange(256) / 255.0
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


_LINEAR = _srgb_to_linear()


# ----------------------------------------------------------------------------- terms


def terms(colours: NDArray[np.float64]) -> NDArray[np.int_]:
    """The `Term` of each CIELAB colour; shape (n, 3) to (n,)."""
    light, a, b = colours[:, 0], colours[:, 1], colours[:, 2]
    chroma, hue = np.hypot(a, b), np.degrees(np.arctan2(b, a)) % 360.0
    by_hue = np.select(
        [hue < 18, hue < 46, hue < 80, hue < 108, hue < 188, hue < _blue_end(light), hue < 345],
        [
            _red_pink(light),
            _red(light, chroma),
            _orange_brown(light, chroma, hue),
            _yellow_brown(light, chroma, hue),
            np.full(hue.shape, int(Term.GREEN)),
            np.full(hue.shape, int(Term.BLUE)),
            np.where((hue >= 333) & (light >= 55), Term.PINK, Term.PURPLE),
        ],
        _red_pink(light),
    )
    grey = np.where(light < 20, Term.BLACK, np.where(light >= 85, Term.WHITE, Term.GREY))
    return np.asarray(np.where(chroma < _least_chroma(light), grey, by_hue), dtype=np.int_)


def _least_chroma(light: NDArray[np.float64]) -> NDArray[np.float64]:
    """Chroma below which a colour is called black, grey or white: dark ones hardly show any."""
    return np.where(light < 8, 30.0, np.where(light < 20, 17.0, np.where(light < 92, 10.0, 14.0)))


def _blue_end(light: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.where(light < 38, 309.0, 304.0)


def _red_pink(light: NDArray[np.float64]) -> NDArray[np.int_]:
    return np.where(light >= 50, Term.PINK, Term.RED)


def _red(light: NDArray[np.float64], chroma: NDArray[np.float64]) -> NDArray[np.int_]:
    is_pink = (light >= 62) & (chroma < 65)
    is_brown = (light < 55) & (chroma < 34)
    return np.where(is_pink, Term.PINK, np.where(is_brown, Term.BROWN, Term.RED))


def _orange_brown(
    light: NDArray[np.float64], chroma: NDArray[np.float64], hue: NDArray[np.float64]
) -> NDArray[np.int_]:
    is_red = (hue < 50) & (light < 58) & (chroma > 70)
    # Strong colours stay orange and yellow where the light falls off on a round fruit.
    is_orange = ((light >= 58) & (chroma >= 48)) | ((light >= 46) & (chroma >= 56))
    is_pink = (light >= 74) & (hue < 62) & (chroma < 40)
    return np.select(
        [is_red, is_orange, is_pink],
        [np.full(hue.shape, int(t)) for t in (Term.RED, Term.ORANGE, Term.PINK)],
        int(Term.BROWN),
    )


def _yellow_brown(
    light: NDArray[np.float64], chroma: NDArray[np.float64], hue: NDArray[np.float64]
) -> NDArray[np.int_]:
    dark = np.where(hue >= 100, Term.GREEN, Term.BROWN)
    least = np.where(hue < 86, 74.0, 66.0) - np.where(chroma >= 60, 10.0, 0.0)
    return np.where(light >= least, Term.YELLOW, dark)


def _name(term: Term, lightness: float) -> str:
    dark, light = _DARK_LIGHT.get(term, _NO_LIMIT)
    shade = "dark " if lightness < dark else "light " if lightness > light else ""
    return shade + term.name.lower()


def name_colour(rgb: tuple[int, int, int]) -> str:
    """What an sRGB colour (0 to 255 each) is called: "red", "dark blue", "light grey"."""
    colour = lab(np.array([rgb], dtype=np.uint8))
    return _name(Term(int(terms(colour)[0])), float(colour[0, 0]))


# ----------------------------------------------------------------------------- shares


def shares(
    pixels: NDArray[np.uint8], mask: NDArray[np.floating] | NDArray[np.bool_] | None = None
) -> tuple[ColourShare, ...]:
    """The colours of a picture's pixels, largest share first; shares of all add up to at most 1.

    pixels: RGB, shape (height, width, 3).  mask: weight of each pixel, shape (height, width);
    None weighs all alike.  Light and dark come from a colour's median.  Shares under
    LEAST_SHARE are left out.  Nothing to weigh gives no shares.
    """
    flat = pixels.reshape(-1, 3)
    weights = np.ones(len(flat)) if mask is None else np.asarray(mask, np.float64).ravel()
    step = max(1, len(flat) // MOST_PIXELS)
    return lab_shares(lab(flat[::step]), weights[::step])


def lab_shares(
    colours: NDArray[np.float64], weights: NDArray[np.float64]
) -> tuple[ColourShare, ...]:
    """As `shares`, for CIELAB colours, shape (n, 3), and their weights, shape (n,)."""
    total = float(weights.sum())
    if total <= 0:
        return ()
    found = terms(colours)
    sums = np.bincount(found, weights=weights, minlength=len(Term)) / total
    order = [Term(int(i)) for i in np.argsort(-sums, kind="stable") if sums[i] >= LEAST_SHARE]
    result = []
    for term in order:
        belongs = (found == term) & (weights > 0)
        lightness = _median(colours[belongs, 0], weights[belongs])
        result.append(ColourShare(_name(term, lightness), round(float(sums[term]), 3)))
    return tuple(result)


def _median(values: NDArray[np.float64], weights: NDArray[np.float64]) -> float:
    order = np.argsort(values)
    below = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(below, below[-1] / 2)])


# ----------------------------------------------------------------------------- light


def white_balance(colours: NDArray[np.float64]) -> NDArray[np.float64]:
    """(a, b) of the cast that the light gives a whole picture; zeros where it can't be told.

    colours: CIELAB, shape (n, 3), of the whole picture.  The cast is the median of the light,
    nearly grey pixels (white walls, paper), and only a mild one is believed: a strong one is
    as likely the colour of a wall.
    """
    is_neutral = (colours[:, 0] > 55) & (np.hypot(colours[:, 1], colours[:, 2]) < 2 * _CAST_LIMIT)
    if is_neutral.mean() < _LEAST_NEUTRAL:
        return np.zeros(2)
    bright = colours[is_neutral]
    bright = bright[bright[:, 0] >= np.quantile(bright[:, 0], 0.5)]
    cast = np.median(bright[:, 1:], axis=0)
    return np.asarray(cast * min(1.0, _CAST_LIMIT / max(float(np.hypot(*cast)), 1e-9)))


def balanced(colours: NDArray[np.float64], cast: NDArray[np.float64]) -> NDArray[np.float64]:
    """CIELAB colours, shape (..., 3), with the cast taken back in proportion to lightness."""
    result = colours.copy()
    result[..., 1:] -= cast * np.clip(colours[..., :1] / 85.0, 0.0, 1.0)
    return result


# ----------------------------------------------------------------------------- a thing's own


def own_weights(colours: NDArray[np.float64], box: Box) -> NDArray[np.float64]:
    """How much each pixel belongs to the thing in a box, 0 to 1, shape (height, width).

    colours: CIELAB of the whole picture, shape (height, width, 3); box in its fractions.
    Weighs the middle of the box most, and a pixel by how much likelier its colour is in the
    middle than in a band around the box: what looks like the surroundings is left out.  A
    thing of the surroundings' colour keeps it, as all its pixels are weighed down alike.
    """
    height, width = colours.shape[:2]
    across = (np.arange(width) + 0.5) / width
    down = (np.arange(height) + 0.5) / height
    x = (across - box.centre[0]) / max(box.width / 2, 0.5 / width)
    y = (down - box.centre[1]) / max(box.height / 2, 0.5 / height)
    reach = np.maximum(np.abs(x)[None, :], np.abs(y)[:, None])
    middle = np.clip(1.0 - (x[None, :] ** 2 + y[:, None] ** 2), 0.0, 1.0)
    around = ((reach > 1.0) & (reach <= 1.35)).astype(np.float64)
    cells = _cells(colours)
    inside, outside = _histogram(cells, middle), _histogram(cells, around)
    own = inside / np.maximum(inside + outside, 1e-12)
    return np.asarray(middle * own[cells], dtype=np.float64)


def _cells(colours: NDArray[np.float64]) -> NDArray[np.int_]:
    """Coarse cells of CIELAB: 8 of lightness, 12 of a and of b."""
    light = np.clip(colours[..., 0] / 12.5, 0, 7).astype(np.int_)
    a = np.clip((colours[..., 1] + 90) / 15, 0, 11).astype(np.int_)
    b = np.clip((colours[..., 2] + 90) / 15, 0, 11).astype(np.int_)
    return (light * 12 + a) * 12 + b


def _histogram(cells: NDArray[np.int_], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    counts = np.bincount(cells.ravel(), weights=weights.ravel(), minlength=8 * 12 * 12)
    return np.asarray(counts / max(float(counts.sum()), 1e-12))
