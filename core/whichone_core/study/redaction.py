"""What a study takes out of a turn before any of it is written: in its texts and in its picture.

Texts: `personal_text.py`, in the question, the reply, the answer, and what was read.  Picture:
faces, and the lines in which something personal was read, are made unrecognisable by being
reduced to a few flat patches and then smoothed, which cannot be turned back.  A picture in
which faces could not be looked for is not kept.  Bar codes are replaced as texts, not covered.
"""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Protocol

from whichone_core.errors import WhichOneError
from whichone_core.log.logrows import JSON_COLUMNS, Row
from whichone_core.study.personal_text import lines_without_personal, without_personal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from whichone_core.ports import TurnRecord
    from whichone_core.records import Json
    from whichone_core.types.evidence import TextEvidence
    from whichone_core.types.pictures import Box, Frame

_LOG = logging.getLogger(__name__)

TEXTS = ("question", "reply", "text", "retake", "error")
PATCHES = 4
"""Patches a side that a face is reduced to."""


class FaceFinder(Protocol):
    """Finds faces (`whichone_models.builtin.faces`)."""

    def faces(self, frame: Frame) -> tuple[Box, ...]:
        """A box around each.  Raises ModelError."""
        ...


class NoFaces:
    """The fake of a FaceFinder: finds what it is told to."""

    def __init__(self, *boxes: Box, error: WhichOneError | None = None) -> None:
        self._boxes = boxes
        self._error = error

    def faces(self, frame: Frame) -> tuple[Box, ...]:
        """The boxes that it was made with."""
        if self._error is not None:
            raise self._error
        return self._boxes


class PersonalRedaction:
    """A Redaction of the session log."""

    def __init__(self, finder: FaceFinder) -> None:
        self._finder = finder

    def row(self, row: Row) -> Row:
        """The row with placeholders; numbers, times and names of strategies stay."""
        clean = dict(row)
        for name in TEXTS:
            if isinstance(value := row.get(name), str):
                clean[name] = without_personal(value)
        for name in JSON_COLUMNS:
            if isinstance(value := row.get(name), str):
                clean[name] = json.dumps(_clean(json.loads(value)), ensure_ascii=False)
        return clean

    def picture(self, frame: Frame, turn: TurnRecord) -> Frame | None:
        """The picture with faces and personal lines covered; None where that failed."""
        from dataclasses import replace

        try:
            faces = self._finder.faces(frame)
        except WhichOneError as error:
            _LOG.warning("a picture was not kept: %s (%s)", error.sentence, error.cause)
            return None
        pixels = frame.pixels.copy()
        for box in faces:
            _cover(pixels, box)
        text = turn.answer.evidence.text if turn.answer is not None else None
        if text is not None:
            pixels = _without_lines(pixels, text)
        return replace(frame, pixels=pixels, remarks=())


def _clean(value: Json) -> Json:
    """Every text inside without what is personal; lines that were read are seen as a whole."""
    if isinstance(value, str):
        return without_personal(value)
    if isinstance(value, list):
        return [_clean(one) for one in value]
    if isinstance(value, dict):
        clean = {name: _clean(one) for name, one in value.items()}
        lines = clean.get("lines")
        if isinstance(lines, list):
            clean["lines"] = _clean_lines(lines)
        return clean
    return value


def _clean_lines(lines: list[Json]) -> list[Json]:
    read = [str(line["text"]) if isinstance(line, dict) else "" for line in lines]
    clean = lines_without_personal(read)
    return [
        {**line, "text": text} if isinstance(line, dict) else line
        for line, text in zip(lines, clean, strict=True)
    ]


def _without_lines(pixels: NDArray[np.uint8], text: TextEvidence) -> NDArray[np.uint8]:
    """Cover lines with something personal; their boxes are in the picture as it was turned."""
    import numpy as np

    read = [line.text for line in text.lines]
    clean = lines_without_personal(read)
    turned = np.ascontiguousarray(np.rot90(pixels, text.turned // 90))
    for line, kept in zip(text.lines, clean, strict=True):
        if kept != line.text:
            _cover(turned, line.box)
    return np.ascontiguousarray(np.rot90(turned, -(text.turned // 90)))


def _cover(pixels: NDArray[np.uint8], box: Box) -> None:
    """Reduce a part of the picture, in place, to a few smoothed patches."""
    import cv2

    height, width = pixels.shape[:2]
    left, right = int(box.left * width), min(width, int(box.right * width) + 1)
    top, bottom = int(box.top * height), min(height, int(box.bottom * height) + 1)
    part = pixels[top:bottom, left:right]
    if part.size == 0:
        return
    across, down = min(PATCHES, right - left), min(PATCHES, bottom - top)
    few = cv2.resize(part, (across, down), interpolation=cv2.INTER_AREA)
    size = (right - left, bottom - top)
    pixels[top:bottom, left:right] = cv2.resize(few, size, interpolation=cv2.INTER_LINEAR)
