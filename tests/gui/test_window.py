"""The window by keyboard and clipboard, in this process."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QLineEdit, QMenu
from pytestqt.qtbot import QtBot
from whichone_app.jobs import QtJobRunner
from whichone_app.presenters import phrases, waiting
from whichone_app.remembered import Remembered
from whichone_app.window import MainWindow
from whichone_core.settings import SpeakThrough

from tests.desk.scripted import ScriptedAssistant
from tests.gui.actions import action, actions, help_lines
from tests.gui.conftest import Room, take

# ---------------------------------------------------------------------- asking


def test_enter_asks_and_the_answer_is_said_and_shown(room: Room) -> None:
    QTest.keyClicks(room.window.question, "what is this?")
    QTest.keyClick(room.window.question, Qt.Key.Key_Return)
    room.bot.waitUntil(lambda: not room.jobs.is_busy)
    assert room.answer == ["It is a tin of tomato soup.", "The label says ripe tomatoes."]
    assert room.mouth.asked == room.answer
    assert room.window.question.value == ""
    assert room.window.question.hasFocus()


def test_enter_again_while_working_starts_nothing_new(room: Room) -> None:
    room.window.question.setText("slow")
    room.window.ask()
    room.window.ask()
    assert room.mouth.asked == [phrases.STILL_WORKING]
    room.window.conversation.stop()


def test_escape_silences_and_gives_the_question_back(room: Room) -> None:
    room.window.question.setText("slow please")
    room.window.ask()
    QTest.keyClick(room.window, Qt.Key.Key_Escape)
    room.bot.waitUntil(lambda: not room.jobs.is_busy)
    assert room.mouth.asked == [phrases.STOPPED]
    assert room.window.question.value == "slow please"


@pytest.mark.parametrize("first", ["slow please", "fail"])
def test_what_is_typed_next_takes_the_place_of_a_question_that_was_given_back(
    room: Room, first: str
) -> None:
    room.window.question.setText(first)
    room.window.ask()
    room.bot.waitUntil(lambda: first != "fail" or not room.jobs.is_busy)
    QTest.keyClick(room.window, Qt.Key.Key_Escape)
    assert room.window.question.value == first
    QTest.keyClicks(room.window.question, "what is this?")
    assert room.window.question.value == "what is this?"


def test_the_cancelled_job_makes_room_for_the_next_question(room: Room) -> None:
    room.window.question.setText("slow")
    room.window.ask()
    room.window.conversation.stop()
    room.ask("what is this?")
    assert room.answer[0] == "It is a tin of tomato soup."


def test_waiting_is_announced_after_a_second(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "PATIENCE_S", 1)
    room.window.question.setText("slow")
    room.window.ask()
    room.bot.waitUntil(lambda: phrases.LOOKING in room.mouth.asked)
    room.window.conversation.stop()


def test_an_error_is_text_in_the_window(room: Room) -> None:
    room.ask("fail")
    assert room.answer == ["The engine has stopped.", "Please ask once more."]
    assert room.window.question.value == "fail"
    assert QApplication.activeModalWidget() is None


# ---------------------------------------------------------------------- options


def test_options_appear_and_the_focus_stays_in_the_question(room: Room) -> None:
    room.ask("which one")
    assert room.window.options.isVisible()
    assert [room.window.options.item(i).text() for i in range(3)][1] == (
        "2: the blue bowl on the right"
    )
    assert room.window.question.hasFocus()


@pytest.mark.parametrize("place", ["options", "answer"])
def test_a_digit_chooses(room: Room, place: str) -> None:
    room.ask("which one")
    widget = {"options": room.window.options, "answer": room.window.answer}[place]
    widget.setFocus()
    QTest.keyClick(widget, Qt.Key.Key_2)
    room.bot.waitUntil(lambda: room.answer == ["It is the blue bowl on the right."])
    assert not room.window.options.isVisible()


def test_arrows_and_enter_choose_and_the_focus_goes_back_to_the_question(room: Room) -> None:
    room.ask("which one")
    room.window.go_to_options()
    QTest.keyClick(room.window.options, Qt.Key.Key_Down)
    QTest.keyClick(room.window.options, Qt.Key.Key_Down)
    QTest.keyClick(room.window.options, Qt.Key.Key_Return)
    room.bot.waitUntil(lambda: room.answer == ["It is the spoon in the middle."])
    assert room.window.question.hasFocus()


def test_a_digit_that_is_not_on_offer_is_refused(room: Room) -> None:
    room.ask("which one")
    QTest.keyClick(room.window.answer, Qt.Key.Key_9)
    assert room.mouth.asked[-1] == "There is no 9. The last one is 3."


# ---------------------------------------------------------------------- commands and names


def test_repeat_more_and_copy(room: Room) -> None:
    room.ask("what is this?")
    action(room, "more").trigger()
    assert room.mouth.asked == ["It is the largest thing in the picture."]
    assert room.answer[-1] == "It is the largest thing in the picture."
    action(room, "repeat").trigger()
    assert room.mouth.asked[0] == "It is a tin of tomato soup."
    action(room, "copy").trigger()
    assert QGuiApplication.clipboard().text().splitlines() == room.answer


def test_more_keeps_the_place_of_reading(room: Room) -> None:
    room.ask("what is this?")
    room.window.answer.setFocus()
    QTest.keyClick(room.window.answer, Qt.Key.Key_Down)
    place = room.window.answer.textCursor().position()
    assert place > 0
    action(room, "more").trigger()
    assert room.window.answer.textCursor().position() == place


def test_help_lists_every_key(room: Room) -> None:
    keys = {found.shortcut().toString() for found in actions(room) if found.shortcut()}
    ends = {line.rpartition(": ")[2].rstrip(".") for line in help_lines(room.window)}
    assert keys - {"F1", ""} == (ends & keys) - {""}


def test_no_key_does_two_things_and_none_is_a_screen_readers(room: Room) -> None:
    keys = [key.toString() for found in actions(room) for key in found.shortcuts()]
    assert [key for key, count in Counter(keys).items() if count > 1] == []
    for key in set(keys) - {"Shift+Ins"}:  # pastes, as in any text
        assert "Ins" not in key
        assert "Caps" not in key
        assert not ("Ctrl" in key and "Alt" in key)


def test_every_mnemonic_of_a_place_is_unique(room: Room) -> None:
    bar = room.window.menuBar().actions()
    labels = room.window.findChildren(QLabel)
    letters = [QKeySequence.mnemonic(found.text()).toString() for found in bar]
    letters += [QKeySequence.mnemonic(label.text()).toString() for label in labels]
    assert [key for key, count in Counter(letters).items() if key and count > 1] == []
    for menu in (found.menu() for found in bar):
        assert isinstance(menu, QMenu)
        inside = [
            QKeySequence.mnemonic(entry.text()).toString()
            for entry in menu.actions()
            if not entry.isSeparator()
        ]
        assert "" not in inside
        assert len(inside) == len(set(inside))


def test_tab_follows_the_order_of_reading_and_comes_round(room: Room) -> None:
    names = []
    for _press in range(10):
        focused = room.window.focusWidget()
        assert focused is not None
        names.append(focused.accessibleName())
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    assert names == [
        "Question", "Ask", "Answer", "Repeat", "More", "Stop",
        f"Picture: {phrases.NO_PICTURE}", "Open picture", "Capture screen", "Question",
    ]  # fmt: skip


def test_text_grows_to_four_times_the_usual_and_shrinks_again(room: Room) -> None:
    def size() -> float:
        return room.window.answer.font().pointSizeF()

    normal = size()
    action(room, "larger").trigger()
    room.bot.waitUntil(lambda: size() > normal)
    for _press in range(40):
        action(room, "larger").trigger()
    room.bot.waitUntil(lambda: size() == pytest.approx(4 * normal))
    action(room, "normal").trigger()
    room.bot.waitUntil(lambda: size() == normal)


def test_the_title_tells_news_only_to_someone_who_is_elsewhere(room: Room) -> None:
    room.window.activateWindow()
    room.bot.waitUntil(room.window.isActiveWindow)
    room.ask("what is this?")
    assert room.window.windowTitle() == "WhichOne"


def test_closing_while_working_ends_the_work(room: Room) -> None:
    room.window.question.setText("slow")
    room.window.ask()
    room.window.close()
    assert not room.jobs.is_busy


def test_text_size_and_voice_are_the_same_in_the_next_window(qtbot: QtBot, tmp_path: Path) -> None:
    def opened(through: SpeakThrough = SpeakThrough.AUTOMATIC) -> MainWindow:
        memory = Remembered(tmp_path / "window.json")
        window = MainWindow(
            ScriptedAssistant(), QtJobRunner(), None, take, through, remembered=memory
        )
        qtbot.addWidget(window)
        return window

    first = opened()
    usual = QApplication.font().pointSizeF()
    first.scale_text(1.5)
    first.speak_through(SpeakThrough.SCREEN_READER)
    QApplication.setFont(QFont(QApplication.font().family(), 7))
    second = opened()
    assert QApplication.font().pointSizeF() == pytest.approx(1.5 * usual)
    assert second.announcer.through is SpeakThrough.SCREEN_READER
    assert opened(SpeakThrough.OWN_VOICE).announcer.through is SpeakThrough.OWN_VOICE
    second.scale_text_back()
    opened()
    assert QApplication.font().pointSizeF() == usual


def test_the_file_dialog_is_made_once_and_forgets_the_last_path(room: Room, tmp_path: Path) -> None:
    room.window.choose_file()
    first = room.window.findChild(QFileDialog)
    assert first is not None
    name = first.findChild(QLineEdit)
    assert name is not None
    name.setText(str(tmp_path / "old.jpg"))
    first.reject()
    room.window.choose_file()
    assert room.window.findChildren(QFileDialog) == [first]
    assert name.text() == ""
    first.reject()
