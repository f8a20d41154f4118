"""The boxes of a drawn picture as things that can be talked about, with measured colours.

Colours are measured in the pixels, as the assistant itself measures them: the middle of a box
weighs most, and what looks like its surroundings is left out.  Only a colour that holds for
six tenths of a thing is kept; persons get none, and photos without colour give none.  So a
colour is what was measured, not what an annotator said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from whichone_core.answering.things import ONE_COLOUR
from whichone_core.errors import InputError
from whichone_core.picture.colours import balanced, lab, lab_shares, own_weights, white_balance
from whichone_core.picture.pictures import read_file
from whichone_core.types import SceneObject

from .boxes import AnomalyKind
from .schema import BoxRow, LevelRow
from .templates import UNCOLOURED

SIDE = 320
"""Longest side, in pixels, at which colours are measured."""

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


def things_of(boxes: Sequence[BoxRow], seen: Seen) -> list[SceneObject]:
    """The boxes as things, each with its one colour where it has one."""
    things = [
        SceneObject(box.category, 1.0, box.box, box.saliency or 0.0, is_sure=True) for box in boxes
    ]
    if seen.colours is None:
        return things
    return [_coloured(thing, seen.colours) for thing in things]


def _coloured(thing: SceneObject, colours: NDArray[np.float64]) -> SceneObject:
    if thing.label in UNCOLOURED:
        return thing
    shares = lab_shares(colours.reshape(-1, 3), own_weights(colours, thing.box).ravel())
    single = tuple(share for share in shares if share.share >= ONE_COLOUR)
    return replace(thing, colours=single)
