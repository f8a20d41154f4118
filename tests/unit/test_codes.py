"""Codes are read upright, leaning and blurred, and told in plain words."""

from __future__ import annotations

import numpy as np
import pytest
from whichone_core.text.code_meaning import CodeKind, describe_code, format_name
from whichone_core.types.cancelling import Cancel
from whichone_core.types.evidence import Code
from whichone_core.types.pictures import WHOLE_PICTURE
from whichone_models.builtin.codes import read_codes

from tests import labels

PRODUCT = labels.barcode("4006381333931", "EAN13")
GENEROUS_S = 30.0
"""Tests of what can be read give it time: the machine may be busy."""


def texts(pixels: labels.Pixels) -> list[tuple[str, str]]:
    return [(code.format, code.text) for code in read_codes(pixels, budget_s=GENEROUS_S)]


@pytest.mark.parametrize("degrees", [0, 20, 45, 70, 90, 160, 180])
def test_a_product_code_is_read_at_any_angle(degrees: float) -> None:
    assert texts(labels.tilted(PRODUCT, degrees)) == [("EAN-13", "4006381333931")]


def test_a_leaning_and_blurred_product_code_is_read() -> None:
    assert texts(labels.worn(labels.tilted(PRODUCT, 20), blur=1.5)) == [("EAN-13", "4006381333931")]


@pytest.mark.parametrize(
    ("kind", "name"), [("QRCode", "QR Code"), ("DataMatrix", "Data Matrix"), ("Aztec", "Aztec")]
)
def test_square_codes_are_read(kind: str, name: str) -> None:
    picture = labels.tilted(labels.barcode("hello", kind, scale=8), 33)
    assert texts(picture) == [(name, "hello")]


def test_light_on_dark_is_read() -> None:
    assert texts(255 - PRODUCT) == [("EAN-13", "4006381333931")]


def test_all_codes_of_a_picture_are_told_once() -> None:
    picture = np.concatenate([PRODUCT, labels.barcode("hello", "QRCode", 8), PRODUCT], axis=1)
    assert sorted(texts(np.ascontiguousarray(picture))) == [
        ("EAN-13", "4006381333931"),
        ("QR Code", "hello"),
    ]


def test_the_box_is_where_the_code_is_even_when_found_turned() -> None:
    (code,) = read_codes(labels.tilted(PRODUCT, 45), budget_s=GENEROUS_S)
    assert code.box.centre == pytest.approx((0.5, 0.5), abs=0.03)


def test_a_weak_code_needs_two_looks() -> None:
    leaning = labels.tilted(labels.barcode("96385074", "EAN8"), 33)
    assert texts(leaning) in ([("EAN-8", "96385074")], [])


@pytest.mark.parametrize("shape", [(1, 1), (2, 900), (480, 640)])
def test_no_code_is_found_where_there_is_none(shape: tuple[int, int]) -> None:
    noise = np.random.default_rng(0).integers(0, 255, (*shape, 3), dtype=np.uint8)
    assert texts(noise) == []


def test_no_time_means_one_plain_look() -> None:
    assert read_codes(PRODUCT, budget_s=0)
    assert read_codes(labels.tilted(PRODUCT, 45), budget_s=0) == ()


def test_a_search_that_was_cancelled_does_not_begin() -> None:
    cancel = Cancel()
    cancel.request()
    assert read_codes(PRODUCT, cancel) == ()


@pytest.mark.parametrize("picture", ["without a code", "with a doubtful one"])
def test_a_cancelled_search_ends_after_the_look_it_is_at(picture: str) -> None:
    card = labels.barcode("96385074", "EAN8")
    pixels = np.full_like(card, 200) if picture == "without a code" else card
    cancel, looks = Cancel(), 0

    def clock() -> float:
        """Asked once at the start and once after each look."""
        nonlocal looks
        looks += 1
        if looks == 2:
            cancel.request()
        return 0.0

    assert read_codes(pixels, cancel, budget_s=GENEROUS_S, clock=clock) == ()
    assert looks == 2


# ------------------------------------------------------------------------------ meaning


def meaning(text: str, format: str = "QR Code") -> tuple[CodeKind, str, tuple[str, ...]]:
    told = describe_code(Code(text, format, WHOLE_PICTURE))
    return told.kind, told.sentence, told.details


def test_a_web_address_is_told_by_its_site() -> None:
    kind, sentence, details = meaning("https://www.example.org/a/b?c=1")
    assert kind is CodeKind.WEB
    assert sentence == "A QR code with a web address at www.example.org."
    assert details == ("The whole address is https://www.example.org/a/b?c=1.",)


def test_a_misleading_address_is_warned_of() -> None:
    assert "Take care" in meaning("https://bank.example@evil.example/")[2][0]
    assert meaning("https://bank.example@evil.example/")[1].endswith("at evil.example.")
    assert "Take care" in meaning("http://xn--bnk-0na.example/")[2][0]


def test_a_wifi_password_is_kept_for_later() -> None:
    kind, sentence, details = meaning(r"WIFI:T:WPA;S:Home\;Net;P:pa\:ss;;")
    assert kind is CodeKind.WIFI
    assert sentence == 'A QR code for the Wi-Fi network "Home;Net", with its password.'
    assert details == ("The password is pa:ss.",)


@pytest.mark.parametrize(
    ("text", "kind", "part"),
    [
        ("tel:+44 20 7946", CodeKind.PHONE, "phone number +44 20 7946"),
        ("mailto:ann@example.org?subject=x", CodeKind.MAIL, "ann@example.org"),
        ("SMSTO:12345:hello", CodeKind.MESSAGE, "12345"),
        ("MECARD:N:Doe,Jo;TEL:12345;;", CodeKind.CONTACT, "Jo Doe"),
        ("BEGIN:VCARD\nVERSION:3.0\nFN:Jo Doe\nTEL;TYPE=CELL:12345\n", CodeKind.CONTACT, "Jo Doe"),
        ("BEGIN:VEVENT\nSUMMARY:Choir\nEND:VEVENT", CodeKind.EVENT, "Choir"),
        ("geo:52.5,13.4", CodeKind.PLACE, "52.5,13.4"),
        ("otpauth://totp/x?secret=ABC", CodeKind.SECRET, "Keep it private"),
        ("just words", CodeKind.TEXT, "just words"),
        ("http://[broken", CodeKind.TEXT, "http://[broken"),
        ("WIFI:", CodeKind.TEXT, "WIFI:"),
    ],
)
def test_the_kind_of_content_is_told(text: str, kind: CodeKind, part: str) -> None:
    told = meaning(text)
    assert told[0] is kind
    assert part in told[1]


def test_a_secret_is_not_told() -> None:
    assert "ABC" not in str(describe_code(Code("otpauth://x?secret=ABC", "QR Code", WHOLE_PICTURE)))


def test_a_product_number_is_said_digit_by_digit() -> None:
    told = describe_code(Code("96385074", "EAN-8", WHOLE_PICTURE))
    assert told.sentence == "An EAN-8 product code with the number 96385074."
    assert told.spoken == "An EAN-8 product code with the number 9 6 3 8 5 0 7 4."


def test_a_medicine_code_gives_its_expiry_date_and_batch() -> None:
    code = "(01)09501101530003(17)270531(10)AB12"
    _, sentence, details = meaning(code, "Data Matrix")
    assert "09501101530003" in sentence
    assert details == (
        "The expiry date in the code is the 31st of May 2027.",
        "The batch is A B 1 2.",
    )


def test_formats_have_names_for_people() -> None:
    names = [format_name(name) for name in ("QR Code", "EAN-13", "Code 128")]
    assert names == ["QR code", "EAN-13 product code", "Code 128 bar code"]
