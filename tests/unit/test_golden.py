"""The self-test: a model that sees passes, and each way of not seeing is called what it is."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from whichone_core.errors import ModelError
from whichone_core.prompting.words import CONTROL_WORDS
from whichone_core.types.cancelling import Cancel
from whichone_core.types.strategies import Strategy
from whichone_models.files.sidecar import ModelFile, Processor, Sidecar
from whichone_models.llama.faults import Death, from_death, from_fault
from whichone_models.llama.runtime import (
    Ending,
    Fault,
    Finished,
    Odds,
    Picture,
    Request,
    RuntimeFault,
)
from whichone_models.trusting.golden import Golden
from whichone_models.trusting.golden_sets import DRAWN, GENERAL, SHAPED, golden_set
from whichone_models.trusting.memory_need import MemoryShortError
from whichone_models.trusting.selftest import Failing, SelfTest, is_legible, is_right, self_test

FILE = ModelFile(name="a.gguf", bytes=1, sha256="0" * 64, tensors=1)
SETS = {"general": GENERAL, "shaped": SHAPED, "drawn": DRAWN}


def sidecar(*, plain: bool = False, tuned: bool = False) -> Sidecar:
    return Sidecar(
        name="Mini",
        plain_prompt=plain,
        words=dict(CONTROL_WORDS) if tuned else {},
        processor=Processor(max_pixels=168 * 168),
        text=FILE,
        tower=FILE.model_copy(update={"name": "b.gguf"}),
    )


Says = Callable[[Golden], str]


def knows(golden: Golden) -> str:
    return " and ".join(group[0] for group in golden.right) or "I can't tell."


class Pretender:
    """A ModelClient that knows the golden pictures by their keys, and says what it is told to."""

    is_loaded = True

    def __init__(
        self,
        says: Says = knows,
        *,
        choose: Callable[[Golden], Strategy] = lambda golden: golden.strategy,
        picture_tokens: int = 18,
        odds: float = -0.1,
        ending: Ending = Ending.END,
        error: ModelError | None = None,
    ) -> None:
        self._says, self._choose = says, choose
        self._tokens, self._odds, self._ending, self._error = picture_tokens, odds, ending, error
        self._golden: Golden | None = None
        self.requests: list[Request] = []
        self.forced: list[str] = []

    def see(self, picture: Picture, system: str) -> None:
        raise AssertionError("the test asks at once")

    def ask(self, request: Request, picture: Picture | None, cancel: Cancel) -> Odds | None:
        if self._error is not None:
            raise self._error
        if cancel.is_requested:
            return None
        self.requests.append(request)
        self._golden = found(request)
        chosen = self._choose(self._golden) if self._golden else Strategy.DIRECT
        logs = tuple(self._odds if each is chosen else -6.0 for each in Strategy)
        tokens = 30 + (self._tokens if picture is not None else 0)
        return Odds(logs if request.words else (), tokens - 10, 10, 1.0)

    def go_on(self, word: str, cancel: Cancel) -> Iterator[str | Finished]:
        self.forced.append(word)
        assert self._golden is not None
        yield from self._says(self._golden).split(" ")[:1]
        yield " " + " ".join(self._says(self._golden).split(" ")[1:])
        yield Finished(self._ending, 3, 1.0)

    @property
    def held_bytes(self) -> int:
        return 0

    def release(self) -> int:
        raise AssertionError("a test gives nothing back")

    def close(self) -> None:
        raise AssertionError("whoever opened it closes it")


def found(request: Request) -> Golden | None:
    """The golden picture that a request is about."""
    for one in SETS.values():
        for golden in one.pictures + one.strategies:
            is_named = request.picture.startswith(f"golden {golden.name} ")
            if is_named and golden.question == request.user:
                return golden
    return None


def verdict(client: Pretender, described: Sidecar | None = None) -> SelfTest:
    result = self_test(client, described or sidecar())
    assert result is not None
    return result


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("tuned", [False, True])
def test_a_model_that_sees_passes(plain: bool, tuned: bool) -> None:
    described = sidecar(plain=plain, tuned=tuned)
    result = verdict(Pretender(), described)
    assert result.is_sound
    chosen = golden_set(described)
    total = len(chosen.pictures)
    assert result.sentence.startswith(f"Mini works: {total} of {total} test pictures right")
    assert len(result.tried) == total + (len(chosen.strategies) if tuned else 0)
    assert result.picture_tokens == 18


def test_one_wrong_answer_is_no_broken_model() -> None:
    first = GENERAL.pictures[0].name
    result = verdict(Pretender(lambda g: "green" if g.name == first else knows(g)))
    assert result.is_sound
    assert [one.picture.name for one in result.tried if not one.is_right] == [first]


def test_the_same_answer_for_every_picture_is_blindness() -> None:
    result = verdict(Pretender(lambda golden: f"{golden.question} red 2 left milk circle"))
    assert result.failing is Failing.BLIND
    assert "does not see" in result.sentence
    assert "vision part" in result.remedy


def test_a_blind_model_that_guesses_well_gets_half_and_does_not_pass() -> None:
    firsts = {g.question: knows(g) for g in reversed(GENERAL.pictures)}
    result = verdict(Pretender(lambda golden: firsts[golden.question]))
    assert sum(one.is_right for one in result.tried) * 2 == len(GENERAL.pictures)
    assert result.failing is Failing.BLIND


def test_wrong_answers_that_change_are_bad_sight() -> None:
    result = verdict(Pretender(lambda golden: golden.wrong[0]))
    assert result.failing is Failing.WRONG
    assert f"0 of {len(GENERAL.pictures)}" in result.sentence


@pytest.mark.parametrize("text", ["", "   ", "\ufffd\ufffd a", "@#$%^@#$% a", "????"])
def test_what_is_no_language_is_garbage(text: str) -> None:
    result = verdict(Pretender(lambda _golden: text))
    assert result.failing is Failing.GARBAGE


def test_going_in_circles_is_garbage() -> None:
    assert verdict(Pretender(ending=Ending.LOOP)).failing is Failing.GARBAGE


@pytest.mark.parametrize("tokens", [0, 2])
def test_a_picture_without_tokens_never_reached_the_model(tokens: int) -> None:
    result = verdict(Pretender(picture_tokens=tokens))
    assert result.failing is Failing.NO_PICTURE
    assert "do not reach it" in result.sentence


@pytest.mark.parametrize("number", [math.nan, -math.inf, math.inf])
def test_numbers_that_are_none_end_the_test(number: float) -> None:
    result = verdict(Pretender(odds=number), sidecar(tuned=True))
    assert result.failing is Failing.NUMBERS


def test_a_model_that_stops_is_said_to_have_stopped() -> None:
    result = verdict(Pretender(error=ModelError("The model stopped.", cause="signal 4")))
    assert result.failing is Failing.STOPPED
    assert "signal 4" in result.cause


@pytest.mark.parametrize(
    "error",
    [
        MemoryShortError("There is not enough memory for it."),
        from_fault(RuntimeFault(Fault.MEMORY, "bad_alloc")),
        from_death(Death(-9)),
    ],
)
def test_too_little_memory_is_no_verdict_on_a_model(error: ModelError) -> None:
    with pytest.raises(ModelError) as raised:
        verdict(Pretender(error=error))
    assert raised.value is error


def test_a_tuned_model_must_choose_as_it_was_taught() -> None:
    always_answers = Pretender(choose=lambda _golden: Strategy.CLARIFY)
    result = verdict(always_answers, sidecar(tuned=True))
    assert result.failing is Failing.CHOICE
    assert all(one.is_right for one in result.tried if one.picture.right)


def test_seeing_is_tested_with_the_strategy_forced() -> None:
    client = Pretender()
    verdict(client, sidecar(tuned=True))
    assert client.forced.count("direct") == len(GENERAL.pictures)
    assert {"ask", "cannot"} <= set(client.forced)


def test_a_cancel_ends_it_without_a_verdict() -> None:
    cancel = Cancel()
    seen: list[int] = []

    def after_two(done: int, total: int) -> None:
        seen.append(done)
        if done == 2:
            cancel.request()

    assert self_test(Pretender(), sidecar(), cancel, after_two) is None
    assert seen == [1, 2]


def test_a_model_is_asked_as_it_was_trained() -> None:
    plain = Pretender()
    verdict(plain, sidecar(plain=True))
    assert {request.system for request in plain.requests} == {""}
    own = Pretender()
    verdict(own, sidecar().model_copy(update={"system": "You are small."}))
    assert {request.system for request in own.requests} == {"You are small."}


@pytest.mark.parametrize("name", list(SETS))
def test_pictures_come_in_pairs_that_differ_in_picture_and_answer(name: str) -> None:
    chosen = SETS[name]
    by_question: dict[str, list[Golden]] = {}
    for golden in chosen.pictures:
        by_question.setdefault(golden.question, []).append(golden)
    for pair in by_question.values():
        assert len(pair) == 2
        assert pair[0].right != pair[1].right
        assert not np.array_equal(pair[0].draw(chosen.side), pair[1].draw(chosen.side))
        for golden in pair:
            assert is_right(golden, f"It is {knows(golden)}.")
            assert not is_right(golden, knows(pair[0] if golden is pair[1] else pair[1]))


@pytest.mark.parametrize("name", list(SETS))
def test_drawing_is_the_same_every_time_and_at_every_size(name: str) -> None:
    for golden in SETS[name].pictures + SETS[name].strategies:
        for side in (56, 112, 224):
            pixels = golden.draw(side)
            assert pixels.shape == (side, side, 3)
            assert pixels.dtype == np.uint8
            assert np.array_equal(pixels, golden.draw(side))


def test_a_right_word_beside_a_wrong_one_is_not_right() -> None:
    golden = GENERAL.pictures[0]
    assert is_right(golden, "Red.")
    assert is_right(golden, "The circle is RED!")
    assert not is_right(golden, "Red or blue.")
    assert not is_right(golden, "Coloured.")
    assert not is_right(golden, "Reddish?")


def test_words_of_other_languages_are_legible() -> None:
    assert is_legible("Der Kreis ist grün.")
    assert is_legible("Круг красный, 50 %.")
    assert not is_legible("\x00\x01\x02\x03")
