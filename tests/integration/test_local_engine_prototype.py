"""The local engine over a real model: the trained prototype that answers about drawn shapes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from whichone_core.ports import Exchange, Prompt
from whichone_core.question import questions
from whichone_core.types.evidence import Evidence
from whichone_core.types.pictures import Frame
from whichone_core.types.quality import QualityReport
from whichone_core.types.strategies import Strategy
from whichone_models.llama.engine import LocalEngine
from whichone_models.llama.inline import InlineClient
from whichone_models.llama.native import NativeRuntime
from whichone_models.llama.runtime import LoadOrder

from tests.drawn_shapes import Shape, draw
from tests.scenes import Said, frame, hear
from tests.tiny_models import prototype

ROW = (0.2, 0.5, 0.8)


@pytest.fixture(scope="module")
def engine() -> Iterator[LocalEngine]:
    model = prototype()
    order = LoadOrder(str(model.text), str(model.tower), context_tokens=512, threads=1)
    local = LocalEngine(InlineClient(NativeRuntime(), order), model.sidecar)
    yield local
    local.close()


def framed(pixels: NDArray[np.uint8], name: str) -> Frame:
    return replace(frame(), pixels=pixels, digest=name, full_size=(112, 112))


def ask(engine: LocalEngine, shown: Frame, text: str, *earlier: Exchange) -> Said:
    engine.see(shown)
    asked = Prompt(
        shown, questions.understand(text), QualityReport(), Evidence(), earlier=tuple(earlier)
    )
    return hear(engine, asked)


def single(colour: str) -> Frame:
    return framed(draw([Shape("circle", colour, 0.5, 0.5, 0.12)]), f"one {colour}")


def test_it_tells_the_colour_of_a_named_thing(engine: LocalEngine) -> None:
    for colour in ("red", "blue", "green"):
        said = ask(engine, single(colour), "What color is the circle?")
        assert said.strategy is Strategy.DIRECT
        assert colour in said.text


def test_it_goes_through_two_things_that_may_be_meant(engine: LocalEngine) -> None:
    two = draw([Shape("circle", "red", 0.25, 0.5, 0.1), Shape("circle", "blue", 0.75, 0.5, 0.1)])
    said = ask(engine, framed(two, "two"), "What color is the circle?")
    assert said.strategy is Strategy.LIST
    assert "red" in said.text and "blue" in said.text


def test_it_asks_which_one_among_many(engine: LocalEngine) -> None:
    colours = ("red", "blue", "green", "yellow", "purple", "red")
    spots = [(x, y) for y in (0.3, 0.7) for x in ROW]
    shapes = [
        Shape("circle", colour, x, y, 0.09) for colour, (x, y) in zip(colours, spots, strict=True)
    ]
    said = ask(engine, framed(draw(shapes), "many"), "What color is the circle?")
    assert said.strategy is Strategy.CLARIFY
    assert said.first.endswith("?")


def test_it_abstains_from_a_blur_with_one_thing_to_do(engine: LocalEngine) -> None:
    blurred = draw([Shape("circle", "red", 0.5, 0.5, 0.12)], blur=9.0)
    said = ask(engine, framed(blurred, "blur"), "What color is the circle?")
    assert said.strategy is Strategy.ABSTAIN
    assert len(said.retakes) == 1


def test_an_answer_is_about_the_picture_that_is_shown_now(engine: LocalEngine) -> None:
    for colour in ("red", "blue", "red", "green"):
        assert colour in ask(engine, single(colour), "What color is the circle?").text


def test_are_you_sure_looks_again(engine: LocalEngine) -> None:
    shown = single("green")
    first = ask(engine, shown, "What color is the circle?")
    told = Exchange("What color is the circle?", first.strategy, first.text)
    again = ask(engine, shown, "Are you sure?", told)
    assert again.first.startswith("Yes, I am fairly sure")
    wrong = Exchange("What color is the circle?", Strategy.DIRECT, "The circle is purple.")
    doubted = ask(engine, shown, "Are you sure?", wrong)
    assert doubted.first.startswith("No: ")
    assert "green" in doubted.text
