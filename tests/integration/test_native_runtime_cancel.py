"""Escape stops the local model wherever it is, and what was asked before stays right.

Cancels come from the poll itself ("at the third look"), not from a clock, so that each test
stops in the same place on any machine.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import count

import numpy as np
import pytest
from whichone_models.llama.native import NativeRuntime
from whichone_models.llama.runtime import (
    Ending,
    Fault,
    Finished,
    IsCancelled,
    LoadOrder,
    Picture,
    Request,
    RuntimeFault,
)

from tests.drawn_shapes import one
from tests.tiny_models import prototype

WORDS = ("The", "There", "You")
QUESTION = Request("a", "", "What color is the circle?", words=WORDS)


def never() -> bool:
    return False


def at_look(number: int) -> IsCancelled:
    """Cancelled from the given look on (the first is number 0)."""
    looks = count()
    return lambda: next(looks) >= number


@pytest.fixture(scope="module")
def loaded() -> Iterator[NativeRuntime]:
    model = prototype()
    runtime = NativeRuntime()
    runtime.load(LoadOrder(str(model.text), str(model.tower), context_tokens=2048, threads=1))
    yield runtime
    runtime.close()


@pytest.fixture
def runtime(loaded: NativeRuntime) -> NativeRuntime:
    loaded.forget()
    return loaded


@pytest.fixture(scope="module")
def large() -> Picture:
    """1,296 tokens: about a second in this tower."""
    noise = np.random.default_rng(5).integers(0, 256, (1008, 1008, 3), np.uint8)
    return Picture("large", noise)


def test_encoding_stops_in_the_middle_of_the_tower(runtime: NativeRuntime, large: Picture) -> None:
    began = time.process_time()
    seen = runtime.see(large, "", never)
    whole = time.process_time() - began
    assert seen is not None
    runtime.forget()
    began = time.process_time()
    assert runtime.see(large, "", at_look(2)) is None
    assert time.process_time() - began < whole / 2


def test_a_picture_whose_encoding_was_stopped_is_encoded_whole_the_next_time(
    runtime: NativeRuntime,
) -> None:
    """What a stopped tower left behind is noise; none of it may be kept."""
    picture = Picture("a", one("circle", "red"))
    assert runtime.see(picture, "", at_look(0)) is None
    seen = runtime.see(picture, "", never)
    assert seen is not None and not seen.was_cached
    runtime.start(QUESTION, never)
    said = "".join(part for part in runtime.go_on("", never) if isinstance(part, str))
    assert said == "The circle is red."


@pytest.mark.parametrize("look", range(6))
def test_a_prefill_that_was_stopped_anywhere_is_right_the_next_time(
    runtime: NativeRuntime, look: int
) -> None:
    picture = Picture("a", one("circle", "red"))
    long = Request("a", "Say what you see. " * 40, "What color is the circle?", words=WORDS)
    runtime.see(picture, long.system, never)
    expected = runtime.start(long, never)
    runtime.forget()
    runtime.see(picture, long.system, at_look(look))
    runtime.see(picture, long.system, never)
    odds = runtime.start(long, never)
    assert odds is not None and expected is not None
    assert odds.log_probabilities == pytest.approx(expected.log_probabilities, abs=0.02)


def test_a_cancel_is_no_error_in_the_log(
    runtime: NativeRuntime, caplog: pytest.LogCaptureFixture
) -> None:
    """llama.cpp calls a graph that was stopped a failure."""
    for look in range(6):
        runtime.forget()
        runtime.start(Request("", "Hello. " * 100, "What is it?"), at_look(look))
    assert caplog.text == ""


def test_after_a_cancelled_question_only_the_new_words_are_evaluated(
    runtime: NativeRuntime,
) -> None:
    runtime.see(Picture("a", one("circle", "red")), "", never)
    assert runtime.start(QUESTION, at_look(0)) is None
    odds = runtime.start(QUESTION, never)
    assert odds is not None and odds.reused > 18 and odds.evaluated < 16


def test_a_cancelled_question_is_not_gone_on_with(runtime: NativeRuntime) -> None:
    runtime.see(Picture("a", one("circle", "red")), "", never)
    runtime.start(QUESTION, never)
    assert runtime.start(QUESTION, at_look(0)) is None
    with pytest.raises(RuntimeFault) as caught:
        next(runtime.go_on("", never))
    assert caught.value.kind is Fault.REQUEST


def test_an_answer_stops_within_a_token(runtime: NativeRuntime) -> None:
    runtime.see(Picture("a", one("circle", "red")), "", never)
    runtime.start(QUESTION, never)
    parts: list[str | Finished] = []
    for part in runtime.go_on("", lambda: len(parts) >= 2):
        parts.append(part)
    assert isinstance(parts[-1], Finished) and parts[-1].ending is Ending.CANCELLED
    assert parts[:-1] == ["The", " circle"]


def test_a_reader_that_leaves_frees_the_sampler_and_the_next_answer_is_right(
    runtime: NativeRuntime,
) -> None:
    runtime.see(Picture("a", one("circle", "red")), "", never)
    runtime.start(QUESTION, never)
    answer = runtime.go_on("", never)
    assert next(answer) == "The"
    answer.close()  # type: ignore[attr-defined]
    runtime.start(QUESTION, never)
    said = "".join(part for part in runtime.go_on("", never) if isinstance(part, str))
    assert said == "The circle is red."
