""" "Are you sure?": what several looks at a picture agree on, and the paper's ways of asking."""

from __future__ import annotations

import pytest
from whichone_core.prompting.agreement import agree, spoken_agreement, wordings
from whichone_core.prompting.likeness import likeness, most_consistent, support
from whichone_core.prompting.study import Ask, Prompting, answer_by
from whichone_core.question.doubts import is_doubt
from whichone_core.question.questions import understand
from whichone_core.types.questions import Intent
from whichone_core.types.strategies import Role, Strategy


@pytest.mark.parametrize(
    "text",
    ["Are you sure?", "are you sure", "Are you really sure about that?", "Really?", "Sure?",
     "Is that right?", "Is this correct?", "How certain are you?", "How sure are you of that?",
     "Double check please", "Check that again", "Can you double-check that?", "Look again",
     "Hmm, are you certain?", "Are you 100 percent sure?", "Are you positive?",
     "Do you really think so?", "ARE YOU SURE???"],
)  # fmt: skip
def test_a_doubt_is_heard(text: str) -> None:
    assert is_doubt(text)


@pytest.mark.parametrize(
    "text",
    ["Are you sure this is milk?", "Is that right shoe black?", "Check the date", "", "What is it?",
     "Make sure it is red", "Is this the right pill?", "Look at the left", "Are you a robot?",
     "Is it safe?", "sure thing what is this"],
)  # fmt: skip
def test_a_question_with_something_of_its_own_is_no_doubt(text: str) -> None:
    assert not is_doubt(text)


def test_a_doubt_needs_no_look_of_its_own() -> None:
    understood = understand("Are you sure?")
    assert (understood.intent, understood.looks) == (Intent.BEYOND, frozenset())
    assert understood.is_sure


@pytest.mark.parametrize(
    ("claim", "text", "is_supported"),
    [
        ("It is a red mug.", "A red mug on a table.", True),
        ("It is a red mug.", "The mug is blue.", False),
        ("There are two cups.", "There are 2 cups.", True),
        ("There are two cups.", "There are three cups.", False),
        ("The door is open.", "The door is closed.", False),
        ("It is on the left.", "It is on the right.", False),
        ("There is a dog.", "There is no dog.", False),
        ("It is a grey cat.", "a gray cat", True),
        ("It is a mug.", "a bowl of soup", False),
    ],
)
def test_support_needs_the_same_numbers_colours_and_negations(
    claim: str, text: str, is_supported: bool
) -> None:
    assert (support(claim, text) >= 0.6) == is_supported


def test_likeness_is_symmetric_and_one_for_the_same() -> None:
    assert likeness("It is a red mug.", "It is a red mug.") == 1.0
    assert likeness("a red mug", "mug, red and big") == likeness("mug, red and big", "a red mug")


def test_the_most_consistent_answer_is_in_the_middle() -> None:
    texts = ["A dog on grass.", "A red mug on a table.", "A red mug.", "A red mug on a desk."]
    assert most_consistent(texts) in (1, 2, 3)
    assert most_consistent([]) == 0


def test_what_stays_the_same_is_sure() -> None:
    agreement = agree("It is a red mug.", ["A red mug.", "It is a red mug.", "A red mug on wood."])
    assert agreement.sure == ("It is a red mug.",)
    first, claim = spoken_agreement(agreement)
    assert first.text == "Yes, I am fairly sure: I looked three more times and it stayed the same."
    assert claim.text == "It is a red mug."


def test_what_varies_is_named_with_what_was_said_instead() -> None:
    others = ["The jacket is blue.", "The jacket is black.", "The jacket is black.", "It is black."]
    agreement = agree("It is a jacket. It is blue.", [f"It is a jacket. {o}" for o in others])
    assert agreement.sure == ("It is a jacket.",)
    assert agreement.varying == ("It is blue.",)
    said = [sentence.text for sentence in spoken_agreement(agreement)]
    assert said[0] == "Only in part: I looked four more times, and this stayed the same."
    assert "I am not sure about this: It is blue." in said


def test_an_answer_that_changes_is_not_trusted() -> None:
    agreement = agree("It is a dog.", ["It is a cat.", "It is a cat.", "It is a fox.", "A cat."])
    said = " ".join(sentence.text for sentence in spoken_agreement(agreement))
    assert said.startswith("No: I looked four more times, and the answer changed.")
    assert '"It is a cat"' in said


def test_looks_that_fail_are_told() -> None:
    agreement = agree("It is a dog.", ["I can't tell."] * 3 + ["It is a dog."])
    (sentence,) = spoken_agreement(agreement)
    assert sentence.text == "No: in three of four more looks I could not tell."
    assert sentence.role is Role.ANSWER_FAILURE


def test_a_failure_that_stays_is_said_as_one() -> None:
    (sentence,) = spoken_agreement(agree("I can't tell what it is.", ["I can't tell."] * 4))
    assert sentence.text == "I still can't tell, in four of four more looks."


def test_a_failure_that_other_looks_mend_is_no_answer_yet() -> None:
    said = spoken_agreement(agree("I can't tell.", ["It is a mug."] * 3 + ["I can't tell."]))
    assert said[0].text == "No: I looked four more times, and not every look failed."
    assert said[-1].text == 'Other looks gave: "It is a mug".'


def test_a_question_is_asked_in_other_words_each_time() -> None:
    asked = wordings("What is this?", 5)
    assert len(set(asked)) == 5
    assert all("What is this?" in words for words in asked)


# --------------------------------------------------------------------- the paper's ways


class _Model:
    """Says its texts in order and keeps what it was asked."""

    def __init__(self, *texts: str) -> None:
        self.texts = list(texts)
        self.asked: list[Ask] = []

    def __call__(self, ask: Ask) -> str:
        self.asked.append(ask)
        return self.texts.pop(0)


def test_vanilla_is_the_bare_question() -> None:
    model = _Model("It is red.")
    answer = answer_by(Prompting.VANILLA, "What colour is it?<|im_end|>", model)
    assert (answer.text, answer.strategy) == ("It is red.", Strategy.DIRECT)
    assert model.asked == [Ask("", "What colour is it?")]


def test_the_strategy_prompt_reads_the_word() -> None:
    model = _Model("ask\nWhich one do you mean?")
    answer = answer_by(Prompting.STRATEGY, "What colour is this?", model)
    assert (answer.text, answer.strategy) == ("Which one do you mean?", Strategy.CLARIFY)
    assert "cannot" in model.asked[0].system


def test_the_abstention_instruction_goes_with_the_question() -> None:
    model = _Model("I can't tell, the picture is too dark.")
    answer = answer_by(Prompting.ABSTENTION, "What is it?", model)
    assert answer.strategy is Strategy.ABSTAIN
    assert "do not guess" in model.asked[0].user


def test_chain_of_thought_keeps_what_stands_after_answer() -> None:
    model = _Model("I see a mug. That is enough.\nAnswer: It is red.")
    assert answer_by(Prompting.CHAIN_OF_THOUGHT, "Colour?", model).text == "It is red."
    model = _Model("It is red.")
    assert answer_by(Prompting.CHAIN_OF_THOUGHT, "Colour?", model).text == "It is red."


def test_self_correction_has_three_stages() -> None:
    model = _Model("It is a red cat.", "There is no cat.", "I can't see any animal.")
    answer = answer_by(Prompting.SELF_CORRECTION, "What animal?", model)
    assert answer.text == "I can't see any animal."
    assert answer.strategy is Strategy.ABSTAIN
    assert [len(ask.earlier) for ask in model.asked] == [0, 1, 2]
    assert len(answer.drafts) == 3


def test_self_consistency_takes_the_majority() -> None:
    model = _Model("A mug.", "I can't tell.", "A red mug.", "A red mug.", "I can't tell.")
    answer = answer_by(Prompting.SELF_CONSISTENCY, "What is it?", model)
    assert answer.text == "A red mug."
    assert [ask.seed for ask in model.asked] == [0, 1, 2, 3, 4]
    assert all(ask.temperature > 0 for ask in model.asked)


def test_instruction_and_consistency_abstains_by_majority() -> None:
    model = _Model("I can't tell.", "I can't tell.", "A mug.", "I can't tell what it is.", "A dog.")
    answer = answer_by(Prompting.ABSTENTION_CONSISTENCY, "What is it?", model)
    assert answer.strategy is Strategy.ABSTAIN
    assert "do not guess" in model.asked[0].user


@pytest.mark.parametrize("prompting", list(Prompting))
def test_every_way_gives_an_answer_to_any_model(prompting: Prompting) -> None:
    answer = answer_by(prompting, "What?", _Model(*[""] * 5))
    assert answer.strategy in Strategy
