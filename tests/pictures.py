"""Makers of test pictures, all drawn by code: scenes, pages, and damaged or odd files."""

from __future__ import annotations

import io
import struct
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

ORIENTATION_TAG = 0x0112
CORNERS = {"top left": "red", "top right": "lime", "bottom left": "blue", "bottom right": "yellow"}


def corners(width: int = 96, height: int = 64) -> Image.Image:
    """Four coloured quarters, so that every turn and mirroring shows."""
    image = Image.new("RGB", (width, height))
    draw = ImageDraw.Draw(image)
    middle, half = width // 2, height // 2
    draw.rectangle((0, 0, middle - 1, half - 1), fill=CORNERS["top left"])
    draw.rectangle((middle, 0, width, half - 1), fill=CORNERS["top right"])
    draw.rectangle((0, half, middle - 1, height), fill=CORNERS["bottom left"])
    draw.rectangle((middle, half, width, height), fill=CORNERS["bottom right"])
    return image


def stored_for(orientation: int, upright: Image.Image) -> Image.Image:
    """How a camera stores the upright picture when it writes this EXIF orientation."""
    turns = Image.Transpose
    undo = {
        2: turns.FLIP_LEFT_RIGHT, 3: turns.ROTATE_180, 4: turns.FLIP_TOP_BOTTOM,
        5: turns.TRANSPOSE, 6: turns.ROTATE_90, 7: turns.TRANSVERSE, 8: turns.ROTATE_270,
    }  # fmt: skip
    return upright.transpose(undo[orientation]) if orientation in undo else upright


def encoded(image: Image.Image, format: str, orientation: int = 1, **options: Any) -> bytes:
    """The picture as the bytes of a file, with an EXIF orientation where it is not 1."""
    if format == "HEIF":
        import pillow_heif

        pillow_heif.register_heif_opener()
    if orientation != 1:
        exif = Image.Exif()
        exif[ORIENTATION_TAG] = orientation
        # As bytes: the HEIC writer then turns it into the container's rotation, as phones do.
        options["exif"] = exif.tobytes()
    stream = io.BytesIO()
    image.save(stream, format, **options)
    return stream.getvalue()


def scene(width: int = 640, height: int = 480, seed: int = 1) -> NDArray[np.uint8]:
    """A sharp made-up photo: shaded shapes and fine texture on a lit background, RGB."""
    random = np.random.default_rng(seed)
    rows, columns = np.mgrid[0:height, 0:width]
    light = 70 + 110 * columns / width + 30 * rows / height
    pixels = np.repeat(light[:, :, None], 3, axis=2) + random.normal(0, 4, (height, width, 3))
    for _ in range(14):
        x, y = random.integers(0, width), random.integers(0, height)
        w, h = random.integers(width // 12, width // 4), random.integers(height // 12, height // 4)
        pixels[y : y + h, x : x + w] = random.integers(20, 235, 3) + random.normal(
            0, 6, pixels[y : y + h, x : x + w].shape
        )
    return np.clip(pixels, 0, 255).astype(np.uint8)


def numbers_png(width: int, height: int) -> bytes:
    """A PNG whose header claims this size while it holds no pixels: a bomb."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = zlib.compress(bytes(1000))
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", header)
        + _chunk(b"IDAT", body)
        + _chunk(b"IEND", b"")
    )


def deep_rgb_png(pixels: NDArray[np.uint16]) -> bytes:
    """A PNG with 16 bits a channel (Pillow cannot write one); pixels: (height, width, 3)."""
    height, width, _ = pixels.shape
    rows = b"".join(b"\0" + row.astype(">u2").tobytes() for row in pixels)
    header = struct.pack(">IIBBBBB", width, height, 16, 2, 0, 0, 0)
    chunks = _chunk(b"IHDR", header) + _chunk(b"IDAT", zlib.compress(rows)) + _chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunks


def large_png(width: int, height: int, noise: bool = False) -> bytes:
    """A real PNG of any size, written band by band so that little memory is needed."""
    random = np.random.default_rng(1)
    packer = zlib.compressobj(1)
    band = b"".join(
        b"\0" + (random.bytes(width * 3) if noise else bytes([40 + 2 * i] * (width * 3)))
        for i in range(100)
    )
    parts = [packer.compress(band) for _ in range(height // 100)]
    rest = height % 100
    parts += [packer.compress(band[: rest * (width * 3 + 1)]), packer.flush()]
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        [_chunk(b"IHDR", header), _chunk(b"IDAT", b"".join(parts)), _chunk(b"IEND", b"")]
    )


def without_adobe_mark(jpeg: bytes) -> bytes:
    """A JPEG without its APP14 segment."""
    start = jpeg.index(b"\xff\xee")
    (length,) = struct.unpack(">H", jpeg[start + 2 : start + 4])
    return jpeg[:start] + jpeg[start + 2 + length :]


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
