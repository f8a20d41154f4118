"""What a model's sentence does, told by its wording in Spanish and German."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from whichone_core.languages import use_language
from whichone_core.prompting import cues


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    use_language("en")


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("es", "No puedo leer el texto."),
        ("es", "No se puede distinguir la fecha."),
        ("es", "La imagen está borrosa."),
        ("es", "Está demasiado oscuro para verlo."),
        ("es", "Lo siento, no lo sé."),
        ("es", "Veo una caja, pero no puedo leer la etiqueta."),
        ("de", "Das kann ich nicht erkennen."),
        ("de", "Ich kann den Text leider nicht lesen."),
        ("de", "Das Datum ist nicht lesbar."),
        ("de", "Das Bild ist unscharf."),
        ("de", "Es ist zu dunkel."),
        ("de", "Ich sehe eine Dose, aber ich kann das Etikett nicht lesen."),
    ],
)
def test_a_failure_is_told(language: str, sentence: str) -> None:
    use_language(language)
    assert cues.is_failure(sentence)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("es", "Es una taza azul."),
        ("es", "La fecha es el 14 de marzo de 2027."),
        ("es", "No, no hay ningún perro."),
        ("es", "Esta seta no se puede comer."),
        ("es", "No se come cruda."),
        ("es", "No puedo leer todo, pero pone leche entera."),
        ("es", "La camisa es de color azul muy oscuro."),
        ("de", "Das ist eine blaue Tasse."),
        ("de", "Nein, da ist kein Hund."),
        ("de", "Ich kann nicht alles lesen, aber da steht Vollmilch."),
        ("de", "Haltbar bis 14. März 2027."),
    ],
)
def test_an_answer_is_no_failure(language: str, sentence: str) -> None:
    use_language(language)
    assert not cues.is_failure(sentence)


@pytest.mark.parametrize(
    ("language", "suggestion", "hedge", "asking", "courtesy"),
    [
        ("es", "Toma otra foto más de cerca.", "Creo que es leche.",
         "¿Cuál quieres decir, la roja o la azul?", "¿Puedo ayudarte en algo más?"),
        ("de", "Halte die Kamera ruhig und näher.", "Das ist wahrscheinlich Milch.",
         "Welche meinst du, die rote oder die blaue?", "Kann ich sonst noch helfen?"),
    ],
)  # fmt: skip
def test_suggestions_hedges_and_questions_back_are_told(
    language: str, suggestion: str, hedge: str, asking: str, courtesy: str
) -> None:
    use_language(language)
    assert cues.is_suggestion(suggestion)
    assert cues.is_hedged(hedge)
    assert cues.is_which_question(asking)
    assert cues.is_courtesy(courtesy)
    assert not cues.asks_back(courtesy)
    assert not cues.is_hedged(suggestion)
    assert not cues.is_suggestion(hedge)


def test_english_sentences_are_told_by_english_cues_alone() -> None:
    assert not cues.is_failure("Das kann ich nicht erkennen.")
    assert cues.is_failure("I can't tell what it says.")
