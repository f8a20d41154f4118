"""Sentences are told as they arrive, and in the end everything was told once, in order."""

from __future__ import annotations

import pytest
from whichone_core.settings import Verbosity
from whichone_core.speech.spoken import utterances
from whichone_core.speech.telling import Telling
from whichone_core.types.answers import Answer, Decision, Option, Sentence
from whichone_core.types.strategies import Role, Strategy

MUG = Sentence("It is a red mug.", Role.ANSWER)
WHY = Sentence("Both detectors agree.", Role.EXPLANATION)
SMEAR = Sentence("**", Role.ANSWER)
OPTIONS = (Option(1, "the red mug", "mug"), Option(2, "the blue bowl", "bowl"))


def answer(*sentences: Sentence, strategy: Strategy = Strategy.CLARIFY) -> Answer:
    return Answer(Decision(strategy), sentences, "scripted", options=OPTIONS)


@pytest.mark.parametrize("verbosity", list(Verbosity))
@pytest.mark.parametrize(
    "sentences", [(MUG,), (WHY,), (MUG, WHY), (WHY, MUG), (MUG, MUG), (SMEAR, MUG), (SMEAR,)]
)
def test_what_is_told_is_what_the_whole_answer_says(
    sentences: tuple[Sentence, ...], verbosity: Verbosity
) -> None:
    whole, telling = answer(*sentences), Telling(verbosity)
    told = [words for sentence in sentences if (words := telling.sentence(sentence))]
    assert (*told, *telling.end(whole)) == utterances(whole, verbosity)


def test_an_explanation_is_told_on_arrival_where_explanations_are_wanted() -> None:
    assert Telling(Verbosity.EXPLAINED).sentence(WHY) == "Both detectors agree."
    assert Telling(Verbosity.ANSWER_ONLY).sentence(WHY) == ""


def test_an_answer_of_explanations_only_is_told_at_its_end() -> None:
    telling = Telling(Verbosity.ANSWER_ONLY)
    telling.sentence(WHY)
    whole = answer(WHY, strategy=Strategy.DIRECT)
    assert telling.end(whole) == ("Both detectors agree.",)
