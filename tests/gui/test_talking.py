"""Reading, asking and speaking by key, as features of the window in this process."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot
from whichone_app.asking import Asking
from whichone_app.chosen import Chosen
from whichone_app.jobs import QtJobRunner
from whichone_app.menus import SPEECH_MENU
from whichone_app.presenters import phrases, reserved_keys
from whichone_app.reading import ReadingKeys
from whichone_app.speaking import Speaking
from whichone_app.window import MainWindow
from whichone_core.settings import Settings, SpeakThrough
from whichone_core.settings_sources import load_settings
from whichone_core.speech.voices import VoiceOptions

from tests.desk.scripted import ScriptedAssistant
from tests.gui.conftest import SHORT, Mouth, Room, take

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
SOUP = "It is a tin of tomato soup."


@pytest.fixture
def settings_file(tmp_path: Path) -> Path:
    return tmp_path / "settings.toml"


@pytest.fixture
def room(qtbot: QtBot, settings_file: Path) -> Iterator[Room]:
    """A window with these features alone, a voice of its own, and settings that are kept."""
    jobs, assistant, mouth = QtJobRunner(), ScriptedAssistant(), Mouth()
    window = MainWindow(
        assistant,
        jobs,
        mouth,
        take,
        SpeakThrough.OWN_VOICE,
        SHORT,
        features=(Asking, ReadingKeys, Speaking),
        chosen=Chosen(Settings(), settings_file),
    )
    qtbot.addWidget(window)
    window.show()
    qtbot.waitUntil(window.question.hasFocus)
    yield Room(window, jobs, assistant, mouth, qtbot)
    window.close()
    jobs.close()


def actions(room: Room) -> list[QAction]:
    menus = [action.menu() for action in room.window.menuBar().actions()]
    return [a for menu in menus if isinstance(menu, QMenu) for a in menu.actions()]


def run(room: Room, name: str) -> None:
    next(action for action in actions(room) if action.objectName() == name).trigger()


def test_no_key_collides_and_none_is_anybody_elses(room: Room) -> None:
    keys = [key.toString() for action in actions(room) for key in action.shortcuts()]
    assert [key for key, count in Counter(keys).items() if key and count > 1] == []
    features = (feature.commands() for feature in room.window._features)
    for offer in (offer for offers in features for offer in offers):
        assert reserved_keys.owner_of(offer.command.keys or "F12") == "", offer.command.name
        assert offer.command.help


def test_every_mnemonic_is_unique_in_its_menu(room: Room) -> None:
    bar = room.window.menuBar().actions()
    titles = [QKeySequence.mnemonic(found.text()).toString() for found in bar]
    assert len(set(titles)) == len(titles)
    for menu in (found.menu() for found in bar):
        assert isinstance(menu, QMenu)
        letters = [
            QKeySequence.mnemonic(entry.text()).toString()
            for entry in menu.actions()
            if not entry.isSeparator()
        ]
        assert "" not in letters, menu.title()
        assert len(set(letters)) == len(letters), menu.title()


def test_reading_moves_the_cursor_only_where_the_focus_is(room: Room) -> None:
    room.ask("what is this?")
    run(room, "last sentence")
    assert room.mouth.asked == ["The label says ripe tomatoes."]
    assert room.window.answer.textCursor().blockNumber() == 0
    assert room.window.question.hasFocus()
    room.window.answer.setFocus()
    run(room, "last sentence")
    assert room.window.answer.textCursor().blockNumber() == 1
    run(room, "next word")
    run(room, "next word")
    assert room.mouth.asked == ["label"]
    assert room.window.answer.textCursor().positionInBlock() == len("The ")


def test_a_sentence_is_copied(room: Room) -> None:
    room.ask("what is this?")
    run(room, "next sentence")
    run(room, "copy sentence")
    assert QGuiApplication.clipboard().text() == SOUP
    assert room.mouth.asked[-1] == phrases.SENTENCE_COPIED


def test_control_up_and_down_in_the_answer_turn_the_pages(room: Room) -> None:
    room.ask("what is this?")
    room.ask("read the code")
    room.window.answer.setFocus()
    QTest.keyClick(room.window.answer, Qt.Key.Key_Up, Qt.KeyboardModifier.ControlModifier)
    assert room.answer[0] == SOUP
    assert room.mouth.asked[:2] == ["Answer 1 of 2, to: what is this?", SOUP]
    QTest.keyClick(room.window.answer, Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
    assert room.answer == ["The code is 4711."]


def test_an_earlier_answer_can_be_read_after_a_new_picture(room: Room, tmp_path: Path) -> None:
    room.ask("what is this?")
    picture = tmp_path / "new.png"
    Image.new("RGB", (30, 20), "red").save(picture)
    room.window.open_path(str(picture))
    room.bot.waitUntil(lambda: not room.jobs.is_busy)
    assert room.answer[0] == SOUP
    room.ask("read the code")
    run(room, "earlier answer")
    assert room.answer[0] == SOUP


def test_a_ready_question_is_asked_with_what_was_typed_left_alone(room: Room) -> None:
    room.window.question.setText("and wh")
    run(room, "describe")
    room.bot.waitUntil(lambda: room.answer[:1] == [SOUP])
    assert room.window.question.value == "and wh"


def test_a_correction_is_typed_where_the_focus_goes_by_that_key(room: Room) -> None:
    room.ask("what is this?")
    room.window.answer.setFocus()
    run(room, "that is wrong")
    assert room.window.question.hasFocus()
    assert room.mouth.asked == [phrases.CORRECT]
    room.ask("bean soup")
    assert room.assistant.corrections == ["bean soup"]
    assert room.answer[0] == "It is a tin of bean soup."


def test_where_there_is_nothing_to_correct_no_focus_moves(room: Room) -> None:
    room.window.answer.setFocus()
    run(room, "that is wrong")
    assert room.window.answer.hasFocus()


def test_speed_holds_at_once_and_is_kept(room: Room, settings_file: Path) -> None:
    run(room, "faster")
    assert room.mouth.asked == ["Speed 60 percent."]
    assert room.mouth.options == VoiceOptions(rate=20)
    run(room, "next voice")
    assert room.mouth.options == VoiceOptions(rate=20, voice="Ada")
    kept = load_settings(environ={}, file=settings_file)
    assert (kept.speech_rate, kept.voice_name) == (0.2, "Ada")


def test_how_much_is_said_changes_with_the_next_answer(room: Room) -> None:
    run(room, "how much")  # from "explained"
    assert room.mouth.asked == ["Everything is said."]
    room.ask("what is this?")
    assert room.mouth.asked[-1] == "It is the largest thing in the picture."


def test_the_settings_dialog_is_heard_by_the_voice_too(room: Room) -> None:
    feature = next(one for one in room.window._features if isinstance(one, Speaking))
    feature.manner._chosen.change(speech_volume=0.5)
    assert room.mouth.options == VoiceOptions(volume=50)


def test_who_speaks_is_changed_by_key_said_and_kept(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep = "whichone_app.remembered.Remembered.keep_speak_through"
    kept: list[SpeakThrough] = []
    monkeypatch.setattr(keep, lambda _self, through: kept.append(through))
    QTest.keyClick(room.window.question, Qt.Key.Key_W, CONTROL | SHIFT)
    assert room.mouth.asked == ["Automatic: the screen reader speaks where one runs."]
    QTest.keyClick(room.window.question, Qt.Key.Key_W, CONTROL | SHIFT)
    assert room.mouth.asked == ["WhichOne speaks with its own voice."]
    assert kept == [SpeakThrough.AUTOMATIC, SpeakThrough.OWN_VOICE]


def test_the_menu_ticks_who_speaks_however_that_was_chosen(room: Room) -> None:
    room.window.announcer.speak_through(SpeakThrough.SCREEN_READER)
    menu = room.window.menuBar().findChild(QMenu, SPEECH_MENU)
    assert isinstance(menu, QMenu)
    menu.aboutToShow.emit()
    assert [a.text() for a in menu.actions() if a.isChecked()] == ["&Screen reader"]


@pytest.mark.parametrize("name", ["next sentence", "spell", "faster", "earlier answer"])
def test_escape_silences_first(room: Room, name: str) -> None:
    room.ask("what is this?")
    run(room, name)
    assert room.mouth.is_speaking
    QTest.keyClick(room.window, Qt.Key.Key_Escape)
    assert not room.mouth.is_speaking
