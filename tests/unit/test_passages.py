"""A question about read print is answered with the lines that it is about, or plainly not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from whichone_core.languages import use_language
from whichone_core.question.questions import understand
from whichone_core.types.answers import Reason
from whichone_core.types.questions import Intent
from whichone_core.types.strategies import Role, Strategy
from whichone_models.builtin.engine import BuiltinEngine

from tests.scenes import TODAY, Said, evidence, hear, prompt, text

ENGINE = BuiltinEngine(lambda: TODAY)
LETTER = (
    "Northwest Energy",
    "12 Mill Lane, Leeds",
    "Dear Mrs Patel,",
    "Thank you for your call about the new tariff. Nothing changes",
    "for you before summer.",
    "Your meter will be read on",
    "14 March between 9 and 12.",
    "Please keep the cellar open.",
    "Yours sincerely",
    "J. Brown",
    "Customer service",
)
CARTA = (
    "Querida Ana:",
    "La lectura del contador será el 3 de mayo.",
    "Deja abierta la puerta del sótano.",
    "Un abrazo,",
    "Tu tía Carmen",
)
BRIEF = (
    "Sehr geehrte Frau Kurz,",
    "der Zähler wird am 3. Mai abgelesen.",
    "Bitte halten Sie den Keller offen.",
    "Mit freundlichen Grüßen",
    "Jan Brand",
)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    use_language("en")


def asked(question: str, lines: tuple[str, ...] = LETTER, language: str = "en") -> Said:
    use_language(language)
    return hear(ENGINE, prompt(understand(question), evidence(read=text(*lines))))


@pytest.mark.parametrize(
    "question",
    [
        "who wrote it",
        "Who wrote this letter?",
        "who signed it",
        "who sent me this letter",
        "who is it from",
        "Who is this letter from?",
    ],
)
def test_who_wrote_a_letter_is_told_by_its_closing(question: str) -> None:
    said = asked(question)
    assert said.strategy is Strategy.DIRECT
    assert said.text == "It says: Yours sincerely, J. Brown, Customer service."


@pytest.mark.parametrize(
    ("question", "lines", "language", "told"),
    [
        ("¿Quién escribió esto?", CARTA, "es", "Dice: Un abrazo, Tu tía Carmen."),
        ("¿Quién me mandó esta carta?", CARTA, "es", "Dice: Un abrazo, Tu tía Carmen."),
        ("Wer hat das geschrieben?", BRIEF, "de", "Mit freundlichen Grüßen, Jan Brand."),
        ("Wer hat den Brief unterschrieben?", BRIEF, "de", "Mit freundlichen Grüßen, Jan Brand."),
        ("Von wem ist der Brief?", BRIEF, "de", "Mit freundlichen Grüßen, Jan Brand."),
        ("¿De quién es la carta?", CARTA, "es", "Dice: Un abrazo, Tu tía Carmen."),
        ("¿Cuándo leen el contador?", CARTA, "es",
         "Dice: La lectura del contador será el 3 de mayo."),
        ("Wann wird der Zähler abgelesen?", BRIEF, "de", "der Zähler wird am 3. Mai abgelesen."),
    ],
)  # fmt: skip
def test_it_is_so_in_the_other_languages(
    question: str, lines: tuple[str, ...], language: str, told: str
) -> None:
    said = asked(question, lines, language)
    assert said.text.endswith(told)
    assert len(said.sentences) == 1, "and nothing else of the letter"


def test_a_line_that_names_the_sender_is_told_too() -> None:
    said = asked("who sent this", ("From: Dr. Lee", "To: Ann", "See you on Monday", "Love, Kim"))
    assert said.text == "It says: From: Dr. Lee, Love, Kim."


def test_a_letter_that_only_thanks_is_not_taken_for_its_end() -> None:
    said = asked("who wrote it", ("Thank you for your letter of 3 May and the flowers.", "Bye"))
    assert said.strategy is Strategy.ABSTAIN


@pytest.mark.parametrize(
    "question",
    [
        "when is the meter read",
        "When will the meter be read?",
        "when is the meter in the cellar read",  # another sentence has the cellar, and no more
        "what does it say about the meter",
    ],
)
def test_a_question_is_answered_with_the_sentence_that_shares_its_words(question: str) -> None:
    said = asked(question)
    assert said.text == "It says: Your meter will be read on, 14 March between 9 and 12."


@pytest.mark.parametrize(
    ("question", "language", "told"),
    [
        ("when does the pool close", "en", "I found nothing about that in the text that I could"),
        ("¿Cuándo cierra la piscina?", "es", "No encontré nada sobre eso en el texto que pude"),
        ("Wann kommt der Bus?", "de", "Dazu habe ich in dem Text, den ich lesen konnte"),
    ],
)
def test_what_print_does_not_tell_is_said_not_to_be_there(
    question: str, language: str, told: str
) -> None:
    said = asked(question, ("Dear Ann,", "the cat sat."), language)
    assert said.strategy is Strategy.ABSTAIN and said.decision.reason is Reason.NOT_FOUND
    assert said.first.startswith(told)


def test_without_a_signature_nobody_is_named() -> None:
    said = asked("who wrote it", ("Milk", "Eggs"))
    assert said.first == "I found no signature and no sender in the text that I could read."
    assert all(s.role is not Role.ANSWER for s in said.sentences)


@pytest.mark.parametrize("question", ["who is this", "who wrote Hamlet", "quién es", "wer ist das"])
def test_other_questions_for_people_stay_beyond_a_picture(question: str) -> None:
    assert understand(question).intent is Intent.BEYOND


@pytest.mark.parametrize(
    "question", ["what does it say", "read this letter", "what is this letter about", "when is it"]
)
def test_who_asks_for_nothing_special_hears_the_text_from_its_beginning(question: str) -> None:
    assert "Northwest Energy" in asked(question).text
