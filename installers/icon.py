"""Draws the icon: a picture with a question mark, dark on yellow, of strong contrast.

`write_icons` writes it as PNG in the sizes of Linux desktops, as .ico and as .icns.  It is drawn
from shapes at four times its size, so no font and no drawing program is needed.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
YELLOW, DARK = (255, 214, 10), (16, 24, 48)
_FINE = 4
"""How many times larger it is drawn than shown, for smooth edges."""


def draw_icon(size: int) -> Image:
    """The icon as an RGBA picture of size by size pixels."""
    from PIL import Image, ImageDraw

    whole = size * _FINE
    picture = Image.new("RGBA", (whole, whole), (0, 0, 0, 0))
    pen = ImageDraw.Draw(picture)

    def at(*parts: float) -> list[float]:
        return [part * whole for part in parts]

    pen.rounded_rectangle(at(0.03, 0.03, 0.97, 0.97), whole * 0.18, fill=DARK)
    pen.rounded_rectangle(at(0.13, 0.13, 0.87, 0.87), whole * 0.10, fill=YELLOW)
    width = max(1, round(whole * 0.10))
    pen.arc(at(0.33, 0.22, 0.67, 0.56), 170, 90, fill=DARK, width=width)
    pen.line(at(0.50, 0.46, 0.50, 0.64), fill=DARK, width=width)
    pen.ellipse(at(0.44, 0.69, 0.56, 0.81), fill=DARK)
    return picture.resize((size, size), Image.Resampling.LANCZOS)


def write_icons(folder: Path) -> None:
    """Write whichone-SIZE.png, whichone.ico and whichone.icns."""
    folder.mkdir(parents=True, exist_ok=True)
    pictures = {size: draw_icon(size) for size in SIZES}
    for size, picture in pictures.items():
        picture.save(folder / f"whichone-{size}.png")
    largest = pictures[max(SIZES)]
    largest.save(folder / "whichone.ico", sizes=[(size, size) for size in SIZES if size <= 256])
    largest.save(folder / "whichone.icns")
