"""Pictures of every kind that people have become upright RGB frames."""

from __future__ import annotations

import hashlib
import threading

import numpy as np
import pytest
from PIL import Image, ImageCms, ImageDraw
from whichone_core.picture.pictures import MOST_PIXELS, frame_from_rgb, frame_of, read_bytes
from whichone_core.types.pictures import Frame, SourceKind

from tests.pictures import (
    CORNERS,
    corners,
    deep_rgb_png,
    encoded,
    scene,
    stored_for,
    without_adobe_mark,
)

FILE = SourceKind.FILE
NAMED = {"red": (255, 0, 0), "lime": (0, 255, 0), "blue": (0, 0, 255), "yellow": (255, 255, 0)}


def corner_colours(frame: Frame) -> list[str]:
    """The nearest of the four colours in each corner, in the order of CORNERS."""
    top, bottom = frame.height // 4, frame.height * 3 // 4
    left, right = frame.width // 4, frame.width * 3 // 4
    spots = [frame.pixels[y, x] for y in (top, bottom) for x in (left, right)]
    return [
        min(NAMED, key=lambda name: np.abs(spot - np.array(NAMED[name], dtype=float)).sum())
        for spot in spots
    ]


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("format", ["JPEG", "PNG", "WEBP", "TIFF", "HEIF", "AVIF"])
def test_a_turned_picture_stands_upright_exactly_once(format: str, orientation: int) -> None:
    stored = stored_for(orientation, corners())
    frame = read_bytes(encoded(stored, format, orientation), FILE)
    assert frame.pixels.shape == (64, 96, 3)
    assert frame.full_size == (96, 64)
    assert corner_colours(frame) == list(CORNERS.values())


def test_an_orientation_that_does_not_exist_changes_nothing() -> None:
    assert corner_colours(read_bytes(encoded(corners(), "JPEG", 99), FILE)) == list(
        CORNERS.values()
    )


@pytest.mark.parametrize("mode", ["RGBA", "LA"])
def test_transparency_is_laid_on_white(mode: str) -> None:
    clear = Image.new(mode, (40, 40), 0)
    assert (read_bytes(encoded(clear, "PNG"), FILE).pixels == 255).all()


def test_half_transparent_black_is_grey() -> None:
    frame = read_bytes(encoded(Image.new("RGBA", (9, 9), (0, 0, 0, 128)), "PNG"), FILE)
    assert frame.pixels[4, 4].tolist() == [127, 127, 127]


def test_a_palette_with_a_clear_colour_is_laid_on_white() -> None:
    image = Image.new("P", (20, 20), 0)
    image.putpalette([0, 0, 0, 200, 10, 10])
    image.paste(1, (10, 0, 20, 20))
    frame = read_bytes(encoded(image, "PNG", transparency=0), FILE)
    assert frame.pixels[5, 5].tolist() == [255, 255, 255]
    assert frame.pixels[5, 15].tolist() == [200, 10, 10]


def test_one_bit_pictures_are_black_and_white() -> None:
    image = Image.new("1", (20, 20), 1)
    image.paste(0, (0, 0, 10, 20))
    frame = read_bytes(encoded(image, "PNG"), FILE)
    assert (frame.pixels[0, 0].tolist(), frame.pixels[0, 19].tolist()) == ([0] * 3, [255] * 3)


def test_sixteen_bit_grey_is_scaled_and_not_clipped() -> None:
    ramp = np.linspace(0, 65535, 256, dtype=np.uint16)[None, :].repeat(16, axis=0)
    frame = read_bytes(encoded(Image.fromarray(ramp), "PNG"), FILE)
    assert np.abs(frame.pixels[8, :, 0].astype(int) - np.arange(256)).max() <= 1


def test_sixteen_bit_colour_is_scaled_and_not_clipped() -> None:
    ramp = np.linspace(0, 65535, 256, dtype=np.uint16)
    frame = read_bytes(deep_rgb_png(np.stack([ramp, ramp[::-1], ramp], axis=1)[None]), FILE)
    assert np.abs(frame.pixels[0, :, 0].astype(int) - np.arange(256)).max() <= 1
    assert np.abs(frame.pixels[0, ::-1, 1].astype(int) - np.arange(256)).max() <= 1


def test_floating_point_pictures_span_black_to_white() -> None:
    image = Image.fromarray(np.linspace(-3, 7, 50, dtype=np.float32)[None, :].repeat(50, axis=0))
    frame = read_bytes(encoded(image, "TIFF"), FILE)
    assert (frame.pixels.min(), frame.pixels.max()) == (0, 255)


def test_cmyk_jpeg_keeps_its_colours_with_and_without_adobes_inversion() -> None:
    cmyk = corners(256, 256).convert("CMYK")
    inverted = encoded(cmyk, "JPEG", quality=95)
    assert corner_colours(read_bytes(inverted, FILE)) == list(CORNERS.values())
    negative = Image.fromarray(255 - np.asarray(cmyk), "CMYK")
    plain = without_adobe_mark(encoded(negative, "JPEG", quality=95))
    assert corner_colours(read_bytes(plain, FILE)) == list(CORNERS.values())


def test_a_colour_profile_of_its_own_is_followed() -> None:
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    image = corners()
    assert corner_colours(read_bytes(encoded(image, "JPEG", icc_profile=profile), FILE)) == list(
        CORNERS.values()
    )


def test_a_broken_colour_profile_does_not_cost_the_picture() -> None:
    jpeg = encoded(corners(), "JPEG", icc_profile=b"no profile at all" * 20)
    assert corner_colours(read_bytes(jpeg, FILE)) == list(CORNERS.values())


@pytest.mark.parametrize("format", ["GIF", "WEBP", "PNG"])
def test_an_animation_gives_its_first_frame_and_says_so(format: str) -> None:
    later = [Image.new("RGB", (96, 64), "black"), Image.new("RGB", (96, 64), "white")]
    frame = read_bytes(encoded(corners(), format, save_all=True, append_images=later), FILE)
    assert corner_colours(frame) == list(CORNERS.values())
    assert frame.remarks == ("The picture moves; this is how it begins.",)


def test_many_pages_give_the_first_and_say_so() -> None:
    pages = [Image.new("RGB", (50, 50), "white")] * 11
    frame = read_bytes(encoded(corners(), "TIFF", save_all=True, append_images=pages), FILE)
    assert frame.remarks == ("This is the first of 12 pages.",)


def test_a_still_picture_has_no_remarks() -> None:
    assert read_bytes(encoded(corners(), "WEBP"), FILE).remarks == ()


@pytest.mark.parametrize("format", ["JPEG", "PNG", "GIF", "BMP"])
def test_big_pictures_are_reduced_to_twelve_megapixels(format: str) -> None:
    image = Image.new("L", (4800, 3200), 200)
    ImageDraw.Draw(image).rectangle((0, 0, 2399, 3199), fill=40)
    frame = read_bytes(encoded(image, format), FILE)
    assert frame.full_size == (4800, 3200)
    assert MOST_PIXELS * 0.99 < frame.width * frame.height <= MOST_PIXELS
    assert frame.width / frame.height == pytest.approx(1.5, abs=0.001)
    assert (frame.pixels[100, 100, 0], frame.pixels[100, -100, 0]) == (40, 200)


def test_reducing_in_bands_leaves_no_seams() -> None:
    slope = np.linspace(0, 255, 6001, dtype=np.float32).astype(np.uint8)
    image = Image.fromarray(slope[:, None].repeat(4007, axis=1))
    column = read_bytes(encoded(image, "PNG"), FILE).pixels[:, 50, 0].astype(int)
    assert (np.diff(column) >= 0).all()
    assert np.diff(column).max() <= 1


def test_a_hair_thin_picture_survives() -> None:
    frame = frame_of(Image.new("RGB", (1, 60_000), "red"), FILE)
    assert frame.pixels.shape == (60_000, 1, 3)


def test_the_digest_is_of_size_and_pixels_alone() -> None:
    pixels = scene(60, 40)
    from_png = read_bytes(encoded(Image.fromarray(pixels), "PNG"), FILE)
    from_camera = frame_from_rgb(pixels, SourceKind.CAMERA)
    assert from_png.digest == from_camera.digest
    assert from_png.digest == hashlib.sha256(b"60x40:" + pixels.tobytes()).hexdigest()
    assert from_png.digest != frame_from_rgb(pixels.reshape(60, 40, 3), FILE).digest


def test_pixels_cannot_be_changed_by_who_looks_at_them() -> None:
    with pytest.raises(ValueError, match="read-only"):
        read_bytes(encoded(corners(), "PNG"), FILE).pixels[0, 0] = 1


def test_nothing_that_the_camera_wrote_about_itself_is_kept() -> None:
    exif = Image.Exif()
    exif[0x010F] = "Smart glasses maker"
    frame = read_bytes(encoded(corners(), "JPEG", exif=exif), FILE)
    kept = [frame.kind, frame.taken_at, frame.full_size, frame.digest, frame.remarks]
    assert "Smart glasses" not in repr(kept)


def test_pictures_read_by_many_threads_do_not_disturb_each_other() -> None:
    bytes_of = [encoded(stored_for(o, corners()), "JPEG", o) for o in range(1, 9)]
    seen: list[list[str]] = []
    threads = [
        threading.Thread(
            target=lambda data=data: seen.append(corner_colours(read_bytes(data, FILE)))
        )
        for data in bytes_of
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [list(CORNERS.values())] * 8
