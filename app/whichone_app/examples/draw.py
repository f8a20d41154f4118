"""Draws the example pictures, so that a first try needs no photo and no licence but ours.

    label.jpg     a drink carton's label, held a little askew: text, a date, a bar code
    fruit.jpg     five pieces of fruit on a cloth: "what is this?" has five answers
    covered.jpg   what a camera sees with a finger over its lens

`python -m whichone_app.examples.draw` (make examples) draws them again.  The fruit are
spheres, ray-traced with numpy with one lamp, soft shadows and a dimpled skin, real enough
for detectors that were trained on photos.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL import Image, ImageDraw, ImageFont

    Field = NDArray[np.float32]

FOLDER = Path(__file__).parent
SIZE = (960, 720)
SEED = 20261129
ORANGE, GREEN, RED = (0.95, 0.43, 0.04), (0.34, 0.58, 0.10), (0.72, 0.07, 0.07)


@dataclass(frozen=True, slots=True)
class Sphere:
    """A piece of fruit: its centre (x, y up, z away), radius and colour (linear RGB, 0-1)."""

    centre: tuple[float, float, float]
    radius: float
    colour: tuple[float, float, float]


FRUIT = (
    Sphere((-1.35, 0.62, 0.55), 0.62, ORANGE),
    Sphere((0.05, 0.62, 0.95), 0.62, GREEN),
    Sphere((1.45, 0.62, 0.55), 0.62, RED),
    Sphere((-0.72, 0.62, -0.75), 0.62, ORANGE),
    Sphere((0.78, 0.62, -0.80), 0.62, ORANGE),
)


class Renderer:
    """Traces spheres on a cloth; all fields have the shape (height, width[, 3])."""

    LAMP = (-0.45, 0.80, -0.40)
    EYE = (0.0, 4.1, -3.4)
    DOWN_DEGREES = 46.0

    def __init__(self, width: int, height: int, seed: int) -> None:
        import numpy as np

        self.np = np
        self.noise = np.random.default_rng(seed)
        lamp = np.array(self.LAMP, np.float32)
        self.lamp = lamp / np.linalg.norm(lamp)
        self.eye = np.array(self.EYE, np.float32)
        rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
        rays = np.stack(
            [(columns - width / 2) / width, -(rows - height / 2) / width, np.full_like(rows, 0.85)],
            axis=-1,
        )
        angle = np.deg2rad(self.DOWN_DEGREES)
        tilt = np.array(
            [[1, 0, 0], [0, np.cos(angle), -np.sin(angle)], [0, np.sin(angle), np.cos(angle)]],
            np.float32,
        )
        rays = rays @ tilt.T
        self.rays: Field = rays / np.linalg.norm(rays, axis=-1, keepdims=True)

    def picture(self, spheres: tuple[Sphere, ...]) -> NDArray[np.uint8]:
        """The finished picture: gamma, and the noise of a small sensor."""
        np = self.np
        distance, colour = self._cloth(spheres)
        for sphere in spheres:
            distance, colour = self._sphere(sphere, distance, colour)
        levels = np.clip(colour, 0, 1) ** (1 / 1.7) * 255
        levels = levels + self.noise.normal(0, 2.5, levels.shape)
        return np.clip(levels, 0, 255).astype(np.uint8)

    def _cloth(self, spheres: tuple[Sphere, ...]) -> tuple[Field, Field]:
        np = self.np
        distance = (-self.eye[1] / self.rays[..., 1]).astype(np.float32)
        point = self.eye + self.rays * distance[..., None]
        weave = 0.5 + 0.25 * np.sin(point[..., 0] * 60) + 0.25 * np.sin(point[..., 2] * 60)
        light = np.ones_like(distance)
        for sphere in spheres:
            light = light * self._shadow(point, sphere)
        base = np.array([0.42, 0.46, 0.52], np.float32) * (0.9 + 0.1 * weave[..., None])
        return distance, base * light[..., None]

    def _shadow(self, point: Field, sphere: Sphere) -> Field:
        """The share of light that reaches the cloth past one sphere, with a soft edge."""
        np = self.np
        centre = np.array(sphere.centre, np.float32)
        offset = point - centre
        along = (offset * self.lamp).sum(-1)
        beside = np.sqrt(np.maximum((offset**2).sum(-1) - along**2, 0)) / sphere.radius
        cast = np.where(along < 0, np.clip((beside - 0.75) / 0.5, 0, 1), 1.0)
        ground = np.hypot(offset[..., 0], offset[..., 2]) / sphere.radius
        contact = 1 - 0.5 * np.exp(-((ground / 0.7) ** 2))
        return (0.35 + 0.65 * cast) * contact

    def _sphere(self, sphere: Sphere, distance: Field, colour: Field) -> tuple[Field, Field]:
        np = self.np
        offset = self.eye - np.array(sphere.centre, np.float32)
        half = (self.rays * offset).sum(-1)
        under_root = half**2 - ((offset**2).sum() - sphere.radius**2)
        near = -half - np.sqrt(np.maximum(under_root, 0))
        is_hit = (under_root > 0) & (near < distance)
        normal = (self.eye + self.rays * near[..., None] - sphere.centre) / sphere.radius
        dimples = np.sin(normal * 60).prod(-1, keepdims=True) * 0.06
        normal = normal + dimples
        normal = normal / np.linalg.norm(normal, axis=-1, keepdims=True)
        facing = np.clip((normal * self.lamp).sum(-1, keepdims=True), 0, 1)
        mirror = 2 * (normal * self.lamp).sum(-1, keepdims=True) * normal - self.lamp
        gloss = np.clip(-(mirror * self.rays).sum(-1, keepdims=True), 0, 1) ** 25 * 0.3
        skin = np.array(sphere.colour, np.float32) * (0.25 + 0.8 * facing) + gloss
        return np.where(is_hit, near, distance), np.where(is_hit[..., None], skin, colour)


def draw_fruit() -> Image.Image:
    """Five pieces of fruit on a cloth, traced at twice the size and reduced."""
    from PIL import Image

    width, height = SIZE
    pixels = Renderer(width * 2, height * 2, SEED).picture(FRUIT)
    return Image.fromarray(pixels).resize(SIZE, Image.Resampling.BOX)


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


EXAMPLES = {"label": draw_label, "fruit": draw_fruit, "covered": draw_covered}


def main() -> None:
    """Draw every example into this folder."""
    for name, draw in EXAMPLES.items():
        draw().save(FOLDER / f"{name}.jpg", quality=88, optimize=True)


if __name__ == "__main__":
    main()
