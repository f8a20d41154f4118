"""What everything that understands speech promises: one suite over the fake and the real ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from whichone_app.hearing.audio import RATE, as_speech
from whichone_app.hearing.fake import ScriptedListener
from whichone_app.hearing.recognisers import RECOGNISERS
from whichone_core.errors import ModelError, SetupError
from whichone_core.ports import Listener

from tests.hearing import Samples, hum, noise, quiet, spoken, together

SAID = "What does the label say?"


def _real(name: str) -> Callable[[], Listener]:
    return RECOGNISERS.load(name)


OPENERS: dict[str, Callable[[], Listener]] = {
    "scripted": lambda: ScriptedListener([f"{SAID}"] * 9),
    **{name: _real(name) for name in RECOGNISERS.names},
}


@pytest.fixture(scope="module", params=list(OPENERS))
def listener(request: pytest.FixtureRequest) -> Iterator[Listener]:
    """One for all tests here, as loading a model takes seconds."""
    listener = OPENERS[request.param]()
    try:
        listener.warm_up()
    except SetupError as error:
        pytest.skip(f"not on this machine: {error.cause}")
    yield listener
    listener.close()


def test_it_has_a_name_and_may_be_warmed_up_again(listener: Listener) -> None:
    assert listener.name in OPENERS
    listener.warm_up()


def test_a_spoken_question_becomes_its_words(listener: Listener) -> None:
    heard = listener.hear(as_speech(together(quiet(0.2), spoken(SAID), quiet(0.2))))
    assert heard.strip(" .?").casefold() == SAID.strip("?").casefold()


@pytest.mark.parametrize(
    "samples",
    [np.zeros(RATE, np.int16), np.zeros(3 * RATE, np.int16), quiet(2), np.zeros(0, np.int16)],
)
def test_silence_has_no_words(listener: Listener, samples: Samples) -> None:
    assert listener.hear(as_speech(samples)) == ""


@pytest.mark.parametrize(
    "samples", [noise(2), noise(2, 6_000), hum(2), hum(2, 60, 8_000)], ids=["", "loud", "hum", "60"]
)
def test_noise_and_hum_have_no_words(listener: Listener, samples: Samples) -> None:
    if listener.name == "scripted":
        pytest.skip("its words come from a script")
    assert listener.hear(as_speech(samples)) == ""


def test_it_hears_the_same_in_the_same(listener: Listener) -> None:
    speech = as_speech(together(quiet(0.2), spoken(SAID, "en-gb"), quiet(0.2)))
    assert listener.hear(speech) == listener.hear(speech)


@pytest.mark.parametrize("name", OPENERS)
def test_once_closed_it_hears_nothing_and_says_so(name: str) -> None:
    listener = OPENERS[name]()
    listener.close()
    listener.close()
    with pytest.raises(ModelError):
        listener.hear(as_speech(quiet(1)))
