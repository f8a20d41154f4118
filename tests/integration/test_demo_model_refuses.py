"""The repository's own model in the app: pictures that nothing can be told from are refused."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
import pytest
from whichone_app.examples import example_path
from whichone_core.answering.strategy import Policy
from whichone_core.assistant import Assistant
from whichone_core.events import Abstained, Answered, Remarked
from whichone_core.log.otherlogs import NoLog
from whichone_core.picture.pictures import frame_from_rgb, read_file
from whichone_core.types.answers import Answer, Reason
from whichone_core.types.cancelling import Cancel
from whichone_core.types.pictures import Frame, SourceKind
from whichone_core.types.strategies import Role, Strategy
from whichone_models.builtin.finder import BuiltinFinder
from whichone_models.files.sidecar import read_sidecar
from whichone_models.llama.engine import LocalEngine
from whichone_models.llama.inline import InlineClient
from whichone_models.llama.native import NativeRuntime
from whichone_models.llama.runtime import LoadOrder

from tests.research import ROOT, research_folder

FOLDER = ROOT / "models" / "demo" / "Q8_0"
QUESTIONS = ("What is this?", "What does it say?", "What colour is it?", "How many are there?")


@pytest.fixture(scope="module")
def engine() -> Iterator[LocalEngine]:
    sidecar = read_sidecar(FOLDER)
    assert sidecar is not None and sidecar.tower is not None
    text, tower = FOLDER / sidecar.text.name, FOLDER / sidecar.tower.name
    order = LoadOrder(str(text), str(tower), context_tokens=512, threads=1)
    made = LocalEngine(InlineClient(NativeRuntime(), order), sidecar, BuiltinFinder())
    yield made
    made.close()


@pytest.fixture(scope="module")
def finder() -> BuiltinFinder:
    return BuiltinFinder()


def ask(finder: BuiltinFinder, engine: LocalEngine, frame: Frame, text: str) -> Answer:
    assistant = Assistant(finder, [engine], NoLog(), Policy(), [engine.notice])
    assistant.open(frame)
    events = list(assistant.ask(text, Cancel()))
    remarks = [event.sentence for event in events if isinstance(event, Remarked)]
    assert remarks == [engine.notice]
    last = events[-1]
    assert isinstance(last, Answered | Abstained)
    return last.answer


def spoilt(how: str) -> Frame:
    pixels = read_file(example_path("table")).pixels.astype(np.float32)
    if how == "blurred":
        made = cv2.GaussianBlur(pixels, (0, 0), 0.01 * pixels.shape[1])
    else:
        made = pixels / 10 if how == "too dark" else np.full_like(pixels, 40.0)
    return frame_from_rgb(np.clip(made, 0, 255).astype(np.uint8), SourceKind.FILE)


@pytest.mark.parametrize("flaw", ["blurred", "too dark", "covered or blank"])
def test_a_spoilt_picture_is_refused_with_its_reason_and_one_thing_to_do(
    finder: BuiltinFinder, engine: LocalEngine, flaw: str
) -> None:
    answer = ask(finder, engine, spoilt(flaw), "What is this?")
    assert (answer.strategy, answer.decision.reason) == (Strategy.ABSTAIN, Reason.BAD_PICTURE)
    assert flaw in answer.sentences[0].text
    assert answer.retake


@pytest.mark.parametrize("text", QUESTIONS)
def test_the_photo_in_which_it_was_sure_of_a_yellow_heart_is_refused(
    finder: BuiltinFinder, engine: LocalEngine, text: str
) -> None:
    """Five of five people could not recognise what it shows, for its blur."""
    frame = read_file(research_folder("vizwiz-photos") / "VizWiz_val_00001273.jpg")
    answer = ask(finder, engine, frame, text)
    if text != "What colour is it?":  # which is measured, and can be told from a blur too
        assert (answer.strategy, answer.decision.reason) == (Strategy.ABSTAIN, Reason.BAD_PICTURE)
        assert answer.retake
    assert "heart" not in answer.text


def test_a_good_picture_is_answered_by_the_model_and_said_to_be_a_guess(
    finder: BuiltinFinder, engine: LocalEngine
) -> None:
    answer = ask(finder, engine, read_file(example_path("table")), "What is this?")
    assert answer.decision.probabilities is not None
    assert answer.strategy is not Strategy.ABSTAIN
    assert answer.sentences[-1].role is Role.AUXILIARY
    assert "only a demonstration" in answer.sentences[-1].text
