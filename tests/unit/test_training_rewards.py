"""Rewards on answers written by hand: right strategy, faithful, or neither."""

from __future__ import annotations

import pytest
from whichone_core.errors import InputError
from whichone_core.types.strategies import Strategy
from whichone_data.aqua.templates import Kind
from whichone_training.drawnworld.items import Gold
from whichone_training.drawnworld.scenes import Look
from whichone_training.examples import gold_of, gold_text
from whichone_training.judge import Verdict, reward_of
from whichone_training.recipe import Judge, Reward
from whichone_training.rewards import (
    DISTORTED,
    facts_reward,
    paper_reward,
    reward_functions,
    style_reward,
    word_reward,
)

RED_CUP = Gold(Strategy.INFER, Kind.COLOUR, (Look("red", "cup"),))


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ("infer\nIf you mean the cup, it is red.", 1.0),
        ("infer\nI assume you mean the cup; it is red.", 1.0),
        ("infer\nIf you mean the cup, it is blue.", DISTORTED),
        ("infer\nIf you mean the fish, it is red.", DISTORTED),
        ("infer\nThe cup is red.", 0.0),  # the word promises what the sentence doesn't do
        ("direct\nIf you mean the cup, it is red.", 0.0),
        ("ask\nWhich one do you mean?", 0.0),
        ("If you mean the cup, it is red.", 0.0),
        ("infer", 0.0),
        ("", 0.0),
    ],
)
def test_the_papers_reward(text: str, worth: float) -> None:
    assert paper_reward(text, Strategy.INFER, gold_text(RED_CUP), words=True) == worth


def test_a_model_without_words_is_rewarded_for_its_style_alone() -> None:
    said = "If you mean the cup, it is red."
    assert paper_reward(said, Strategy.INFER, gold_text(RED_CUP), words=False) == 1.0


def test_what_nobody_knows_does_not_count() -> None:
    assert paper_reward("direct\nIt is red.", Strategy.DIRECT, "", words=True) is None
    assert facts_reward("direct\nIt is red.", Strategy.DIRECT, "") is None


def test_word_and_style_are_told_apart() -> None:
    text = "list\nThe cup is red."
    assert word_reward(text, Strategy.LIST) == 1.0
    assert style_reward(text, Strategy.LIST) == 0.0
    assert style_reward(text, Strategy.DIRECT) == 1.0


def test_gold_survives_the_data_set() -> None:
    assert gold_of(gold_text(RED_CUP)) == RED_CUP
    assert gold_of("") is None


def test_rewards_are_composed_by_name_and_take_what_trl_gives() -> None:
    chosen = [Reward(name="style"), Reward(name="control_word", weight=0.5)]
    functions = reward_functions(chosen, Judge())
    assert [function.__name__ for function in functions] == ["style", "control_word"]
    completions = [[{"role": "assistant", "content": "infer\nIf you mean the cup, it is red."}]]
    given = {"completions": completions, "strategy": ["infer"], "gold": [""], "words": [True]}
    assert [function(prompts=[""], **given) for function in functions] == [[1.0], [1.0]]


def test_a_wrong_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(InputError) as caught:
        reward_functions([Reward(name="styel")], Judge())
    assert "style" in caught.value.remedy


@pytest.mark.parametrize(
    ("verdict", "worth"),
    [
        (Verdict(style="list", is_grounded=True), 1.0),
        (Verdict(style="list", is_grounded=False), DISTORTED),
        (Verdict(style="direct", is_grounded=True), 0.0),
        (Verdict(style="unknown", is_grounded=True), 0.0),
        (None, None),
    ],
)
def test_the_judges_reward(verdict: Verdict | None, worth: float | None) -> None:
    assert reward_of(verdict, Strategy.LIST) == worth
