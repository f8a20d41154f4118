"""The window over a model in a process of its own that does what it is told, also the worst."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from whichone_app.features import FeatureMaker
from whichone_app.jobs import QtJobRunner
from whichone_app.model_memory import ModelMemoryFeature
from whichone_app.presenters import phrases, waiting
from whichone_app.window import MainWindow
from whichone_core.answering.strategy import Policy
from whichone_core.assistant import Assistant
from whichone_core.errors import ModelError
from whichone_core.log.otherlogs import NoLog
from whichone_core.ports import VisionModel
from whichone_core.settings import SpeakThrough
from whichone_core.types.evidence import Evidence, TextEvidence
from whichone_core.types.pictures import Frame
from whichone_models.builtin.engine import BuiltinEngine
from whichone_models.builtin.finder import FixedFinder
from whichone_models.fake import ScriptedModel, answer
from whichone_models.keeping.store import Store
from whichone_models.llama.engine import LocalEngine
from whichone_models.llama.runtime import LoadOrder
from whichone_models.llama.supervisor import ModelProcess
from whichone_models.trusting.guarded import GuardedModel
from whichone_models.trusting.memory_need import SPARE_BYTES, Smaller

from tests.gui.conftest import SHORT, Mouth, take
from tests.model_client import sidecar
from tests.papers import install_paper
from tests.processes import has_ended
from tests.scenes import thing
from tests.workers import SCRIPTED

FOUND = Evidence(text=TextEvidence(), objects=(thing("cup", "middle", "red"),), colours=())
GAVE_BACK = "The language model gave back "
BUILT_IN = "so the built-in engine answers"


@dataclass
class Talk:
    """A window with an open picture; `model` is the process behind it."""

    window: MainWindow
    jobs: QtJobRunner
    mouth: Mouth
    bot: QtBot
    assistant: Assistant

    def enter(self, text: str) -> None:
        """Type a question and press Enter."""
        self.window.question.setText(text)
        QTest.keyClick(self.window.question, Qt.Key.Key_Return)

    def escape(self) -> list[str]:
        """Press Escape; what is said from then on."""
        QTest.keyClick(self.window, Qt.Key.Key_Escape)
        return self.mouth.asked

    def wait(self, condition: Callable[[], bool]) -> None:
        self.bot.waitUntil(condition)

    def hear(self, text: str) -> list[str]:
        """Ask, and wait for the end of the answer."""
        self.enter(text)
        self.wait(lambda: not self.jobs.is_busy)
        return list(self.mouth.asked)

    def release(self) -> str:
        """Choose Release memory now; what is said when it is done."""
        before = len(self.mouth.ever)
        command = self.window.findChild(QAction, "release memory")
        assert command is not None
        command.trigger()
        self.wait(lambda: len(self.mouth.ever) > before)
        return self.mouth.ever[-1]

    @property
    def answer(self) -> str:
        return self.window.answer.toPlainText()


Open = Callable[..., Talk]


@pytest.fixture
def talking(qtbot: QtBot, tmp_path: Path) -> Iterator[Open]:
    """Opens a window with engines and a picture in it."""
    talks: list[Talk] = []
    path = tmp_path / "picture.png"
    Image.effect_noise((300, 200), 90).convert("RGB").save(path)

    def opened(*engines: VisionModel, features: Sequence[FeatureMaker] = ()) -> Talk:
        assistant = Assistant(FixedFinder(FOUND), engines, NoLog(), Policy())
        jobs, mouth = QtJobRunner(), Mouth()
        window = MainWindow(
            assistant, jobs, mouth, take, SpeakThrough.OWN_VOICE, SHORT, features=features
        )
        qtbot.addWidget(window)
        window.show()
        talk = Talk(window, jobs, mouth, qtbot, assistant)
        talks.append(talk)
        window.open_path(str(path))
        qtbot.waitUntil(lambda: not jobs.is_busy)
        return talk

    yield opened
    for talk in talks:
        talk.window.close()
        talk.jobs.close()
        talk.assistant.close()


@contextmanager
def a_model(load: str = "scripted") -> Iterator[tuple[ModelProcess, LocalEngine]]:
    """A scripted model in its own process, and an engine over it; load: deeds while it loads."""
    process = ModelProcess(LoadOrder(load), launch=SCRIPTED)
    try:
        yield process, LocalEngine(process, sidecar())
    finally:
        process.close()


def test_the_model_sees_a_picture_while_the_question_is_still_typed_and_not_on_the_windows_thread(
    talking: Open,
) -> None:
    threads: list[int] = []

    class Watching(ScriptedModel):
        def see(self, frame: Frame) -> None:
            threads.append(threading.get_ident())
            super().see(frame)

    talk = talking(Watching([answer("A cup.")]))
    assert len(threads) == 1 and threads[0] != threading.get_ident()
    talk.hear("what is this?")
    assert len(threads) == 1


def test_waiting_for_the_model_to_start_is_heard_and_escape_ends_it_at_once(
    talking: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "PATIENCE_S", 2)
    with a_model("{load:hang}") as (_process, engine):
        talk = talking(engine)
        talk.enter("what is this?")
        talk.wait(lambda: phrases.STARTING in talk.mouth.asked)
        assert talk.escape() == [phrases.STOPPED]
        assert not talk.jobs.is_busy and talk.window.question.value == "what is this?"


def test_memory_given_back_is_told_and_the_next_question_is_heard_to_load_the_model_again(
    talking: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "PATIENCE_S", 2)
    loads_at_once = tmp_path / "loads at once"
    loads_at_once.touch()
    with a_model(f"{{load:hang once={loads_at_once}}}") as (process, engine):
        talk = talking(engine, features=(ModelMemoryFeature,))
        talk.hear("what is this?")
        worker = process.pid
        assert worker is not None
        assert GAVE_BACK in talk.release()
        assert has_ended(worker, within_s=0), "it is said once it is so"
        assert "what is this?" in talk.answer, "the answer stays"
        loads_at_once.unlink()
        talk.enter("and that?")
        talk.wait(lambda: phrases.STARTING in talk.mouth.asked)
        talk.wait(loads_at_once.exists)  # it hangs, and the next will not
        talk.escape()
        assert GAVE_BACK in talk.release(), "also of one that hangs"
        talk.hear("and now?")
        assert "and now?" in talk.answer
        assert process.pid not in (None, worker)


def test_a_question_that_was_stopped_while_the_model_started_leaves_the_next_one_its_answer(
    talking: Open,
) -> None:
    with a_model("{load:slow 2}") as (_process, engine):
        talk = talking(engine)
        talk.enter("what is this?")
        assert talk.escape() == [phrases.STOPPED]
        talk.hear("what is that?")
        assert "what is that?" in talk.answer
        assert "what is this?" not in talk.answer


@pytest.mark.parametrize("place", ["start", "go_on", "go_on@2"])
def test_escape_silences_wherever_the_model_is_and_the_next_question_is_answered(
    talking: Open, place: str
) -> None:
    with a_model() as (_process, engine):
        talk = talking(engine)
        talk.hear("is it there?")
        talk.enter(f"is it on? {{{place}:hang}}")
        waited = threading.Event()
        talk.wait(lambda: waited.wait(0.05) or talk.jobs.is_busy)
        assert talk.escape() == [phrases.STOPPED]
        talk.window.question.clear()
        said = talk.hear("is it off?")
        assert "is it off?" in talk.answer and "is it on?" not in talk.answer
        assert phrases.STOPPED not in said


def test_a_worker_that_dies_in_the_middle_costs_nothing_that_is_heard(
    talking: Open, tmp_path: Path
) -> None:
    with a_model() as (_process, engine):
        talk = talking(engine, BuiltinEngine())
        said = talk.hear(f"is it on? {{go_on@2:segv once={tmp_path / 'died'}}}")
        assert (tmp_path / "died").exists()
        assert "is it on?" in talk.answer
        assert not any(BUILT_IN in words for words in said)


def test_a_model_that_keeps_dying_is_replaced_with_one_sentence_and_only_once(
    talking: Open,
) -> None:
    with a_model() as (_process, engine):
        talk = talking(engine, BuiltinEngine())
        said = talk.hear("what is this? {start:segv}")
        assert said[0] == "The model crashed, so the built-in engine answers."
        assert said[1:] and talk.answer.splitlines()[0] == said[0]
        again = talk.hear("what is it? {start:segv}")
        assert again and not any("model" in words for words in again)


def test_too_little_memory_is_said_with_a_model_that_fits(talking: Open, tmp_path: Path) -> None:
    def start(order: LoadOrder, *_checks: object) -> ModelProcess:
        return ModelProcess(order, launch=SCRIPTED)

    paper = install_paper(Store(tmp_path / "models"))
    client = GuardedModel(
        paper,
        LoadOrder(str(paper.text)),
        start,
        others=lambda: (Smaller("tiny", 1, is_installed=True),),
        free=lambda: SPARE_BYTES + 1,
    )
    talk = talking(LocalEngine(client, sidecar()), BuiltinEngine())
    said = talk.hear("what is this?")
    assert said[0].startswith("There is not enough memory for the model ")
    assert said[0].endswith(
        "free, so the built-in engine answers. Close other programs, or take a smaller "
        "model: whichone models use tiny."
    )
    assert not any("memory" in words for words in talk.hear("what is it?"))


def test_closing_the_window_ends_a_model_that_is_still_starting(talking: Open) -> None:
    with a_model("{load:hang}") as (process, engine):
        talk = talking(engine)
        talk.enter("what is this?")
        talk.wait(lambda: process.pid is not None)
        worker = process.pid
        assert worker is not None
        talk.window.close()
        talk.jobs.close()
        talk.assistant.close()
        assert has_ended(worker)


def test_an_error_of_the_only_engine_is_said_each_time(talking: Open) -> None:
    error = ModelError("The model crashed.", remedy="Ask again, or use another model.")
    talk = talking(ScriptedModel([answer("x")], error=error))
    assert talk.hear("what is this?") == talk.hear("what is this?") == [error.spoken]
