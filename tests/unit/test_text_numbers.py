"""Temperatures, amounts and prices: ranges, limits, and marks that may be read two ways."""

from __future__ import annotations

from decimal import Decimal

import pytest
from whichone_core.text.textfields import Quantity
from whichone_core.types.questions import TextField

from tests.fields import first, found


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Bake at 180°C for 20 min", "180 degrees Celsius"),
        ("350 F", "350 degrees Fahrenheit"),
        ("Store at -18 °C", "minus 18 degrees Celsius"),
        ("Gas mark 6", "gas mark 6"),
        ("21℃", "21 degrees Celsius"),
    ],
)
def test_temperatures(line: str, said: str) -> None:
    assert first(TextField.TEMPERATURE, line).spoken == said


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Store at 2 - 8 °C", ["2 to 8 degrees Celsius"]),
        ("Store at 2 – 8 °C", ["2 to 8 degrees Celsius"]),
        ("2-8°C", ["2 to 8 degrees Celsius"]),
        ("Keep between 2°C - 8°C", ["2 to 8 degrees Celsius"]),
        ("Bei 5 – 7 °C lagern", ["5 to 7 degrees Celsius"]),
        ("200°C-220°C", ["200 to 220 degrees Celsius"]),
        ("Keep at -18°C", ["minus 18 degrees Celsius"]),
        ("-18 to -22°C", ["minus 18 to minus 22 degrees Celsius"]),
        ("-18 °C - -15 °C", ["minus 18 to minus 15 degrees Celsius"]),
        ("between 2 and 8 °C", ["between 2 and 8 degrees Celsius"]),
        ("2 °C bis 8 °C", ["2 bis 8 degrees Celsius"]),
        ("Conservar entre 2 y 8 °C", ["entre 2 y 8 degrees Celsius"]),
        ("200C / 180C fan", ["200 degrees Celsius", "180 degrees Celsius"]),
    ],
)
def test_a_range_of_temperatures_is_said_whole_and_never_below_zero(
    line: str, said: list[str]
) -> None:
    assert [value.spoken for value in found(TextField.TEMPERATURE, line)] == said


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Do not store above 25°C", "Do not store above 25 degrees Celsius"),
        ("Keep below -18 °C", "below minus 18 degrees Celsius"),
        ("Nicht über 25 °C lagern", "Nicht über 25 degrees Celsius"),
        ("Bei höchstens 7 °C", "höchstens 7 degrees Celsius"),
        (
            "No conservar a temperatura superior a 25 °C",
            "No conservar a temperatura superior a 25 degrees Celsius",
        ),
        ("Max. 30°C", "Max. 30 degrees Celsius"),
    ],
)
def test_a_limit_is_said_with_its_temperature(line: str, said: str) -> None:
    value = first(TextField.TEMPERATURE, line)
    assert value.spoken == said
    assert value.written in line


def test_a_limit_is_found_at_the_end_of_the_line_before() -> None:
    (value,) = found(TextField.TEMPERATURE, "Do not store above", "25°C.")
    assert value.written == "Do not store above 25°C"
    assert value.spoken == "Do not store above 25 degrees Celsius"


def test_the_net_contents_come_before_other_amounts() -> None:
    values = found(TextField.AMOUNT, "Serve with 200 ml water", "Fat 3 g", "NET WT 400g")
    assert [value.value for value in values] == [
        Quantity(Decimal(400), "g"),
        Quantity(Decimal(200), "ml"),
    ]


@pytest.mark.parametrize(
    ("line", "number", "said"),
    [
        ("0,342 kg", "0.342", "0.342 kilograms"),
        ("Inhalt 0,750 l", "0.750", "0.750 litres"),
        ("1\u00a0000 g", "1000", "1000 grams"),
        ("1,234,567 g", "1234567", "1234567 grams"),
        ("1.234.567 ml", "1234567", "1234567 millilitres"),
        ("1.234,5 g", "1234.5", "1234.5 grams"),
        ("1,5 kg", "1.5", "1.5 kilograms"),
    ],
)
def test_an_amount_with_decimals_or_thousands_is_read_right(
    line: str, number: str, said: str
) -> None:
    value = first(TextField.AMOUNT, line)
    assert isinstance(value.value, Quantity)
    assert (value.value.number, value.spoken) == (Decimal(number), said)
    assert value.is_certain


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Inhalt 1.000 ml", "1.000 millilitres"),
        ("Net 1,000 g", "1,000 grams"),
        ("Net wt 1.250 kg", "1.250 kilograms"),
    ],
)
def test_three_digits_behind_one_mark_are_said_as_they_stand(line: str, said: str) -> None:
    value = first(TextField.AMOUNT, line)
    assert (value.value, value.spoken, value.is_certain) == (None, said, False)


def test_digits_behind_a_space_are_one_uncertain_number() -> None:
    value = first(TextField.AMOUNT, "1 000 g")
    assert (value.spoken, value.is_certain) == ("1000 grams", False)
    assert found(TextField.NUTRITION, "Energie 1 046 kJ")[0].spoken == "energie 1046 kilojoules"


def test_a_nutrient_with_decimals_is_not_a_thousand_times_as_much() -> None:
    assert first(TextField.NUTRITION, "Salz 0,125 g").spoken == "salz 0.125 grams"
    assert not first(TextField.NUTRITION, "Salz 1,250 g").is_certain


@pytest.mark.parametrize(
    ("line", "amount", "said"),
    [
        ("Total 1 234 €", "1234", "1234 euros"),
        ("€ 1 234", "1234", "1234 euros"),
        ("Total 1 234,56", "1234.56", "1234.56"),
        ("€1.000", "1000", "1.000 euros"),
        ("1.000 €", "1000", "1.000 euros"),
        ("1,899 €", "1899", "1,899 euros"),
    ],
)
def test_a_price_that_may_be_read_otherwise_is_not_certain(
    line: str, amount: str, said: str
) -> None:
    value = first(TextField.PRICE, line)
    assert (value.value, value.spoken, value.is_certain) == (Decimal(amount), said, False)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("$1,299", "1299 dollars"),
        ("Total $1,299", "1299 dollars"),
        ("€1.234,56", "1234 euros 56"),
        ("Total 1.234,56", "1234.56"),
        ("1.000.000 €", "1000000 euros"),
    ],
)
def test_a_price_with_thousands_and_one_reading_is_certain(line: str, said: str) -> None:
    value = first(TextField.PRICE, line)
    assert (value.spoken, value.is_certain) == (said, True)
