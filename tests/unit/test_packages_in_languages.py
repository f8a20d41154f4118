"""German and Spanish packages are read, whatever language is spoken."""

from __future__ import annotations

from datetime import date, time
from decimal import Decimal

import pytest
from whichone_core.text import allergens
from whichone_core.text.textfields import Quantity
from whichone_core.types.questions import TextField

from tests.fields import first, found
from tests.labels import read_text


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["Mindestens haltbar bis: 03.05.2027"], date(2027, 5, 3)),
        (["mindestens haltbar bis Ende", "03.05.27"], date(2027, 5, 3)),
        (["MHD 03.05.27"], date(2027, 5, 3)),
        (["M.H.D. 14. März 2027"], date(2027, 3, 14)),
        (["zu verbrauchen bis: 04.12.26"], date(2026, 12, 4)),
        (["Verw. bis 03/05/2027"], date(2027, 5, 3)),
        (["Verwendbar bis 12.01.2028"], date(2028, 1, 12)),
        (["Verfallsdatum 01.02.2027"], date(2027, 2, 1)),
        (["gültig bis 05.06.2027"], date(2027, 6, 5)),
        (["Consumir preferentemente antes del: 03/05/2027"], date(2027, 5, 3)),
        (["Consumir preferentemente antes del fin de", "03/05/27"], date(2027, 5, 3)),
        (["CONS. PREF. 03-05-27"], date(2027, 5, 3)),
        (["Fecha de caducidad 03/05/2027"], date(2027, 5, 3)),
        (["F. CAD. 03.05.27"], date(2027, 5, 3)),
        (["CAD 04/02/27"], date(2027, 2, 4)),
        (["Caduca el 14 de marzo de 2027"], date(2027, 3, 14)),
        (["VENCE: 04/02/27"], date(2027, 2, 4)),
        (["VTO 05 ENE 2028"], date(2028, 1, 5)),
        (["Fecha de vencimiento: 5 abr 2027"], date(2027, 4, 5)),
        (["Consumo preferente: 10 septiembre 2027"], date(2027, 9, 10)),
    ],
)
def test_the_expiry_date_is_read_day_first(lines: list[str], expected: date) -> None:
    value = first(TextField.EXPIRY, *lines)
    assert value.value == expected
    assert value.is_certain
    assert value.label


@pytest.mark.parametrize(
    "line",
    [
        "Hergestellt am 03.05.2027",
        "Verpackt am: 03.05.2027",
        "Charge 03.05.2027",
        "Fecha de elaboración: 03/05/2027",
        "Envasado 03/05/2027",
        "Lote 03/05/2027",
    ],
)
def test_a_date_of_making_is_no_expiry_date(line: str) -> None:
    assert found(TextField.EXPIRY, line) == []


def test_each_date_has_its_label() -> None:
    values = found(TextField.EXPIRY, "hergestellt 01.02.26  MHD 03.04.27")
    assert [value.value for value in values] == [date(2027, 4, 3)]
    values = found(TextField.EXPIRY, "ELAB 01/02/26  VENCE 03/04/27")
    assert [value.value for value in values] == [date(2027, 4, 3)]


def test_an_english_date_without_order_stays_uncertain() -> None:
    assert not first(TextField.EXPIRY, "BEST BEFORE 03/05/2027").is_certain


def test_a_bilingual_package_with_ingredientes_stays_uncertain() -> None:
    value = first(TextField.EXPIRY, "INGREDIENTS / INGREDIENTES: corn", "EXP 03/05/2027")
    assert not value.is_certain


def test_clear_dates_of_a_text_decide_before_its_language() -> None:
    lines = ("Fecha de caducidad 03/05/2027", "08/25/2026 14:00", "01/22/2027")
    assert first(TextField.EXPIRY, *lines).value == date(2027, 3, 5)


@pytest.mark.parametrize(
    ("lines", "part", "stops"),
    [
        (
            ["Zutaten: Weizenmehl, Zucker, Butter.", "Kann Spuren von Nüssen enthalten.",
             "Nährwerte je 100 g"],
            "Spuren von Nüssen", "Nährwerte",
        ),
        (
            ["Ingredientes: harina de trigo, azúcar.", "Puede contener trazas de leche.",
             "Información nutricional por 100 g"],
            "trazas de leche", "Información",
        ),
        (["ZUTATEN", "Hafer, Rosinen", "Mindestens haltbar bis: 3.5.27"], "Rosinen", "haltbar"),
        (["Composición: algodón 100 %", "Fabricado en España"], "algodón", "Fabricado"),
    ],
)  # fmt: skip
def test_ingredients_end_where_something_else_begins(
    lines: list[str], part: str, stops: str
) -> None:
    value = first(TextField.INGREDIENTS, *lines)
    assert part in value.written
    assert stops not in value.written


@pytest.mark.parametrize(
    ("lines", "part"),
    [
        (["Zubereitung: 5 Minuten kochen.", "Zutaten: Reis"], "5 Minuten"),
        (["Mikrowelle: 3 Min. bei 600 W"], "600 W"),
        (["Modo de empleo: agitar antes de usar."], "agitar"),
        (["Instrucciones de uso", "Calentar 3 minutos"], "Calentar"),
    ],
)
def test_instructions_are_found(lines: list[str], part: str) -> None:
    value = first(TextField.INSTRUCTIONS, *lines)
    assert part in value.written
    assert "Reis" not in value.written


@pytest.mark.parametrize(
    "line",
    [
        "Erwachsene: 1-2 Tabletten täglich",
        "3 mal täglich 20 Tropfen einnehmen",
        "Nicht mehr als 4 Tabletten am Tag",
        "alle 6 bis 8 Stunden eine Kapsel",
        "Adultos: 1 comprimido cada 8 horas",
        "Tomar dos cápsulas al día",
        "No exceder la dosis indicada",
        "1 cucharada 3 veces al día",
    ],
)
def test_how_to_take_a_medicine_is_found(line: str) -> None:
    value = first(TextField.DOSAGE, "Ibuprofen 400 mg", line)
    assert (value.written, value.label) == (line, "directions")


@pytest.mark.parametrize(
    ("line", "number", "unit", "label"),
    [
        ("Füllmenge 250 ml", "250", "ml", "Füllmenge"),
        ("Inhalt: 0,5 l", "0.5", "l", "Inhalt"),
        ("Nettogewicht 1,5 kg", "1.5", "kg", "Netto"),
        ("Peso neto 400 g", "400", "g", "neto"),
        ("Contenido neto: 1 L", "1", "l", "Contenido"),
    ],
)
def test_the_net_contents_are_found(line: str, number: str, unit: str, label: str) -> None:
    value = first(TextField.AMOUNT, "Fett 12 g", "pro 100 g", line)
    assert value.value == Quantity(Decimal(number), unit)
    assert value.label == label


@pytest.mark.parametrize(
    ("line", "number", "unit"),
    [
        ("Energie 250 kcal", "250", "kcal"),
        ("davon Zucker 12,5 g", "12.5", "g"),
        ("Eiweiß: 8 g", "8", "g"),
        ("Valor energético 250 kcal", "250", "kcal"),
        ("de los cuales azúcares 12,5 g", "12.5", "g"),
        ("Proteínas 8 g", "8", "g"),
    ],
)
def test_nutrition_facts_are_found(line: str, number: str, unit: str) -> None:
    assert first(TextField.NUTRITION, line).value == Quantity(Decimal(number), unit)


@pytest.mark.parametrize(
    ("line", "digits"),
    [
        ("Telefon: 030 123456", "030123456"),
        ("Kundenservice 0800 1234567", "08001234567"),
        ("Teléfono 91 123 45 67", "911234567"),
        ("Atención al cliente: 900 123 456", "900123456"),
    ],
)
def test_a_phone_number_is_told_by_its_label(line: str, digits: str) -> None:
    value = first(TextField.PHONE, line)
    assert value.value == digits
    assert value.label
    assert value.is_certain


@pytest.mark.parametrize(
    "line", ["Rechnungsnr. 030 1234567", "CIF 91 123 45 67", "IBAN 12 3456 7890"]
)
def test_the_number_of_a_bill_is_no_phone_number(line: str) -> None:
    assert found(TextField.PHONE, line) == []


@pytest.mark.parametrize(
    ("lines", "total"),
    [
        (["Milch 1,19", "Brot 2,49", "SUMME EUR 3,68", "gegeben 5,00", "Rückgeld 1,32"], "3.68"),
        (["Zwischensumme 3,00", "Gesamtbetrag 3,68 €"], "3.68"),
        (
            ["Leche 1,19", "Pan 2,49", "TOTAL A PAGAR 3,68 €", "Entregado 5,00", "Cambio 1,32"],
            "3.68",
        ),
        (["Importe total 3,68", "IVA 0,33"], "3.68"),
    ],
)
def test_the_total_of_a_receipt_comes_first(lines: list[str], total: str) -> None:
    assert first(TextField.PRICE, *lines).value == Decimal(total)


@pytest.mark.parametrize(
    ("line", "expected"),
    [("um 14:30 Uhr", time(14, 30)), ("9 Uhr", time(9)), ("a las 3 p. m.", time(15)),
     ("17:45 h", time(17, 45))],
)  # fmt: skip
def test_times_are_found(line: str, expected: time) -> None:
    assert first(TextField.TIME, line).value == expected


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("Sind da Nüsse drin?", "Kann Haselnüsse enthalten"),
        ("Ist da Milch drin?", "Vollmilchpulver, Salz"),
        ("ist das laktosefrei", "enthält Laktose"),
        ("Ist das glutenfrei?", "Weizenmehl Type 405"),
        ("Sind Eier drin?", "Eier aus Freilandhaltung"),
        ("¿Lleva frutos secos?", "puede contener almendras"),
        ("¿Tiene leche?", "suero de leche en polvo"),
        ("¿tiene gluten?", "harina de trigo"),
        ("¿Lleva huevo?", "Huevos 12 %"),
        ("are there nuts in it", "Kann Haselnüsse enthalten"),
        ("Sind da Nüsse drin?", "may contain hazelnuts"),
    ],
)
def test_an_allergen_is_found_in_any_of_the_languages(question: str, line: str) -> None:
    families = allergens.asked(question)
    assert families
    lines = read_text("something else", line).lines
    assert [found.text for found in allergens.mentions(lines, families)] == [line]


def test_notices_are_found_without_a_family() -> None:
    lines = read_text("Lecker!", "Enthält: Milch", "Contiene: leche", "glutenfrei").lines
    assert len(allergens.mentions(lines, ())) == 3
