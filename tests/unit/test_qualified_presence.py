"""That cups are there is no "yes" to a red one, nor to three of them."""

from __future__ import annotations

import pytest
from whichone_core.question.questions import understand
from whichone_core.types.evidence import Look
from whichone_core.types.questions import Intent

from tests.builtin_scenes import ENGINE
from tests.scenes import evidence, hear, prompt, thing

GREY_AND_BLUE = evidence(thing("cup", "left", "grey"), thing("cup", "right", "blue"))


@pytest.mark.parametrize(
    "words",
    [
        "is there a red cup",
        "is it a red cup",
        "is it the blue cup",
        "Can you see a green cup?",
        "is there an orange cup",
        "hay una taza roja",
        "ist das die blaue Tasse",
        "gibt es eine rote Tasse",
    ],
)
def test_asked_for_a_thing_of_a_colour_the_colours_are_told(words: str) -> None:
    asked = understand(words)
    assert asked.intent is Intent.COLOUR
    assert Look.COLOURS in asked.looks
    said = hear(ENGINE, prompt(asked, GREY_AND_BLUE))
    assert said.first == "The cup on the left is grey, the one on the right is blue."


@pytest.mark.parametrize("words", ["are there three cups", "hay tres tazas", "sind da drei Tassen",
                                   "are there 3 cups"])  # fmt: skip
def test_asked_for_a_number_of_things_it_is_told_how_many(words: str) -> None:
    asked = understand(words)
    assert asked.intent is Intent.COUNT
    assert hear(ENGINE, prompt(asked, GREY_AND_BLUE)).first == "I can see two cups."


@pytest.mark.parametrize(
    "words",
    ["is there a broken cup", "Can you see an empty cup?", "is there a big cup",
     "is it a wooden cup", "hay una taza rota", "hay una taza pequeña",
     "hay una taza de plástico",
     "hay una taza vacía", "gibt es eine kaputte Tasse", "ist da eine große Tasse",
     "gibt es eine beschädigte Tasse",
     "siehst du eine Tasse aus Holz"],
)  # fmt: skip
def test_what_a_thing_is_like_otherwise_gets_no_yes_from_its_being_there(words: str) -> None:
    asked = understand(words)
    assert asked.intent is Intent.COUNT, asked
    assert hear(ENGINE, prompt(asked, GREY_AND_BLUE)).first == "I can see two cups."
    one = evidence(thing("cup", "left", "grey"))
    assert hear(ENGINE, prompt(asked, one)).first.startswith("I can see one cup")


@pytest.mark.parametrize(
    "words",
    ["is there a cup", "is there a hot dog", "is there an orange", "are there any oranges",
     "hay naranjas", "hay una taza de café", "gibt es eine Tasse", "gibt es Orangen",
     "is there one cup"],
)  # fmt: skip
def test_a_plain_question_for_a_thing_still_gets_its_yes(words: str) -> None:
    assert understand(words).intent is Intent.PRESENCE


def test_a_thing_that_is_not_seen_is_still_said_to_be_missed() -> None:
    said = hear(ENGINE, prompt(understand("is there a red bowl"), GREY_AND_BLUE))
    assert said.first == "I don't see a bowl, but I may have missed it."
