"""Printed dates: which forms are read, and when an order is not certain."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from whichone_core.text.dates import find_dates, ordinal, say_as_read
from whichone_core.text.textfields import FieldValue, find_field
from whichone_core.types.questions import TextField

from tests.labels import read_text

TODAY = date(2026, 11, 29)


def expiry(*lines: str) -> FieldValue:
    values = find_field(TextField.EXPIRY, read_text(*lines), TODAY)
    assert values, lines
    return values[0]


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("BEST BEFORE 31/12/2026",), "the 31st of December 2026"),
        (("Best before end: MAR 2027",), "March 2027"),
        (("BBE 03 2027",), "March 2027"),
        (("BB 15.03.27",), "the 15th of March 2027"),
        (("USE BY 03MAY26",), "the 3rd of May 2026"),
        (("USE BY", "3 May 2026"), "the 3rd of May 2026"),
        (("EXP 05/2027",), "May 2027"),
        (("EXP 05/27",), "May 2027"),
        (("EXP: 2027-02-28",), "the 28th of February 2027"),
        (("Exp date 20270228",), "the 28th of February 2027"),
        (("EXPIRY DATE: JAN 2028",), "January 2028"),
        (("Expires on May 22, 2027",), "the 22nd of May 2027"),
        (("SELL BY DEC 24 2026",), "the 24th of December 2026"),
        (("Best if used by 11 JAN 27",), "the 11th of January 2027"),
        (("Display until 1st of June",), "the 1st of June"),
        (("LOT 4471B EXP 30.11.2027",), "the 30th of November 2027"),
        (("MFG 05/2024 EXP 05/2026",), "May 2026"),
        (("MFD EXP", "05/2024 05/2026"), "May 2026"),
        (("Mindestens haltbar bis: 24.12.2026",), "the 24th of December 2026"),
        (("A consommer avant 30 juin 2027",), "the 30th of June 2027"),
        (("PRODUCED 12/10/2026", "BEST BEFORE 25/10/2026"), "the 25th of October 2026"),
    ],
)
def test_an_expiry_date_is_said_as_a_date(lines: tuple[str, ...], said: str) -> None:
    value = expiry(*lines)
    assert (value.spoken, value.is_certain) == (said, True)


@pytest.mark.parametrize("written", ["03/05/2027", "03.05.27", "03-05-2027"])
def test_an_unknown_order_is_said_as_read_and_not_certain(written: str) -> None:
    value = expiry(f"EXP {written}")
    assert value.written == written
    assert value.value is None
    assert not value.is_certain
    assert value.spoken == say_as_read(written)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("zu verbrauchen bis 12.08.", "the 12th of August"),
        ("CAD. 12.08", "the 12th of August"),
        ("Best before 05.09.", "the 5th of September"),
        ("EXP 31/08", "the 31st of August"),
        ("Best before 14 JUN 27", "the 14th of June 2027"),
        ("BB 12 MAR 08:42 L2", "the 12th of March"),
        ("USE BY 12 MAY 20:30", "the 12th of May"),
        ("Best before 14 JUN 75g", "the 14th of June"),
        ("Best before 14 JUN 30 g", "the 14th of June"),
    ],
)
def test_a_day_and_a_month_get_no_year_from_what_follows(line: str, said: str) -> None:
    value = expiry(line)
    assert (value.spoken, value.is_certain) == (said, True)


@pytest.mark.parametrize("line", ["Total CAD 5.00", "EXP 4.50", "BB MAR 08:42"])
def test_an_amount_or_a_time_is_no_date(line: str) -> None:
    assert find_field(TextField.EXPIRY, read_text(line), TODAY) == ()


def test_a_lot_above_a_date_has_none() -> None:
    assert expiry("LOT EXP", "A77 06/2027").spoken == "June 2027"


@pytest.mark.parametrize(
    "line",
    ["Use by 12/08", "EXP 27/08", "Consumir antes del 12/08", "EXP 08/15", "EXP 12 MAR 15"],
)
def test_two_digits_that_are_no_likely_year_are_never_certain(line: str) -> None:
    value = expiry(line)
    assert (value.value, value.is_certain) == (None, False)
    assert value.spoken == say_as_read(value.written)


@pytest.mark.parametrize(
    "lines",
    [
        ("BB 12 MAR 2027", "Total CAD 5.00"),
        ("BB 12 MAR 2027", "Total CAD 12.10"),
        ("BB 12 MAR 2027", "Total 12.10 EUR"),
    ],
)
def test_a_sum_of_money_is_no_date(lines: tuple[str, ...]) -> None:
    values = find_field(TextField.DATE, read_text(*lines), TODAY)
    assert [value.written for value in values] == ["12 MAR 2027"]


def test_a_year_far_ahead_is_of_the_last_century() -> None:
    (value,) = find_field(TextField.DATE, read_text("DOB 31/08/75"), TODAY)
    assert value.value == date(1975, 8, 31)


def test_another_date_of_the_label_settles_the_order() -> None:
    value = expiry("PACKED 25/01/2026", "USE BY 03/02/2026")
    assert value.spoken == "the 3rd of February 2026"
    assert value.is_certain


def test_the_same_numbers_either_way_are_certain() -> None:
    assert expiry("EXP 05/05/2027").value == date(2027, 5, 5)


@pytest.mark.parametrize("line", ["EXP O5/2O27", "USE BY l5/11/2O26", "EXP 0S/2027"])
def test_confused_letters_are_repaired_for_reading_only(line: str) -> None:
    value = expiry(line)
    assert value.written in line
    assert value.value is not None
    assert not value.is_certain


def test_a_month_and_a_number_may_be_a_day_or_a_year() -> None:
    value = expiry("EXP MAY 27")
    assert value.value is None
    assert not value.is_certain


def test_a_column_of_labels_gets_all_its_dates_repaired() -> None:
    value = expiry("MFG EXP", "06/2024 06/2O27")
    assert (value.written, value.spoken, value.is_certain) == ("06/2O27", "June 2027", False)


@pytest.mark.parametrize(
    "lines",
    [
        ("MFG EXP", "06/2024"),
        ("Best before 12 months from packing", "01/2026"),
        ("Best before 12 months after", "01/2026"),
        ("Best before: 12 months from production 01/2027",),
        ("Consumir antes de 12 meses desde la producción", "01/2027"),
        ("MHD 12 Monate ab Verpackung", "01/2027"),
    ],
)
def test_a_date_of_making_is_not_given_as_the_expiry_date(lines: tuple[str, ...]) -> None:
    assert find_field(TextField.EXPIRY, read_text(*lines), TODAY) == ()


def test_a_lot_number_above_leaves_the_date_to_the_expiry_label() -> None:
    value = expiry("EXP LOT 4471", "05/2027")
    assert (value.label, value.spoken, value.is_certain) == ("EXP", "May 2027", True)


def test_expiry_dates_come_before_other_dates() -> None:
    text = read_text("PKD 13 JAN 2026", "BB 13 AUG 2026")
    labels = [value.label for value in find_field(TextField.DATE, text, TODAY)]
    assert labels == ["BB", "PKD"]


def test_a_doubtful_line_is_never_certain() -> None:
    text = read_text("EXP 31/12/2027", score=0.7)
    assert not find_field(TextField.EXPIRY, text, TODAY)[0].is_certain


@pytest.mark.parametrize(
    "lines",
    [
        ("MFG 05/2026",),
        ("PACKED ON 12/10/2027",),
        ("Chicken soup", "400 g"),
        ("Call 0800 123 4567",),
        ("BEST BEFORE: SEE LID",),
        ("Ratio 05/27",),
    ],
)
def test_no_expiry_date_is_invented(lines: tuple[str, ...]) -> None:
    assert find_field(TextField.EXPIRY, read_text(*lines), TODAY) == ()


def test_a_lone_date_ahead_may_be_the_expiry_date_but_is_not_certain() -> None:
    value = expiry("L2231 14:20", "24 MAR 2027")
    assert value.spoken == "the 24th of March 2027"
    assert not value.is_certain


def test_a_date_glued_to_a_time_is_found() -> None:
    (value,) = find_field(TextField.DATE, read_text("23-01-201913:14:15 PRINTED"), TODAY)
    assert value.value == date(2019, 1, 23)


def test_the_named_date_comes_first() -> None:
    text = read_text("valid 31/12/2018", "DATE : 25/09/2017 01:48:57 PM")
    assert find_field(TextField.DATE, text, TODAY)[0].written == "25/09/2017"


@pytest.mark.parametrize("line", ["31/02/2026", "Version 1.2.3", "10.20.30.40", "99/99/99"])
def test_what_the_calendar_lacks_is_no_date(line: str) -> None:
    assert find_dates(line, TODAY) == ()


def test_ordinals() -> None:
    said = [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 22, 31)]
    assert said == ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "31st"]


@given(st.dates(date(2021, 1, 1), date(2038, 12, 31)), st.sampled_from(["%d %b %Y", "%Y-%m-%d"]))
def test_every_clear_date_is_read_right(day: date, form: str) -> None:
    (found,) = find_dates(f"EXP {day.strftime(form)}", TODAY, is_labelled=True)
    assert [reading.calendar for reading in found.readings] == [day]


@given(st.text(max_size=60))
def test_any_text_is_safe_and_values_are_verbatim(line: str) -> None:
    for field in TextField:
        for value in find_field(field, read_text(line), TODAY):
            assert value.written in " ".join([line.strip(), *line.split("\n")]) or (
                value.written in line
            )
