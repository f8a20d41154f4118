"""The boxes of a drawn picture as things that can be talked about, with measured colours.

Colours are measured in the pixels, as the assistant itself measures them: the middle of a box
weighs most, and what looks like its surroundings is left out.  As no annotator said it, only a
colour beyond doubt is kept: it holds for six tenths of a thing, it is one that light can't make
(`CERTAIN`), and it isn't around the thing as well.  Persons get none, and photos without colour
give none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from whichone_core.answering.palette import ONE_COLOUR
from whichone_core.errors import InputError
from whichone_core.picture.colours import balanced, lab, lab_shares, own_weights, white_balance
from whichone_core.picture.pictures import read_file
from whichone_core.types.evidence import ColourShare, SceneObject
from whichone_core.types.pictures import Box

from .boxes import AnomalyKind
from .schema import BoxRow, LevelRow
from .templates import UNCOLOURED

SIDE = 320
"""Longest side, in pixels, at which colours are measured."""

CERTAIN = frozenset({"red", "green", "blue", "orange", "purple", "pink"})
"""Black, white, grey, brown and yellow can be the light's doing as well as the thing's, as can
any light shade: on COCO photos white basins under a warm lamp were measured brown and yellow, a
white cow in the shade light blue."""

SCREENS = frozenset({"tv", "laptop", "cell phone", "computer monitor", "mobile phone"})
"""What is on them is not their own."""

COVERED = 0.1
"""Share of a box from which another box covers it."""

COVERS_AT_LEAST = 0.02
"""Share of the picture; of less, too few pixels are the thing's own."""

BAND, LEAST_AROUND = 4 / 3, 0.25
"""Outer edge of the band around a box, and the share from which its colour counts: a thing of
that colour may be the sky or the grass that its box holds too."""

GREY_PHOTO = 4.0
"""Mean chroma (CIELAB) up to which a photo is taken for black and white."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a picture gave: its pixels' CIELAB (height, width, 3), or why it can't be used."""

    colours: NDArray[np.float64] | None
    fault: AnomalyKind | None = None


NOT_LOOKED_AT = Seen(None)


def look(row: LevelRow, folder: Path) -> Seen:
    """Read a row's picture; a picture that isn't the annotated one is a fault, not an error."""
    path = folder / row.file
    if not path.is_file():
        return Seen(None, AnomalyKind.NO_FILE)
    try:
        frame = read_file(path)
    except InputError:
        return Seen(None, AnomalyKind.UNREADABLE)
    if row.width and row.height and (frame.width, frame.height) != (row.width, row.height):
        return Seen(None, AnomalyKind.OTHER_SIZE)
    whole = lab(_small(frame.pixels))
    flat = whole.reshape(-1, 3)
    if float(np.hypot(flat[:, 1], flat[:, 2]).mean()) < GREY_PHOTO:
        return NOT_LOOKED_AT
    return Seen(balanced(whole, white_balance(flat)))


def _small(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    import cv2

    height, width = pixels.shape[:2]
    scale = min(1.0, SIDE / max(height, width))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def things_of(
    boxes: Sequence[BoxRow], seen: Seen, everything: Sequence[BoxRow]
) -> list[SceneObject]:
    """The boxes as things, each with its one colour where it has one.

    everything: all boxes of the picture.
    """
    things = [
        SceneObject(box.category, 1.0, box.box, box.saliency or 0.0, is_sure=True) for box in boxes
    ]
    if seen.colours is None:
        return things
    return [
        thing if _is_covered(box, everything) else _coloured(thing, seen.colours)
        for box, thing in zip(boxes, things, strict=True)
    ]


def _is_covered(box: BoxRow, everything: Sequence[BoxRow]) -> bool:
    """Other things stand before this one, or in it: their colours would be taken for its own."""
    shared = (_shared(box.box, other.box) for other in everything if other.id != box.id)
    return max(shared, default=0.0) > COVERED * box.box.area


def _shared(one: Box, other: Box) -> float:
    across = min(one.right, other.right) - max(one.left, other.left)
    down = min(one.bottom, other.bottom) - max(one.top, other.top)
    return max(0.0, across) * max(0.0, down)


def _coloured(thing: SceneObject, colours: NDArray[np.float64]) -> SceneObject:
    if thing.label in UNCOLOURED | SCREENS or thing.box.area < COVERS_AT_LEAST:
        return thing
    own = lab_shares(colours.reshape(-1, 3), own_weights(colours, thing.box).ravel())
    around = lab_shares(colours.reshape(-1, 3), _band(colours.shape[:2], thing.box).ravel())
    seen_around = {_term(share) for share in around if share.share >= LEAST_AROUND}
    single = tuple(
        share
        for share in own
        if share.share >= ONE_COLOUR
        and _term(share) in CERTAIN - seen_around - {thing.label}
        and not share.name.startswith("light")
    )
    return replace(thing, colours=single)


def _term(share: ColourShare) -> str:
    """The colour without its "dark" or "light"."""
    return share.name.split()[-1]


def _band(shape: tuple[int, ...], box: Box) -> NDArray[np.float64]:
    """Weights of the pixels around a box, a sixth of its size wide, shape (height, width)."""
    height, width = shape
    across = np.abs((np.arange(width) + 0.5) / width - box.centre[0])
    down = np.abs((np.arange(height) + 0.5) / height - box.centre[1])
    reach = np.maximum(across[None, :] / (box.width / 2), down[:, None] / (box.height / 2))
    return ((reach > 1.0) & (reach <= BAND)).astype(np.float64)
