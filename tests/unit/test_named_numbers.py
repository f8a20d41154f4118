"""A number that is asked for by its name is never any number that happens to stand there."""

from __future__ import annotations

import pytest
from whichone_core.languages import use_language
from whichone_core.question.questions import understand
from whichone_models.builtin.engine import BuiltinEngine

from tests.scenes import TODAY, Said, evidence, hear, prompt, text

ENGINE = BuiltinEngine(lambda: TODAY)
DRINK = ("Organic oat drink", "Ingredients: water, oats 11%", "Contains oats. 1 litre")
NO_BATCH = "I found no number that is called so, only 11 and 1."


def _said(question: str, *lines: str) -> Said:
    return hear(ENGINE, prompt(understand(question), evidence(read=text(*lines))))


@pytest.mark.parametrize(
    "question",
    ["what is the batch number", "What's the lot number?", "what is the serial number",
     "what is the customer number", "what is the model number", "cuál es el número de lote",
     "número de cliente", "was ist die Chargennummer", "wie ist die Seriennummer"],
)  # fmt: skip
def test_a_number_of_something_else_is_not_given_as_the_one_asked_for(question: str) -> None:
    assert _said(question, *DRINK).first == NO_BATCH


@pytest.mark.parametrize(
    ("question", "lines"),
    [
        ("what is the batch number", (*DRINK, "Batch: 4471")),
        ("what is the batch number", (*DRINK, "LOT 4471")),
        ("what is the batch number", (*DRINK, "Best before 2027 LOT 4471")),
        ("what is the lot number", (*DRINK, "Lot no.", "4471")),
        ("cuál es el número de lote", (*DRINK, "Lote: 4471")),
        ("was ist die Chargennummer", (*DRINK, "Charge 4471")),
        ("what is the customer number", ("Customer no. 4471", "Page 2")),
        ("wie ist meine Kundennummer", ("Seite 2", "Kundennummer: 4471")),
    ],
)
def test_the_number_that_is_called_so_is_given_alone(question: str, lines: tuple[str, ...]) -> None:
    said = _said(question, *lines)
    assert said.first == "The number is 4471."
    assert len(said.sentences) == 1


@pytest.mark.parametrize("question", ["what is the room number", "what number is on the door",
                                      "what number is on my ticket"])  # fmt: skip
def test_a_number_that_stands_alone_on_a_door_needs_no_name(question: str) -> None:
    assert _said(question, "214").first == "The number is 214."


@pytest.mark.parametrize(
    ("language", "question", "spoken"),
    [
        ("es", "cuál es el número de lote",
         "No encontré ningún número que se llame así, solo 11 y 1."),
        ("de", "wie ist die Chargennummer",
         "Eine Nummer, die so heißt, habe ich nicht gefunden, nur 11 und 1."),
    ],
)  # fmt: skip
def test_it_is_said_in_the_language_of_the_user(language: str, question: str, spoken: str) -> None:
    use_language(language)
    try:
        assert _said(question, *DRINK).first == spoken
    finally:
        use_language("en")
