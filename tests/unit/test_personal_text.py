"""What is taken out of texts before a study keeps them, and what must stay."""

from __future__ import annotations

from datetime import date
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from whichone_core.study.iban_lengths import IBAN_LENGTHS
from whichone_core.study.personal_text import (
    lines_without_personal,
    personal,
    without_personal,
)


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("Write to anna.lee+shop@example.co.uk today", "Write to [e-mail address] today"),
        ("INFO @ example.com", "[e-mail address]"),
        ("Card 4111 1111 1111 1111 12/27", "Card [card number] 12/27"),
        ("378282246310005", "[card number]"),
        ("5555-5555-5555-4444.", "[card number]."),
        ("IBAN DE89 3704 0044 0532 0130 00 Berlin", "IBAN [IBAN] Berlin"),
        ("gb82west12345698765432", "[IBAN]"),
        ("Call +49 30 1234567 now", "Call [phone number] now"),
        ("+1 (555) 010-9999", "[phone number]"),
        ("Tel: 12345", "Tel: [phone number]"),
        ("Telefon 5551234", "Telefon [phone number]"),
        ("(555) 123-4567", "[phone number]"),
        ("555-123-4567", "[phone number]"),
        ("0171-2345678", "[phone number]"),
        ("030 / 1234567", "[phone number]"),
        ("020 7946 0958", "[phone number]"),
        ("01712345678", "[phone number]"),
        ("0044 20 7946 0958", "[phone number]"),
        ("06 12 34 56 78", "[phone number]"),
        ("06.12.34.56.78", "[phone number]"),
        ("612 345 678", "[phone number]"),
    ],
)
def test_takes_out_what_tells_who_somebody_is(text: str, clean: str) -> None:
    assert without_personal(text) == clean


@pytest.mark.parametrize(
    "text",
    [
        "Best before: 14 MAR 2027",
        "01.02.2027 14:30",
        "01/02/27",
        "EXP 03 2027 LOT 0123 4567 890",
        "12.50 EUR, 0.99, 1,299.00 and $4.99",
        "1.234.567,89 EUR",
        "4006381333931",
        "4 006381 333931",
        "0 12345 67890 5",
        "036000291452",
        "96385074",
        "ISBN 0306406152",
        "ISBN 978-3-16-148410-0",
        "2 x 500 mg, 1000 ml, 100 g",
        "Bus 100 at 08:15 from platform 12",
        "1 2 3 4 5 6 7 8 9",
        "4111 1111 1111 1112",
        "Meet @ noon, user @home",
        "DE89 3704 0044 0532 0130 01",
        "20,000 people in 2026",
        "2027-01-14 08:30:00",
        "192.168.0.1",
        "AT 10 to 12 people who came",
    ],
)
def test_leaves_what_belongs_to_the_thing(text: str) -> None:
    assert without_personal(text) == text


def test_a_card_over_two_lines_is_taken_out_of_both() -> None:
    lines = ["VISA", "4111 1111", "1111 1111", "12/27"]
    assert lines_without_personal(lines) == ["VISA", "[card number]", "[card number]", "12/27"]


def luhn(digits: str) -> str:
    for last in "0123456789":
        total = 0
        for place, digit in enumerate(reversed(digits + last)):
            value = int(digit) * (1 + place % 2)
            total += value - 9 if value > 9 else value
        if total % 10 == 0:
            return digits + last
    raise AssertionError(digits)


def gtin(digits: str) -> str:
    total = sum(int(d) * (3 if place % 2 == 0 else 1) for place, d in enumerate(reversed(digits)))
    return digits + str(-total % 10)


def digits(count: int) -> st.SearchStrategy[str]:
    return st.text("0123456789", min_size=count, max_size=count)


@given(digits(14), st.sampled_from(["", " ", "-"]))
def test_every_card_of_16_digits_is_taken_out(middle: str, gap: str) -> None:
    number = luhn("4" + middle)
    grouped = gap.join(number[at : at + 4] for at in range(0, 16, 4))
    assert without_personal(f"paid with {grouped}, thanks") == "paid with [card number], thanks"


@given(st.sampled_from(sorted(IBAN_LENGTHS)), st.data(), st.booleans())
def test_every_iban_is_taken_out(country: str, data: st.DataObject, is_grouped: bool) -> None:
    account = data.draw(digits(IBAN_LENGTHS[country] - 4))
    number = int("".join(str(int(letter, 36)) for letter in f"{account}{country}00"))
    iban = f"{country}{98 - number % 97:02d}{account}"
    shown = " ".join(iban[at : at + 4] for at in range(0, len(iban), 4)) if is_grouped else iban
    assert without_personal(f"to {shown}.") == "to [IBAN]."


@given(digits(12), st.sampled_from([(13,), (1, 6, 6)]))
def test_no_article_number_is_taken_for_anything(body: str, groups: tuple[int, ...]) -> None:
    number, parts, at = gtin(body), [], 0
    for size in groups:
        parts.append(number[at : at + size])
        at += size
    assert personal(" ".join(parts)) == []


FORMS = ("%d.%m.%Y", "%d/%m/%Y", "%m-%d-%Y", "%Y-%m-%d", "%d %m %Y", "%d.%m.%y", "%d %b %Y")


@given(
    st.dates(date(1990, 1, 1), date(2060, 1, 1)),
    st.sampled_from(FORMS),
    st.sampled_from(["{}", "EXP {}", "{} 12:30", "best before {} L1234", "MFG 01.02.2024 EXP {}"]),
)
def test_no_date_is_taken_out(day: date, form: str, place: str) -> None:
    text = place.format(day.strftime(form))
    assert without_personal(text) == text


@given(st.integers(0, 99_999), st.integers(0, 99), st.sampled_from(["€{}", "{} EUR", "$ {}", "{}"]))
def test_no_price_is_taken_out(whole: int, cents: int, form: str) -> None:
    for price in (f"{whole}.{cents:02d}", f"{whole:,}.{cents:02d}", f"{whole},{cents:02d}"):
        text = form.format(price)
        assert without_personal(text) == text


@given(st.text(st.sampled_from("0123456789 +-./()@aZ.:DE"), max_size=60))
def test_what_is_clean_stays_so_and_nothing_else_changes(text: str) -> None:
    spans = personal(text)
    assert all(one.end <= two.start for one, two in pairwise(spans))
    kept, at = [], 0
    for span in spans:
        kept += [text[at : span.start], span.kind.placeholder]
        at = span.end
    assert "".join((*kept, text[at:])) == without_personal(text)
