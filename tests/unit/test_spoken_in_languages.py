"""Numbers, dates, signs and letters as they are said in Spanish and German."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from whichone_core.languages import LANGUAGES, use_language
from whichone_core.settings import Punctuation
from whichone_core.speech.punctuation import said_so
from whichone_core.speech.spelling import in_groups, phonetic, spell
from whichone_core.speech.spoken import sentences_of, speakable, spoken_date
from whichone_core.speech.spoken_numbers import digits_one_by_one
from whichone_core.speech.tongues import words_used
from whichone_core.text.textfields import find_field
from whichone_core.types.questions import TextField

from tests.labels import read_text

TODAY = date(2026, 11, 30)


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use_language("en")


@pytest.mark.parametrize(
    ("language", "written", "said"),
    [
        ("de", "Das kostet 3,50 €.", "Das kostet 3 Euro 50."),
        ("de", "Das kostet € 1.234,50", "Das kostet 1234 Euro 50"),
        ("de", "0,99 €", "99 Cent"),
        ("de", "1 €", "1 Euro"),
        ("de", "CHF 4,20", "4 Franken 20"),
        ("de", "1.234,5 g", "1234,5 Gramm"),
        ("de", "1.500 ml", "1500 Milliliter"),
        ("de", "12.345.678 Menschen", "12345678 Menschen"),
        ("de", "Version 1.2.3", "Version 1.2.3"),
        ("de", "0,5 l", "0,5 Liter"),
        ("de", "200 °C, 3 %", "200 Grad Celsius, 3 Prozent"),
        ("de", "-18 °C", "-18 Grad Celsius"),
        ("de", "5-10 kg", "5 bis 10 Kilogramm"),
        ("de", "2 ½ Tassen, 3 TL Salz", "2 einhalb Tassen, 3 Teelöffel Salz"),
        ("de", "¾ l Milch", "drei Viertel l Milch"),
        ("de", "am 03.05.2026", "am 3. Mai 2026"),
        ("de", "bis 2027-03-14", "bis 14. März 2027"),
        ("de", "am 35.05.2026", "am 35.05.2026"),
        ("de", "z. B. Brot & Butter", "zum Beispiel Brot und Butter"),
        ("de", "ca. 3 Std.", "circa 3 Stunden"),
        ("de", "Nr. 5", "Nummer 5"),
        ("de", "⚠ heiß", "Warnung: heiß"),
        ("de", "a.b@c.de", "a Punkt b at c Punkt de"),
        ("de", "~ 5 km", "ungefähr 5 Kilometer"),
        ("de", "Nicht für Kinder (<6 Jahre)", "Nicht für Kinder (weniger als 6 Jahre)"),
        ("de", "> 12 Jahre: Fett<0,5 g", "mehr als 12 Jahre: Fett weniger als 0,5 Gramm"),
        ("de", "€1,234.56", "1234 Euro 56"),
        ("es", "No dar a niños (<6 años)", "No dar a niños (menos de 6 años)"),
        ("es", ">12 años: grasa<0,5 g", "más de 12 años: grasa menos de 0,5 gramos"),
        ("es", "$1,234.56", "1234 dólares con 56"),
        ("es", "Cuesta 3,50 €.", "Cuesta 3 euros con 50."),
        ("es", "$1", "1 dólar"),
        ("es", "0,99 €", "99 céntimos"),
        ("es", "$12.50", "12 dólares con 50"),
        ("es", "1.234,5 g", "1234,5 gramos"),
        ("es", "1 g", "1 gramo"),
        ("es", "200 °C, 3 %", "200 grados Celsius, 3 por ciento"),
        ("es", "5-10 kg", "5 a 10 kilos"),
        ("es", "2 ½ tazas", "2 y medio tazas"),
        ("es", "el 2027-03-14", "el 14 de marzo de 2027"),
        ("es", "p. ej. pan & agua", "por ejemplo pan y agua"),
        ("es", "nº 5", "número 5"),
        ("es", "⚠ caliente", "advertencia: caliente"),
        ("es", "a.b@c.es", "a punto b arroba c punto es"),
        ("es", "≥ 18", "como mínimo 18"),
        ("es", "✓ hecho", "sí, hecho"),
        ("en", "It costs 3.50 €.", "It costs 3 euros 50."),
        ("en", "1,234.5 g", "1,234.5 grams"),
        ("en", "on 2027-03-14", "on 14 March 2027"),
    ],
)
def test_what_is_written_in_figures_is_said_in_words(
    language: str, written: str, said: str
) -> None:
    use_language(language)
    assert speakable(written) == said


@pytest.mark.parametrize("language", list(LANGUAGES))
@given(st.text(alphabet="0123456789.,-/ €$%°gmlktMaiß½¾&<>~@#*()", max_size=40))
def test_saying_twice_is_the_same_as_once(language: str, text: str) -> None:
    use_language(language)
    once = speakable(text)
    assert speakable(once) == once


@pytest.mark.parametrize(
    ("language", "full", "without_day"),
    [
        ("en", "3 May 2026", "May 2026"),
        ("de", "3. Mai 2026", "Mai 2026"),
        ("es", "3 de mayo de 2026", "mayo de 2026"),
    ],
)
def test_a_date_is_said_in_the_language(language: str, full: str, without_day: str) -> None:
    use_language(language)
    assert spoken_date(date(2026, 5, 3)) == full
    assert spoken_date(date(2026, 5, 3), has_day=False) == without_day


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        (
            "Haltbar bis 3. Mai 2026. Das ist alles.",
            ["Haltbar bis 3. Mai 2026.", "Das ist alles."],
        ),
        ("Es kostet z. B. Geld. Ja.", ["Es kostet z. B. Geld.", "Ja."]),
        ("Hauptstr. Berlin liest man. Gut.", ["Hauptstr. Berlin liest man.", "Gut."]),
        ("Vive con el Sr. García. Bien.", ["Vive con el Sr. García.", "Bien."]),
        ("¿Qué es? Es una taza.", ["¿Qué es?", "Es una taza."]),
        ("There are 3. May I help?", ["There are 3.", "May I help?"]),
    ],
)
def test_a_full_stop_that_ends_nothing_parts_nothing(text: str, sentences: list[str]) -> None:
    assert sentences_of(text) == sentences


@pytest.mark.parametrize(
    ("language", "spelled", "grouped", "codes"),
    [
        ("de", "A, Strich, 7", "1 4, Strich, 0 3", "plus 4 9, 3 0"),
        ("es", "A, guion, 7", "1 4, guion, 0 3", "más 4 9, 3 0"),
    ],
)
def test_codes_are_spelled_in_the_language(
    language: str, spelled: str, grouped: str, codes: str
) -> None:
    use_language(language)
    assert spell("A-7") == spelled
    assert in_groups("14-03") == grouped
    assert digits_one_by_one("+49 30") == codes


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", "a, groß B, Unterstrich, c"),
        ("es", "a, mayúscula B, guion bajo, c"),
    ],
)
def test_capitals_are_named_in_the_language(language: str, said: str) -> None:
    use_language(language)
    assert spell("aB_c") == said


def test_the_alphabet_names_its_signs_in_the_language() -> None:
    use_language("de")
    assert phonetic("a-b", "de") == "A Anton, Strich, B Berta"
    use_language("es")
    assert phonetic("a@b", "es") == "A Antonio, arroba, B Barcelona"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", "Fragezeichen ja Komma nein Ausrufezeichen"),
        ("es", "cierra interrogación ja coma nein cierra exclamación"),
    ],
)
def test_all_signs_have_a_name(language: str, said: str) -> None:
    use_language(language)
    assert said_so("? ja, nein!", "x", Punctuation.ALL) == said


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_a_language_has_words_for_all_that_english_has(language: str) -> None:
    english = words_used()
    use_language(language)
    words = words_used()
    assert len(words.months) == 12
    for table in ("units", "letters", "money", "fractions", "digit_signs", "signs", "punctuation",
                  "spelled"):  # fmt: skip
        assert set(getattr(english, table)) <= set(getattr(words, table)), table


# ------------------------------------------------------------------------ fields of a text


@pytest.mark.parametrize(
    ("language", "field", "line", "said"),
    [
        ("de", TextField.EXPIRY, "MHD 03.05.2027", "3. Mai 2027"),
        ("de", TextField.EXPIRY, "BEST BEFORE MAY 2027", "Mai 2027"),
        ("de", TextField.EXPIRY, "BEST BEFORE 03/05/2027",
         "03 Schrägstrich 05 Schrägstrich 2027"),
        ("de", TextField.PRICE, "3,50 €", "3 Euro 50"),
        ("de", TextField.PRICE, "99 ct", "99 Cent"),
        ("de", TextField.AMOUNT, "Füllmenge 1,5 kg", "1,5 Kilogramm"),
        ("de", TextField.AMOUNT, "6 x 330 ml", "6 mal 330 Milliliter"),
        ("de", TextField.TEMPERATURE, "-18 °C", "minus 18 Grad Celsius"),
        ("de", TextField.NUTRITION, "Eiweiß 8,5 g", "eiweiß 8,5 Gramm"),
        ("de", TextField.PHONE, "Tel. +49 30 123456", "plus 4 9, 3 0, 1 2 3 4 5 6"),
        ("es", TextField.EXPIRY, "CAD 03/05/2027", "3 de mayo de 2027"),
        ("es", TextField.EXPIRY, "CAD MAYO 2027", "mayo de 2027"),
        ("es", TextField.PRICE, "3,50 €", "3 euros con 50"),
        ("es", TextField.AMOUNT, "Peso neto 1 kg", "1 kilo"),
        ("es", TextField.TEMPERATURE, "-18 °C", "menos 18 grados Celsius"),
        ("es", TextField.PHONE, "Tel. +34 91 123 45 67", "más 3 4, 9 1, 1 2 3, 4 5, 6 7"),
    ],
)  # fmt: skip
def test_what_was_found_in_a_text_is_said_in_the_language(
    language: str, field: TextField, line: str, said: str
) -> None:
    use_language(language)
    assert find_field(field, read_text(line), TODAY)[0].spoken == said
