"""Next pictures of a folder, recent ones, earlier questions, sounds, and every way to paste."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot
from whichone_app.chooser import Chooser
from whichone_app.chosen import Chosen
from whichone_app.earcons import SOUNDS, Earcons, FakePlayer, TonePlayer
from whichone_app.features import Desk, Feature
from whichone_app.jobs import QtJobRunner
from whichone_app.more_pictures import NONE_RECENT, MorePictures
from whichone_app.neighbours import FIRST, LAST, LOOKING, NO_FILE, NO_FOLDER, Neighbours
from whichone_app.presenters import phrases
from whichone_app.presenters.situation import Moment
from whichone_app.window import MainWindow
from whichone_core.settings import Settings, SpeakThrough

from tests.desk.scripted import ScriptedAssistant
from tests.gui.conftest import SHORT, Mouth, Room, take

Open = Callable[..., Room]
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def opened(qtbot: QtBot) -> Iterator[Open]:
    """Opens windows with the features that are asked for."""
    rooms: list[Room] = []

    def make(*features: Callable[[Desk], Feature], settings: Settings | None = None) -> Room:
        jobs, assistant, mouth = QtJobRunner(), ScriptedAssistant(), Mouth()
        chosen = Chosen(settings or Settings())
        window = MainWindow(
            assistant, jobs, mouth, take, SpeakThrough.OWN_VOICE, SHORT,
            features=features, chosen=chosen,
        )  # fmt: skip
        qtbot.addWidget(window)
        window.show()
        qtbot.waitUntil(window.question.hasFocus)
        rooms.append(Room(window, jobs, assistant, mouth, qtbot))
        return rooms[-1]

    yield make
    for room in rooms:
        room.window.close()
        room.jobs.close()


@pytest.fixture
def photos(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / f"photo {number}.png" for number in (1, 2, 10)]
    for width, path in enumerate(paths, start=40):
        Image.new("RGB", (width, 40), "red").save(path)
    return paths


def key(room: Room, which: Qt.Key, held: Qt.KeyboardModifier | None = None) -> None:
    QTest.keyClick(room.window.question, which, held or Qt.KeyboardModifier.NoModifier)


def widths(room: Room) -> list[int]:
    return [frame.width for frame in room.assistant.frames]


def has_pictures(room: Room, count: int) -> bool:
    return len(widths(room)) == count


# ---------------------------------------------------------------------- the folder


def test_next_and_previous_are_said_at_once_and_opened(opened: Open, photos: list[Path]) -> None:
    room = opened(Neighbours)
    room.window.open_path(str(photos[0]))
    room.bot.waitUntil(lambda: widths(room) == [40] and not room.jobs.is_busy)
    key(room, Qt.Key.Key_N, CONTROL)
    room.bot.waitUntil(lambda: "2 of 3, photo 2.png." in room.mouth.asked)
    room.bot.waitUntil(lambda: widths(room) == [40, 41] and not room.jobs.is_busy)
    key(room, Qt.Key.Key_N, CONTROL)
    room.bot.waitUntil(lambda: widths(room) == [40, 41, 42] and not room.jobs.is_busy)
    key(room, Qt.Key.Key_N, CONTROL)
    room.bot.waitUntil(lambda: LAST in room.mouth.asked)
    key(room, Qt.Key.Key_P, CONTROL)
    room.bot.waitUntil(lambda: widths(room) == [40, 41, 42, 41] and not room.jobs.is_busy)


def test_before_the_first_picture_there_is_none(opened: Open, photos: list[Path]) -> None:
    room = opened(Neighbours)
    key(room, Qt.Key.Key_N, CONTROL)
    assert room.mouth.asked[-1] == NO_FILE
    room.window.open_path(str(photos[0]))
    room.bot.waitUntil(lambda: widths(room) == [40] and not room.jobs.is_busy)
    key(room, Qt.Key.Key_P, CONTROL)
    room.bot.waitUntil(lambda: FIRST in room.mouth.asked)


def test_a_folder_that_hangs_leaves_the_window_usable_and_escape_gives_it_up(
    opened: Open, photos: list[Path]
) -> None:
    hold = threading.Event()

    def hanging(_folder: Path) -> tuple[str, ...]:
        hold.wait(60)
        return ()

    room = opened(lambda desk: Neighbours(desk, hanging))
    room.window.open_path(str(photos[0]))
    room.bot.waitUntil(lambda: widths(room) == [40] and not room.jobs.is_busy)
    key(room, Qt.Key.Key_N, CONTROL)
    room.bot.waitUntil(lambda: LOOKING in room.mouth.asked)
    key(room, Qt.Key.Key_Escape)
    room.ask("what is this?")
    assert room.answer[0] == "It is a tin of tomato soup."
    hold.set()


def test_a_folder_that_is_gone_is_said(opened: Open, photos: list[Path]) -> None:
    def gone(_folder: Path) -> tuple[str, ...]:
        raise FileNotFoundError

    room = opened(lambda desk: Neighbours(desk, gone))
    room.window.open_path(str(photos[0]))
    room.bot.waitUntil(lambda: widths(room) == [40] and not room.jobs.is_busy)
    key(room, Qt.Key.Key_N, CONTROL)
    room.bot.waitUntil(lambda: NO_FOLDER in room.mouth.asked)


# ---------------------------------------------------------------------- this session's pictures


def dialog(room: Room) -> Chooser:
    found = room.window.findChild(Chooser)
    assert isinstance(found, Chooser)
    return found


def rows(found: Chooser) -> list[str]:
    return [found.list.item(row).text() for row in range(found.list.count())]


def test_recent_pictures_of_this_session_are_opened_again(opened: Open, photos: list[Path]) -> None:
    room = opened(MorePictures)
    more = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    key(room, Qt.Key.Key_O, more)
    assert room.mouth.asked[-1] == NONE_RECENT
    for count, path in enumerate(photos[:2], start=1):
        room.window.open_path(str(path))
        room.bot.waitUntil(partial(has_pictures, room, count))
    room.bot.waitUntil(lambda: not room.jobs.is_busy)
    key(room, Qt.Key.Key_O, more)
    found = dialog(room)
    folder = photos[0].parent.name
    assert rows(found) == [f"1: photo 2.png, in {folder}", f"2: photo 1.png, in {folder}"]
    QTest.keyClick(found.list, Qt.Key.Key_Down)
    QTest.keyClick(found.list, Qt.Key.Key_Return)
    room.bot.waitUntil(lambda: widths(room) == [40, 41, 40])
    assert found.isHidden()


def test_screens_are_listed_and_one_is_pictured(opened: Open) -> None:
    room = opened(MorePictures)
    more = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    key(room, Qt.Key.Key_G, more)
    found = dialog(room)
    assert rows(found)[0].startswith("1: Screen 1 of 1, ")
    found.accept()
    room.bot.waitUntil(lambda: bool(room.assistant.frames))
    assert room.window.isVisible()
    assert room.assistant.frames[0].remarks[-1].startswith("Screen 1 of 1")


# ---------------------------------------------------------------------- pasting and questions


def test_escape_silences_in_a_list_of_choices_and_in_the_dialog_for_files_too(
    opened: Open,
) -> None:
    room = opened(MorePictures)
    room.window.conversation.tell("A long answer.")
    key(room, Qt.Key.Key_G, CONTROL | Qt.KeyboardModifier.ShiftModifier)
    found = dialog(room)
    assert room.mouth.is_speaking
    QTest.keyClick(found, Qt.Key.Key_Escape)
    assert not found.isVisible() and not room.mouth.is_speaking
    room.window.conversation.tell("A long answer.")
    room.window.choose_file()
    files = room.window.findChild(QFileDialog)
    assert isinstance(files, QFileDialog)
    room.bot.waitUntil(files.isVisible)
    QTest.keyClick(files, Qt.Key.Key_Escape)
    assert not room.mouth.is_speaking


def test_a_picture_is_pasted_with_shift_insert_and_from_the_context_menu(room: Room) -> None:
    data = QMimeData()
    data.setImageData(QImage(30, 20, QImage.Format.Format_RGB32))
    QGuiApplication.clipboard().setMimeData(data)
    key(room, Qt.Key.Key_Insert, Qt.KeyboardModifier.ShiftModifier)
    room.bot.waitUntil(lambda: widths(room) == [30])
    menu = room.window.question.context_menu()
    paste = next(action for action in menu.actions() if action.objectName() == "edit-paste")
    assert paste.isEnabled()
    paste.trigger()
    room.bot.waitUntil(lambda: widths(room) == [30, 30])
    menu.deleteLater()


def test_up_brings_back_what_was_asked_and_says_it(room: Room) -> None:
    room.ask("what is this?")
    room.ask("read it")
    QTest.keyClicks(room.window.question, "my draft")
    key(room, Qt.Key.Key_Up)
    assert room.window.question.value == "read it"
    assert room.mouth.asked == ["read it"]
    key(room, Qt.Key.Key_Up)
    key(room, Qt.Key.Key_Up)
    assert room.mouth.asked == [phrases.NO_OTHER_QUESTION]
    assert room.window.question.value == "what is this?"
    key(room, Qt.Key.Key_Down)
    key(room, Qt.Key.Key_Down)
    assert room.window.question.value == "my draft"


def test_what_can_be_done_now_is_said_and_stands_in_the_window(room: Room) -> None:
    key(room, Qt.Key.Key_F1, Qt.KeyboardModifier.ShiftModifier)
    assert "press Control O" in room.mouth.asked[-1]
    room.ask("which one")
    key(room, Qt.Key.Key_F1, Qt.KeyboardModifier.ShiftModifier)
    assert "offer 3 things" in room.mouth.asked[-1]
    assert room.answer == ["Which one do you mean: a mug, a bowl or a spoon?"]


# ---------------------------------------------------------------------- short sounds


def played(opened: Open, *questions: str, earcons: bool, busy: bool = False) -> list[Moment]:
    player = FakePlayer()

    def make(desk: Desk) -> Earcons:
        desk.quiet.reasons.append(lambda: busy)
        return Earcons(desk, player)

    room = opened(make, settings=Settings(earcons=earcons))
    for question in questions:
        room.ask(question)
    named = {pitches: moment for moment, pitches in SOUNDS.items()}
    return [named[pitches] for pitches in player.played]


def test_sounds_tell_what_happens(opened: Open) -> None:
    assert played(opened, "what is this?", "which one", "1", "fail", earcons=True) == [
        Moment.BEGAN, Moment.ANSWERED, Moment.BEGAN, Moment.ASKED_BACK,
        Moment.BEGAN, Moment.ANSWERED, Moment.BEGAN, Moment.FAILED,
    ]  # fmt: skip


def test_there_are_none_unless_they_are_wanted(opened: Open) -> None:
    assert played(opened, "what is this?", earcons=False) == []


def test_there_are_none_while_a_microphone_is_open(opened: Open) -> None:
    assert played(opened, "what is this?", earcons=True, busy=True) == []


def test_sounds_are_played_beside_the_window_and_only_the_newest(qapp: QApplication) -> None:
    began, go_on, heard = threading.Event(), threading.Event(), list[tuple[int, ...]]()
    done = threading.Event()

    def sound(pitches: tuple[int, ...]) -> None:
        heard.append(pitches)
        began.set()
        go_on.wait(60)
        if pitches == (3,):
            done.set()

    player = TonePlayer(sound)
    player.play((1,))
    assert began.wait(60)
    player.play((2,))
    player.play((3,))
    go_on.set()
    assert done.wait(60)
    player.close()
    assert heard == [(1,), (3,)]
