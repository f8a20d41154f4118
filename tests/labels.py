"""Makers of printed test pictures with known words: labels, signs, receipts, columns, codes.

All are drawn with Pillow in the DejaVu fonts; `tilted`, `turned` and `worn` make photos of
them that lean, lie on their side, or are soft, noisy and shaded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from whichone_core.types.evidence import TextEvidence, TextLine
from whichone_core.types.pictures import Box

Pixels = NDArray[np.uint8]
FONTS = {
    "sans": "DejaVuSans.ttf",
    "bold": "DejaVuSans-Bold.ttf",
    "serif": "DejaVuSerif.ttf",
    "mono": "DejaVuSansMono.ttf",
}


@dataclass(frozen=True, eq=False)
class Label:
    """A picture, shape (height, width, 3) RGB, and its lines in reading order."""

    pixels: Pixels
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


@lru_cache
def font(name: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONTS[name], size)


def blank(width: int, height: int, colour: str) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("RGB", (width, height), colour)
    return image, ImageDraw.Draw(image)


def pixels(image: Image.Image) -> Pixels:
    return np.ascontiguousarray(np.asarray(image.convert("RGB"), dtype=np.uint8))


def label(
    lines: Sequence[tuple[str, int]],
    *,
    face: str = "sans",
    ink: str = "black",
    paper: str = "ivory",
    table: str = "dimgray",
) -> Label:
    """Lines of (text, letter size in pixels) on a paper lying on a table."""
    widest = max(font(face, size).getlength(text) for text, size in lines)
    height = sum(int(size * 1.5) for _, size in lines)
    image, draw = blank(int(widest) + 240, height + 240, table)
    draw.rectangle((60, 60, image.width - 60, image.height - 60), fill=paper)
    y = 120
    for text, size in lines:
        draw.text((120, y), text, fill=ink, font=font(face, size))
        y += int(size * 1.5)
    return Label(pixels(image), tuple(text for text, _ in lines))


def sign(text: Sequence[str], *, ink: str = "white", paper: str = "darkgreen") -> Label:
    """A sign with large centred letters."""
    image, draw = blank(1000, 160 + 130 * len(text), paper)
    for row, line in enumerate(text):
        draw.text((500, 130 + 130 * row), line, fill=ink, font=font("bold", 90), anchor="mm")
    return Label(pixels(image), tuple(text))


def receipt(rows: Sequence[tuple[str, str]], heading: str = "CORNER SHOP") -> Label:
    """Items on the left, prices on the right; a row is one line of reading."""
    image, draw = blank(620, 160 + 46 * len(rows), "white")
    draw.text((310, 60), heading, fill="black", font=font("bold", 34), anchor="mm")
    for row, (item, price) in enumerate(rows):
        y = 110 + 46 * row
        draw.text((40, y), item, fill="black", font=font("mono", 26))
        draw.text((580, y), price, fill="black", font=font("mono", 26), anchor="ra")
    joined = tuple(f"{item} {price}".strip() for item, price in rows)
    return Label(pixels(image), (heading, *joined))


def columns(left: Sequence[str], right: Sequence[str], title: str = "") -> Label:
    """Two columns of running text on one grid, under a title that spans both."""
    image, draw = blank(1240, 200 + 44 * max(len(left), len(right)), "white")
    if title:
        draw.text((620, 60), title, fill="black", font=font("bold", 52), anchor="mm")
    for x, column in ((60, left), (660, right)):
        for row, line in enumerate(column):
            draw.text((x, 130 + 44 * row), line, fill="black", font=font("serif", 28))
    return Label(pixels(image), (*((title,) if title else ()), *left, *right))


def barcode(text: str, kind: str, scale: int = 3, size: tuple[int, int] = (960, 720)) -> Pixels:
    """A code printed in the middle of a grey card; kind is zxing's name ("EAN13")."""
    import zxingcpp

    code = zxingcpp.create_barcode(text, getattr(zxingcpp.BarcodeFormat, kind))
    drawn = np.pad(np.array(code.to_image(scale=scale)), 8, constant_values=255)
    width, height = size
    card = np.full((height, width), 200, dtype=np.uint8)
    top, left = (height - drawn.shape[0]) // 2, (width - drawn.shape[1]) // 2
    card[top : top + drawn.shape[0], left : left + drawn.shape[1]] = np.where(drawn > 0, 245, 25)
    return np.ascontiguousarray(np.repeat(card[:, :, None], 3, axis=2))


# ------------------------------------------------------------------ as a camera sees them


def tilted(picture: Pixels, degrees: float, fill: tuple[int, int, int] = (105, 105, 105)) -> Pixels:
    """Leaning by some degrees, clockwise positive; nothing is cut off."""
    turned = Image.fromarray(picture).rotate(
        -degrees, Image.Resampling.BICUBIC, expand=True, fillcolor=fill
    )
    return pixels(turned)


def turned(picture: Pixels, quarters: int) -> Pixels:
    """Turned counter-clockwise by quarters."""
    return np.ascontiguousarray(np.rot90(picture, quarters))


def worn(picture: Pixels, blur: float = 0.0, noise: float = 4.0, seed: int = 0) -> Pixels:
    """Softened by a Gaussian of some pixels, shaded from left to right, and noisy."""
    import cv2

    soft = cv2.GaussianBlur(picture, (0, 0), blur) if blur else picture
    shade = np.linspace(0.75, 1.0, picture.shape[1])[None, :, None]
    grain = np.random.default_rng(seed).normal(0, noise, picture.shape)
    return np.clip(np.asarray(soft) * shade + grain, 0, 255).astype(np.uint8)


# ---------------------------------------------------------------------- text already read


def read_text(*lines: str, score: float = 0.99, heights: Sequence[float] = ()) -> TextEvidence:
    """Text as a reader would give it, one line under the other."""
    tall = heights or [0.03] * len(lines)
    return TextEvidence(
        tuple(
            TextLine(text, score, Box(0.1, 0.05 * row, 0.9, 0.05 * row + tall[row]))
            for row, text in enumerate(lines)
        )
    )
