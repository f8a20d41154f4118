"""The size at which a tower gets a picture, the same as in training.

A parity of logits within 0.006 needs the training processor's own size and PIL's bicubic
filter; llama.cpp's resizing differs by up to 1.8 (facts, llama.cpp).  So pixels are fitted
here and handed over lossless.  Pathological shapes (1x1, 12000x200, one pixel high) are
padded first, so that no tower ever refuses or fails.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from whichone_models.files.sidecar import Processor

STEEPEST = 200
"""Longest side over shortest that Qwen2-VL's processor accepts."""


def fitted(
    pixels: NDArray[np.uint8], processor: Processor, max_tokens: int = 0
) -> NDArray[np.uint8]:
    """Pixels at the tower's size: uint8 RGB (height, width, 3), contiguous.

    max_tokens: most picture tokens to spend; 0 for as many as in training.  Below the
    processor's own limits the result equals transformers' Qwen2VLImageProcessorPil.
    Towers with one side (fixed_side) get that square, as their processors do for one tile.
    """
    if processor.fixed_side:
        return _resized(pixels, processor.fixed_side, processor.fixed_side)
    padded = _padded(pixels, processor, token_budget(processor, max_tokens))
    height, width = padded.shape[:2]
    return _resized(padded, *tower_size(width, height, processor, max_tokens))


def token_budget(processor: Processor, max_tokens: int = 0) -> int:
    """The most tokens that a picture may become, at least 1."""
    side = processor.patch * processor.merge
    trained = max(1, processor.max_pixels // (side * side))
    return min(trained, max_tokens) if max_tokens > 0 else trained


def picture_tokens(pixels: NDArray[np.uint8], processor: Processor) -> int:
    """How many tokens fitted pixels become in a tower of any size."""
    side = processor.patch * processor.merge
    height, width = pixels.shape[:2]
    return int(height // side) * int(width // side)


def tower_size(
    width: int, height: int, processor: Processor, max_tokens: int = 0
) -> tuple[int, int]:
    """(width, height) for the tower: multiples of patch times merge, within the limits.

    Each side is rounded to the nearest multiple; an area outside the limits scales both
    sides by the same factor first, then rounds towards the limit (Qwen2-VL's smart resize).
    A rounding up that would pass the budget gives way on the longer side.
    """
    side = processor.patch * processor.merge
    most = processor.max_pixels
    if max_tokens > 0:
        most = min(most, max_tokens * side * side)
    least = min(processor.min_pixels, most)
    columns, rows = round(width / side), round(height / side)
    area = columns * rows * side * side
    if area > most:
        shrink = math.sqrt(width * height / most)
        columns = max(1, math.floor(width / shrink / side))
        rows = max(1, math.floor(height / shrink / side))
    elif area < least:
        grow = math.sqrt(least / (width * height))
        columns, rows = math.ceil(width * grow / side), math.ceil(height * grow / side)
    columns, rows = _within(max(1, columns), max(1, rows), token_budget(processor, max_tokens))
    return columns * side, rows * side


def _within(columns: int, rows: int, budget: int) -> tuple[int, int]:
    while columns * rows > budget:
        if columns >= rows:
            columns -= 1
        else:
            rows -= 1
    return columns, rows


def _padded(pixels: NDArray[np.uint8], processor: Processor, budget: int) -> NDArray[np.uint8]:
    """The same picture with its edges continued until it is no longer too narrow.

    Too narrow is what transformers refuses, or what has fewer tokens to spend than its long
    side is times its short one: one row of tokens could then not hold it undistorted.
    """
    height, width = pixels.shape[:2]
    steepest = min(STEEPEST, budget)
    if max(width, height) <= steepest * min(width, height):
        return pixels
    shrink = min(1.0, processor.patch * processor.merge * budget / max(width, height))
    width, height = max(1, round(width * shrink)), max(1, round(height * shrink))
    more_rows = max(0, math.ceil(width / steepest) - height)
    more_columns = max(0, math.ceil(height / steepest) - width)
    above, left = more_rows // 2, more_columns // 2
    around = ((above, more_rows - above), (left, more_columns - left), (0, 0))
    return np.pad(_resized(pixels, width, height), around, mode="edge")


def _resized(pixels: NDArray[np.uint8], width: int, height: int) -> NDArray[np.uint8]:
    from PIL import Image

    if pixels.shape[:2] == (height, width):
        return np.ascontiguousarray(pixels)
    resized = Image.fromarray(pixels).resize((width, height), Image.Resampling.BICUBIC)
    return np.ascontiguousarray(np.asarray(resized, dtype=np.uint8))
