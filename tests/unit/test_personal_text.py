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
        ("612 34 56 78", "[phone number]"),
        ("98765 43210", "[phone number]"),
        ("1 (202) 555-0123", "[phone number]"),
        ("(202)5550123", "[phone number]"),
        ("max(at)example.org", "[e-mail address]"),
        ("write max [at] example [dot] org", "write [e-mail address]"),
        ("anna dot lee at example dot com please", "[e-mail address] please"),
        ("o'brien@example.com", "[e-mail address]"),
        ("max@b.c.com. Then go", "[e-mail address]. Then go"),
        ("max@192.168.0.1", "[e-mail address]"),
        ("max@example,com", "[e-mail address]"),
        ("anna@gmail", "[e-mail address]"),
        ("No.4111 1111 1111 1111", "No.[card number]"),
        ("card4111111111111111", "card[card number]"),
        ("4111111111111111VISA", "[card number]VISA"),
        ("4111/1111/1111/1111", "[card number]"),
        ("4111   1111   1111   1111", "[card number]"),
        ("IBAN: DE89-3704-0044-0532-0130-00", "IBAN: [IBAN]"),
        ("IBANDE89370400440532013000", "IBAN[IBAN]"),
        ("DE89  3704  0044  0532  0130  00", "[IBAN]"),
        ("D E 8 9 3 7 0 4 0 0 4 4 0 5 3 2 0 1 3 0 0 0", "[IBAN]"),
        ("DE89 3704 O044 0532 013O 00", "[IBAN]"),
        ("by 12 march pay DE89 3704 0044 0532 0130 00", "by 12 march pay [IBAN]"),
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
        "3 @ 2.99 EUR",
        "2@1.50",
        "NDC 12345-6789-01",
        "SN4111111111111111",
        "2027-03-14T10:00:00",
        "Call 01.02.2027",
        "52.520008, 13.404954",
        "120/80 72",
        "1Z 999 AA1 01 2345 6784",
        "Code 2025550123",
        "40, 12, 55, 60, 13, 22, 75, 80",
        "look at this dot",
    ],
)
def test_leaves_what_belongs_to_the_thing(text: str) -> None:
    assert without_personal(text) == text


def test_a_card_over_two_lines_is_taken_out_of_both() -> None:
    lines = ["VISA", "4111 1111", "1111 1111", "12/27"]
    assert lines_without_personal(lines) == ["VISA", "[card number]", "[card number]", "12/27"]


UNUSUAL = [
    ("max\uff20example\u3002com", "[e-mail address]"),
    ("ma\u200bx@exam\u00adple.com", "[e-mail address]"),
    ("202\u00a0555\u20090123", "[phone number]"),
    ("202\u2013555\u20110123", "[phone number]"),
    ("\uff0b49 30 1234567", "[phone number]"),
    ("\u0660\u0661\u0667\u0661 \u0662\u0663\u0664\u0665\u0666\u0667\u0668", "[phone number]"),
    ("0171\n2345678", "[phone number]"),
    ("4111 1111\n1111\t1111", "[card number]"),
    ("\uff14111\u30fb1111\u30fb1111\u30fb1111", "[card number]"),
    ("\uff24\uff25\uff18\uff19\u00a03704 0044\n0532 0130 00", "[IBAN]"),
]


@pytest.mark.parametrize(("text", "clean"), UNUSUAL)
def test_unusual_spaces_dashes_and_digits_hide_nothing(text: str, clean: str) -> None:
    assert without_personal(f"\u201e{text}\u201c") == f"\u201e{clean}\u201c"


@pytest.mark.parametrize(
    ("lines", "clean"),
    [
        (["jane.doe@", "example.com"], ["[e-mail address]", "[e-mail address]"]),
        (["+49 30", "1234567"], ["[phone number]", "[phone number]"]),
        (["Tel", "555 1234"], ["Tel", "[phone number]"]),
        (["+49 30 1234567", "12.03.2027"], ["[phone number]", "12.03.2027"]),
        (["info@example.com", "Best before", "2027"], ["[e-mail address]", "Best before", "2027"]),
        (["Total", "12.50", "0 12345 67890 5"], ["Total", "12.50", "0 12345 67890 5"]),
    ],
)
def test_what_goes_over_two_lines_is_taken_out_and_the_next_line_stays(
    lines: list[str], clean: list[str]
) -> None:
    assert lines_without_personal(lines) == clean


@pytest.mark.parametrize(
    "part", ["a", "a.", "1", "1 ", "DE12 ", "+1 ", "a@", "0 1 ", "(", " dot a"]
)
def test_a_text_without_end_is_read_in_time_that_grows_with_it(part: str) -> None:
    """Where that grows with its square, each of these takes minutes."""
    assert len(without_personal(part * (40_000 // len(part)))) > 0


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
