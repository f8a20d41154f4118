"""A window in this process, without a screen, and everything around it within reach."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from whichone_app.jobs import QtJobRunner
from whichone_app.presenters import waiting
from whichone_app.voice.fake import FakeSpeaker
from whichone_app.window import MainWindow
from whichone_core.picture.pictures import read_file
from whichone_core.settings import SpeakThrough, Verbosity
from whichone_core.types.pictures import Frame

from tests.desk.scripted import ScriptedAssistant

PATIENCE_MS = 60_000
SHORT = Verbosity.ANSWER_ONLY


class PatientBot(QtBot):
    """One whose waiting only a hang ends, however busy the machine is."""

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = PATIENCE_MS) -> None:
        super().waitUntil(callback, timeout=timeout)


class Mouth(FakeSpeaker):
    """A voice whose time stands still.

    asked is what it was given since it was last stopped, ever all that it was given, in order.
    """

    def __init__(self) -> None:
        super().__init__()
        self.ever: list[str] = []

    def say(self, sentence: str, language: str = "") -> None:
        super().say(sentence, language)
        self.ever.append(sentence)

    def stop(self) -> None:
        super().stop()
        self.asked.clear()
        self.languages.clear()


@dataclass
class Room:
    """The window, and what it works with."""

    window: MainWindow
    jobs: QtJobRunner
    assistant: ScriptedAssistant
    mouth: Mouth
    bot: QtBot

    def ask(self, text: str) -> None:
        """Type a question, press Enter, and wait for the end of its answer."""
        self.window.question.setText(text)
        self.window.question.returnPressed.emit()
        self.bot.waitUntil(lambda: not self.jobs.is_busy)

    @property
    def answer(self) -> list[str]:
        return self.window.answer.toPlainText().splitlines()


def take(path: str) -> Frame:
    return read_file(Path(path))


@pytest.fixture(autouse=True)
def patient_user(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever uses these windows waits in silence.

    On a busy machine any answer can take the two seconds after which "Looking at it" is said,
    and then that stands among what a test expects to be the only thing that was said.
    """
    monkeypatch.setattr(waiting, "PATIENCE_S", 10**6)
    monkeypatch.setattr(waiting, "HEARTBEAT_S", 10**6)


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> Iterator[QtBot]:
    """What pytest-qt gives, with more patience.

    The clipboard is left empty: a picture in it outlives the application, and crashes its end.
    """
    yield PatientBot(request)
    qapp.clipboard().clear()


@pytest.fixture
def room(qtbot: QtBot) -> Iterator[Room]:
    """A shown window with a scripted assistant and a voice of its own."""
    jobs, assistant, mouth = QtJobRunner(), ScriptedAssistant(), Mouth()
    window = MainWindow(assistant, jobs, mouth, take, SpeakThrough.OWN_VOICE, SHORT)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitUntil(window.question.hasFocus)
    yield Room(window, jobs, assistant, mouth, qtbot)
    window.close()
    jobs.close()
