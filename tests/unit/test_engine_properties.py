"""What holds for every answer of the built-in engine, whatever was asked and found."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from whichone_core.answering import grammar
from whichone_core.answering.tongue import fixed_words, phrases
from whichone_core.ports import Prompt
from whichone_core.question.lexicon import DETECTOR_LABELS, GROUPS
from whichone_core.text.allergen_words import FAMILIES
from whichone_core.types.evidence import (
    Code,
    ColourShare,
    Evidence,
    LightReading,
    Look,
    NameGuess,
    SceneObject,
    TextEvidence,
    TextLine,
)
from whichone_core.types.pictures import Box
from whichone_core.types.quality import Finding, Flaw, QualityReport
from whichone_core.types.questions import Intent, Question, QuestionType, Stakes, TextField
from whichone_core.types.strategies import Role, Strategy
from whichone_models.builtin.engine import BuiltinEngine

from tests.scenes import TODAY, Said, frame, hear, reply_to

ENGINE = BuiltinEngine(lambda: TODAY)

LABELS = sorted(DETECTOR_LABELS)
COLOURS = ("red", "light blue", "dark green", "grey", "black", "orange")
WORDS = ("Oatly", "nuts", "EXP", "12/03/2027", "500 mg", "$1.50", "0171 555 0123", "", "—", "free")

share = st.floats(0, 1)
scores = st.floats(0, 1)


@st.composite
def boxes(draw: st.DrawFn) -> Box:
    left, right = sorted((draw(share), draw(share)))
    top, bottom = sorted((draw(share), draw(share)))
    return Box(left, top, right, bottom)


colour_shares = st.lists(st.builds(ColourShare, st.sampled_from(COLOURS), share), max_size=4)
objects = st.builds(
    SceneObject,
    st.sampled_from(LABELS),
    scores,
    boxes(),
    share,
    st.booleans(),
    colour_shares.map(tuple),
)
crowds = st.one_of(
    st.lists(objects, max_size=12),
    st.lists(objects, min_size=2, max_size=12).map(
        lambda things: [replace(thing, label="cup") for thing in things]
    ),
)
lines = st.builds(
    TextLine,
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join),
    scores,
    boxes(),
    st.floats(-45, 45),
)
texts = st.builds(
    TextEvidence, st.lists(lines, max_size=12).map(tuple), st.sampled_from((0, 90, 180, 270))
)
odds = st.tuples(share, share, share).map(
    lambda chances: {
        level: chance / (sum(chances) or 1)
        for level, chance in zip(
            (Strategy.INFER, Strategy.LIST, Strategy.CLARIFY), chances, strict=True
        )
    }
)
evidences = st.builds(
    Evidence,
    text=st.none() | texts,
    codes=st.none() | st.just(()) | st.just((Code("12345670", "EAN-8", Box(0, 0, 1, 1)),)),
    objects=st.none() | crowds.map(tuple),
    level_odds=st.none() | odds,
    colours=st.none() | colour_shares.map(tuple),
    names=st.none()
    | st.lists(st.builds(NameGuess, st.sampled_from(("teapot, pot", "iPod")), share)).map(tuple),
    light=st.none() | st.builds(LightReading, st.floats(0, 100), st.floats(0, 100), st.booleans()),
)
questions = st.builds(
    Question,
    text=st.sampled_from(("What is this?", "Does it contain nuts?", "x")),
    intent=st.sampled_from(Intent),
    type=st.just(QuestionType.OTHERS),
    looks=st.just(frozenset[Look]()),
    field=st.none() | st.sampled_from(TextField),
    targets=st.lists(st.sampled_from((*LABELS, *GROUPS)), max_size=2).map(tuple),
    unknown_targets=st.lists(st.sampled_from(("keys", "soup", "nuts")), max_size=2).map(tuple),
    vague_words=st.sampled_from(((), ("this",))),
    stakes=st.none() | st.sampled_from(Stakes),
    is_sure=st.booleans(),
)
reports = st.builds(
    QualityReport,
    st.lists(st.builds(Finding, st.sampled_from(Flaw), scores, scores), max_size=3).map(tuple),
    st.just({}) | st.just({"lightness_95": 1.0, "clipped": 0.99, "strongest_edge": 1.0}),
)
prompts = st.builds(Prompt, st.just(frame()), questions, reports, evidences)
asking = st.floats(-1, 1)


def check(said: Said) -> None:
    """The shape that every answer has."""
    is_abstaining = said.strategy is Strategy.ABSTAIN
    assert len(said.retakes) == (1 if is_abstaining else 0)
    assert (said.decision.reason is not None) == is_abstaining
    assert bool(said.options) == (said.strategy is Strategy.CLARIFY)
    roles = [sentence.role for sentence in said.sentences]
    if is_abstaining:
        assert roles[0] is Role.ANSWER_FAILURE
    elif said.sentences[0].text.startswith(phrases().not_understood_question):
        assert roles[:2] == [Role.ANSWER_FAILURE, Role.ANSWER]
    else:
        assert roles[0] is Role.ANSWER
    if said.options:
        assert len(said.options) >= 2
        assert [o.number for o in said.options] == list(range(1, len(said.options) + 1))
        assert len({o.text for o in said.options}) == len(said.options)
    chances = said.decision.probabilities
    if chances is not None:
        assert set(chances) == set(Strategy)
        assert sum(chances.values()) == pytest.approx(1)
    for sentence in said.sentences:
        assert sentence.text[-1] in ".!?…"
        assert not re.search(r"[{}]|\s\s|\bNone\b", sentence.text), sentence.text


@settings(max_examples=150, deadline=None)
@given(prompts, asking)
def test_every_answer_has_its_shape(given_prompt: Prompt, ask_more: float) -> None:
    check(hear(ENGINE, given_prompt, ask_more))


@settings(max_examples=80, deadline=None)
@given(prompts, st.sampled_from(
    ("two", "the cup", "left", "all", "neither", "zzz", "", "the red one", "not the first one")
))  # fmt: skip
def test_there_is_never_a_second_question(given_prompt: Prompt, words: str) -> None:
    asked = replace(
        given_prompt,
        question=replace(
            given_prompt.question,
            intent=Intent.COLOUR, targets=(), unknown_targets=(), stakes=None, vague_words=("it",),
        ),
    )  # fmt: skip
    first = hear(ENGINE, asked, 1.0)
    if first.strategy is Strategy.CLARIFY:
        reply = reply_to(first, asked.question, words)
        second = hear(ENGINE, replace(asked, reply=reply), 1.0)
        check(second)
        assert second.strategy is not Strategy.CLARIFY


def _words(text: str) -> set[str]:
    return set(re.findall(r"[\w']+", text.lower()))


FIXED = (
    fixed_words()
    | _words(" ".join((*FAMILIES, *TextField, *Flaw, "and or")))
    | {grammar.number(n) for n in range(13)}
)


@settings(max_examples=150, deadline=None)
@given(prompts, st.sampled_from(Stakes))
def test_at_high_stakes_nothing_is_said_that_was_not_read(
    given_prompt: Prompt, stakes: Stakes
) -> None:
    risky = replace(given_prompt, question=replace(given_prompt.question, stakes=stakes))
    if risky.question.intent is Intent.CODE:
        return
    said = hear(ENGINE, risky)
    check(said)
    assert said.strategy in (Strategy.DIRECT, Strategy.ABSTAIN)
    read = _words(risky.evidence.text.text if risky.evidence.text else "")
    assert _words(said.text) <= read | FIXED
    if said.strategy is Strategy.DIRECT:
        assert Role.SUGGESTION in {sentence.role for sentence in said.sentences}
