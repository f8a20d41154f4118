"""Coming back to a picture after a closer look evaluates only what is new, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray
from whichone_models.files.sidecar import Family
from whichone_models.llama import shelf
from whichone_models.llama.geometry import fitted
from whichone_models.llama.native import NativeRuntime
from whichone_models.llama.runtime import LoadOrder, Odds, Picture, Request, Turn

from tests.tiny_models import tiny_model
from tests.tiny_shapes import FAMILIES

SYSTEM = "Answer in short, plain sentences about the picture that is shown to you. " * 4
WORDS = ("direct", "ask")
EARLIER = (Turn("What is it?", "direct\nA cup."),)


def never() -> bool:
    return False


@pytest.fixture(scope="module", params=[f for f in FAMILIES if f is not Family.SMOLVLM])
def family(request: pytest.FixtureRequest) -> Family:
    found: Family = request.param
    return found


@pytest.fixture(scope="module")
def loaded(family: Family) -> Iterator[NativeRuntime]:
    model, runtime = tiny_model(family), NativeRuntime()
    runtime.load(LoadOrder(str(model.text), str(model.tower), threads=1))
    yield runtime
    runtime.close()


@pytest.fixture
def runtime(loaded: NativeRuntime) -> NativeRuntime:
    loaded.forget()
    return loaded


@pytest.fixture
def pictures(family: Family) -> list[Picture]:
    made = np.random.default_rng(0).integers(0, 256, (6, 280, 280, 3), np.uint8)
    processor = tiny_model(family).sidecar.processor
    return [Picture(f"picture {n}", fitted(pixels, processor)) for n, pixels in enumerate(made)]


def ask(
    runtime: NativeRuntime, picture: Picture, user: str, earlier: tuple[Turn, ...] = ()
) -> Odds:
    assert runtime.see(picture, SYSTEM, never) is not None
    odds = runtime.start(Request(picture.key, SYSTEM, user, earlier, WORDS), never)
    assert odds is not None
    return odds


def logits(runtime: NativeRuntime) -> NDArray[np.float32]:
    return runtime._parts.context.logits().copy()


def test_a_follow_up_after_a_closer_look_evaluates_only_its_own_words(
    runtime: NativeRuntime, pictures: list[Picture]
) -> None:
    first, closer = pictures[:2]
    ask(runtime, first, "What is it?")
    straight = ask(runtime, first, "What colour is it?", EARLIER)
    expected = logits(runtime)
    runtime.forget()
    ask(runtime, first, "What is it?")
    ask(runtime, closer, "What does it say?")
    again = ask(runtime, first, "What colour is it?", EARLIER)
    assert (again.evaluated, again.reused) == (straight.evaluated, straight.reused)
    assert np.array_equal(logits(runtime), expected)


def test_an_answer_never_comes_from_what_lay_there(
    runtime: NativeRuntime, pictures: list[Picture]
) -> None:
    alone = {}
    for picture in pictures:
        runtime.forget()
        alone[picture.key] = ask(runtime, picture, "What is it?").log_probabilities
    runtime.forget()
    order = np.random.default_rng(1).integers(0, len(pictures), 25)
    for index in order:
        picture = pictures[index]
        found = ask(runtime, picture, "What is it?").log_probabilities
        assert found == pytest.approx(alone[picture.key], abs=0.05)


def test_what_lies_there_is_bounded_and_forgotten(
    runtime: NativeRuntime, pictures: list[Picture]
) -> None:
    kept = runtime._parts.context._shelf
    for picture in pictures:
        ask(runtime, picture, "What is it?")
        assert len(kept) <= shelf.MOST and kept.bytes <= shelf.MOST_BYTES
        assert len({each.items for each in kept._kept}) == len(kept), "nothing lies there twice"
    assert len(kept) == shelf.MOST
    runtime.forget()
    assert kept.bytes == 0


def test_without_room_for_a_copy_everything_is_evaluated(
    runtime: NativeRuntime, pictures: list[Picture], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf, "MOST_BYTES", 1000)
    first, second = pictures[:2]
    whole = ask(runtime, first, "What is it?")
    ask(runtime, second, "What is it?")
    again = ask(runtime, first, "What is it?")
    assert again.log_probabilities == pytest.approx(whole.log_probabilities, abs=0.05)
    assert again.evaluated == whole.evaluated
