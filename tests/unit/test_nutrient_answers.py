"""How much of a nutrient is in it: its own amount, its own line, or that there is none."""

from __future__ import annotations

import pytest
from whichone_core.question.questions import understand
from whichone_core.text.nutrients import asked, rows_of
from whichone_core.types.answers import Reason
from whichone_core.types.evidence import TextEvidence, TextLine
from whichone_core.types.pictures import Box
from whichone_models.builtin.engine import BuiltinEngine

from tests.scenes import TODAY, Said, evidence, hear, prompt, text

ENGINE = BuiltinEngine(lambda: TODAY)

CRACKERS = ("Oat crackers", "Net weight 250 g", "Energy 1800 kJ", "Fat 12 g",
            "of which saturates 1.5 g", "Protein 9 g")  # fmt: skip
LOW = ("LOW FAT 500 g", "Protein 9 g")
KAESE = ("Gouda", "Nettogewicht 400 g", "Fett i. Tr. 48 %", "Eiweiß 24 g")
LECHE = ("Leche entera", "Contenido neto 1 l", "Grasas 3,6 g", "Proteínas 3,1 g")


def _said(words: str, *lines: str) -> Said:
    return hear(ENGINE, prompt(understand(words), evidence(read=text(*lines))))


@pytest.mark.parametrize(
    ("words", "lines", "there", "not_there"),
    [
        ("How many grams of fat?", CRACKERS, "Fat 12 g", ("250", "1.5", "9 g")),
        ("How much saturated fat is in it?", CRACKERS, "saturates 1.5 g", ("250", "12 g")),
        ("What percentage of fat does it have?", CRACKERS, "Fat 12 g", ("250", "9 g")),
        ("What percentage of fat?", ("Net 1 l", "Milk 3.5% fat"), "3.5% fat", ("1 l",)),
        ("How many grams of fat?", ("Unsaturated fat 5 g", "Fat 8 g"), "Fat 8 g", ("5 g",)),
        ("How many grams of fat?", LOW, "It says: LOW FAT 500 g", ("9 g", "facts")),
        ("Wie viel Prozent Fett?", KAESE, "48 %", ("400", "24")),
        ("¿Cuántos gramos de grasa tiene?", LECHE, "Grasas 3,6 g", ("1 l", "3,1")),
    ],
)
def test_an_amount_belongs_to_the_nutrient_that_was_asked_for(
    words: str, lines: tuple[str, ...], there: str, not_there: tuple[str, ...]
) -> None:
    said = _said(words, *lines)
    assert there in said.text
    assert not [part for part in not_there if part in said.text]


@pytest.mark.parametrize("words", ["How many grams of fat?", "What percentage of fat?"])
def test_a_label_without_that_nutrient_has_no_amount_of_it(words: str) -> None:
    said = _said(words, "Oat crackers", "Net weight 250 g", "Protein 9 g")
    assert said.decision.reason is Reason.NOT_FOUND
    assert said.first.startswith("I found nothing about that in the text that I could read")


def test_a_row_in_columns_is_told_with_what_stands_beside_its_name() -> None:
    lines = (
        TextLine("Fat", 0.99, Box(0.1, 0.1, 0.3, 0.15)),
        TextLine("Protein", 0.99, Box(0.1, 0.2, 0.3, 0.25)),
        TextLine("12 g", 0.99, Box(0.6, 0.1, 0.7, 0.15)),
        TextLine("9 g", 0.99, Box(0.6, 0.2, 0.7, 0.25)),
    )
    wanted = asked("how many grams of fat")
    assert wanted is not None
    assert [line.text for line in rows_of(wanted, lines)] == ["Fat", "12 g"]
    question = understand("How many grams of fat?")
    said = hear(ENGINE, prompt(question, evidence(read=TextEvidence(lines))))
    assert "12 g" in said.text
    assert "9 g" not in said.text


def test_a_question_for_no_nutrient_is_none_of_these() -> None:
    assert asked("how many grams are in the package") is None
    assert asked("is this fat free") is None
