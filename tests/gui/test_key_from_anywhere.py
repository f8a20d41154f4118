"""The key that works in every program: chosen, listed and explained like the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from pytestqt.qtbot import QtBot
from whichone_app import global_shortcut
from whichone_app.global_shortcut import FromAnywhere
from whichone_app.jobs import QtJobRunner
from whichone_app.window import MainWindow
from whichone_core.settings import SpeakThrough

from tests.desk.scripted import ScriptedAssistant
from tests.gui.actions import help_lines
from tests.gui.conftest import SHORT, Mouth, Room, take


class Watch(QObject):
    """A KeyWatch whose desktop gives every key but one."""

    pressed = Signal()
    asked: list[str] = []  # noqa: RUF012 - one desktop

    def __init__(self, parent: QObject, keys: str) -> None:
        super().__init__(parent)
        self.asked.append(keys)
        self.is_ready = keys != "Meta+Shift+T"

    def start(self) -> None: ...

    def close(self) -> None: ...


@pytest.fixture
def make(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[str, bool], Room]]:
    """A window whose keys file says this, on a desktop that gives such keys or not."""
    made: list[Room] = []

    def room(key: str, gives_keys: bool) -> Room:
        Watch.asked.clear()
        monkeypatch.setattr(global_shortcut, "KeyWatch", Watch)
        monkeypatch.setattr(global_shortcut, "has_keys", lambda: gives_keys)
        file = tmp_path / "keys.toml"
        file.write_text(f'from_anywhere = "{key}"' if key != "usual" else "")
        jobs, assistant, mouth = QtJobRunner(), ScriptedAssistant(), Mouth()
        window = MainWindow(
            assistant, jobs, mouth, take, SpeakThrough.OWN_VOICE, SHORT,
            features=(FromAnywhere,), keys_file=file,
        )  # fmt: skip
        qtbot.addWidget(window)
        window.show()
        qtbot.waitUntil(window.question.hasFocus)
        made.append(Room(window, jobs, assistant, mouth, qtbot))
        return made[0]

    yield room
    for each in made:
        each.window.close()
        each.jobs.close()


def how(room: Room) -> str:
    action = room.window.findChild(QAction, "from anywhere")
    assert action is not None and action.shortcuts() == []
    action.trigger()
    return room.mouth.ever[-1]


def test_it_is_listed_and_listened_for(make: Callable[[str, bool], Room]) -> None:
    room = make("usual", True)
    room.bot.waitUntil(lambda: Watch.asked == ["Meta+Shift+G"])
    assert how(room).startswith("Press Super Shift G in any program")
    (line,) = [line for line in help_lines(room.window) if line.endswith(": Super+Shift+G.")]
    assert line.startswith("Take a picture of the")


def test_the_users_own_key_takes_its_place(make: Callable[[str, bool], Room]) -> None:
    room = make("Super+Shift+F5", True)
    room.bot.waitUntil(lambda: Watch.asked == ["Meta+Shift+F5"])
    assert how(room).startswith("Press Super Shift F5 in any program")


def test_a_key_of_another_program_is_named(make: Callable[[str, bool], Room]) -> None:
    room = make("Super+Shift+T", True)
    room.bot.waitUntil(lambda: Watch.asked == ["Meta+Shift+T"])
    assert how(room).startswith("Super Shift T belongs to another program here.")


def test_another_key_is_listened_for_at_once(make: Callable[[str, bool], Room]) -> None:
    room = make("usual", True)
    room.bot.waitUntil(lambda: Watch.asked == ["Meta+Shift+G"])
    keys = room.window.key_help.choices
    assert keys.change("from anywhere", "Meta+Shift+F5").endswith(": Super Shift F5.")
    assert Watch.asked == ["Meta+Shift+G", "Meta+Shift+F5"]
    assert how(room).startswith("Press Super Shift F5 in any program")
    keys.change("open", "Ctrl+T")
    assert len(Watch.asked) == 2, "another command's key is no reason to ask again"
    keys.change("from anywhere", "Meta+Shift+T")
    assert room.mouth.ever[-1].startswith("Super Shift T belongs to another program here.")
    keys.take_away("from anywhere")
    assert how(room).startswith("You took this key away.")
    assert len(Watch.asked) == 3


def test_it_can_be_taken_away(make: Callable[[str, bool], Room]) -> None:
    room = make("", True)
    assert how(room).startswith("You took this key away.")
    assert Watch.asked == []


def test_where_the_desktop_gives_none_none_is_listed_and_choosing_one_says_so(
    make: Callable[[str, bool], Room],
) -> None:
    room = make("Super+Shift+G", False)
    assert how(room).startswith("This desktop gives me no key of my own.")
    room.window.key_help.tell_problems()
    assert room.mouth.ever[-1].startswith("This desktop gives me no key of my own.")
    assert not any("Super+Shift+G" in line for line in help_lines(room.window))
    assert Watch.asked == []
