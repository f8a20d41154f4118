"""Menus beside large text: check marks grow with it, and nothing is cut off."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QAction, QColor, QFontMetrics, QKeySequence
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot
from whichone_app.jobs import QtJobRunner
from whichone_app.remembered import Remembered
from whichone_app.speaking import Speaking
from whichone_app.window import MainWindow
from whichone_core.settings import SpeakThrough

from tests.desk.scripted import ScriptedAssistant
from tests.gui.conftest import SHORT, Mouth, Room, take


@pytest.fixture
def speech(qtbot: QtBot) -> Iterator[Room]:
    """A window whose menu Speech has check marks and keys."""
    jobs, assistant, mouth = QtJobRunner(), ScriptedAssistant(), Mouth()
    window = MainWindow(
        assistant, jobs, mouth, take, SpeakThrough.OWN_VOICE, SHORT, Remembered(None),
        features=(Speaking,),
    )  # fmt: skip
    qtbot.addWidget(window)
    window.show()
    qtbot.waitUntil(window.question.hasFocus)
    yield Room(window, jobs, assistant, mouth, qtbot)
    window.scale_text_back()
    QApplication.processEvents()
    window.close()
    jobs.close()


def shown(room: Room, factor: float) -> QMenu:
    """The menu Speech, open, beside text of this size."""
    room.window.scale_text_back()
    room.window.scale_text(factor)
    menu = room.window.menuBar().findChild(QMenu, "&Speech")
    assert isinstance(menu, QMenu)
    points = QApplication.font().pointSizeF()
    room.bot.waitUntil(lambda: abs(menu.font().pointSizeF() - points) < 0.01)
    QApplication.processEvents()
    menu.popup(room.window.pos())
    room.bot.waitUntil(menu.isVisible)
    return menu


def mark_area(room: Room, factor: float) -> int:
    """How many pixels the mark of the checked voice has."""
    menu = shown(room, factor)
    checked = next(action for action in menu.actions() if action.isChecked())
    place = menu.actionGeometry(checked)
    place.setWidth(round(place.height() * 0.79))
    image = menu.grab(place).toImage()
    menu.hide()
    ground = QColor(image.pixel(image.width() // 2, 1)).lightness()
    points = ((x, y) for x in range(2, image.width()) for y in range(2, image.height() - 2))
    return sum(abs(QColor(image.pixel(x, y)).lightness() - ground) > 100 for x, y in points)


@pytest.mark.parametrize("factor", [3.0, 4.0])
def test_check_marks_of_menus_grow_as_much_as_the_text(speech: Room, factor: float) -> None:
    usual, large = mark_area(speech, 1.0), mark_area(speech, factor)
    assert usual > 0
    assert large > usual * factor**2 / 2


def widest(actions: list[QAction], metrics: QFontMetrics) -> tuple[int, int]:
    words = [metrics.horizontalAdvance(action.text().replace("&", "")) for action in actions]
    native = QKeySequence.SequenceFormat.NativeText
    keys = [metrics.horizontalAdvance(action.shortcut().toString(native)) for action in actions]
    return max(words), max(keys)


@pytest.mark.parametrize("factor", [1.0, 2.0])
def test_words_and_keys_have_room_beside_check_marks(speech: Room, factor: float) -> None:
    menu = shown(speech, factor)
    first = menu.actionGeometry(menu.actions()[0])
    words, keys = widest(menu.actions(), menu.fontMetrics())
    mark = round(first.height() * 0.79)
    assert first.width() >= mark + words + keys
    edge = menu.grab(first).toImage()
    rows = range(3, edge.height() - 3)
    right = [QColor(edge.pixel(edge.width() - 3, y)).lightness() for y in rows]
    menu.hide()
    assert max(right) - min(right) < 60, "a key touches the edge of the menu"
