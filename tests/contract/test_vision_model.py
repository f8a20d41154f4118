"""What every VisionModel keeps: the built-in engine, local ones, a server's, the scripted fake."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from whichone_core.answering.strategy import Policy, choose
from whichone_core.errors import ModelError
from whichone_core.ports import Offer, Prompt, Proposal, Reply, ReplyPart, Retake, VisionModel
from whichone_core.prompting.asking import with_way
from whichone_core.prompting.words import CONTROL_WORDS
from whichone_core.types.answers import Decision, Option, Reason, Sentence
from whichone_core.types.cancelling import Cancel
from whichone_core.types.evidence import Evidence
from whichone_core.types.quality import Flaw
from whichone_core.types.questions import Intent
from whichone_core.types.strategies import Role, Strategy
from whichone_models.builtin.engine import BuiltinEngine
from whichone_models.builtin.finder import FixedFinder
from whichone_models.endpoint.engine import EndpointEngine
from whichone_models.endpoint.wire import Order, Script, ScriptedServer, pieces
from whichone_models.fake import ScriptedModel, answer
from whichone_models.fake import question as asks
from whichone_models.llama.engine import LocalEngine
from whichone_models.llama.runtime import Odds, Picture, Request

from tests.model_client import ScriptedClient, sidecar
from tests.scenes import TODAY, evidence, poor, prompt, question, text, thing

OPTIONS = (Option(1, "the cup", "cup"), Option(2, "the book", "book"))
CROWD = evidence(
    *(thing(label, place, "red") for label, place in zip(
        ("cup", "cup", "book", "laptop", "vase"), ("left", "right", "middle", "top", "bottom"),
        strict=True)),
    odds=(0.1, 0.2, 0.7),
)  # fmt: skip
VAGUE = question(Intent.COLOUR, "What colour is this?", vague=True)


def _scripted() -> VisionModel:
    turns = [asks("Which one do you mean?", *OPTIONS), answer("It is red.")]
    return ScriptedModel(turns, others={Strategy.DIRECT: answer("It is red.")[1]})


SAID = {
    Strategy.DIRECT: "It is red.",
    Strategy.INFER: "I think you mean the cup on the left. It is red.",
    Strategy.LIST: "The cup is red, and the book is red too.",
    Strategy.CLARIFY: "Which one do you mean: the cup on the left, the book, or the vase?",
    Strategy.ABSTAIN: "I can't tell from this picture. Hold the camera closer.",
}


class _Replying(ScriptedClient):
    """Asks which one, and answers once that was replied to."""

    def ask(self, request: Request, picture: Picture | None, cancel: Cancel) -> Odds | None:
        asks_back = "mean the" not in request.user
        self.odds = {Strategy.CLARIFY if asks_back else Strategy.DIRECT: 0.9}
        self.texts = (SAID[Strategy.CLARIFY if asks_back else Strategy.DIRECT],)
        return super().ask(request, picture, cancel)


def _local(*, words: bool = True, plain: bool = False) -> Callable[[], VisionModel]:
    """tuned with control words, not tuned, or plain: its strategy shows in its style alone."""
    name = "plain" if plain else "tuned" if words else "instructed"
    spoken = {} if plain else SAID
    return lambda: LocalEngine(
        _Replying(by_strategy=spoken),
        sidecar(words=words, plain=plain),
        FixedFinder(CROWD),
        name,
    )


def _on_a_server() -> VisionModel:
    def says(order: Order) -> Script:
        """Asks which one; what it was told to do, or what it was replied to, comes first."""
        told = order.messages[-1].text
        wanted = [s for s in Strategy if with_way("", s).strip() in told]
        usual = Strategy.DIRECT if "mean the" in told else Strategy.CLARIFY
        strategy = wanted[0] if wanted else usual
        word = CONTROL_WORDS[strategy]
        return pieces(f"{word}\n{SAID[strategy]}", {word: -0.1})

    return EndpointEngine(ScriptedServer(says), FixedFinder(CROWD))


ENGINES: dict[str, Callable[[], VisionModel]] = {
    "builtin": lambda: BuiltinEngine(lambda: TODAY),
    "scripted": _scripted,
    "tuned": _local(),
    "instructed": _local(words=False),
    "plain": _local(words=False, plain=True),
    "server": _on_a_server,
}


@pytest.fixture(params=list(ENGINES))
def engine(request: pytest.FixtureRequest) -> VisionModel:
    return ENGINES[request.param]()


def _parts(engine: VisionModel, given: Prompt, cancel: Cancel | None = None) -> list[ReplyPart]:
    return list(engine.reply(given, lambda p: choose(p, given, Policy()), cancel or Cancel()))


def test_it_has_a_name_to_choose_it_by(engine: VisionModel) -> None:
    assert engine.name
    assert engine.name == engine.name.lower()


def test_what_it_gives_back_it_held_and_it_answers_all_the_same(engine: VisionModel) -> None:
    held = engine.held_bytes
    assert engine.release() == held >= 0
    assert (engine.held_bytes, engine.release()) == (0, 0)
    assert isinstance(_parts(engine, prompt(VAGUE, CROWD))[0], Decision)


def test_the_decision_comes_first_and_once(engine: VisionModel) -> None:
    parts = _parts(engine, prompt(VAGUE, CROWD))
    assert isinstance(parts[0], Decision)
    assert sum(isinstance(part, Decision) for part in parts) == 1
    assert isinstance(parts[1], Sentence)


def test_the_policy_decides_and_the_engine_follows(engine: VisionModel) -> None:
    def abstain(_proposal: Proposal) -> Decision:
        return Decision(Strategy.ABSTAIN, None, Reason.BAD_PICTURE)

    parts = list(engine.reply(prompt(VAGUE, CROWD), abstain, Cancel()))
    assert parts[0] == Decision(Strategy.ABSTAIN, None, Reason.BAD_PICTURE)
    assert sum(isinstance(part, Retake) for part in parts) == 1
    sentences = [part for part in parts if isinstance(part, Sentence)]
    assert sentences[0].role is Role.ANSWER_FAILURE


def test_it_can_do_all_that_it_says_it_can(engine: VisionModel) -> None:
    proposals: list[Proposal] = []

    def note(proposal: Proposal) -> Decision:
        proposals.append(proposal)
        return proposal.decision

    list(engine.reply(prompt(VAGUE, CROWD), note, Cancel()))
    for forced in proposals[0].can_force:
        parts = _forced(ENGINES[engine.name](), forced)
        assert parts[0] == Decision(forced)
        assert any(isinstance(part, Sentence) for part in parts)
        assert any(isinstance(part, Offer) for part in parts) == (forced is Strategy.CLARIFY)


def _forced(engine: VisionModel, strategy: Strategy) -> list[ReplyPart]:
    return list(engine.reply(prompt(VAGUE, CROWD), lambda _: Decision(strategy), Cancel()))


def test_a_clarifying_question_brings_its_options(engine: VisionModel) -> None:
    parts = _parts(engine, prompt(VAGUE, CROWD))
    offers = [part for part in parts if isinstance(part, Offer)]
    assert len(offers) == 1
    assert [option.number for option in offers[0].options] == list(
        range(1, len(offers[0].options) + 1)
    )


def test_the_reply_brings_the_answer(engine: VisionModel) -> None:
    parts = _parts(engine, prompt(VAGUE, CROWD))
    offer = next(part for part in parts if isinstance(part, Offer))
    reply = Reply(VAGUE, "two", offer.options[1], offer.options)
    second = _parts(engine, prompt(VAGUE, CROWD, reply=reply))
    assert isinstance(second[0], Decision)
    assert second[0].strategy is Strategy.DIRECT
    assert not any(isinstance(part, Offer) for part in second)


def test_nothing_comes_after_a_cancel(engine: VisionModel) -> None:
    cancel = Cancel()
    cancel.request()
    assert _parts(engine, prompt(VAGUE, CROWD), cancel) == []


def test_a_cancel_in_the_middle_ends_the_stream(engine: VisionModel) -> None:
    cancel = Cancel()
    given = prompt(VAGUE, CROWD)
    stream = engine.reply(given, lambda p: choose(p, given, Policy()), cancel)
    next(stream)
    cancel.request()
    assert list(stream) == []


def test_a_hopeless_picture_makes_it_abstain(engine: VisionModel) -> None:
    given = prompt(VAGUE, Evidence(), poor(Flaw.UNIFORM))
    decision, *parts = _parts(engine, given)
    assert isinstance(decision, Decision)
    assert (decision.strategy, decision.reason) == (Strategy.ABSTAIN, Reason.BAD_PICTURE)
    if engine.name in ("builtin", "scripted"):  # they have no probabilities to go with it
        assert decision.probabilities is None
    assert sum(isinstance(part, Retake) for part in parts) == 1


def test_a_failing_engine_raises_a_model_error() -> None:
    error = ModelError("The engine stopped.")
    with pytest.raises(ModelError):
        _parts(ScriptedModel([answer("x")], error=error), prompt(VAGUE, CROWD))


def test_the_builtin_engine_does_not_do_what_it_did_not_propose() -> None:
    given = prompt(question(Intent.READ), evidence(read=text("Hello")))
    with pytest.raises(ModelError):
        list(BuiltinEngine().reply(given, lambda _: Decision(Strategy.CLARIFY), Cancel()))


def test_the_fake_keeps_what_it_was_asked() -> None:
    fake = ScriptedModel([answer("Hello.")])
    given = prompt(VAGUE, CROWD)
    _parts(fake, given)
    assert fake.prompts == [given]
    assert fake.looks_for(VAGUE) == VAGUE.looks
