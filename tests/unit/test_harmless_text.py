"""Text from a picture reaches terminals, voices and logs without what could steer them."""

from __future__ import annotations

import numpy as np
import pytest
from whichone_core.records import harmless, one_line
from whichone_models.builtin.codes import read_codes


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("\x1b[31mRED\x1b]0;title\x07", "[31mRED]0;title"),
        ("photo\u202egpj.exe\u2066", "photogpj.exe"),
        ("\x9b2J\x00\x7f", "2J"),
        ("lone \udcff surrogate", "lone  surrogate"),
        ("0104\x1d17", "0104\x1d17"),
        ("two\nlines\tand a tab", "two\nlines\tand a tab"),
        ("שלום، ‌family 👩‍👧", "שלום، ‌family 👩‍👧"),
        ("plain", "plain"),
    ],
)
def test_only_what_steers_goes(text: str, kept: str) -> None:
    assert harmless(text) == kept


def test_one_line_is_one_line() -> None:
    assert one_line(" two\nlines\x1b[2J\u202e \t end\udcff") == "two lines [2J end?"


def test_a_hostile_qr_code_turns_nothing_round() -> None:
    import zxingcpp

    code = zxingcpp.create_barcode("abc\u202egpj.exe", zxingcpp.BarcodeFormat.QRCode)
    grey = np.pad(np.array(code.to_image(scale=6)), 40, constant_values=255)
    (found,) = read_codes(np.stack([grey] * 3, axis=2))
    assert found.text == "abcgpj.exe"
