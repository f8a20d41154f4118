"""What holds for every question: types, least looks, odd texts."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from whichone_core.question.lexicon import DETECTOR_LABELS, GROUPS
from whichone_core.question.questions import LOOKS, understand
from whichone_core.types.evidence import Look
from whichone_core.types.questions import Intent, Question, QuestionType, Stakes, TextField

SOME_WORDS = (
    "what which is are this that it the a colour color label say read cup jacket on in of and how "
    "many much there where can you tell me please expiry date can't orange one two not dark light"
)
WORDS = SOME_WORDS.split()


@given(st.text(max_size=400) | st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join))
def test_any_text_is_a_question(text: str) -> None:
    question = understand(text)
    assert isinstance(question, Question)
    assert question.text == text
    assert set(question.targets) <= DETECTOR_LABELS | set(GROUPS)
    assert question.is_sure or question.intent is Intent.DESCRIBE


@pytest.mark.parametrize(
    "text",
    [
        "",
        "🙂",
        "?!?",
        "\x00\ud800",
        "1234567890",
        "what is this " * 800,
        "a" * 10_000,
        "\n" * 9_999,
    ],
    ids=["empty", "emoji", "marks", "control", "digits", "repeated", "one word", "line breaks"],
)
def test_odd_text_is_understood_or_described(text: str) -> None:
    """Each in milliseconds; a pattern that tries every way to match would take hours here."""
    question = understand(text)
    assert question.intent in (Intent.DESCRIBE, Intent.IDENTIFY)


def test_an_empty_question_surely_asks_for_a_description() -> None:
    question = understand(" \n")
    assert question.intent is Intent.DESCRIBE
    assert question.type is QuestionType.DESCRIPTION
    assert question.is_sure
    assert not question.is_vague


@pytest.mark.parametrize(
    "text",
    [
        "blah blah",
        "the red one",
        "the second mug from the left",
        "Quelle est la couleur de cette tasse ?",
        "Di che colore è questa tazza?",
        "Qual é a cor disto?",
        "Welke kleur heeft deze beker?",
        "Jaki kolor ma ten kubek?",
        "qu'est-ce que c'est",
        "これは何ですか",
        "что это такое",
        "hello",
    ],
)
def test_what_was_not_understood_is_described_and_unsure(text: str) -> None:
    question = understand(text)
    assert question.intent is Intent.DESCRIBE
    assert not question.is_sure


@pytest.mark.parametrize(
    "text",
    [
        "the striped one on the left",
        "the one next to the cup",
        "the mug with the writing on it",
        "the light blue one",
        "number two",
        "the coloured one",
        "the box in front of me",
        "the bottle on the right please",
    ],
)
def test_a_reply_to_a_clarifying_question_is_no_question(text: str) -> None:
    assert not understand(text).is_sure


def test_a_reply_still_tells_what_it_names() -> None:
    assert understand("the red mug").targets == ("mug",)


@pytest.mark.parametrize(
    ("text", "looks"),
    [
        ("what does it say", {Look.TEXT}),
        ("when does it expire", {Look.TEXT}),
        ("what is this", {Look.TEXT, Look.OBJECTS, Look.NAMES, Look.CODES}),
        ("describe the picture", {Look.TEXT, Look.OBJECTS, Look.NAMES, Look.COLOURS}),
        ("what colour is this", {Look.OBJECTS, Look.COLOURS}),
        ("how many cups are there", {Look.OBJECTS}),
        ("where is the cup", {Look.OBJECTS}),
        ("is there a cup", {Look.OBJECTS}),
        ("is the light on", {Look.LIGHT}),
        ("is there a barcode", {Look.CODES}),
        ("where can I buy it", set()),
    ],
)
def test_only_what_the_intent_needs_is_looked_for(text: str, looks: set[Look]) -> None:
    question = understand(text)
    assert question.looks == looks == LOOKS[question.intent]


def test_every_intent_has_its_looks() -> None:
    assert set(LOOKS) == set(Intent)


@pytest.mark.parametrize(
    "text", ["is there any lemon juice", "where are my keys", "which is the milk"]
)
def test_a_thing_that_no_detector_knows_may_bear_its_name(text: str) -> None:
    assert understand(text).looks == {Look.OBJECTS, Look.TEXT}


def test_the_print_is_quoted_where_a_judgement_could_hurt() -> None:
    question = understand("should I take these pills")
    assert question.intent is Intent.BEYOND
    assert question.looks == {Look.TEXT}


def test_a_lit_thing_has_to_be_found() -> None:
    assert understand("is the tv on").looks == {Look.LIGHT, Look.OBJECTS}


@pytest.mark.parametrize(
    ("text", "intent", "looks"),
    [
        ("what is this and what colour is it", Intent.IDENTIFY, Look.COLOURS),
        ("what is this what colour is it", Intent.IDENTIFY, Look.COLOURS),
        ("Is this right side up? And what does it say?", Intent.READ, Look.TEXT),
        ("what colour is the cup, and what is written on it?", Intent.COLOUR, Look.TEXT),
    ],
)
def test_several_requests_lead_with_one_and_look_for_all(
    text: str, intent: Intent, looks: Look
) -> None:
    question = understand(text)
    assert question.type is QuestionType.OTHERS
    assert question.intent is intent
    assert looks in question.looks


def test_the_same_request_twice_keeps_its_type() -> None:
    question = understand("How many cups are on the table, and what colour are they?")
    assert question.type is QuestionType.DESCRIPTION
    assert question.intent is Intent.COUNT


@pytest.mark.parametrize(
    ("text", "type_"),
    [
        ("what is this", QuestionType.IDENTIFICATION),
        ("what kind of soup is this", QuestionType.IDENTIFICATION),
        ("what colour is it", QuestionType.DESCRIPTION),
        ("is the light on", QuestionType.DESCRIPTION),
        ("how many chairs are there", QuestionType.DESCRIPTION),
        ("what does this say", QuestionType.READING),
        ("when does this expire", QuestionType.READING),
        ("where is my phone", QuestionType.OTHERS),
        ("is it safe to eat", QuestionType.OTHERS),
        ("do these match", QuestionType.OTHERS),
    ],
)
def test_the_type_is_what_vizwiz_would_call_it(text: str, type_: QuestionType) -> None:
    assert understand(text).type is type_


@pytest.mark.parametrize(
    ("text", "is_vague"),
    [
        ("What colour is this cup?", False),
        ("What colour is the cup?", False),
        ("what colour is it?", True),
        ("What is this?", True),
        ("which one is the milk?", False),
        ("what colour is this jacket", True),
        ("what colour is my jacket", False),
        ("what is the thing in the middle", True),
        ("what colour", True),
        ("what's in this picture", False),
        ("what time is it", False),
        ("is the mug that is on the left red", False),
        ("what animal is this", True),
    ],
)
def test_a_question_is_vague_when_only_the_picture_can_tell_what_is_meant(
    text: str, is_vague: bool
) -> None:
    assert understand(text).is_vague == is_vague


DOSES = (
    "how many can I take", "how many should I take a day", "how many a day", "How many puffs?",
    "how many of these do I take", "how many mls do I give", "how much should I take",
    "when should I take this", "how often should I take it", "what strength is this",
    "is this metformin", "is this Nurofen", "can I take this with alcohol",
    "¿Cuántas tengo que tomar?", "¿cuántas tomo al día?", "¿puedo tomar esto con alcohol?",
    "Wie viele soll ich nehmen?", "Darf ich das mit Alkohol einnehmen?",
)  # fmt: skip
FOODS = (
    "is there milk in this", "does this have milk in it", "has this got milk in it",
    "are there eggs in this", "is there soy in it", "is there wheat in this",
    "does this have any fish in it", "are there prawns in this", "is there mustard in this",
    "does it have sulphites", "is this free from dairy", "is this glutenfree",
    "can I eat this if I am coeliac", "can vegans eat this", "does this have glutin",
    "dose this contain nuts",
)  # fmt: skip
STILL_GOOD = (
    "when does this go off", "is this still in date", "is this still good",
    "can I still eat this", "is the milk off", "whats the exp on this",
    "¿todavía se puede comer esto?", "Kann ich das noch essen?", "Ist das noch gut?",
)  # fmt: skip
PAID = (
    "what is the amount on this receipt", "what note is this", "is this twenty pounds",
    "is this a tenner", "is this a fiver", "is this note a twenty", "how much change did I get",
    "how much is due",
)  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "how many can I take",
        "how many of these do I take",
        "how many a day",
        "¿cuántas tomo al día?",
    ],
)
def test_how_many_to_take_is_no_count_of_bottles(text: str) -> None:
    question = understand(text)
    assert (question.intent, question.field) == (Intent.FIELD, TextField.DOSAGE)


def test_a_dose_that_should_have_been_does_asks_what_it_contains() -> None:
    assert understand("dose this contain nuts").field is TextField.INGREDIENTS
    assert understand("what is the dose").field is TextField.DOSAGE


@pytest.mark.parametrize(
    ("text", "stakes"),
    [
        ("what does this prescription say", Stakes.MEDICINE),
        ("how much is this bill", Stakes.MONEY),
        ("are there nuts in it", Stakes.ALLERGENS),
        ("what is the best before date", Stakes.DATES),
        ("which wire is live", Stakes.ELECTRICITY),
        ("what is the expiry date of these pills", Stakes.MEDICINE),
        ("what colour is the doughnut", None),
        ("is this a wireless mouse", None),
        ("read the letter", None),
        *((text, Stakes.MEDICINE) for text in DOSES),
        *((text, Stakes.ALLERGENS) for text in FOODS),
        *((text, Stakes.DATES) for text in STILL_GOOD),
        *((text, Stakes.MONEY) for text in PAID),
        ("is there milk in this fridge", None),
        ("are there eggs in this picture", None),
        ("can i take this off", None),
        ("is it april", None),
        ("how many people are there", None),
        ("what does this note say", None),
        ("what is the amount of sugar in this", None),
        ("has the light gone off", None),
        ("what can i eat here", None),
    ],
)
def test_what_is_at_stake(text: str, stakes: Stakes | None) -> None:
    assert understand(text).stakes == stakes


def test_importing_compiles_nothing() -> None:
    code = (
        "import whichone_core.question.english as q, sys, whichone_core.question.questions;"
        "assert q._rules.cache_info().currsize == 0;"
        "assert not {'numpy', 'cv2', 'onnxruntime'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
