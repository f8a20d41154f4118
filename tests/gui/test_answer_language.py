"""Another language is chosen: answers stay as they were written, and are said in their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QAction
from pytestqt.qtbot import QtBot
from whichone_app.jobs import QtJobRunner
from whichone_app.qt_language import use_qt_language
from whichone_app.reading import ReadingKeys
from whichone_app.speaking import Speaking
from whichone_app.window import MainWindow
from whichone_core.languages import use_language
from whichone_core.settings import SpeakThrough

from tests.desk.scripted import ScriptedAssistant
from tests.gui.conftest import SHORT, Mouth, Room, take

ENGLISH = "It is a tin of tomato soup."


@pytest.fixture
def room(qtbot: QtBot) -> Iterator[Room]:
    """A window that reads by sentence and whose voice follows the settings."""
    jobs, assistant, mouth = QtJobRunner(), ScriptedAssistant(), Mouth()
    window = MainWindow(
        assistant, jobs, mouth, take, SpeakThrough.OWN_VOICE, SHORT,
        features=(Speaking, ReadingKeys),
    )  # fmt: skip
    qtbot.addWidget(window)
    window.show()
    qtbot.waitUntil(window.question.hasFocus)
    room = Room(window, jobs, assistant, mouth, qtbot)
    room.ask("What is this?")
    assert room.answer[0] == ENGLISH
    window._chosen.change(language="de")
    yield room
    window.close()
    jobs.close()
    use_language("en")
    use_qt_language()


def do(room: Room, name: str) -> None:
    action = room.window.findChild(QAction, name)
    assert action is not None
    action.trigger()


def said(room: Room) -> list[tuple[str, str]]:
    return list(zip(room.mouth.asked, room.mouth.languages, strict=True))


def test_the_answer_stays_and_is_repeated_by_a_voice_of_its_language(room: Room) -> None:
    room.window.conversation.repeat()
    assert room.answer[0] == ENGLISH
    assert said(room)[0] == (ENGLISH, "en")
    assert {language for _text, language in said(room)} == {"en"}


@pytest.mark.parametrize("name", ["this sentence", "slowly"])
def test_it_is_read_by_a_voice_of_its_language(room: Room, name: str) -> None:
    do(room, name)
    assert said(room) == [(ENGLISH, "en")]


def test_what_the_window_says_of_it_is_in_the_new_language(room: Room) -> None:
    room.mouth.stop()
    room.window.conversation.copy()
    assert said(room) == [("Antwort kopiert.", "de")]


def test_going_back_tells_the_place_in_the_new_language_and_the_answer_in_its_own(
    room: Room,
) -> None:
    room.ask("What is this?")
    room.mouth.stop()
    do(room, "earlier answer")
    place, *answer = said(room)
    assert place[0].startswith("Antwort 1 von 2") and place[1] == "de"
    assert answer[0] == (ENGLISH, "en")
    assert {language for _text, language in answer} == {"en"}
    do(room, "later answer")
    assert {language for _text, language in said(room)} == {"de"}
