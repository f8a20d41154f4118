"""At a severe flaw of the picture no engine's word counts, however sure its model is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from whichone_core.ports import Exchange, VisionModel
from whichone_core.prompting.words import CONTROL_WORDS
from whichone_core.settings import DoubleCheck
from whichone_core.types.answers import Reason
from whichone_core.types.evidence import Evidence, TextEvidence
from whichone_core.types.quality import QualityReport
from whichone_core.types.questions import Intent, Question, Stakes
from whichone_core.types.strategies import Role, Strategy
from whichone_models.builtin.engine import BuiltinEngine
from whichone_models.builtin.finder import FixedFinder
from whichone_models.endpoint.engine import EndpointEngine
from whichone_models.endpoint.wire import ScriptedServer, pieces
from whichone_models.fake import ScriptedModel, answer
from whichone_models.language.double_check import double_checked
from whichone_models.llama.engine import LocalEngine, Options

from tests.model_client import ScriptedClient, sidecar
from tests.scenes import TODAY, evidence, hear, prompt, question, text, thing
from tests.severe import CROWD, FLAWS, SMEAR, is_bolder

Chances = dict[Strategy, float]
YELLOW_HEART = "It is a yellow heart."
WHAT = question(Intent.IDENTIFY, "What is this?", vague=True)
NOTHING = Evidence(text=TextEvidence(), objects=())


def _local(*, words: bool, plain: bool) -> Callable[[Chances], VisionModel]:
    def make(chances: Chances) -> VisionModel:
        client = ScriptedClient([YELLOW_HEART], chances)
        described = sidecar(words=words, plain=plain)
        options = Options(today=lambda: TODAY)
        return LocalEngine(client, described, FixedFinder(CROWD), options=options)

    return make


def _server(chances: Chances) -> VisionModel:
    likeliest = max(chances, key=lambda strategy: chances[strategy])
    said = pieces(f"{CONTROL_WORDS[likeliest]}\n{YELLOW_HEART}", {CONTROL_WORDS[likeliest]: -0.1})
    return EndpointEngine(ScriptedServer(lambda _order: said), FixedFinder(CROWD))


def _checked(way: DoubleCheck) -> Callable[[Chances], VisionModel]:
    return lambda chances: double_checked(_local(words=True, plain=False)(chances), way)


MODELS: dict[str, Callable[[Chances], VisionModel]] = {
    "tuned": _local(words=True, plain=False),
    "tuned on bare questions": _local(words=True, plain=True),
    "instructed": _local(words=False, plain=False),
    "plain": _local(words=False, plain=True),
    "asked again": _checked(DoubleCheck.ASK_AGAIN),
    "correcting itself": _checked(DoubleCheck.CORRECT_ITSELF),
    "server": _server,
}
chances = st.dictionaries(st.sampled_from(list(Strategy)), st.floats(0.001, 0.19), min_size=1)
found = st.sampled_from(
    [CROWD, NOTHING, Evidence(), evidence(thing("cup", sure=False)), evidence(read=text("EXIT"))]
)
questions = st.sampled_from(
    [question(intent, "What about this?", vague=True) for intent in Intent]
    + [question(Intent.IDENTIFY, "Which pill is this?", vague=True, stakes=Stakes.MEDICINE)]
    + [question(Intent.BEYOND, "Are you sure?")]
)


def builtin() -> VisionModel:
    return BuiltinEngine(lambda: TODAY)


@pytest.mark.parametrize("make", MODELS.values(), ids=MODELS)
@pytest.mark.parametrize("flaw", FLAWS)
def test_a_sure_model_says_why_it_cannot_tell_and_one_thing_to_do(
    make: Callable[[Chances], VisionModel], flaw: QualityReport
) -> None:
    said = hear(make({Strategy.DIRECT: 0.99}), prompt(WHAT, NOTHING, flaw))
    assert (said.strategy, said.decision.reason) == (Strategy.ABSTAIN, Reason.BAD_PICTURE)
    assert said.sentences[0].role is Role.ANSWER_FAILURE
    assert flaw.findings[0].flaw.value in said.first
    assert len(said.retakes) == 1


@pytest.mark.parametrize("make", MODELS.values(), ids=MODELS)
@given(chances, found, questions, st.sampled_from(FLAWS), st.floats(-1, 1))
def test_for_any_chances_only_what_was_measured_is_told(
    make: Callable[[Chances], VisionModel],
    chances: Chances,
    found: Evidence,
    asked: Question,
    flaw: QualityReport,
    ask_more: float,
) -> None:
    given_prompt = prompt(asked, found, flaw)
    said = hear(make(chances), given_prompt, ask_more)
    assert "heart" not in said.text
    assert said == hear(builtin(), given_prompt, ask_more)


@pytest.mark.parametrize("flaw", FLAWS)
@given(st.sampled_from(list(Strategy)[:-1]), found, questions)
def test_an_engine_that_knows_nothing_of_the_rule_is_held_to_it(
    flaw: QualityReport, strategy: Strategy, found: Evidence, asked: Question
) -> None:
    given_prompt = prompt(asked, found, flaw)
    said = hear(ScriptedModel([answer(YELLOW_HEART, strategy)], is_measured=False), given_prompt)
    assert said.strategy is Strategy.ABSTAIN
    assert not is_bolder(said.strategy, hear(builtin(), given_prompt).strategy)


@pytest.mark.parametrize("flaw", FLAWS)
def test_a_thing_that_may_be_made_up_is_not_told_beside_the_failure(flaw: QualityReport) -> None:
    ghost = evidence(thing("person", sure=False), read=TextEvidence())
    engines = [builtin(), *(make({Strategy.DIRECT: 0.9}) for make in MODELS.values())]
    for engine in engines:
        assert "person" not in hear(engine, prompt(WHAT, ghost, flaw)).text


def test_are_you_sure_does_not_bring_the_model_in_again() -> None:
    client = ScriptedClient([YELLOW_HEART], {Strategy.DIRECT: 0.99})
    engine = LocalEngine(client, sidecar(), FixedFinder(CROWD))
    doubt = question(Intent.BEYOND, "Are you sure?")
    earlier = (Exchange("What is this?", Strategy.ABSTAIN, "The picture is blurred."),)
    said = hear(engine, replace(prompt(doubt, NOTHING, SMEAR), earlier=earlier))
    assert said.strategy is Strategy.ABSTAIN
    assert client.requests == []


def test_a_model_is_not_asked_about_a_picture_that_its_word_would_not_count_for() -> None:
    client = ScriptedClient([YELLOW_HEART], {Strategy.DIRECT: 0.99})
    hear(LocalEngine(client, sidecar(), FixedFinder(CROWD)), prompt(WHAT, CROWD, SMEAR))
    assert client.requests == []


@pytest.mark.parametrize("make", MODELS.values(), ids=MODELS)
def test_a_good_picture_is_the_models_to_answer(make: Callable[[Chances], VisionModel]) -> None:
    said = hear(make({Strategy.DIRECT: 0.99}), prompt(WHAT, CROWD))
    assert "yellow heart" in said.text.lower()
