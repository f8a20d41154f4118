"""Numbers of persons in Spain and Germany: a right one never stays, a wrong one does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stdnum.de import idnr
from stdnum.es import dni, nie
from whichone_core.study.identity_numbers import CHECK_LETTERS
from whichone_core.study.personal_text import lines_without_personal, without_personal

ID, TAX = "[identity number]", "[tax number]"


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("DNI 12345678Z", f"DNI {ID}"),
        ("dni12345678z", f"dni{ID}"),
        ("12.345.678-Z, Madrid", f"{ID}, Madrid"),
        ("12 34 56 78 Z", ID),
        ("1 2 3 4 5 6 7 8, zeta", ID),
        ("Mi DNI es 1234 5678 zeta.", f"Mi DNI es {ID}."),
        ("NIE X1234567L", f"NIE {ID}"),
        ("X-1234567-L", ID),
        ("equis 1 23 45 67 ele", ID),
        ("i griega 0000000 zeta", ID),
        ("doce, treinta y cuatro, cincuenta y seis, setenta y ocho, zeta", ID),
        ("uno dos tres cuatro cinco seis siete ocho zeta", ID),
        ("one two three four five six seven eight zed", ID),
        ("36 574 261 809", TAX),
        ("IdNr36574261809", f"IdNr{TAX}"),
        ("Steuer-ID: 36/574/261/809", f"Steuer-ID: {TAX}"),
        ("3 6 5 7 4 2 6 1 8 0 9", TAX),
        ("36, 57, 42, 61, 80, 9", TAX),
        ("Seite 1 36 574 261 809", f"Seite 1 {TAX}"),
        ("drei sechs fünf sieben vier zwo sechs eins acht null neun", TAX),
        ("sechsunddreißig siebenundfünfzig zweiundvierzig einundsechzig achtzig neun", TAX),
        ("three six five seven four two six one eight oh nine", TAX),
        ("four double one one, one one one one, one one one one, one one one one",
         "[card number]"),
    ],
)  # fmt: skip
def test_a_right_number_is_taken_out_however_it_is_written_or_said(text: str, clean: str) -> None:
    assert without_personal(text) == clean


@pytest.mark.parametrize(
    "text",
    [
        "12345678A",
        "DNI 12.345.678-X",
        "X1234567M",
        "uno dos tres cuatro cinco seis siete ocho jota",
        "12345678ZX9",
        "A12345678Z9",
        "36574261890",
        "36 554 266 806",
        "12345678903",
        "136574261809",
        "one of two, three or four",
        "once upon a time there were seven",
        "uno y dos son tres",
    ],
)
def test_a_wrong_number_and_no_number_stay(text: str) -> None:
    assert without_personal(text) == text


@pytest.mark.parametrize("letter", CHECK_LETTERS)
@pytest.mark.parametrize("form", ["{}.{}.{} {}", "EXP {}/{}/{} {}", "{}-{}-{} {}"])
def test_a_date_before_any_letter_stays(form: str, letter: str) -> None:
    text = form.format("12", "03", "2027", letter)
    assert without_personal(text) == text


@given(st.integers(0, 99_999_999), st.sampled_from(["", " ", "."]), st.sampled_from(["", "-", " "]))
def test_every_dni_is_taken_out(number: int, gap: str, last: str) -> None:
    digits = f"{number:08d}"
    right = dni.calc_check_digit(digits)
    shown = gap.join((digits[:2], digits[2:5], digits[5:]))
    assert without_personal(f"soy {shown}{last}{right}.") == f"soy {ID}."
    wrong = "A" if right != "A" else "B"
    assert ID not in without_personal(f"soy {shown}{last}{wrong}.")


@given(st.sampled_from("XYZ"), st.integers(0, 9_999_999), st.sampled_from(["", " ", "-"]))
def test_every_nie_is_taken_out(first: str, number: int, gap: str) -> None:
    digits = f"{number:07d}"
    right = nie.calc_check_digit(first + digits)
    assert without_personal(f"{first}{gap}{digits}{gap}{right}") == ID


@st.composite
def tax_numbers(draw: st.DrawFn) -> str:
    """Any that is right, made by another program's rule."""
    digits = draw(st.permutations("0123456789"))
    doubled, places = digits[0], draw(st.integers(2, 3))
    body = draw(st.permutations([doubled] * places + digits[1 : 11 - places]))
    first = next(at for at, digit in enumerate(body) if digit != "0")
    body[0], body[first] = body[first], body[0]
    number = "".join(body)
    return next(full for last in "0123456789" if idnr.is_valid(full := number + last))


@given(tax_numbers(), st.sampled_from(["", " ", "/", "-"]))
def test_every_tax_number_is_taken_out(number: str, gap: str) -> None:
    shown = gap.join((number[:2], number[2:5], number[5:8], number[8:]))
    assert without_personal(f"IdNr {shown}.") == f"IdNr {TAX}."


@given(st.text("0123456789", min_size=11, max_size=11))
def test_nothing_else_is_taken_for_a_tax_number(number: str) -> None:
    assert (TAX in without_personal(f"Code {number}")) == idnr.is_valid(number)


def test_a_number_over_two_lines_is_taken_out_of_both() -> None:
    assert lines_without_personal(["DNI", "12345", "678Z"]) == ["DNI", ID, ID]
    assert lines_without_personal(["36 574", "261 809", "2027"]) == [TAX, TAX, "2027"]


@pytest.mark.parametrize("part", ["1 Z ", "X1", "twenty ", "double ", "uno y ", "i griega "])
def test_a_text_without_end_is_read_in_time_that_grows_with_it(part: str) -> None:
    """Where that grows with its square, each of these takes minutes."""
    assert len(without_personal(part * (40_000 // len(part)))) > 0
