"""What the app's own rules take a sentence for: advice, courtesies, and the released labels."""

from __future__ import annotations

import pytest
from whichone_core.prompting.cues import is_advice
from whichone_core.prompting.style import role_of
from whichone_core.types.questions import Intent
from whichone_core.types.strategies import Role, Strategy
from whichone_data.vizwiz.release import load_release
from whichone_data.vizwiz.repair import repaired

from tests.research import research_folder
from tests.role_rules import f1_by_role, halves, share_hit, share_spoken_rightly


@pytest.mark.parametrize(
    "sentence",
    [
        "You can ask at the counter.",
        "Make sure to let it cool first.",
        "However, I would suggest to try it on.",
        "If you have another photo, I can look again.",
        "It would be best to ask somebody who sees it.",
        "Could you please describe where you bought it?",
        "Take another picture from closer.",
    ],
)
def test_advice_after_an_answer_is_a_suggestion(sentence: str) -> None:
    assert is_advice(sentence)
    assert role_of(sentence, Strategy.DIRECT, 1, Intent.IDENTIFY) is Role.SUGGESTION


@pytest.mark.parametrize(
    "sentence",
    ["The stripes suggest a zebra.", "The buttons are used for cooking.", "Its label is checked."],
)
def test_what_only_uses_such_words_is_no_advice(sentence: str) -> None:
    assert not is_advice(sentence)


def test_the_first_thing_told_is_the_answer_even_where_it_advises() -> None:
    told = role_of("You can call this number.", Strategy.DIRECT, 0, Intent.FIELD)
    assert told is Role.ANSWER


def test_a_courtesy_is_no_answer_wherever_it_stands() -> None:
    for place in (0, 2):
        told = role_of("Certainly!", Strategy.DIRECT, place, Intent.IDENTIFY)
        assert told is Role.MISCELLANEOUS


@pytest.mark.research
def test_the_rules_hit_most_released_roles_on_the_half_that_was_only_counted() -> None:
    _, counted = halves(repaired(load_release(research_folder("vizwiz-lf"))))
    assert share_hit(counted) > 0.65
    assert share_spoken_rightly(counted) > 0.7
    scores = f1_by_role(counted)
    assert scores[Role.SUGGESTION] > 0.4
    assert scores[Role.ANSWER] > 0.75
