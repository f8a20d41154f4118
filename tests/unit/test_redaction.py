"""What is taken out of a turn before a study keeps it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from whichone_core.errors import ModelError
from whichone_core.log.logreader import LogReader
from whichone_core.log.sessionlog import SessionLog
from whichone_core.study.redaction import NoFaces, PersonalRedaction
from whichone_core.types.evidence import Code, Evidence, TextEvidence, TextLine
from whichone_core.types.pictures import Box, Frame

from tests.turns import a_frame, a_turn, an_answer

CARD = "4111 1111 1111 1111"
FACE = Box(0.25, 0.25, 0.5, 0.5)
LINE = Box(0.0, 0.8, 0.5, 1.0)


def noise() -> Frame:
    """A picture with something to lose everywhere."""
    pixels = np.random.default_rng(7).integers(0, 256, (80, 80, 3), dtype=np.uint8)
    return replace(a_frame(), pixels=pixels, full_size=(80, 80))


def read(*texts: str, turned: int = 0, box: Box = LINE) -> Evidence:
    lines = tuple(TextLine(text, 0.9, box) for text in texts)
    return Evidence(text=TextEvidence(lines, turned), codes=(Code("a@b.example", "QR Code", box),))


def roughness(pixels: np.ndarray, box: Box) -> float:
    """How much neighbours differ inside a box of a picture of 80 x 80."""
    top, bottom, left, right = (int(v * 80) for v in (box.top, box.bottom, box.left, box.right))
    return float(np.abs(np.diff(pixels[top:bottom, left:right].astype(int), axis=1)).mean())


def test_nothing_personal_reaches_the_files_of_the_log(tmp_path: Path) -> None:
    path = tmp_path / "log" / "whichone.db"
    log = SessionLog(path, keep_pictures=False, redaction=PersonalRedaction(NoFaces()))
    answer = replace(
        an_answer(f"The card says {CARD}."), evidence=read("VISA", "4111 1111", "1111 1111")
    )
    log.record(a_turn("Is anna@example.org on it?", answer=answer, reply="call 0171-2345678"))
    log.contest(f"No, it says {CARD}", becomes_item=True)
    assert log.flush()
    content = b"".join(file.read_bytes() for file in path.parent.iterdir() if file.is_file())
    log.close()
    for word in (CARD, "1111 1111", "anna@example", "2345678", "a@b.example"):
        assert word.encode() not in content
    (turn,) = LogReader(path).turns()
    assert (turn.question, turn.reply) == (
        "Is [e-mail address] on it?",
        "call [phone number]",
    )
    assert turn.evidence is not None
    assert [line["text"] for line in turn.evidence["text"]["lines"]] == [
        "VISA",
        "[card number]",
        "[card number]",
    ]
    assert turn.evidence["text"]["lines"][0]["score"] == 0.9


def test_faces_are_gone_and_the_rest_of_the_picture_stays() -> None:
    frame = noise()
    clean = PersonalRedaction(NoFaces(FACE)).picture(frame, a_turn())
    assert clean is not None
    assert roughness(clean.pixels, FACE) < roughness(frame.pixels, FACE) / 8
    assert np.array_equal(clean.pixels[45:], frame.pixels[45:])


@pytest.mark.parametrize("turned", [0, 90, 180, 270])
def test_a_line_with_a_card_number_is_covered_where_it_stands(turned: int) -> None:
    frame = noise()
    turn = a_turn(answer=replace(an_answer(), evidence=read(CARD, turned=turned)))
    clean = PersonalRedaction(NoFaces()).picture(frame, turn)
    assert clean is not None
    upright = np.rot90(clean.pixels, turned // 90)
    assert roughness(upright, LINE) < roughness(frame.pixels, LINE) / 4
    assert np.array_equal(upright[:60], np.rot90(frame.pixels, turned // 90)[:60])


def test_a_line_without_anything_personal_stays_readable() -> None:
    frame = noise()
    turn = a_turn(answer=replace(an_answer(), evidence=read("BEST BEFORE 01.02.2027")))
    clean = PersonalRedaction(NoFaces()).picture(frame, turn)
    assert clean is not None and np.array_equal(clean.pixels, frame.pixels)


def test_a_picture_in_which_faces_cannot_be_looked_for_is_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "whichone.db"
    broken = PersonalRedaction(NoFaces(error=ModelError("A part is missing.")))
    log = SessionLog(path, keep_pictures=True, redaction=broken)
    log.record(a_turn("kept", frame=noise()))
    log.close()
    (turn,) = LogReader(path).turns()
    assert (turn.question, turn.picture_file) == ("kept", None)


def test_a_kept_picture_has_pixels_only(tmp_path: Path) -> None:
    path = tmp_path / "whichone.db"
    log = SessionLog(path, keep_pictures=True, redaction=PersonalRedaction(NoFaces(FACE)))
    log.record(a_turn(frame=noise()))
    log.close()
    (turn,) = LogReader(path).turns()
    assert turn.picture_file is not None
    with Image.open(turn.picture_file) as picture:
        assert not picture.getexif() and not {"exif", "xmp", "icc_profile"} & set(picture.info)


def test_a_row_without_texts_passes() -> None:
    assert PersonalRedaction(NoFaces()).row({"question": "", "options": json.dumps([])}) == {
        "question": "",
        "options": "[]",
    }
