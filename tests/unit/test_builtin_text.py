"""What the built-in engine reads out, and how it keeps to what it read at high stakes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from whichone_core.types.answers import Reason
from whichone_core.types.evidence import Code, Evidence
from whichone_core.types.pictures import WHOLE_PICTURE
from whichone_core.types.quality import Flaw
from whichone_core.types.questions import Intent, Question, Stakes, TextField
from whichone_core.types.strategies import Role, Strategy
from whichone_models.builtin.engine import BuiltinEngine

from tests.scenes import TODAY, Said, evidence, hear, poor, prompt, question, text, thing

ENGINE = BuiltinEngine(lambda: TODAY)

READ = question(Intent.READ, "What does it say?", vague=True)
PHONE = question(Intent.FIELD, "What is the phone number?", field=TextField.PHONE)
DATE = question(Intent.FIELD, "What is the date?", field=TextField.DATE)
CODE = question(Intent.CODE, "What is in the QR code?")


def _said(asked: Question, found: Evidence) -> Said:
    return hear(ENGINE, prompt(asked, found))


# ------------------------------------------------------------------------------ reading


@pytest.mark.parametrize(
    ("lines", "spoken"),
    [
        (("Exit",), "It says: Exit."),
        (("Oatly", "Oat milk"), "It says: Oatly, Oat milk."),
        (("Push!", "Now"), "It says: Push! Now."),
        (("We are open on all days of the week", "from nine to five"),
         "It says: We are open on all days of the week from nine to five."),
        (("choco-", "late"), "It says: chocolate."),
        (("Is it?",), "It says: Is it?"),
        (("Water, oats,",), "It says: Water, oats."),
    ],
)  # fmt: skip
def test_lines_become_one_text(lines: tuple[str, ...], spoken: str) -> None:
    said = _said(READ, evidence(read=text(*lines)))
    assert said.strategy is Strategy.DIRECT
    assert said.first == spoken


def test_a_long_text_is_read_in_parts() -> None:
    page = text(*(f"line {i} has some six words" for i in range(20)))
    said = _said(READ, evidence(read=page))
    answers = [s.text for s in said.sentences if s.role is Role.ANSWER]
    rest = [s.text for s in said.sentences if s.role is Role.AUXILIARY]
    assert len(answers[0].split()) <= 45
    assert answers[1] == "There is more text."
    assert rest[0].startswith("It goes on: ")
    assert all(f"line {i} " in said.text for i in range(20))


def test_text_that_was_read_badly_is_hedged() -> None:
    assert _said(READ, evidence(read=text("Mlik", score=0.6))).first == (
        "I can read it only in part. It seems to say: Mlik."
    )


def test_noise_is_no_text() -> None:
    assert _said(READ, evidence(read=text("Mlik", score=0.3))).decision.reason is Reason.NO_TEXT
    assert _said(READ, evidence(read=text("- .", "|"))).decision.reason is Reason.NO_TEXT


def test_a_turned_picture_is_mentioned_on_more() -> None:
    said = _said(READ, evidence(read=text("Exit", turned=90)))
    assert said.sentences[-1].role is Role.EXPLANATION


def test_the_thing_that_is_named_is_read() -> None:
    asked = question(Intent.READ, "What does the book say?", targets=("book",))
    book = thing("book", "left", size=0.3)
    page = text("Emma", left=-0.03)
    sign = text("Exit", left=0.6)
    both = type(page)(page.lines + sign.lines)
    assert _said(asked, evidence(book, read=both)).first == "It says: Emma."


def test_no_text_abstains_with_one_thing_to_do() -> None:
    said = _said(READ, evidence(thing("bottle")))
    assert said.decision.reason is Reason.NO_TEXT
    assert said.first == "I can't read any text here."
    assert said.sentences[1].text == "I can see a bottle."
    assert len(said.retakes) == 1


def test_what_is_wrong_with_the_picture_decides_what_to_do() -> None:
    dark = hear(ENGINE, prompt(READ, evidence(), poor(Flaw.DARK, lightness_95=25.0)))
    plain = hear(ENGINE, prompt(READ, evidence()))
    assert dark.decision.reason is Reason.NO_TEXT
    assert dark.sentences[-1].text == "The picture is too dark."
    assert dark.retakes != plain.retakes


# ------------------------------------------------------------------------- codes, fields


def test_a_code_is_told() -> None:
    found = Evidence(codes=(Code("https://example.com", "QR Code", WHOLE_PICTURE),))
    said = _said(CODE, found)
    assert said.strategy is Strategy.DIRECT
    assert "example.com" in said.first


def test_no_code_abstains() -> None:
    said = _said(CODE, Evidence(codes=()))
    assert said.first == "I found no bar code or QR code."
    assert said.decision.reason is Reason.NOT_FOUND


def test_a_phone_number_is_quoted_and_said_digit_by_digit() -> None:
    said = _said(PHONE, evidence(read=text("Call us: 0171 555 0123")))
    assert "0171 555 0123" in said.first
    spoken = said.sentences[0].spoken
    assert spoken
    assert "0171" not in spoken


def test_a_field_that_is_not_in_the_text_abstains_and_tells_what_was_read() -> None:
    said = _said(PHONE, evidence(read=text("Oatly")))
    assert said.first == "I found no phone number in the text that I could read."
    assert said.sentences[1].text == "I can read: Oatly."
    assert said.decision.reason is Reason.NOT_FOUND


# -------------------------------------------------------------------------- high stakes

EXPIRY = question(Intent.FIELD, "When does this expire?", field=TextField.EXPIRY,
                  vague=True, stakes=Stakes.DATES)  # fmt: skip
PRICE = question(Intent.FIELD, "How much is this?", field=TextField.PRICE, vague=True,
                 stakes=Stakes.MONEY)  # fmt: skip
PILLS = question(Intent.IDENTIFY, "What pills are these?", vague=True, stakes=Stakes.MEDICINE)
NUTS = question(Intent.FIELD, "Does this contain nuts?", field=TextField.INGREDIENTS,
                vague=True, stakes=Stakes.ALLERGENS)  # fmt: skip
ALLERGENS = question(Intent.FIELD, "What allergens are in it?", field=TextField.INGREDIENTS,
                     vague=True, stakes=Stakes.ALLERGENS)  # fmt: skip
WIRE = question(Intent.COLOUR, "What colour is this wire?", vague=True,
                stakes=Stakes.ELECTRICITY)  # fmt: skip


def test_an_expiry_date_is_quoted_and_said_as_a_date() -> None:
    said = _said(EXPIRY, evidence(read=text("Oat milk", "EXP 12/03/2027")))
    assert said.first == "The label says: EXP 12/03/2027."
    assert "2027" not in said.sentences[0].spoken or "March" in said.sentences[0].spoken
    assert (Role.SUGGESTION, "To be sure, take a second picture and ask again.") in [
        (s.role, s.text) for s in said.sentences
    ]


@pytest.mark.parametrize(
    ("lines", "spoken"),
    [
        (
            ("PKD 13 JAN 2026", "BB 13 AUG 2026"),
            "The date: BB the 13th of August 2026 and PKD the 13th of January 2026.",
        ),
        (("Verpackt am 13.01.2026",), "The date: Verpackt am the 13th of January 2026."),
        (("EXP 03/05/2027",), "The date may be EXP 03 slash 05 slash 2027."),
        (("Berlin, 13 JAN 2026",), "The date is the 13th of January 2026."),
    ],
)
def test_the_dates_are_told_at_once_with_their_labels(lines: tuple[str, ...], spoken: str) -> None:
    (told, *_) = _said(DATE, evidence(read=text(*lines))).sentences
    assert told.spoken == spoken


def test_no_date_is_no_answer() -> None:
    said = _said(EXPIRY, evidence(read=text("Oat milk")))
    assert said.first == "I found no expiry date in the text that I could read."
    assert said.strategy is Strategy.ABSTAIN


def test_a_temperature_that_must_not_be_passed_is_told_with_its_line() -> None:
    asked = question(Intent.FIELD, "At what temperature?", field=TextField.TEMPERATURE)
    said = _said(asked, evidence(read=text("Insulin", "Do not store above 25°C")))
    assert said.first == "The temperature: Do not store above 25°C."
    doubtful = _said(asked, evidence(read=text("Do not store above 25°C", score=0.7)))
    assert doubtful.first == "The temperature may be Do not store above 25°C."


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("EXP 03 2027", "contains NUTS"),
         ("The label says: EXP 03 2027.", "It also says: contains NUTS.")),
        (("EXP 03 2027", "Oat bar"),
         ("The label says: EXP 03 2027.",
          "I found no mention of nuts in the text that I could read, but that is no proof.")),
        (("Oat bar", "contains NUTS"),
         ("The label says: contains NUTS.",
          "I found no expiry date in the text that I could read.")),
        (("Oat bar",),
         ("I found no expiry date in the text that I could read. I found no mention of nuts in "
          "the text that I could read, but that is no proof.", "I can read: Oat bar.")),
    ],
)  # fmt: skip
def test_allergens_that_are_asked_about_beside_a_date_are_told_too(
    lines: tuple[str, ...], said: tuple[str, str]
) -> None:
    asked = question(Intent.FIELD, "When does this expire and does it contain nuts?",
                     field=TextField.EXPIRY, stakes=Stakes.ALLERGENS)  # fmt: skip
    heard = _said(asked, evidence(read=text(*lines)))
    assert tuple(sentence.text for sentence in heard.sentences[:2]) == said
    is_told = len(lines) > 1
    assert heard.strategy is (Strategy.DIRECT if is_told else Strategy.ABSTAIN)


def test_what_nobody_can_judge_is_not_put_down_to_missing_print() -> None:
    asked = question(Intent.BEYOND, "Is it safe to eat this?", stakes=Stakes.DATES)
    assert _said(asked, evidence(thing("apple"))).decision.reason is Reason.BEYOND_ENGINE
    assert (
        _said(asked, evidence(read=text("Use by 12 MAY"))).first == "The label says: Use by 12 MAY."
    )


def test_directions_are_quoted_whole_and_in_their_own_words_only() -> None:
    asked = question(Intent.FIELD, "What is the dosage?", field=TextField.DOSAGE,
                     stakes=Stakes.MEDICINE)  # fmt: skip
    said = _said(asked, evidence(read=text("Take two tablets", "ONCE a WEEK", "Boots")))
    assert said.first == "The label says: Take two tablets ONCE a WEEK."


def test_a_price_is_quoted_with_its_line() -> None:
    said = _said(PRICE, evidence(read=text("Apples", "$1.50 each")))
    assert said.first == "The label says: $1.50 each."
    assert said.sentences[0].spoken == "The label says: 1 point 5 0 dollars each."


def test_medicine_is_never_named_from_its_looks() -> None:
    found = evidence(thing("bottle", colour="white"), read=text("Ibuprofen", "200 mg"))
    said = _said(PILLS, found)
    assert said.first == "The label says: Ibuprofen, 200 mg."
    assert said.sentences[0].spoken == "The label says: Ibuprofen, 2 0 0 mg."
    assert "bottle" not in said.text


def test_medicine_without_text_is_no_answer() -> None:
    said = _said(PILLS, evidence(thing("bottle", colour="white"), odds=(1, 0, 0)))
    assert said.decision.reason is Reason.NO_TEXT
    assert "bottle" not in said.text
    assert len(said.retakes) == 1


def test_an_allergen_is_quoted_with_its_line() -> None:
    said = _said(NUTS, evidence(read=text("Oats, sugar", "May contain NUTS.")))
    assert said.first == "The label says: May contain NUTS."


def test_an_allergen_that_is_not_mentioned_proves_nothing() -> None:
    said = _said(NUTS, evidence(read=text("Oats, sugar")))
    assert said.first == (
        "I found no mention of nuts in the text that I could read, but that is no proof."
    )
    assert said.sentences[1].text == "I can read: Oats, sugar."
    assert said.strategy is Strategy.ABSTAIN


@pytest.mark.parametrize(
    ("asked", "lines", "said"),
    [
        ("does this contain milk", ("FREE FROM", "milk, egg and soya"),
         "The label says: FREE FROM, milk, egg and soya."),
        ("are there any nuts in this", ("Oats", "roasted PEANUTS, salt"),
         "The label says: roasted PEANUTS, salt."),
        ("is this vegan", ("Wheat flour,", "MILK powder"),
         "The label says: Wheat flour, MILK powder."),
        ("is this vegan", ("wheat flour, water", "500 g"),
         "The label says: wheat flour, water, 500 g."),
        ("is this vegan", ("Ingredients: oats", "honey", "Suitable for vegans"),
         "The label says: Suitable for vegans, Ingredients: oats, honey."),
        ("is this halal", ("Beef stock",), "The label says: Beef stock."),
        ("does this milk chocolate contain nuts", ("MILK CHOCOLATE", "sugar, milk"),
         "I found no mention of nuts in the text that I could read, but that is no proof."),
    ],
)  # fmt: skip
def test_what_is_said_about_food_keeps_its_meaning(
    asked: str, lines: tuple[str, ...], said: str
) -> None:
    heard = _said(replace(NUTS, text=asked), evidence(read=text(*lines)))
    assert heard.first == said
    assert "meat" not in heard.text


@pytest.mark.parametrize("asked", ["does it contain milk or nuts", "is it vegan and nut free"])
def test_what_was_not_found_is_said_beside_what_was(asked: str) -> None:
    said = _said(replace(NUTS, text=asked), evidence(read=text("Oats, sugar", "Contains MILK.")))
    assert said.strategy is Strategy.DIRECT
    assert "Contains MILK." in said.first
    assert [one.text for one in said.sentences if one.role is Role.ANSWER_FAILURE] == [
        "I found no mention of nuts in the text that I could read, but that is no proof."
    ]


def test_a_long_list_is_not_parted_from_the_line_that_decides_it() -> None:
    listed = [f"{name}, " * 12 for name in ("sesame", "celery", "mustard")]
    said = _said(NUTS, evidence(read=text("Free from", *listed, "nuts and soya", "Contains nuts")))
    assert said.first.startswith("The label says: Free from, sesame")
    assert said.first.endswith("nuts and soya.")
    assert "It also says: Contains nuts." in said.text


def test_a_question_for_allergens_gets_their_notices() -> None:
    said = _said(ALLERGENS, evidence(read=text("Granola", "Allergy advice: see bold")))
    assert said.first == "The label says: Allergy advice: see bold."


def test_the_colour_of_a_wire_is_not_told_from_its_looks() -> None:
    said = _said(WIRE, evidence(thing("tie", colour="green"), read=text("230 V")))
    assert said.first == "The label says: 230 V."
    assert "green" not in said.text


@pytest.mark.parametrize("asked", [EXPIRY, PRICE, PILLS, NUTS, ALLERGENS, WIRE])
def test_an_answer_at_high_stakes_proposes_a_second_picture(asked: Question) -> None:
    everything = text("May contain nuts", "EXP 12/03/2027", "$1.50")
    said = _said(asked, evidence(thing("cup"), read=everything))
    assert said.strategy is Strategy.DIRECT
    assert Role.SUGGESTION in {sentence.role for sentence in said.sentences}
    assert "cup" not in said.text
