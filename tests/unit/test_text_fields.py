"""One thing in text that was read: prices, numbers, and stretches under a heading."""

from __future__ import annotations

from datetime import time
from decimal import Decimal

import pytest
from whichone_core.text.dates import PrintedDate
from whichone_core.text.textfields import find_field
from whichone_core.types.questions import TextField

from tests.fields import TODAY, first, found
from tests.labels import read_text


@pytest.mark.parametrize(
    ("line", "amount", "said"),
    [
        ("€4.99", "4.99", "4 euros 99"),
        ("Only 4,99 € today", "4.99", "4 euros 99"),
        ("$12", "12", "12 dollars"),
        ("£1.00", "1.00", "1 pound"),
        ("99p", "0.99", "99 pence"),
        ("RM 1,204.50", "1204.50", "1204 ringgit 50"),
        ("Special 79 ¢", "0.79", "79 cents"),
        ("£ 10.05", "10.05", "10 pounds 05"),
    ],
)
def test_a_price_is_said_with_its_currency(line: str, amount: str, said: str) -> None:
    value = first(TextField.PRICE, line)
    assert (value.value, value.spoken, value.is_certain) == (Decimal(amount), said, True)
    assert value.written in line


def test_a_number_without_currency_is_an_uncertain_price() -> None:
    value = first(TextField.PRICE, "Milk 2.49")
    assert value.value == Decimal("2.49")
    assert not value.is_certain


def test_the_price_comes_before_the_price_per_unit() -> None:
    values = found(TextField.PRICE, "£1.20/100g", "£3.60")
    assert [value.written for value in values] == ["£3.60", "£1.20"]


@pytest.mark.parametrize("line", ["500g", "12.50%", "1.5 l", "19.30 pm", "25.12.2026", "3.55 kg"])
def test_measures_are_no_prices(line: str) -> None:
    assert found(TextField.PRICE, line) == []


def test_several_prices_leave_a_choice() -> None:
    assert not first(TextField.PRICE, "Tea £2.00", "Coffee £3.00").is_certain


RECEIPT = (
    "Milk 1.29",
    "Bread 2.00",
    "SUBTOTAL 3.29",
    "VAT 0.31",
    "TOTAL 3.60",
    "CASH 5.00",
    "CHANGE 1.40",
)


def test_the_total_of_a_receipt_comes_first() -> None:
    value = first(TextField.PRICE, *RECEIPT)
    assert (value.value, value.label, value.is_certain) == (Decimal("3.60"), "TOTAL", True)


def test_a_total_may_stand_under_its_word() -> None:
    assert first(TextField.PRICE, "Tea 2.00", "GRAND TOTAL", "4.00").value == Decimal("4.00")


def test_a_rounded_total_is_what_is_paid() -> None:
    lines = ("TOTAL AMT 60.31", "ROUNDING ADJ -0.01", "RM 60.30", "CASH RM 70.30")
    assert first(TextField.PRICE, *lines).value == Decimal("60.30")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Tel: 020 7946 0123", "0 2 0, 7 9 4 6, 0 1 2 3"),
        ("Call free on 0800-123-4567", "0 8 0 0, 1 2 3, 4 5 6 7"),
        ("+44 20 7946 0123", "plus 4 4, 2 0, 7 9 4 6, 0 1 2 3"),
        ("(555) 010-1234", "5 5 5, 0 1 0, 1 2 3 4"),
    ],
)
def test_a_phone_number_is_said_digit_by_digit(line: str, said: str) -> None:
    assert first(TextField.PHONE, line).spoken == said


@pytest.mark.parametrize(
    "line", ["Fax: 020 7946 0199", "5 012345 678900", "GST REG 000517095424", "12/10/2026 10:30"]
)
def test_other_numbers_are_no_phone_numbers(line: str) -> None:
    assert not any(value.is_certain for value in found(TextField.PHONE, line))
    assert all("12/10" not in value.written for value in found(TextField.PHONE, line))


@pytest.mark.parametrize("line", ["19.00 19.00", "100100000060- 4", "10 295.00 50"])
def test_amounts_and_long_codes_are_not_even_taken_for_phone_numbers(line: str) -> None:
    assert not found(TextField.PHONE, line)


def test_groups_of_two_digits_with_points_are_a_phone_number() -> None:
    assert first(TextField.PHONE, "07.35.07.40.50").written == "07.35.07.40.50"


def test_the_phone_comes_without_the_fax_beside_it() -> None:
    values = found(TextField.PHONE, "Tel:07-3507405 Fax:07-3558160")
    assert [value.written for value in values] == ["07-3507405"]


def test_ingredients_go_to_the_end_of_the_list() -> None:
    value = first(
        TextField.INGREDIENTS,
        "TOMATO SOUP",
        "Ingredients: tomatoes (89%), water, rape-",
        "seed oil, sugar, salt.",
        "Contains: milk.",
        "Nutrition per 100 g",
        "Fat 2 g",
    )
    assert value.written == (
        "Ingredients: tomatoes (89%), water, rape- seed oil, sugar, salt. Contains: milk."
    )
    assert "rapeseed oil" in value.spoken


def test_ingredients_stop_inside_a_line() -> None:
    value = first(TextField.INGREDIENTS, "INGREDIENTS: OATS, HONEY. STORE IN A COOL PLACE")
    assert value.written == "INGREDIENTS: OATS, HONEY."


def test_instructions_are_given_by_heading() -> None:
    values = found(
        TextField.INSTRUCTIONS,
        "Cooking instructions",
        "Oven: 25 minutes at 200°C.",
        "Microwave: 4 minutes.",
        "Net weight 400 g",
    )
    joined = " ".join(value.written for value in values)
    assert joined == "Cooking instructions Oven: 25 minutes at 200°C. Microwave: 4 minutes."


def test_a_dosage_is_the_whole_sentence_and_the_strength() -> None:
    values = found(
        TextField.DOSAGE,
        "Ibuprofen 200 mg tablets",
        "Adults: take 1 or 2 tablets up to",
        "three times a day.",
        "Do not exceed 6 tablets in 24 hours.",
    )
    assert [value.written for value in values] == [
        "Adults: take 1 or 2 tablets up to three times a day.",
        "Do not exceed 6 tablets in 24 hours.",
        "200 mg",
    ]


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (
            ("Paracetamol 500 mg", "Do not", "take more than 8 tablets in 24 hours"),
            "Do not take more than 8 tablets in 24 hours",
        ),
        (
            ("DO NOT", "TAKE MORE THAN 8 TABLETS", "IN 24 HOURS", "Keep out of reach"),
            "DO NOT TAKE MORE THAN 8 TABLETS IN 24 HOURS",
        ),
        (
            ("Methotrexate 2.5 mg tablets", "Take FOUR tablets", "ONCE a WEEK", "John Smith"),
            "Take FOUR tablets ONCE a WEEK",
        ),
        (("TAKE ONE TABLET", "EVERY OTHER DAY"), "TAKE ONE TABLET EVERY OTHER DAY"),
        (("Take one tablet", "weekly", "Boots"), "Take one tablet weekly"),
        (("Take one tablet daily.", "ONLY ON PRESCRIPTION"), "Take one tablet daily."),
        (("MAXIMUM", "8 TABLETS", "IN ANY 24 HOURS"), "MAXIMUM 8 TABLETS IN ANY 24 HOURS"),
        (
            ("Nicht mehr", "als 2 Tabletten einnehmen", "PRO WOCHE", "Apotheke"),
            "Nicht mehr als 2 Tabletten einnehmen PRO WOCHE",
        ),
        (("No", "tomar más de 2", "AL DÍA"), "No tomar más de 2 AL DÍA"),
    ],
)
def test_a_direction_keeps_its_not_and_its_how_often(lines: tuple[str, ...], said: str) -> None:
    assert found(TextField.DOSAGE, *lines)[0].written == said


@pytest.mark.parametrize(
    "line", ["ONE WEEKLY", "Once a week", "2 Tabletten wöchentlich", "Una vez a la semana"]
)
def test_how_often_in_a_week_is_a_direction(line: str) -> None:
    assert first(TextField.DOSAGE, line).written == line


@pytest.mark.parametrize("line", ["10 000 IU", "5 mg/0.5 ml", "25 mcg/h"])
def test_a_strength_is_whole(line: str) -> None:
    assert first(TextField.DOSAGE, f"Vitamin {line}").written == line


def test_nutrition_rows_are_kept_in_order() -> None:
    values = found(
        TextField.NUTRITION, "Energy 1046 kJ/250 kcal", "Fat 3,5 g", "Salt 0.2g", "Sugars Og"
    )
    assert [value.spoken for value in values] == [
        "energy 1046 kilojoules",
        "fat 3.5 grams",
        "salt 0.2 grams",
        "sugars 0 grams",
    ]
    assert [value.is_certain for value in values] == [True, True, True, False]


def test_the_name_is_the_most_prominent_text() -> None:
    text = read_text(
        "Net 400 g", "GOLDEN", "VALLEY", "tomato soup", "£1.20", heights=[0.02, 0.1, 0.1, 0.04, 0.1]
    )
    assert find_field(TextField.NAME, text, TODAY)[0].written == "GOLDEN VALLEY"


def test_an_address_runs_to_its_postcode() -> None:
    value = first(TextField.ADDRESS, "Soup Ltd", "12 Mill Road,", "Leeds LS1 4AB", "Tel 0113 4960")
    assert value.written == "12 Mill Road, Leeds LS1 4AB"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Opens 9:30 am", time(9, 30)),
        ("20:49:59", time(20, 49)),
        ("8 pm", time(20, 0)),
        ("12:05 AM", time(0, 5)),
    ],
)
def test_times_of_day(line: str, expected: time) -> None:
    assert first(TextField.TIME, line).value == expected


def test_a_multipack_is_said_as_one() -> None:
    assert first(TextField.AMOUNT, "6 x 330 ml").spoken == "6 times 330 millilitres"


def test_named_numbers_come_first_and_codes_are_spelled() -> None:
    values = found(TextField.NUMBER, "Floor 3", "Room 214", "Order no. AB-20931")
    assert [value.written for value in values] == ["214", "AB-20931", "3"]
    assert values[1].spoken == "A B, 2 0 9 3 1"


def test_nothing_is_found_in_no_text() -> None:
    for field in TextField:
        assert found(field) == []


def test_a_month_only_date_says_so() -> None:
    value = first(TextField.EXPIRY, "EXP 05/2027")
    assert isinstance(value.value, PrintedDate)
    assert value.value.day is None
