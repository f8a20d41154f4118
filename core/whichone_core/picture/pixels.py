"""From any Pillow image to upright RGB pixels of a bounded size, in bounded memory.

Pictures are converted and reduced in bands of rows, so a picture of 200 megapixels needs
little more than its own decoded pixels.  Transparency is laid on white (black would hide
dark text), 16 bits are scaled and never clipped, and colours with a profile of their own
(CMYK above all) go through it to sRGB.  A broken profile is ignored: slightly wrong colours
help more than no picture.
"""

from __future__ import annotations

import io
import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL import Image, ImageCms

_BAND_PIXELS = 4_000_000
"""Pixels converted at once: 16 MB in Pillow's four bytes a pixel."""

_ALPHA_MODES = frozenset({"RGBA", "RGBa", "LA", "La", "PA"})
_DEEP_MODES = frozenset({"I;16", "I;16B", "I;16L", "I;16N", "I", "F"})
_TURNS = {2: 0, 3: 3, 4: 1, 5: 5, 6: 4, 7: 6, 8: 2}
"""EXIF orientation -> Pillow's `Transpose` that makes it upright (TIFF 6.0, tag 274)."""


def fitted_size(size: tuple[int, int], most: int) -> tuple[int, int]:
    """The largest (width, height) of the same shape with at most `most` pixels."""
    width, height = size
    if width * height <= most:
        return size
    scale = math.sqrt(most / (width * height))
    short = max(1, int(min(size) * scale))
    long = min(max(size), max(1, int(max(size) * scale)), most // short)
    return (long, short) if width >= height else (short, long)


def upright(image: Image.Image, orientation: int) -> Image.Image:
    """The image turned by its EXIF orientation, 1 to 8; other values change nothing."""
    from PIL import Image as Pillow

    turn = _TURNS.get(orientation)
    return image if turn is None else image.transpose(Pillow.Transpose(turn))


def rgb_within(image: Image.Image, most: int) -> Image.Image:
    """The image as RGB with at most `most` pixels, transparency on white."""
    from PIL import Image as Pillow

    size = fitted_size(image.size, most)
    whole = _rgb_by_bands(image, _whole_reduction(image.size, most))
    if whole.size == size:
        return whole
    return whole.resize(size, Pillow.Resampling.LANCZOS)


def rgb_array(image: Image.Image) -> NDArray[np.uint8]:
    """An RGB image as a read-only array of shape (height, width, 3)."""
    pixels = np.ascontiguousarray(np.asarray(image, dtype=np.uint8))
    pixels.flags.writeable = False
    return pixels


def _whole_reduction(size: tuple[int, int], most: int) -> int:
    """The largest whole factor that still leaves more than `most` pixels to resize from."""
    pixels = size[0] * size[1]
    factor = max(1, math.isqrt(pixels // most)) if pixels > most else 1
    return max(1, min(factor, *size))


def _rgb_by_bands(image: Image.Image, factor: int) -> Image.Image:
    from PIL import Image as Pillow

    transform, span = _transform(image), _span(image)
    width, height = image.size
    whole = Pillow.new("RGB", (math.ceil(width / factor), math.ceil(height / factor)))
    rows = max(1, _BAND_PIXELS // width // factor) * factor
    for top in range(0, height, rows):
        band = image.crop((0, top, width, min(top + rows, height)))
        flat = _flat(band, span)
        reduced = flat.reduce(factor) if factor > 1 else flat
        whole.paste(_coloured(reduced, transform), (0, top // factor))
    return whole


def _span(image: Image.Image) -> tuple[float, float]:
    """The values that become black and white in an image of more than eight bits.

    Sixteen bits have a fixed range.  Whole or floating numbers have none, so theirs is the
    range that is there.
    """
    if image.mode not in _DEEP_MODES or image.mode.startswith("I;16"):
        return 0.0, 65535.0
    low, high = image.getextrema()
    if not isinstance(low, int | float) or not isinstance(high, int | float):
        return 0.0, 65535.0
    if image.mode == "I" and low >= 0 and 255 < high <= 65535:
        return 0.0, 65535.0
    return float(low), float(high)


def _flat(band: Image.Image, span: tuple[float, float]) -> Image.Image:
    """The band with eight bits, no palette and no transparency; its colour space stays."""
    from PIL import Image as Pillow

    if band.mode in _DEEP_MODES:
        return Pillow.fromarray(_eight_bits(np.asarray(band), span))
    if band.mode in _ALPHA_MODES or "transparency" in band.info:
        clear = band.convert("RGBA")
        white = Pillow.new("RGB", band.size, "white")
        white.paste(clear, mask=clear.getchannel("A"))
        return white
    if band.mode in {"L", "RGB", "CMYK", "LAB"}:
        return band
    return band.convert("L" if band.mode == "1" else "RGB")


def _eight_bits(values: NDArray[np.generic], span: tuple[float, float]) -> NDArray[np.uint8]:
    low, high = span
    numbers = np.nan_to_num(values.astype(np.float32), nan=low, posinf=high, neginf=low)
    scaled = (numbers - low) * (255.0 / max(high - low, 1e-9))
    eight: NDArray[np.uint8] = np.clip(np.rint(scaled), 0, 255).astype(np.uint8)
    return eight


def _coloured(band: Image.Image, transform: ImageCms.ImageCmsTransform | None) -> Image.Image:
    from PIL import ImageCms

    if transform is not None and band.mode == str(transform.input_mode):
        return ImageCms.applyTransform(band, transform) or band
    return band if band.mode == "RGB" else band.convert("RGB")


def _transform(image: Image.Image) -> ImageCms.ImageCmsTransform | None:
    """The way from the image's own colours to sRGB; None where they are sRGB, or unknown."""
    from PIL import ImageCms

    profile = image.info.get("icc_profile")
    mode = "RGB" if image.mode in {"RGBA", "RGBa", "P", "PA"} else image.mode
    try:
        if mode == "LAB":
            source = ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB"))
        elif profile and mode in {"RGB", "CMYK"}:
            source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
            if "sRGB" in ImageCms.getProfileDescription(source):
                return None
        else:
            return None
        target = ImageCms.createProfile("sRGB")
        return ImageCms.buildTransform(source, target, mode, "RGB")
    except (ImageCms.PyCMSError, OSError, TypeError, ValueError):
        return None
