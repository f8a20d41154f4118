"""Another language model chosen in an open window: real llama.cpp, real dialog, real processes."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from whichone_app import bootstrap, local_model
from whichone_app.chosen import Chosen
from whichone_app.jobs import QtJobRunner
from whichone_app.model_memory import ModelMemoryFeature
from whichone_app.presenters import waiting
from whichone_app.presenters.model_list import Doing
from whichone_app.renewing import GOES_ON, NEXT, RenewedAssistant, Renewing
from whichone_app.settings_window.feature import SettingsFeature
from whichone_app.settings_window.models_dialog import ModelsDialog
from whichone_app.window import MainWindow
from whichone_core.events import Abstained, Answered, Event, StrategyChosen
from whichone_core.settings import Settings, SpeakThrough, Verbosity
from whichone_core.types.answers import Answer
from whichone_core.types.cancelling import Cancel
from whichone_models.files.disk import no_progress
from whichone_models.files.sidecar import Family
from whichone_models.getting.importing import import_model
from whichone_models.keeping.preparation import prepare
from whichone_models.llama import supervisor
from whichone_models.llama.runtime import LoadOrder
from whichone_models.llama.supervisor import ModelProcess
from whichone_models.trusting import guarded
from whichone_models.trusting.memory_need import SPARE_BYTES
from whichone_models.trusting.trials import keep_verdict

from tests.drawn_shapes import one
from tests.gui.conftest import Mouth, PatientBot, take
from tests.processes import has_ended, workers_of
from tests.spoilt_models import DAMAGES
from tests.tiny_models import TinyModel, prototype, tiny_model

pytest.importorskip("llama_cpp", reason="llama-cpp-python is not installed")

QUESTION = "What color is the circle?"
FROM_NEXT = "In this window it answers from the next question on."
PATIENCE_S = 120.0


class HeldAssistant(RenewedAssistant):
    """One whose answer can be held between its strategy and its words, as a slow model's is."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(bootstrap.build_assistant, settings)
        self.is_holding = False
        self.is_held, self.may_go_on = threading.Event(), threading.Event()
        self.answers: list[Answer] = []

    def ask(self, text: str, cancel: Cancel) -> Iterator[Event]:
        for event in super().ask(text, cancel):
            yield event
            if isinstance(event, Answered | Abstained):
                self.answers.append(event.answer)
            if self.is_holding and isinstance(event, StrategyChosen):
                self.is_held.set()
                assert self.may_go_on.wait(PATIENCE_S)


@dataclass
class Place:
    """An open window with a picture of a red circle, over models that are installed here."""

    window: MainWindow
    jobs: QtJobRunner
    mouth: Mouth
    bot: QtBot
    chosen: Chosen
    assistant: HeldAssistant

    def begin(self, text: str = QUESTION) -> None:
        self.window.question.setText(text)
        self.window.ask()

    def wait_answer(self) -> Answer:
        """The answer of a language model, as the window shows it to its end."""
        self.bot.waitUntil(lambda: not self.jobs.is_busy)
        answer = self.assistant.answers[-1]
        shown = self.window.answer.toPlainText()
        assert all(sentence.text in shown for sentence in answer.sentences)
        assert answer.engine == "local"
        return answer

    def ask(self) -> Answer:
        before = len(self.assistant.answers)
        self.begin()
        answer = self.wait_answer()
        assert len(self.assistant.answers) == before + 1
        return answer

    def open_models(self) -> ModelsDialog:
        command = self.window.findChild(QAction, "models")
        assert command is not None
        command.trigger()
        (dialog,) = self.window.findChildren(ModelsDialog)
        # Not hasFocus: which window is in front is the platform's, and it may be late.
        self.bot.waitUntil(lambda: dialog.focusWidget() is dialog.list)
        return dialog

    def use(self, name: str) -> list[str]:
        """Choose a model in the dialog by keyboard; all that was told of it."""
        dialog = self.open_models()
        before = told(dialog)
        dialog.select(name)
        button = dialog.buttons[Doing.USE]
        button.setFocus()
        QTest.keyClick(button, Qt.Key.Key_Space)
        self.bot.waitUntil(lambda: told(dialog) != before and not dialog._jobs.is_busy)
        news = told(dialog)[len(before) :]
        assert all(line in self.mouth.ever for line in news), "what is shown was said too"
        return news

    def worker(self) -> int:
        (worker,) = workers_of(os.getpid())
        return worker


def told(dialog: ModelsDialog) -> list[str]:
    lines = dialog.messages.toPlainText().splitlines()
    return [line for line in lines if line != "Nothing to report yet."]


class Known(ModelProcess):
    """Model processes by the names of their models."""

    started: ClassVar[list[tuple[str, ModelProcess]]] = []

    def __init__(self, order: LoadOrder, **options: Any) -> None:
        super().__init__(order, **options)
        self.started.append((Path(order.text).parent.name, self))


def model_of(worker: int) -> str:
    """The installed model that a worker was started for."""
    (name,) = [name for name, process in Known.started if process.pid == worker]
    return name


def install(name: str, model: TinyModel, *files: Path, has_passed: bool = True) -> None:
    """As fetched, and tested where that is said: random weights pass no test of their sight."""
    store = local_model.store()
    made = import_model(list(files) or [model.folder], store, no_progress, Cancel(), name)
    assert made is not None
    prepare(made, store, Cancel())
    if has_passed:
        keep_verdict(made.folder, local_model.runtime_version(), is_sound=True)


@pytest.fixture
def qtbot(qapp: object, request: pytest.FixtureRequest) -> QtBot:
    return PatientBot(request)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user of their own, with the model A chosen."""
    monkeypatch.setenv("WHICHONE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(supervisor, "ModelProcess", Known)
    Known.started.clear()
    monkeypatch.setattr(waiting, "PATIENCE_S", 10**6)
    monkeypatch.setattr(waiting, "HEARTBEAT_S", 10**6)
    install("model-a", tiny_model())
    local_model.store().choose("model-a")
    return tmp_path


@pytest.fixture
def open_place(qtbot: QtBot, home: Path) -> Iterator[Callable[..., Place]]:
    places: list[Place] = []
    Image.fromarray(one("circle", "red")).save(home / "red.png")

    def make(**values: object) -> Place:
        settings = Settings.model_validate(values)
        chosen, jobs, mouth = Chosen(settings), QtJobRunner(), Mouth()
        assistant = HeldAssistant(settings)
        window = MainWindow(
            assistant, jobs, mouth, take, SpeakThrough.OWN_VOICE, Verbosity.EVERYTHING,
            settings=settings, chosen=chosen,
            features=(SettingsFeature, ModelMemoryFeature, Renewing),
        )  # fmt: skip
        qtbot.addWidget(window)
        places.append(Place(window, jobs, mouth, qtbot, chosen, assistant))
        window.show()
        window.open_path(str(home / "red.png"))
        qtbot.waitUntil(lambda: not jobs.is_busy)
        return places[-1]

    yield make
    for place in places:
        place.assistant.may_go_on.set()
        place.window.close()
        place.jobs.close()
        place.assistant.close()
    assert workers_of(os.getpid()) == []


def other() -> TinyModel:
    return tiny_model(Family.INTERNVL3)


@pytest.mark.parametrize("made", [other, prototype], ids=["random", "trained"])
def test_a_model_chosen_while_another_answers_takes_the_next_question(
    open_place: Callable[..., Place], made: Callable[[], TinyModel]
) -> None:
    install("model-b", made())
    place = open_place()
    place.assistant.is_holding = True
    place.begin()
    place.bot.waitUntil(place.assistant.is_held.is_set)
    first = place.worker()
    assert model_of(first) == "model-a"
    news = place.use("model-b")
    assert news[-1] == FROM_NEXT
    assert news[-2].startswith("From now on model-b answers.")
    assert place.jobs.is_busy and place.worker() == first, "the answer goes on"
    place.assistant.is_holding = False
    place.assistant.may_go_on.set()
    place.wait_answer()
    assert place.worker() == first
    answer = place.ask()
    assert has_ended(first)
    second = place.worker()
    assert model_of(second) == "model-b"
    if made is prototype:
        assert "red" in answer.text


def test_a_model_named_in_the_settings_gives_way_to_one_that_is_chosen_in_the_dialog(
    open_place: Callable[..., Place],
) -> None:
    install("model-b", other())
    place = open_place(model="model-a")
    place.ask()
    first = place.worker()
    news = place.use("model-b")
    assert FROM_NEXT in news
    assert news[-1] == "At the next start the option --model wins over it."
    place.ask()
    assert has_ended(first)
    assert model_of(place.worker()) == "model-b"
    assert place.open_models().models.summary() == "model-b answers."


def test_a_model_named_in_the_open_settings_answers_the_next_question(
    open_place: Callable[..., Place],
) -> None:
    install("model-b", other())
    place = open_place()
    place.ask()
    first = place.worker()
    place.chosen.change(model="model-b")
    place.bot.waitUntil(lambda: NEXT in place.mouth.ever)
    place.ask()
    assert has_ended(first)
    assert model_of(place.worker()) == "model-b"


def test_a_model_that_fails_its_test_is_not_chosen_and_the_other_goes_on(
    open_place: Callable[..., Place], home: Path
) -> None:
    (home / "spoilt").mkdir()
    files = DAMAGES[-1].files(other(), home / "spoilt")
    install("model-b", other(), *files, has_passed=False)
    place = open_place()
    place.ask()
    first = place.worker()
    *before, said = place.use("model-b")
    assert said.startswith("model-b does not work: ")
    assert before[0].startswith("Testing model-b") and not any("does not" in one for one in before)
    place.ask()
    assert place.worker() == first and model_of(first) == "model-a"


@pytest.mark.parametrize("way", ["the dialog", "the settings"])
def test_a_model_whose_file_was_damaged_leaves_the_other_and_is_told_in_one_sentence(
    open_place: Callable[..., Place], home: Path, way: str
) -> None:
    install("model-b", other())
    place = open_place()
    place.ask()
    first = place.worker()
    (file,) = (local_model.store().root / "model-b").glob("text*.gguf")
    os.truncate(file, file.stat().st_size - 1000)
    if way == "the dialog":
        (said,) = place.use("model-b")
        assert said.startswith("The model model-b cannot be used")
    else:
        place.chosen.change(model="model-b")
    place.mouth.ever.clear()
    place.ask()
    told = [said for said in place.mouth.ever if "model-b" in said]
    assert len(told) == (way == "the settings")
    assert all(GOES_ON in said for said in told)
    assert place.worker() == first and model_of(first) == "model-a"


@dataclass
class Memory:
    """What the system would give a new program now, in bytes."""

    free: int = 0


@pytest.fixture
def memory(monkeypatch: pytest.MonkeyPatch) -> Memory:
    """Told to whoever asks whether another model fits, not to the guard of each loading."""
    reading = Memory()
    monkeypatch.setattr(local_model, "free_bytes", lambda: reading.free)
    return reading


def need_of(name: str) -> int:
    model = local_model.store().find(name)
    return guarded.need_of(model, local_model.order_of(model)).whole + SPARE_BYTES


def test_a_model_for_which_there_is_no_memory_leaves_the_others_process_as_it_is(
    open_place: Callable[..., Place], memory: Memory
) -> None:
    install("model-b", other())
    place = open_place()
    place.ask()
    first = place.worker()
    assert place.use("model-b")[-1] == FROM_NEXT
    place.mouth.ever.clear()
    place.ask()
    (said,) = [said for said in place.mouth.ever if "model-b" in said]
    assert said.startswith("There is not enough memory for the model model-b: about ")
    assert said.endswith(f"Close other programs, then ask again. {GOES_ON}")
    assert said in place.window.answer.toPlainText(), "and can be read"
    place.ask()
    assert place.worker() == first and model_of(first) == "model-a"
    memory.free = need_of("model-b")
    place.ask()
    assert has_ended(first)
    assert model_of(place.worker()) == "model-b"


def test_what_the_others_process_takes_is_counted_as_free(
    open_place: Callable[..., Place], memory: Memory
) -> None:
    install("model-b", other())
    place = open_place()
    place.ask()
    first, held = place.worker(), place.assistant.held_bytes
    assert held > 10_000_000
    memory.free = need_of("model-b") - held // 2
    place.use("model-b")
    place.ask()
    assert has_ended(first)
    assert model_of(place.worker()) == "model-b"


def test_memory_that_is_released_is_told_and_the_same_model_answers_the_next_question(
    open_place: Callable[..., Place],
) -> None:
    place = open_place()
    before = place.ask()
    first = place.worker()
    command = place.window.findChild(QAction, "release memory")
    assert command is not None
    command.trigger()
    place.bot.waitUntil(lambda: any("gave back" in said for said in place.mouth.ever))
    assert workers_of(os.getpid()) == []
    assert place.assistant.is_starting, "so that a wait for it is told"
    assert place.ask().text == before.text
    assert has_ended(first) and model_of(place.worker()) == "model-a"
