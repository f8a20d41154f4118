"""Flaws of pictures are found from pixels and text, and each has one thing to do about it."""

from __future__ import annotations

import io

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from whichone_core.picture.pictures import frame_from_rgb, frame_of
from whichone_core.picture.quality import inspect, is_unusable, retake_action, with_text
from whichone_core.types.evidence import TextEvidence, TextLine
from whichone_core.types.pictures import Box, SourceKind
from whichone_core.types.quality import Finding, Flaw, QualityReport, Side

from tests.drawn_shapes import Shape, draw
from tests.pictures import scene

PHOTO = scene(1280, 960)


def report_of(pixels: NDArray[np.uint8], kind: SourceKind = SourceKind.CAMERA) -> QualityReport:
    return inspect(frame_from_rgb(pixels, kind))


def flaws(report: QualityReport) -> set[Flaw]:
    return {finding.flaw for finding in report.findings}


def smeared(pixels: NDArray[np.uint8], sigma: float) -> NDArray[np.uint8]:
    blurred: NDArray[np.uint8] = np.empty_like(pixels)
    cv2.GaussianBlur(pixels, (0, 0), sigma, dst=blurred)
    return blurred


def lit(pixels: NDArray[np.uint8], gain: float) -> NDArray[np.uint8]:
    brighter: NDArray[np.uint8] = np.clip(pixels * gain, 0, 255).astype(np.uint8)
    return brighter


def page(width: int = 1200, height: int = 900, words: int = 200) -> Image.Image:
    image = Image.new("RGB", (width, height), "white")
    draw = ImageDraw.Draw(image)
    for number in range(words):
        draw.text((30 + number % 10 * 110, 20 + number // 10 * 40), f"word {number}", fill="black")
    return image


def test_a_sharp_photo_is_good() -> None:
    assert report_of(PHOTO).is_good


def test_a_blurred_photo_is_called_so_with_the_number_that_shows_it() -> None:
    finding = report_of(smeared(PHOTO, 8)).finding(Flaw.BLURRED)
    assert finding is not None
    assert finding.measure < finding.threshold


def test_sensor_noise_does_not_make_a_blurred_photo_sharp() -> None:
    noise = np.random.default_rng(3).normal(0, 6, PHOTO.shape)
    noisy = np.clip(smeared(PHOTO, 8) + noise, 0, 255).astype(np.uint8)
    assert report_of(noisy).has(Flaw.BLURRED)


def test_pale_print_is_not_blur() -> None:
    pale = (200 + np.asarray(page()) * 0.15).astype(np.uint8)
    assert report_of(pale).is_good


@pytest.mark.parametrize("words", [1, 5, 200])
def test_a_page_or_screen_with_little_on_it_is_good(words: int) -> None:
    assert inspect(frame_of(page(words=words), SourceKind.FILE)).is_good


def test_a_dark_photo_is_called_dark() -> None:
    report = report_of(lit(PHOTO, 0.12))
    assert report.has(Flaw.DARK)
    assert not report.has(Flaw.UNIFORM)


def test_glare_over_most_of_the_picture_is_called_bright() -> None:
    rows, columns = np.mgrid[0:960, 0:1280]
    glow = 600 * np.exp(-((rows - 480) ** 2 + (columns - 640) ** 2) / 400**2)
    glared = np.clip(smeared(PHOTO, 6) + glow[:, :, None], 0, 255).astype(np.uint8)
    assert report_of(glared).has(Flaw.BRIGHT)


def drawn(colour: str, side: int) -> NDArray[np.uint8]:
    """A single thing on plain white, whose edge is as smooth as drawing programs make it."""
    return draw([Shape("circle", colour, 0.5, 0.5, 0.12)], side=side)


@pytest.mark.parametrize("side", [200, 640, 3000])
@pytest.mark.parametrize("colour", ["red", "yellow"])
def test_a_drawing_or_logo_on_plain_white_is_neither_glare_nor_blurred(
    colour: str, side: int
) -> None:
    report = report_of(drawn(colour, side), SourceKind.FILE)
    assert report.measures["clipped"] > 0.9
    assert report.is_good


def test_a_drawing_saved_as_jpeg_or_enlarged_is_good_too() -> None:
    small = Image.fromarray(drawn("red", 300))
    packed = io.BytesIO()
    Image.fromarray(drawn("red", 640)).save(packed, "JPEG", quality=85)
    for image in (small.resize((900, 900), Image.Resampling.BICUBIC), Image.open(packed)):
        assert report_of(np.asarray(image.convert("RGB")), SourceKind.FILE).is_good


@pytest.mark.parametrize("sigma", [1, 2])
def test_a_washed_out_photo_is_no_drawing(sigma: float) -> None:
    light = smeared(PHOTO, sigma).astype(np.float32) * 0.5 + 220
    report = report_of(np.clip(light, 0, 255).astype(np.uint8))
    assert report.measures["clipped"] > 0.9
    assert report.has(Flaw.BRIGHT) and is_unusable(report)


def test_a_photo_of_a_drawing_out_of_focus_is_blurred() -> None:
    assert not report_of(smeared(drawn("red", 640), 8)).is_good


@pytest.mark.parametrize("shade", [0, 90, 255])
def test_one_shade_is_blank_and_nothing_else(shade: int) -> None:
    report = report_of(np.full((600, 800, 3), shade, np.uint8))
    assert flaws(report) == {Flaw.UNIFORM}
    assert is_unusable(report)


def test_a_covered_lens_with_noise_and_a_gradient_is_blank() -> None:
    slope = np.linspace(5, 30, 800)[None, :, None] + np.zeros((600, 800, 3))
    covered = slope + np.random.default_rng(1).normal(0, 2, slope.shape)
    assert report_of(np.clip(covered, 0, 255).astype(np.uint8)).has(Flaw.UNIFORM)


def test_a_black_screen_is_blank_but_a_dark_theme_is_good() -> None:
    screen = Image.new("RGB", (1280, 800), (18, 18, 18))
    assert flaws(inspect(frame_of(screen, SourceKind.SCREEN))) == {Flaw.UNIFORM}
    ImageDraw.Draw(screen).text((200, 200), "Settings", fill=(70, 70, 70))
    assert inspect(frame_of(screen, SourceKind.SCREEN)).is_good


def test_a_thumbnail_is_small_by_the_size_that_was_given() -> None:
    assert report_of(scene(150, 110)).has(Flaw.SMALL)
    assert not report_of(scene(400, 300)).has(Flaw.SMALL)


def test_the_worst_flaw_comes_first() -> None:
    found = report_of(lit(smeared(PHOTO, 4), 0.25)).findings
    assert [finding.flaw for finding in found] == [Flaw.DARK, Flaw.BLURRED]


def test_only_hopeless_pictures_are_unusable() -> None:
    assert not is_unusable(report_of(PHOTO))
    assert not is_unusable(report_of(smeared(PHOTO, 6)))
    assert is_unusable(report_of(smeared(PHOTO, 60)))
    assert is_unusable(report_of(lit(PHOTO, 0.04)))


def test_pictures_of_every_shape_are_measured() -> None:
    for width, height in ((1, 1), (3, 2000), (2000, 3), (81, 79), (5000, 400), (400, 5000)):
        assert report_of(np.full((height, width, 3), 100, np.uint8)).measures["short_side"] > 0


def line(left: float, top: float, right: float, bottom: float, angle: float = 0) -> TextLine:
    return TextLine("some words", 0.9, Box(left, top, right, bottom), angle)


def test_text_that_runs_into_an_edge_is_cut_off_there() -> None:
    text = TextEvidence((line(0.3, 0.2, 1.0, 0.3), line(0.3, 0.4, 0.999, 0.5)))
    report = with_text(QualityReport(), text)
    finding = report.finding(Flaw.CUT_OFF)
    assert finding is not None
    assert finding.sides == (Side.RIGHT,)


def test_a_scrap_of_text_at_the_edge_is_no_flaw() -> None:
    scrap = line(0.97, 0.4, 1.0, 0.43)
    assert with_text(QualityReport(), TextEvidence((line(0.1, 0.2, 0.8, 0.5), scrap))).is_good
    assert with_text(QualityReport(), TextEvidence((scrap,))).is_good


@pytest.mark.parametrize(
    ("turned", "side"),
    [(0, Side.RIGHT), (90, Side.BOTTOM), (180, Side.LEFT), (270, Side.TOP)],
)
def test_sides_are_those_of_the_picture_as_it_was_taken(turned: int, side: Side) -> None:
    text = TextEvidence((line(0.3, 0.2, 1.0, 0.3),), turned)
    finding = with_text(QualityReport(), text).finding(Flaw.CUT_OFF)
    assert finding is not None
    assert finding.sides == (side,)


def test_turned_text_is_no_flaw_but_leaning_text_is() -> None:
    level = TextEvidence((line(0.2, 0.2, 0.8, 0.3),), 90)
    assert with_text(QualityReport(), level).is_good
    leaning = tuple(line(0.2, 0.2, 0.8, 0.5, angle) for angle in (-44, -41, 2))
    assert with_text(QualityReport(), TextEvidence(leaning)).has(Flaw.TILTED)


def test_looking_for_text_again_replaces_what_text_said_before() -> None:
    text = TextEvidence((line(0.3, 0.2, 1.0, 0.3),))
    report = with_text(with_text(report_of(PHOTO), text), text)
    assert [finding.flaw for finding in report.findings] == [Flaw.CUT_OFF]
    assert with_text(report, TextEvidence()).is_good


@pytest.mark.parametrize("flaw", Flaw)
def test_every_flaw_has_one_thing_to_do(flaw: Flaw) -> None:
    action = retake_action(Finding(flaw, 0, 1, (Side.LEFT,) if flaw is Flaw.CUT_OFF else ()))
    assert action.endswith(".")
    assert action.count(".") == 1


def test_where_to_move_when_text_is_cut_off() -> None:
    assert "to the right" in retake_action(Finding(Flaw.CUT_OFF, 1, 0.2, (Side.RIGHT,)))
    both = Finding(Flaw.CUT_OFF, 1, 0.2, (Side.LEFT, Side.RIGHT))
    assert "further away" in retake_action(both)
