"""Corrections, questions for persons and claims of dates in Spanish and German."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from whichone_core.answering.contesting import verdict
from whichone_core.languages import use_language
from whichone_core.prompting.claims import claims_in, is_read, unread
from whichone_core.prompting.persons import asks_who
from whichone_core.types.evidence import Evidence, SceneObject
from whichone_core.types.pictures import Box

from tests.labels import read_text

CUP = SceneObject("cup", 0.9, Box(0.4, 0.4, 0.6, 0.6), 0.7, True)
SEEN = Evidence(
    text=read_text("Leche entera", "Vollmilch 3,5 %", "MHD 14 MAR 2027"), objects=(CUP,)
)


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use_language("en")


@pytest.mark.parametrize(
    ("language", "correction", "end"),
    [
        ("es", "No, es una taza.", "Eso lo puedo ver en la imagen."),
        ("es", "es leche entera", "Eso lo puedo leer en la imagen."),
        ("es", "eso no, es un perro", "así que solo lo sé por ti."),
        ("es", "no es una taza", "así que solo lo sé por ti."),
        ("de", "Nein, das ist eine Tasse.", "Das kann ich im Bild sehen."),
        ("de", "das ist Vollmilch", "Das kann ich im Bild lesen."),
        ("de", "falsch, das ist ein Hund", "ich weiß es also nur von dir."),
        ("de", "das ist keine Tasse", "ich weiß es also nur von dir."),
        ("de", "no, it is a cup", "Das kann ich im Bild sehen."),
        ("en", "No, it is a cup", "I can see that in the picture."),
    ],
)
def test_a_correction_is_looked_up_and_never_believed(
    language: str, correction: str, end: str
) -> None:
    use_language(language)
    said = verdict(correction, SEEN).text
    assert said.endswith(end)
    assert correction.rstrip(".") in said


@pytest.mark.parametrize(
    ("language", "correction", "lines"),
    [
        ("es", "No contiene nueces", ["Contiene nueces"]),
        ("es", "no lleva leche", ["Leche. No lleva gluten"]),
        ("es", "es sin lactosa", ["Contiene lactosa", "Sin azúcar"]),
        ("es", "es leche", ["SIN", "LECHE"]),
        ("es", "son 5 mg", ["2,5 mg"]),
        ("de", "Es enthält keine Nüsse", ["Enthält Nüsse. Keine Milch"]),
        ("de", "Das ist ohne Nüsse", ["Enthält Nüsse"]),
        ("de", "Das ist glutenfrei", ["Nicht glutenfrei"]),
        ("de", "Das ist nicht glutenfrei", ["Glutenfrei"]),
        ("de", "das ist Milch", ["Frei von", "Milch und Ei"]),
        ("de", "das sind 50 mg", ["500 mg", "50 Tabletten"]),
    ],
)
def test_the_opposite_or_another_number_bears_nothing_out(
    language: str, correction: str, lines: list[str]
) -> None:
    use_language(language)
    said = verdict(correction, Evidence(text=read_text(*lines))).text
    assert said.endswith(("así que solo lo sé por ti.", "ich weiß es also nur von dir."))


@pytest.mark.parametrize(
    ("language", "correction", "line"),
    [
        ("es", "No contiene nueces", "No contiene nueces"),
        ("es", "es sin lactosa", "Leche sin lactosa"),
        ("de", "Es enthält keine Nüsse", "Enthält keine Nüsse"),
        ("de", "Das ist glutenfrei", "Glutenfrei"),
        ("de", "Das sind 2,5 mg", "Warfarin 2,5mg"),
    ],
)
def test_the_same_words_bear_it_out(language: str, correction: str, line: str) -> None:
    use_language(language)
    said = verdict(correction, Evidence(text=read_text(line))).text
    assert said.endswith(("Eso lo puedo leer en la imagen.", "Das kann ich im Bild lesen."))


@pytest.mark.parametrize(
    "text", ["¿Quién es?", "quien es este hombre", "Wer ist das?", "mit wem rede ich", "who is it"]
)
def test_who_someone_is_is_asked_in_each_language(text: str) -> None:
    assert asks_who(text)


@pytest.mark.parametrize("text", ["¿Qué es?", "Was ist das?", "Wie spät ist es?"])
def test_what_something_is_is_not_who(text: str) -> None:
    assert not asks_who(text)


@pytest.mark.parametrize(
    "sentence",
    [
        "Es ist bis 14. März 2027 haltbar.",
        "Caduca el 14 de marzo de 2027.",
        "It expires on 14 March 2027.",
    ],
)
def test_a_date_in_words_of_any_language_is_read_where_it_stands(sentence: str) -> None:
    assert claims_in(sentence)
    assert all(is_read(claim, SEEN) for claim in claims_in(sentence))


@pytest.mark.parametrize(
    "sentence",
    ["Es ist bis 15. März 2027 haltbar.", "Caduca el 14 de mayo de 2027."],
)
def test_a_date_that_was_not_read_is_told_in_any_language(sentence: str) -> None:
    assert unread(sentence, SEEN)
