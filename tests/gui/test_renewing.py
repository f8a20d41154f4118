"""Another engine or log chosen in an open window: it holds from the next question on."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PIL import Image
from pytestqt.qtbot import QtBot
from whichone_app import local_model
from whichone_app.chosen import Chosen
from whichone_app.jobs import QtJobRunner
from whichone_app.renewing import GOES_ON, NEXT, SETTINGS, RenewedAssistant, Renewing
from whichone_app.window import MainWindow
from whichone_core.answering.strategy import Policy
from whichone_core.assistant import Assistant
from whichone_core.errors import SetupError
from whichone_core.log.otherlogs import NoLog
from whichone_core.settings import Settings, SpeakThrough
from whichone_core.types.evidence import Evidence, TextEvidence
from whichone_models.builtin.engine import BuiltinEngine
from whichone_models.builtin.finder import FixedFinder
from whichone_models.keeping.store import Store
from whichone_models.trusting import guarded
from whichone_models.trusting.memory_need import SPARE_BYTES

from tests.gui.conftest import SHORT, Mouth, take
from tests.papers import install_paper
from tests.scenes import thing

MANY = Evidence(
    text=TextEvidence(),
    objects=(
        thing("cup", "left", "red"),
        thing("bottle", "middle", "blue"),
        thing("book", "right", "green"),
        thing("vase", "left", "white"),
    ),
    colours=(),
)
FOUND = Evidence(text=TextEvidence(), objects=(thing("cup", "middle", "red"),), colours=())


class ClosingEngine(BuiltinEngine):
    """The built-in engine; notes that it was closed, and holds as much memory as it is told."""

    is_closed = False
    held = 0

    @property
    def held_bytes(self) -> int:
        return self.held

    def close(self) -> None:
        super().close()
        self.is_closed = True


@dataclass
class Works:
    """Builds assistants with the real built-in engine, and keeps what it built them from."""

    orders: list[Settings] = field(default_factory=list)
    engines: list[ClosingEngine] = field(default_factory=list)
    found: Evidence = FOUND

    def build(self, settings: Settings) -> Assistant:
        if settings.engine == "nonsense":
            raise SetupError("There is no engine nonsense.", remedy="Take builtin.")
        self.orders.append(settings)
        self.engines.append(ClosingEngine())
        return Assistant(FixedFinder(self.found), [self.engines[-1]], NoLog(), Policy())


@dataclass
class Room:
    window: MainWindow
    chosen: Chosen
    jobs: QtJobRunner
    mouth: Mouth
    bot: QtBot
    works: Works

    def ask(self, text: str) -> str:
        self.window.question.setText(text)
        self.window.ask()
        self.bot.waitUntil(lambda: not self.jobs.is_busy)
        return self.window.answer.toPlainText()

    def wait_said(self, words: str) -> None:
        self.bot.waitUntil(lambda: any(words in said for said in self.mouth.ever))


@pytest.fixture
def open_room(qtbot: QtBot, tmp_path: Path) -> Iterator[Callable[..., Room]]:
    """Makes a window, with a picture, over an assistant that follows the settings."""
    rooms: list[tuple[Room, RenewedAssistant]] = []

    def make(found: Evidence = FOUND, **values: object) -> Room:
        settings, works = Settings.model_validate(values), Works(found=found)
        chosen, jobs, mouth = Chosen(settings), QtJobRunner(), Mouth()
        assistant = RenewedAssistant(works.build, settings)
        window = MainWindow(
            assistant, jobs, mouth, take, SpeakThrough.OWN_VOICE, SHORT,
            settings=settings, features=(Renewing,), chosen=chosen,
        )  # fmt: skip
        qtbot.addWidget(window)
        room = Room(window, chosen, jobs, mouth, qtbot, works)
        rooms.append((room, assistant))
        path = tmp_path / "cup.png"
        Image.effect_noise((320, 240), 90).convert("RGB").save(path)
        window.show()
        window.open_path(str(path))
        qtbot.waitUntil(lambda: not jobs.is_busy)
        return room

    yield make
    for room, assistant in rooms:
        room.window.close()
        room.jobs.close()
        assistant.close()


@pytest.mark.parametrize(
    "change", [{"engine": "builtin"}, {"log": "text"}, {"double_check": "ask again"}]
)
def test_a_change_holds_from_the_next_question_on_and_is_said(
    open_room: Callable[..., Room], change: dict[str, str]
) -> None:
    room = open_room()
    before = room.ask("What is this?")
    room.chosen.change(**change)
    room.wait_said(NEXT)
    assert len(room.works.orders) == 1, "nothing is made anew before somebody asks"
    assert room.ask("What is this?") == before, "the picture is still there"
    assert len(room.works.orders) == 2
    (name,) = change
    assert getattr(room.works.orders[-1], name) == change[name]
    assert [engine.is_closed for engine in room.works.engines] == [True, False]
    room.ask("What is this?")
    assert len(room.works.orders) == 2


def test_an_engine_that_cannot_be_made_leaves_the_old_one_and_is_told_once(
    open_room: Callable[..., Room],
) -> None:
    room = open_room()
    room.chosen.change(engine="nonsense")
    assert "cup" in room.ask("What is this?")
    room.wait_said(f"There is no engine nonsense. Take builtin. {GOES_ON}")
    room.mouth.ever.clear()
    assert "cup" in room.ask("What is this?")
    assert not any(GOES_ON in said for said in room.mouth.ever)
    assert [engine.is_closed for engine in room.works.engines] == [False]


def test_what_the_assistant_is_not_told_makes_no_new_one(open_room: Callable[..., Room]) -> None:
    room = open_room()
    room.chosen.change(earcons=True)
    room.ask("What is this?")
    assert len(room.works.orders) == 1
    assert all(room.chosen.is_live(name) for name in SETTINGS)


def test_a_study_keeps_what_it_began_with(open_room: Callable[..., Room]) -> None:
    room = open_room(study=True)
    room.chosen.change(engine="builtin")
    room.ask("What is this?")
    assert len(room.works.orders) == 1
    assert not room.chosen.is_live("engine"), "so that the user hears of the restart"


def test_a_study_that_is_chosen_meanwhile_begins_after_a_restart_and_keeps_back_nothing(
    open_room: Callable[..., Room],
) -> None:
    room = open_room(log="text")
    room.chosen.change(study=True)
    room.chosen.change(log="off")
    room.ask("What is this?")
    assert (room.works.orders[-1].log, room.works.orders[-1].study) == ("off", False)


def test_a_question_back_is_still_open_for_the_next_assistant(
    open_room: Callable[..., Room],
) -> None:
    room = open_room(found=MANY)
    room.ask("What colour is it?")
    assert room.window.conversation.is_asked_back
    room.chosen.change(log="text")
    assert "blue" in room.ask("2")
    assert len(room.works.orders) == 2


@pytest.fixture
def two_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """The models one, which is chosen, and two."""
    monkeypatch.setenv("WHICHONE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(local_model, "has_runtime", lambda: True)
    store = local_model.store()
    for seed, name in enumerate(("one", "two")):
        install_paper(store, name, seed)
    store.choose("one")
    return store


def _damage(store: Store, name: str) -> None:
    file = store.find(name).text
    os.truncate(file, file.stat().st_size - 1)


def test_a_damaged_model_leaves_the_other_and_what_else_was_changed_holds(
    two_models: Store, open_room: Callable[..., Room]
) -> None:
    room = open_room(log="text")
    _damage(two_models, "two")
    room.chosen.change(model="two")
    room.ask("What is this?")
    (said,) = [said for said in room.mouth.ever if GOES_ON in said]
    assert said.startswith("The model two cannot be used")
    assert len(room.works.orders) == 1
    room.chosen.change(log="off")
    room.mouth.ever.clear()
    room.ask("What is this?")
    assert (room.works.orders[-1].log, room.works.orders[-1].model) == ("off", "one")
    assert len([said for said in room.mouth.ever if GOES_ON in said]) == 1, "it was heard before"
    room.ask("What is this?")
    assert len(room.works.orders) == 2


def test_a_damaged_model_that_was_fetched_again_takes_the_next_question(
    two_models: Store, open_room: Callable[..., Room]
) -> None:
    room = open_room()
    _damage(two_models, "two")
    room.chosen.change(model="two")
    room.ask("What is this?")
    install_paper(two_models, "two", seed=7)
    room.mouth.ever.clear()
    room.ask("What is this?")
    assert room.works.orders[-1].model == "two"
    assert not any(GOES_ON in said for said in room.mouth.ever)


@dataclass
class Memory:
    """What the system would give a new program now, in bytes."""

    free: int | None = 0


@pytest.fixture
def memory(monkeypatch: pytest.MonkeyPatch) -> Memory:
    reading = Memory()
    monkeypatch.setattr(local_model, "free_bytes", lambda: reading.free)
    return reading


def need_of(store: Store, name: str) -> int:
    model = store.find(name)
    return guarded.need_of(model, local_model.order_of(model)).whole + SPARE_BYTES


def test_a_model_that_does_not_fit_leaves_the_other_and_takes_over_once_memory_is_free(
    two_models: Store, memory: Memory, open_room: Callable[..., Room]
) -> None:
    room = open_room(log="text")
    room.chosen.change(model="two")
    room.ask("What is this?")
    (said,) = [said for said in room.mouth.ever if GOES_ON in said]
    assert said.startswith("There is not enough memory for the model two: about ")
    assert "Close other programs, then ask again." in said
    room.mouth.ever.clear()
    assert "cup" in room.ask("What is this?")
    assert not any(GOES_ON in said for said in room.mouth.ever), "it is told once"
    assert len(room.works.orders) == 1 and not room.works.engines[0].is_closed
    memory.free = need_of(two_models, "two")
    room.ask("What is this?")
    assert room.works.orders[-1].model == "two"
    assert [engine.is_closed for engine in room.works.engines] == [True, False]
    room.ask("What is this?")
    assert len(room.works.orders) == 2


def test_what_the_other_gives_back_counts_as_free(
    two_models: Store, memory: Memory, open_room: Callable[..., Room]
) -> None:
    room = open_room()
    need = need_of(two_models, "two")
    memory.free = need // 2
    room.works.engines[0].held = need - memory.free - 1
    room.chosen.change(model="two")
    room.ask("What is this?")
    assert len(room.works.orders) == 1, "one byte is missing"
    room.works.engines[0].held += 1
    room.ask("What is this?")
    assert room.works.orders[-1].model == "two"


def test_where_free_memory_cannot_be_told_it_is_tried(
    two_models: Store, memory: Memory, open_room: Callable[..., Room]
) -> None:
    memory.free = None
    room = open_room()
    room.chosen.change(model="two")
    room.ask("What is this?")
    assert room.works.orders[-1].model == "two"


def test_what_else_was_changed_holds_while_a_model_waits_for_memory(
    two_models: Store, memory: Memory, open_room: Callable[..., Room]
) -> None:
    room = open_room(log="text")
    room.chosen.change(model="two")
    room.ask("What is this?")
    room.chosen.change(log="off")
    room.ask("What is this?")
    assert (room.works.orders[-1].log, room.works.orders[-1].model) == ("off", "one")
    room.mouth.ever.clear()
    room.ask("What is this?")
    assert len(room.works.orders) == 2
    assert not any(GOES_ON in said for said in room.mouth.ever)
    room.chosen.change(model="one")
    room.chosen.change(model="two")
    room.ask("What is this?")
    assert any(GOES_ON in said for said in room.mouth.ever), "who chooses it anew hears it anew"


def test_the_one_that_answers_is_not_offered_as_the_smaller_one(
    two_models: Store, memory: Memory, open_room: Callable[..., Room]
) -> None:
    install_paper(two_models, "three", seed=3)
    memory.free = need_of(two_models, "two") - 1
    room = open_room()
    room.chosen.change(model="two")
    room.ask("What is this?")
    (said,) = [said for said in room.mouth.ever if GOES_ON in said]
    assert "whichone models use three" in said and "models use one" not in said


def test_the_model_that_answers_is_taken_up_anew_when_it_was_fetched_again(
    two_models: Store, open_room: Callable[..., Room]
) -> None:
    room = open_room()
    install_paper(two_models, "one", seed=7)
    room.ask("What is this?")
    room.ask("What is this?")
    assert len(room.works.orders) == 2


def test_without_a_model_before_a_damaged_one_is_left_to_whoever_answers_for_it(
    two_models: Store, open_room: Callable[..., Room]
) -> None:
    room = open_room(engine="builtin")
    _damage(two_models, "one")
    room.chosen.change(engine="auto")
    room.ask("What is this?")
    assert room.works.orders[-1].engine == "auto"
    assert not any(GOES_ON in said for said in room.mouth.ever)
