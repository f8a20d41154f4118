"""Broken, lying and impossible pictures give one clear sentence, never a crash or a hang."""

from __future__ import annotations

import os
import random
import warnings
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from whichone_core.errors import InputError
from whichone_core.picture.pictures import frame_from_rgb, read_bytes, read_file
from whichone_core.types.pictures import Frame, SourceKind

from tests.pictures import corners, encoded, numbers_png, scene, without_adobe_mark

FILE = SourceKind.FILE
PART = "The file is damaged: only part of the picture could be read."
PHOTO = Image.fromarray(scene(320, 240))


def complaint(path: Path | str) -> str:
    with pytest.raises(InputError) as caught:
        read_file(path)
    assert caught.value.remedy
    assert "Traceback" not in caught.value.spoken
    return caught.value.spoken


def test_a_file_that_is_not_there_suggests_the_nearest_name(tmp_path: Path) -> None:
    (tmp_path / "Breakfast.jpg").touch()
    said = complaint(tmp_path / "brekfast.jpg")
    assert said == "There is no file called brekfast.jpg there. Did you mean Breakfast.jpg?"


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    assert "no file called a.jpg" in complaint(tmp_path / "nowhere" / "a.jpg")


def test_a_folder_is_called_one(tmp_path: Path) -> None:
    assert complaint(tmp_path) == f"{tmp_path.name} is a folder. Please choose a picture inside it."


def test_zero_bytes(tmp_path: Path) -> None:
    (tmp_path / "none.jpg").touch()
    assert complaint(tmp_path / "none.jpg").startswith("none.jpg is empty")


FOREIGN = {
    "text": "A shopping list: bread, Käse\n".encode(),
    "an SVG drawing": b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
    "a PDF document": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3",
    "a web page": b"<!DOCTYPE html><html><body>404</body></html>",
    "a video": b"\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom" + bytes(40),
    "a program": b"MZ\x90\x00" + bytes(60),
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_what_is_no_picture_is_named_whatever_its_name_says(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(FOREIGN[kind])
    assert complaint(path).startswith(f"photo.jpg is {kind}, not a picture.")


def test_an_office_document_is_named(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "letter.png", "w") as archive:
        archive.writestr("word/document.xml", "x")
    assert "a ZIP archive or an office document" in complaint(tmp_path / "letter.png")


def test_a_lying_extension_does_not_matter(tmp_path: Path) -> None:
    path = tmp_path / "really a png.jpg"
    path.write_bytes(encoded(corners(), "PNG"))
    assert read_file(path).full_size == (96, 64)


def test_names_in_any_script_and_very_long_paths_work(tmp_path: Path) -> None:
    folder = tmp_path
    while len(os.fsencode(folder)) < 3000:
        folder = folder / ("Žluťoučký kůň 写真 " * 4)
    folder.mkdir(parents=True)
    path = folder / "обед 🍲.jpeg"
    path.write_bytes(encoded(corners(), "JPEG"))
    assert read_file(str(path)).full_size == (96, 64)


def test_impossible_paths() -> None:
    assert "too long" in complaint("/tmp/" + "a/" * 4000 + "b.jpg")
    assert "too long" in complaint("x" * 300 + ".jpg")
    assert "cannot be opened" in complaint("nul\0byte.jpg")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_pipes_and_devices_are_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jpg")
    assert "a device or a pipe" in complaint(tmp_path / "pipe.jpg")
    assert "a device or a pipe" in complaint("/dev/zero")


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything"
)
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(encoded(corners(), "PNG"))
    (tmp_path / "secret.png").chmod(0)
    assert "not allowed to read secret.png" in complaint(tmp_path / "secret.png")


def test_permission_denied_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: str, flags: int) -> int:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(os, "open", refuse)
    assert "not allowed to read a.png" in complaint(tmp_path / "a.png")


@pytest.mark.parametrize(
    ("size", "told"),
    [
        ((20_000, 15_000), "20000 by 15000 pixels, that is 300 megapixels"),
        ((65_535, 65_535), "more than 400 megapixels"),
        ((2**31 - 1, 2**31 - 1), "more than 400 megapixels"),
    ],
)
def test_a_bomb_is_refused_by_its_size_before_it_is_opened(
    size: tuple[int, int], told: str
) -> None:
    with pytest.raises(InputError, match=told) as caught:
        read_bytes(numbers_png(*size), FILE)
    assert "smaller copy" in caught.value.remedy


def test_a_picture_without_pixels_is_refused() -> None:
    with pytest.raises(InputError):
        read_bytes(numbers_png(0, 10), FILE)


@pytest.mark.parametrize("format", ["JPEG", "PNG", "BMP", "TIFF"])
def test_most_of_a_picture_is_used_and_the_loss_is_told(format: str) -> None:
    whole = encoded(PHOTO, format)
    frame = read_bytes(whole[: len(whole) * 6 // 10], FILE)
    assert frame.remarks == (PART,)
    assert frame.width == 320
    assert 100 < frame.height < 200
    assert frame.full_size == (320, 240)
    wanted = read_bytes(whole, FILE).pixels
    if format == "BMP":  # stored from the bottom row up
        assert np.array_equal(frame.pixels[1:], wanted[-frame.height + 1 :])
    else:
        wanted = wanted[: frame.height - 20]
        assert np.abs(frame.pixels[:-20].astype(int) - wanted).mean() < 2


def test_an_interlaced_picture_that_breaks_off_is_filled_from_the_rows_it_has() -> None:
    whole = encoded(PHOTO, "GIF", interlace=1)
    frame = read_bytes(whole[: len(whole) * 7 // 10], FILE)
    assert frame.remarks == (PART,)
    assert frame.full_size == (frame.width, frame.height) == (320, 240)
    wanted = read_bytes(whole, FILE).pixels.astype(int)
    assert np.abs(frame.pixels - wanted).mean() < 12


def test_a_progressive_jpeg_that_breaks_off_is_coarse_but_used() -> None:
    whole = encoded(PHOTO, "JPEG", progressive=True, quality=90)
    frame = read_bytes(whole[: len(whole) // 2], FILE)
    assert frame.remarks == (PART,)
    assert np.abs(frame.pixels.astype(int) - np.asarray(PHOTO)[: frame.height]).mean() < 25


@pytest.mark.parametrize("format", ["JPEG", "PNG", "GIF", "BMP", "TIFF", "WEBP", "HEIF", "AVIF"])
def test_too_little_of_a_picture_is_refused(format: str) -> None:
    whole = encoded(PHOTO, format)
    with pytest.raises(InputError, match="is damaged"):
        read_bytes(whole[: len(whole) // 12], FILE, "photo")


def test_a_failing_decoder_is_told_as_damage_with_the_cause_for_the_log() -> None:
    broken = bytearray(encoded(PHOTO, "WEBP"))
    broken[40:200] = bytes(160)
    try:
        read_bytes(bytes(broken), FILE)
    except InputError as error:
        assert error.cause


def test_only_whole_rgb_arrays_become_frames() -> None:
    for wrong in (np.zeros((4, 4), np.uint8), np.zeros((0, 4, 3), np.uint8)):
        with pytest.raises(InputError):
            frame_from_rgb(wrong, SourceKind.CAMERA)
    with pytest.raises(InputError):
        frame_from_rgb(np.zeros((4, 4, 3), np.float32), SourceKind.CAMERA)


def seeds() -> dict[str, bytes]:
    small = Image.fromarray(scene(60, 44))
    deep = Image.fromarray(np.arange(3000, dtype=np.uint16).reshape(50, 60) * 20)
    frames: dict[str, Any] = {"save_all": True, "append_images": [small.rotate(90), small]}
    return {
        "jpeg": encoded(small, "JPEG", 6),
        "progressive": encoded(small, "JPEG", progressive=True),
        "cmyk": without_adobe_mark(encoded(small.convert("CMYK"), "JPEG")),
        "png": encoded(small.convert("RGBA"), "PNG", 5),
        "deep png": encoded(deep, "PNG"),
        "palette png": encoded(small.quantize(9), "PNG", transparency=3),
        "apng": encoded(small, "PNG", **frames),
        "gif": encoded(small, "GIF", **frames),
        "webp": encoded(small, "WEBP", **frames),
        "tiff": encoded(small, "TIFF", 8, **frames),
        "lzw tiff": encoded(small, "TIFF", compression="tiff_lzw"),
        "bmp": encoded(small, "BMP"),
        "ppm": encoded(small, "PPM"),
        "ico": encoded(small, "ICO"),
        "jp2": encoded(small, "JPEG2000"),
        "heif": encoded(small, "HEIF", 6),
        "avif": encoded(small, "AVIF", 3),
    }


def damaged(data: bytes, chance: random.Random) -> bytes:
    """Some bytes changed, a piece cut out, or the end cut off; headers are hit most."""
    broken = bytearray(data)
    for _ in range(chance.choice((1, 2, 8))):
        end = min(len(broken), chance.choice((64, 400, len(broken))))
        broken[chance.randrange(end)] = chance.choice((0, 255, 127, chance.randrange(256)))
    if chance.random() < 0.3:
        del broken[chance.randrange(len(broken)) :]
    if broken and chance.random() < 0.2:
        start = chance.randrange(len(broken))
        del broken[start : start + chance.choice((1, 4, 50))]
    return bytes(broken)


ROUNDS = int(os.environ.get("WHICHONE_FUZZ_ROUNDS", "60"))


@pytest.mark.parametrize("name", seeds())
def test_damaged_bytes_give_a_frame_or_a_sentence_and_no_warning(
    name: str, capfd: pytest.CaptureFixture[str]
) -> None:
    data, chance = seeds()[name], random.Random(name)
    for _ in range(ROUNDS):
        broken = damaged(data, chance)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            try:
                assert isinstance(read_bytes(broken, FILE), Frame)
            except InputError as error:
                assert error.sentence.endswith(".")
    said = capfd.readouterr()
    assert said.out + said.err == ""
