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


THREE = Gold(
    Strategy.LIST,
    Kind.IDENTITY,
    (Look("red", "cup"), Look("blue", "fish"), Look("black", "hat")),
)
MANY = Gold(
    Strategy.CLARIFY,
    Kind.COLOUR,
    (Look("red", "cup"), Look("blue", "cup"), Look("black", "hat"), Look("red", "key")),
)


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("list\nIt could be one of three things: a red cup, a blue fish or a black hat.", 1),
        ("list\nIt could be one of three things: a red cup, a blue fish or a green hat.", 2 / 3),
        ("list\nIt could be one of three things: a red cup, a red cup or a green hat.", 1 / 3),
        ("list\nIt could be one of two things: a red cup or a blue fish.", 4 / 5),
        ("list\nIt could be one of two things: a red cup or a green fish.", 2 / 5),
        ("list\nThere are several things: a green book, a green key.", 0),
    ],
)
def test_a_list_is_worth_the_more_the_more_of_it_is_true(text: str, share: float) -> None:
    earned = paper_reward(text, Strategy.LIST, gold_text(THREE), words=True, shares=True)
    assert earned == pytest.approx(0.7 + 0.3 * share)


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("ask\nWhich one do you mean: the cup, the hat or the key?", 1),
        ("ask\nWhich one do you mean: the cup or the key?", 4 / 5),
        ("ask\nWhich of the cups do you mean?", 2 / 4),
        ("ask\nWhich one do you mean: the book or the key?", 2 / 5),
        ("ask\nWhich one do you mean?", 0),
    ],
)
def test_a_question_back_is_worth_what_it_offers(text: str, share: float) -> None:
    earned = paper_reward(text, Strategy.CLARIFY, gold_text(MANY), words=True, shares=True)
    assert earned == pytest.approx(0.7 + 0.3 * share)


def test_a_wrong_strategy_is_worth_nothing_however_true_it_is() -> None:
    text = "infer\nIf you mean the cup, it is red."
    assert paper_reward(text, Strategy.LIST, gold_text(THREE), words=True, shares=True) == 0


def test_any_other_answer_is_worth_what_the_paper_gives() -> None:
    for text in (
        "infer\nIf you mean the cup, it is red.",
        "infer\nIf you mean the cup, it is blue.",
    ):
        plain, shared = (
            paper_reward(text, Strategy.INFER, gold_text(RED_CUP), words=True, shares=shares)
            for shares in (False, True)
        )
        assert plain == shared


def test_both_forms_of_the_papers_reward_are_there_by_name() -> None:
    chosen = [Reward(name="strategy_and_facts"), Reward(name="strategy_and_share")]
    said = "list\nIt could be one of two things: a red cup or a blue fish."
    given = {
        "completions": [said],
        "strategy": ["list"],
        "gold": [gold_text(THREE)],
        "words": [True],
        "prompts": [""],
    }
    earned = [function(**given)[0] for function in reward_functions(chosen, Judge())]
    assert earned == pytest.approx([0.7, 0.94])


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
