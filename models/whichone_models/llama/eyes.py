"""A picture as the tower gets it: at the size that the question is worth, under its own key."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

import numpy as np
from whichone_core.ports import Prompt
from whichone_core.types.pictures import Frame

from whichone_models.files.sidecar import Processor
from whichone_models.language.budget import Budget

from .geometry import fitted
from .runtime import Picture

if TYPE_CHECKING:
    from numpy.typing import NDArray

_KEPT = 4
"""Pictures whose fitted pixels are kept: a question rarely needs another size."""
_ENLARGED_SIDE, _LARGEST_FACTOR = 672, 4.0
"""Pixels of the longer side to which a cut-out of print is enlarged, and by how much at most."""


class Eyes:
    """Fits frames, and remembers with how many tokens each was seen."""

    def __init__(self, processor: Processor, budget: Budget) -> None:
        self._processor = processor
        self._budget = budget
        self._pictures: OrderedDict[tuple[str, int], Picture] = OrderedDict()
        self._seen: tuple[str, int] = ("", 0)

    def eager(self, frame: Frame) -> Picture:
        """The picture for before a question is there."""
        self._seen = (frame.digest, self._budget.eager)
        return self.picture(frame, self._budget.eager)

    def tokens_for(self, prompt: Prompt) -> int:
        """How many tokens the prompt's question is worth, given what was seen already."""
        digest, tokens = self._seen
        seen = tokens if digest == prompt.frame.digest else 0
        wanted = self._budget.for_question(prompt.question, seen)
        self._seen = (prompt.frame.digest, wanted)
        return wanted

    def picture(self, frame: Frame, tokens: int) -> Picture:
        """A frame at a size; the same pixels have the same key, whatever they were asked for."""
        known = self._pictures.get((frame.digest, tokens))
        if known is not None:
            return known
        pixels = fitted(frame.pixels, self._processor, tokens)
        made = Picture(f"{frame.digest}:{pixels.shape[1]}x{pixels.shape[0]}", pixels)
        self._pictures[frame.digest, tokens] = made
        while len(self._pictures) > _KEPT:
            self._pictures.popitem(last=False)
        return made

    def enlarged(self, frame: Frame) -> Picture:
        """A cut-out of print, enlarged so that it is worth as many tokens as a page."""
        pixels = _enlarged(frame.pixels)
        fitting = fitted(pixels, self._processor, self._budget.most)
        return Picture(f"{frame.digest}:{fitting.shape[1]}x{fitting.shape[0]}", fitting)


def _enlarged(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    from PIL import Image

    height, width = pixels.shape[:2]
    factor = min(_LARGEST_FACTOR, _ENLARGED_SIDE / max(height, width))
    if factor <= 1.0:
        return pixels
    size = (max(1, round(width * factor)), max(1, round(height * factor)))
    larger = Image.fromarray(pixels).resize(size, Image.Resampling.BICUBIC)
    return np.asarray(larger, dtype=np.uint8)
