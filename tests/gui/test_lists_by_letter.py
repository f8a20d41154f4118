"""Lists gone through by letters and arrows, and heard without a screen reader too."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QListWidget, QWidget
from pytestqt.qtbot import QtBot
from whichone_app.chooser import Chooser
from whichone_app.guide.dialog import GuideDialog
from whichone_core.settings import SpeakThrough

from tests.gui.conftest import Room
from tests.gui.test_every_control import dialogs, full, keys

__all__ = ["full", "keys"]


def press(room: Room, key: Qt.Key) -> None:
    QTest.keyClick(room.window.options, key)


def test_a_letter_goes_to_the_option_and_enter_takes_it(room: Room) -> None:
    room.ask("which one")
    room.window.go_to_options()
    press(room, Qt.Key.Key_S)
    assert room.window.options.currentItem().text() == "3: the spoon in the middle"
    press(room, Qt.Key.Key_Return)
    room.bot.waitUntil(lambda: room.answer == ["It is the spoon in the middle."])


def test_a_letter_that_fits_no_option_is_told_and_the_place_is_kept(room: Room) -> None:
    room.ask("which one")
    room.window.go_to_options()
    press(room, Qt.Key.Key_Down)
    press(room, Qt.Key.Key_X)
    assert room.mouth.asked == ["No option begins with x."]
    assert room.window.options.currentRow() == 1 and room.window.options.hasFocus()
    press(room, Qt.Key.Key_Q)
    assert room.mouth.asked == ["No option begins with q."], "of quick letters the last is told"


def test_a_dialog_of_choices_tells_of_such_a_letter_too(qtbot: QtBot) -> None:
    window, told = QWidget(), list[str]()
    qtbot.addWidget(window)
    chooser = Chooser(window, "Capture", "&Windows", "Capture", tell=told.append)
    chooser.choose(["Window Editor", "Window Firefox"], lambda _row: None)
    QTest.keyClick(chooser.list, Qt.Key.Key_X)
    assert told == ["Nothing here begins with x."]
    assert chooser.list.currentRow() == 0
    chooser.reject()


def test_every_list_of_the_window_and_its_dialogs_tells_of_a_letter_in_vain(full: Room) -> None:
    lists = set()
    for dialog in dialogs(full):
        full.bot.waitUntil(dialog.isActiveWindow)
        for found in dialog.findChildren(QListWidget):
            if found.isVisible():
                found.addItems(["alpha"])
                full.mouth.ever.clear()
                found.keyboardSearch("§")
                lists.add(found.accessibleName())
                assert full.mouth.ever == ["Nothing here begins with §."], found.accessibleName()
    assert {"Settings", "Models", "Headings", "Camera to use", "Sessions"} <= lists


def test_options_are_heard_with_the_own_voice_where_the_user_comes_to_them(room: Room) -> None:
    room.ask("which one")
    said = room.mouth.ever
    room.window.go_to_options()
    assert said[-1] == "1: the red mug on the left"
    press(room, Qt.Key.Key_Down)
    assert said[-1] == "2: the blue bowl on the right"
    press(room, Qt.Key.Key_S)
    assert room.mouth.asked == ["3: the spoon in the middle"], "the one before is silenced"


def test_options_that_the_user_is_not_in_are_not_read_once_more(room: Room) -> None:
    room.ask("which one")
    assert [said for said in room.mouth.ever if said.startswith("1: the red mug")] == [
        "1: the red mug on the left."
    ]
    assert room.window.question.hasFocus()


def test_a_screen_reader_is_not_talked_over_in_the_options(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.ask("which one")
    room.window.announcer.speak_through(SpeakThrough.SCREEN_READER)
    said = list(room.mouth.ever)
    room.window.go_to_options()
    press(room, Qt.Key.Key_Down)
    room.bot.waitUntil(lambda: room.window.options.currentRow() == 1)
    assert room.mouth.ever == said
    assert not room.window.announcer._gathered


@pytest.mark.parametrize(
    ("letter", "row"), [(Qt.Key.Key_F, 1), (Qt.Key.Key_2, 1), (Qt.Key.Key_E, 0)]
)
def test_a_dialog_of_choices_is_gone_through_by_letters(
    qtbot: QtBot, letter: Qt.Key, row: int
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    chooser = Chooser(window, "Capture", "&Windows", "Capture")
    chooser.choose(["Window Editor", "Window Firefox"], lambda _row: None)
    chooser.list.setCurrentRow(1 - row)
    QTest.keyClick(chooser.list, letter)
    assert chooser.list.currentRow() == row
    chooser.reject()


def test_headings_of_the_guide_are_found_by_a_letter_however_deep_they_are(room: Room) -> None:
    guide = GuideDialog(room.window, room.window.announcer)
    guide.open_sheet()
    guide.headings.clear()
    guide.headings.addItems(["Alpha", "        Zebra"])
    QTest.keyClick(guide.headings, Qt.Key.Key_Z)
    assert guide.headings.currentItem().text().strip() == "Zebra"
    guide.close()
