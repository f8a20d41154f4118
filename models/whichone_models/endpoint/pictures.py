"""A picture as it is sent: at a set size, as JPEG or PNG, with nothing but its pixels.

A frame holds no metadata, and none is written.  Reading gets a larger picture than looking,
as print becomes illegible first; what is small is sent without loss.
"""

from __future__ import annotations

import base64
import io
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

LOOK_SIDE = 1024
READ_SIDE = 1568
"""The longest side in pixels: what hosted models take without cutting it down themselves."""
LEAST_SIDE = 56
"""Two patches of Qwen2.5-VL with their merge: below that servers fail or see nothing."""
MOST_ELONGATED = 100
"""Times longer than wide; beyond 200 the picture processor of Qwen2.5-VL refuses."""
_LOSSLESS_PIXELS = 448 * 448
_QUALITY = 92


@dataclass(frozen=True, slots=True)
class SentPicture:
    """The bytes that are sent and what they are ("image/jpeg"); width and height in pixels."""

    data: bytes
    media_type: str
    width: int
    height: int

    @property
    def url(self) -> str:
        """The bytes as a data URL, which is how the chat interface takes pictures."""
        return f"data:{self.media_type};base64,{base64.b64encode(self.data).decode('ascii')}"


def encode(pixels: NDArray[np.uint8], longest: int = LOOK_SIDE) -> SentPicture:
    """Pixels (height, width, 3) RGB, made smaller where needed, never larger.

    What is tiny or a thin strip is padded with its own edge pixels, not stretched.
    """
    from PIL import Image

    image = Image.fromarray(np.ascontiguousarray(pixels))
    scale = longest / max(image.size)
    if scale < 1:
        size = (max(1, round(image.width * scale)), max(1, round(image.height * scale)))
        image = image.resize(size, Image.Resampling.LANCZOS)
    image = Image.fromarray(_padded(np.asarray(image)))
    buffer = io.BytesIO()
    if image.width * image.height <= _LOSSLESS_PIXELS:
        image.save(buffer, "PNG")
        media_type = "image/png"
    else:
        image.save(buffer, "JPEG", quality=_QUALITY, subsampling=0)
        media_type = "image/jpeg"
    return SentPicture(buffer.getvalue(), media_type, image.width, image.height)


def _padded(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    height, width = pixels.shape[:2]
    least = max(LEAST_SIDE, -(-max(height, width) // MOST_ELONGATED))
    missing = (max(0, least - height), max(0, least - width))
    if not any(missing):
        return pixels
    sides = [(gap // 2, gap - gap // 2) for gap in missing]
    return np.pad(pixels, (*sides, (0, 0)), mode="edge")
