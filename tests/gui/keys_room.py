"""A window whose keys are kept in a file, its dialog of keys, and the hands that use them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot
from whichone_app.jobs import QtJobRunner
from whichone_app.keys_dialog import KeysDialog
from whichone_app.window import MainWindow
from whichone_core.settings import SpeakThrough

from tests.desk.scripted import ScriptedAssistant
from tests.gui.conftest import SHORT, Mouth, Room, take

Key: TypeAlias = Qt.Key
Held: TypeAlias = Qt.KeyboardModifier
CTRL = Held.ControlModifier


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "keys.toml"


@pytest.fixture
def own(qtbot: QtBot, file: Path) -> Iterator[Room]:
    """A window whose keys are kept."""
    jobs, assistant, mouth = QtJobRunner(), ScriptedAssistant(), Mouth()
    window = MainWindow(assistant, jobs, mouth, take, SpeakThrough.OWN_VOICE, SHORT, keys_file=file)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitUntil(window.question.hasFocus)
    yield Room(window, jobs, assistant, mouth, qtbot)
    window.close()
    jobs.close()


@pytest.fixture
def dialog(own: Room) -> KeysDialog:
    return opened(own)


def opened(room: Room) -> KeysDialog:
    """The dialog, by its key."""
    QTest.keyClick(room.window.question, Key.Key_J, CTRL)
    found = room.window.findChild(KeysDialog)
    assert found is not None
    room.bot.waitUntil(lambda: found.isActiveWindow() and found.search.hasFocus())
    return found


def focused() -> QWidget:
    found = QApplication.focusWidget()
    assert found is not None
    return found


def press(key: Key, held: Held = Held.NoModifier) -> None:
    QTest.keyClick(focused(), key, held)


def find(dialog: KeysDialog, words: str, name: str) -> None:
    """Search for a command by typing, and go to it in the list."""
    dialog.search.setFocus()
    dialog.search.selectAll()
    QTest.keyClicks(dialog.search, words)
    assert dialog.current == name
    press(Key.Key_Tab)
    assert focused() is dialog.list


def said(room: Room, dialog: QDialog) -> str:
    """The last thing that was said; it stands in the dialog's messages too."""
    assert isinstance(dialog, KeysDialog)
    told = dialog.messages.toPlainText().splitlines()[-1]
    assert room.mouth.ever[-1] == told
    return told
