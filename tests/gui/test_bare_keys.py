"""A reader is told of every key, also of one that is pressed alone: else it would speak on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QWindow
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from tests.gui.conftest import Room

NOTHING = Qt.KeyboardModifier.NoModifier
ALONE = {
    Qt.Key.Key_Escape: "stop",
    Qt.Key.Key_F6: "go answer",
    Qt.Key.Key_F7: "go options",
    Qt.Key.Key_F8: "go picture",
    Qt.Key.Key_F1: "keys",
}


class Reader(QObject):
    """Notes the keys that go down as Qt tells the accessibility bus of them: in the window."""

    def __init__(self) -> None:
        super().__init__()
        self.keys: list[int] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_down = event.type() == QEvent.Type.KeyPress and isinstance(watched, QWindow)
        if is_down and isinstance(event, QKeyEvent):
            self.keys.append(event.key())
        return False


@pytest.fixture
def reader(qapp: QApplication) -> Iterator[Reader]:
    listening = Reader()
    qapp.installEventFilter(listening)
    yield listening
    qapp.removeEventFilter(listening)


def press(room: Room, key: Qt.Key, held: Qt.KeyboardModifier = NOTHING) -> None:
    """As a keyboard does, not as tests do: to the window and not to a control."""
    QTest.keyClick(room.window.windowHandle(), key, held)
    QApplication.processEvents()


def done(room: Room, name: str) -> list[str]:
    """Fills with the name whenever its command is done."""
    found: list[str] = []
    action = room.window.findChild(QAction, name)
    assert isinstance(action, QAction)
    action.triggered.connect(lambda: found.append(name))
    return found


@pytest.mark.parametrize("key", ALONE)
def test_the_reader_hears_of_the_key_and_its_command_is_done_once(
    room: Room, reader: Reader, key: Qt.Key
) -> None:
    commands = done(room, ALONE[key])
    press(room, key)
    assert commands == [ALONE[key]]
    assert reader.keys == [key]


def test_in_the_list_of_options_too_where_letters_search(room: Room, reader: Reader) -> None:
    room.ask("which one")
    room.window.options.setFocus()
    commands = done(room, "stop")
    press(room, Qt.Key.Key_Escape)
    assert (commands, reader.keys) == (["stop"], [Qt.Key.Key_Escape])


def test_a_key_that_was_chosen_anew_too_and_the_old_one_no_more(room: Room, reader: Reader) -> None:
    action = room.window.findChild(QAction, "repeat")
    assert isinstance(action, QAction)
    action.setShortcut("F7")
    other = room.window.findChild(QAction, "go options")
    assert isinstance(other, QAction)
    other.setShortcut("Ctrl+7")
    commands, before = done(room, "repeat"), done(room, "go options")
    press(room, Qt.Key.Key_F7)
    assert (commands, before, reader.keys) == (["repeat"], [], [Qt.Key.Key_F7])


def test_keys_that_are_held_with_others_go_on_working(room: Room) -> None:
    commands = done(room, "repeat")
    press(room, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    assert commands == ["repeat"]


def test_what_is_disabled_is_not_done(room: Room) -> None:
    action = room.window.findChild(QAction, "go picture")
    assert isinstance(action, QAction)
    action.setEnabled(False)
    commands = done(room, "go picture")
    press(room, Qt.Key.Key_F8)
    assert commands == []


def test_escape_closes_an_open_menu_and_does_nothing_else(room: Room) -> None:
    menu = room.window.menuBar().findChildren(QMenu)[0]
    menu.popup(room.window.mapToGlobal(room.window.rect().center()))
    room.bot.waitUntil(menu.isVisible)
    commands = done(room, "stop")
    press(room, Qt.Key.Key_Escape)
    room.bot.waitUntil(lambda: not menu.isVisible())
    assert commands == []


def test_letters_go_to_the_question(room: Room) -> None:
    press(room, Qt.Key.Key_A)
    assert room.window.question.text() == "a"
