"""Self-consistency and self-correction as a setting: what is said, and what is left alone."""

from __future__ import annotations

import pytest
from whichone_core.errors import ModelError
from whichone_core.prompting.study import FIND, REVISE
from whichone_core.question.doubts import is_doubt
from whichone_core.settings import DoubleCheck, Settings
from whichone_core.types.answers import Decision, Reason, Sentence
from whichone_core.types.cancelling import Cancel
from whichone_core.types.evidence import TextEvidence
from whichone_core.types.questions import Intent, Stakes
from whichone_core.types.strategies import Role, Strategy
from whichone_models.builtin.finder import FixedFinder
from whichone_models.fake import ScriptedModel
from whichone_models.language.double_check import DOUBT, DoubleChecked, double_checked
from whichone_models.llama.engine import LocalEngine, Options

from tests.model_client import ScriptedClient, sidecar
from tests.scenes import TODAY, evidence, hear, prompt, question, thing

COLOUR = question(Intent.COLOUR, "What colour is this?", vague=True)
CUP = evidence(thing("cup", "left", "red"), read=TextEvidence())
AGAIN, ITSELF = DoubleCheck.ASK_AGAIN, DoubleCheck.CORRECT_ITSELF


def turn(text: str, strategy: Strategy = Strategy.DIRECT) -> tuple[Decision, list[Sentence]]:
    reason = Reason.NOT_FOUND if strategy is Strategy.ABSTAIN else None
    return Decision(strategy, None, reason), [Sentence(text, Role.ANSWER)]


def told(model: DoubleChecked, asked: object = COLOUR) -> list[str]:
    parts = model.reply(prompt(asked, CUP), lambda p: p.decision, Cancel())  # type: ignore[arg-type]
    return [part.text for part in parts if isinstance(part, Sentence)]


def test_asked_again_the_answer_comes_first_and_then_what_became_of_it() -> None:
    inner = ScriptedModel([turn("It is red."), turn("Yes, it stayed the same.")])
    assert told(DoubleChecked(inner, AGAIN)) == ["It is red.", "Yes, it stayed the same."]
    first, second = inner.prompts
    assert second.question.text == DOUBT
    assert second.earlier[-1].answer == "It is red."
    assert first.earlier == ()


def test_corrected_only_the_last_answer_is_said() -> None:
    inner = ScriptedModel([turn("It is red."), turn("It may be orange."), turn("It is orange.")])
    assert told(DoubleChecked(inner, ITSELF)) == ["It is orange."]
    assert [asked.question.text for asked in inner.prompts] == [
        "What colour is this?",
        FIND,
        REVISE,
    ]
    assert [one.answer for one in inner.prompts[2].earlier] == ["It is red.", "It may be orange."]
    assert not is_doubt(FIND) and not is_doubt(REVISE)


@pytest.mark.parametrize("way", [AGAIN, ITSELF])
@pytest.mark.parametrize("strategy", [Strategy.CLARIFY, Strategy.ABSTAIN])
def test_what_claims_nothing_is_not_checked(way: DoubleCheck, strategy: Strategy) -> None:
    inner = ScriptedModel([turn("Which one?", strategy)])
    assert told(DoubleChecked(inner, way)) == ["Which one?"]
    assert len(inner.prompts) == 1


@pytest.mark.parametrize("way", [AGAIN, ITSELF])
def test_at_stakes_and_after_a_doubt_nothing_is_added(way: DoubleCheck) -> None:
    for asked in (
        question(Intent.FIELD, "How much may I take?", stakes=Stakes.MEDICINE),
        question(Intent.BEYOND, DOUBT),
    ):
        inner = ScriptedModel([turn("Take two.")])
        assert told(DoubleChecked(inner, way), asked) == ["Take two."]
        assert len(inner.prompts) == 1


class BreakingSecond(ScriptedModel):
    """Answers once, and fails from then on."""

    def reply(self, asked, choose, cancel):  # type: ignore[no-untyped-def]
        if self.prompts:
            raise ModelError("The model stopped.")
        return super().reply(asked, choose, cancel)


@pytest.mark.parametrize("way", [AGAIN, ITSELF])
def test_a_check_that_fails_leaves_the_answer(way: DoubleCheck) -> None:
    assert told(DoubleChecked(BreakingSecond([turn("It is red.")]), way)) == ["It is red."]


@pytest.mark.parametrize("way", [AGAIN, ITSELF])
def test_escape_ends_the_check_too(way: DoubleCheck) -> None:
    inner, cancel = ScriptedModel([turn("It is red.")]), Cancel()
    parts = DoubleChecked(inner, way).reply(prompt(COLOUR, CUP), lambda p: p.decision, cancel)
    cancel.request()
    list(parts)
    assert len(inner.prompts) <= 1


def test_it_is_off_unless_chosen_and_passes_on_what_the_engine_is() -> None:
    inner = ScriptedModel([turn("It is red.")])
    assert double_checked(inner, Settings().double_check) is inner
    checked = double_checked(
        inner, Settings.model_validate({"double_check": "ask-again"}).double_check
    )
    assert (checked.name, checked.template) == ("scripted", "scripted-1-ask-again")
    inner.held_bytes = 5
    assert (checked.held_bytes, checked.release(), inner.held_bytes) == (5, 5, 0)
    checked.close()
    assert inner.is_closed


def test_with_the_local_engine_the_verdict_follows_the_answer() -> None:
    client = ScriptedClient(["It is red."] * 5)
    local = LocalEngine(
        client, sidecar(words=True), FixedFinder(CUP), options=Options(today=lambda: TODAY)
    )
    said = hear(DoubleChecked(local, AGAIN), prompt(COLOUR, CUP))
    assert "It is red." in said.text
    assert "Yes, I am fairly sure: I looked four more times and it stayed the same." in said.text
