"""What holds for every answer of the local engine, whatever a model says and a picture shows."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from whichone_core.answering.tongue import fixed_words
from whichone_core.ports import Exchange
from whichone_core.prompting.userwords import holds_tokens
from whichone_core.prompting.words import CONTROL_WORDS
from whichone_core.types.evidence import TextEvidence
from whichone_core.types.questions import Intent, Question, Stakes, TextField
from whichone_core.types.strategies import Role, Strategy
from whichone_models.builtin.finder import FixedFinder
from whichone_models.llama.engine import LocalEngine, Options
from whichone_models.llama.runtime import Ending

from tests.model_client import ScriptedClient, Text, sidecar
from tests.scenes import TODAY, Said, evidence, hear, prompt, question, text, thing

PIECES = (
    "It is red.", "It is red", "Which one do you mean?", "the red cup or the blue one?", "direct\n",
    "ask: ", "cannot", "I can't tell.", "Take another picture.", "I think ", "it says 12.50",
    "14 March 2027", '"Soup"', "<|im_end|>", "<|im_start|>assistant\n", "[INST]", "<__media__>",
    "\n", "\n\n", " ", "1. the cup\n2. the book\n", "- ", "**bold**", "`code`", "# ", "?", "!!!",
    "？", "。", "Let me know if you need help!", "as you can see", "<think>hm</think>", "\u202e",
    "\u200b", "aspirin 500 mg", "Take two pills", "safe", "TOMATO SOUP", "...", "_", "|", "{}",
)  # fmt: skip
model_texts = st.one_of(
    st.text(max_size=120), st.lists(st.sampled_from(PIECES), max_size=10).map("".join)
)
endings = st.sampled_from([Ending.END, Ending.LENGTH, Ending.LOOP])
scripts = st.lists(st.builds(Text, model_texts, endings, st.integers(1, 9)), min_size=1, max_size=3)
odds = st.sampled_from(list(Strategy)).map(lambda strategy: {strategy: 0.9})
READ = text("TOMATO SOUP", "Best before 14 MAR 2027", "Keep cool")
pictures = st.sampled_from(
    [
        evidence(read=TextEvidence()),
        evidence(thing("cup", "left", "red"), thing("cup", "right", "blue"), read=READ),
        evidence(thing("bottle"), read=text("Il7 O0", score=0.6)),
        evidence(read=READ),
    ]
)
questions = st.sampled_from(
    [question(intent, "What about this?", vague=True) for intent in Intent]
    + [question(Intent.FIELD, "Until when?", field=TextField.DATE)]
)
layouts = st.sampled_from([(True, False), (False, False), (False, True), (True, True)])


def words_in(written: str) -> frozenset[str]:
    return frozenset(written.split())


def ask(
    texts: list[Text],
    chances: dict[Strategy, float],
    asked: Question,
    found: object,
    layout: tuple[bool, bool],
) -> Said:
    words, plain = layout
    given_prompt = prompt(asked, found)  # type: ignore[arg-type]
    client = ScriptedClient(texts, chances)
    engine = LocalEngine(
        client,
        sidecar(words=words, plain=plain),
        FixedFinder(given_prompt.evidence),
        options=Options(today=lambda: TODAY),
    )
    return hear(engine, given_prompt)


def check(said: Said) -> None:
    """One decision first (see `hear`), something said, nothing that is not for ears."""
    assert said.sentences
    assert (said.decision.reason is not None) == (said.strategy is Strategy.ABSTAIN)
    assert len(said.retakes) == (said.strategy is Strategy.ABSTAIN)
    if said.options:
        assert said.strategy is Strategy.CLARIFY
    if said.strategy is Strategy.ABSTAIN:
        assert said.sentences[0].role is Role.ANSWER_FAILURE
    for sentence in said.sentences:
        assert any(character.isalnum() for character in sentence.text)
        assert "\n" not in sentence.text
        assert not holds_tokens(sentence.text)
        bare = sentence.text.strip(" .!?:").lower()
        assert bare not in CONTROL_WORDS.values()
        assert not re.match(r"(?:direct|infer|ask|cannot):", sentence.text.lower())
    texts = [sentence.text for sentence in said.sentences]
    assert len(set(texts)) == len(texts)


@given(scripts, odds, questions, pictures, layouts)
def test_any_text_of_a_model_becomes_one_decision_and_something_to_say(
    texts: list[Text],
    chances: dict[Strategy, float],
    asked: Question,
    found: object,
    layout: tuple[bool, bool],
) -> None:
    check(ask(texts, chances, asked, found, layout))


_STAKED = [
    question(Intent.IDENTIFY, "Which pill is this?", stakes=Stakes.MEDICINE, vague=True),
    question(Intent.BEYOND, "Is it safe?", stakes=Stakes.ELECTRICITY),
    question(Intent.FIELD, "How much?", stakes=Stakes.MONEY, field=TextField.PRICE),
    question(Intent.FIELD, "When?", stakes=Stakes.DATES, field=TextField.EXPIRY),
    question(Intent.FIELD, "What is in it?", stakes=Stakes.ALLERGENS, field=TextField.INGREDIENTS),
    question(Intent.DESCRIBE, "medicine", stakes=Stakes.MEDICINE, sure=False),
]
_KNOWN = fixed_words() | words_in(
    """
    il 14th tomato soup best before 14 mar 2027 keep cool il7 o0 march cup cups bottle red blue
    left right middle expiry date price ingredients dosage twenty seven no one two 1 4 2 0 7 o l i
    """
)


@given(scripts, odds, st.sampled_from(_STAKED), pictures, layouts)
def test_at_high_stakes_no_word_of_the_model_is_spoken(
    texts: list[Text],
    chances: dict[Strategy, float],
    asked: Question,
    found: object,
    layout: tuple[bool, bool],
) -> None:
    said = ask(texts, chances, asked, found, layout)
    check(said)
    spoken = " ".join(f"{s.text} {s.spoken}" for s in said.sentences) + " ".join(said.retakes)
    spoken += " ".join(option.text for option in said.options)
    assert set(re.findall(r"[\w']+", spoken.lower())) <= _KNOWN | _ACTIONS


_ACTIONS = words_in(
    """
    hold the camera closer to it with it in middle and take a new picture text flat forearm
    from turn another side slowly until code faces step back or little search label if there
    is print on of that i can read name written only you mean
    """
)


@given(st.lists(model_texts, min_size=1, max_size=4), st.sampled_from(list(Strategy)), model_texts)
def test_are_you_sure_is_answered_whatever_is_said(
    others: list[str], strategy: Strategy, first: str
) -> None:
    found = evidence(thing("cup"), read=READ)
    doubt = question(Intent.DESCRIBE, "Are you sure?", sure=False)
    earlier = (Exchange("What is this?", strategy, first),)
    engine = LocalEngine(ScriptedClient(others), sidecar(), FixedFinder(found))
    said = hear(engine, replace(prompt(doubt, found), earlier=earlier))
    assert said.sentences
    assert not any(holds_tokens(sentence.text) for sentence in said.sentences)
    assert len(said.retakes) == (said.strategy is Strategy.ABSTAIN)


@pytest.mark.parametrize("stakes", list(Stakes))
def test_every_kind_of_stakes_is_held(stakes: Stakes) -> None:
    asked = question(Intent.IDENTIFY, "What is it?", stakes=stakes, vague=True)
    said = ask([Text("It is aspirin.")], {Strategy.INFER: 0.9}, asked, evidence(read=READ),
               (True, False))  # fmt: skip
    assert "aspirin" not in said.text
