"""Draws the example pictures, so that a first try needs no photo and no licence but ours.

    label.jpg     a drink carton's label, held a little askew: text, a date, a bar code
    table.jpg     two cups, two apples and an orange: "what is this?" has five answers
    covered.jpg   what a camera sees with a finger over its lens

`python -m whichone_app.examples.draw` (make examples) draws them again.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from .scene import Camera, Scene, Thing, apple, cup, orange

if TYPE_CHECKING:
    from PIL import Image, ImageDraw, ImageFont

FOLDER = Path(__file__).parent
SIZE = (960, 720)
SEED = 20261129
CAMERA = Camera(eye=(0.0, 3.6, -3.6), down_degrees=42)
THINGS = (
    Thing(cup, (-1.5, 0.55), (0.90, 0.90, 0.88), turned_degrees=-25),
    Thing(cup, (1.45, 0.55), (0.10, 0.20, 0.60), turned_degrees=30),
    Thing(apple, (0.0, 0.85), (0.70, 0.05, 0.05)),
    Thing(apple, (0.78, -0.80), (0.42, 0.60, 0.10)),
    Thing(orange, (-0.70, -0.75), (0.95, 0.43, 0.04)),
)


def draw_table() -> Image.Image:
    """Two cups, two apples and an orange on a cloth, with the noise of a small sensor."""
    import numpy as np
    from PIL import Image, ImageFilter

    pixels = Scene(THINGS).render(CAMERA, *SIZE).astype(np.float32)
    pixels += np.random.default_rng(SEED).normal(0, 2.5, pixels.shape)
    picture = Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))
    return picture.filter(ImageFilter.UnsharpMask(radius=1.5, percent=150))  # as phones do


def _font(size: int, *, bold: bool = False) -> ImageFont.FreeTypeFont:
    from PIL import ImageFont

    return ImageFont.truetype("DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf", size)


def _write_label(draw: ImageDraw.ImageDraw) -> None:
    """The words of the label, as a maker of drinks would set them."""
    draw.rectangle((0, 0, 620, 150), fill=(24, 78, 119))
    draw.text((310, 50), "MORNING FIELD", font=_font(58, bold=True), fill="white", anchor="mm")
    draw.text((310, 112), "Organic oat drink", font=_font(36), fill="white", anchor="mm")
    lines = (
        ("Ingredients: water, oats 11%,", 30),
        ("rapeseed oil, sea salt.", 30),
        ("Contains oats. 1 litre", 30),
        ("Keep cool. Shake well.", 30),
    )
    for row, (text, size) in enumerate(lines):
        draw.text((40, 185 + row * 48), text, font=_font(size), fill=(30, 30, 30))
    draw.text((40, 410), "Best before: 14 MAR 2027", font=_font(34, bold=True), fill=(10, 10, 10))


def draw_label() -> Image.Image:
    """A label with a bar code, held a little askew over a dark table."""
    import numpy as np
    import zxingcpp
    from PIL import Image, ImageDraw, ImageFilter

    label = Image.new("RGB", (620, 600), (247, 244, 236))
    _write_label(ImageDraw.Draw(label))
    code = zxingcpp.create_barcode("4006381333931", zxingcpp.BarcodeFormat.EAN13)
    bars = Image.fromarray(np.array(code.to_image(scale=3))).convert("RGB")
    label.paste(bars.resize((320, 110), Image.Resampling.NEAREST), (150, 470))
    scene = Image.new("RGB", SIZE, (92, 74, 60))
    mask = Image.new("L", label.size, 255)
    turned, edge = (
        picture.rotate(2.5, expand=True, resample=Image.Resampling.BICUBIC)
        for picture in (label, mask)
    )
    scene.paste(turned, (160, 48), edge)
    pixels = np.asarray(scene.filter(ImageFilter.GaussianBlur(0.7)), np.float32)
    light = np.linspace(1.03, 0.86, SIZE[0], dtype=np.float32)[None, :, None]
    noise = np.random.default_rng(SEED).normal(0, 3.0, pixels.shape)
    return Image.fromarray(np.clip(pixels * light + noise, 0, 255).astype(np.uint8))


def draw_covered() -> Image.Image:
    """A finger over the lens: nearly black with a reddish glow and the sensor's noise."""
    import numpy as np
    from PIL import Image

    width, height = SIZE
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    glow = np.exp(-(((columns - width) / 500) ** 2 + (rows / 500) ** 2))[..., None]
    levels = 6 + glow * np.array([22, 6, 4], np.float32)
    levels = levels + np.random.default_rng(SEED).normal(0, 1.5, levels.shape)
    return Image.fromarray(np.clip(levels, 0, 255).astype(np.uint8))


EXAMPLES = {"label": draw_label, "table": draw_table, "covered": draw_covered}


def main() -> None:
    """Draw every example into this folder."""
    for name, draw in EXAMPLES.items():
        draw().save(FOLDER / f"{name}.jpg", quality=88, optimize=True)


if __name__ == "__main__":
    main()
