"""Menus beside large text: check marks grow with it, and nothing is cut off.

The screen is as Qt has it where there is none: 800 by 800.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QAction, QColor, QFontMetrics, QKeySequence
from PySide6.QtWidgets import QApplication, QMenu, QToolButton
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
    QApplication.processEvents()
    menu.popup(room.window.pos())
    room.bot.waitUntil(menu.isVisible)
    return menu


def mark_area(room: Room, factor: float) -> tuple[int, float]:
    """How many pixels the mark of the checked voice has, and the size of text beside it."""
    menu = shown(room, factor)
    checked = next(action for action in menu.actions() if action.isChecked())
    place = menu.actionGeometry(checked)
    place.setWidth(round(place.height() * 0.79))
    image = menu.grab(place).toImage()
    menu.hide()
    ground = QColor(image.pixel(image.width() // 2, 1)).lightness()
    points = ((x, y) for x in range(2, image.width()) for y in range(2, image.height() - 2))
    dark = sum(abs(QColor(image.pixel(x, y)).lightness() - ground) > 100 for x, y in points)
    return dark, menu.font().pointSizeF()


@pytest.mark.parametrize("factor", [3.0, 4.0])
def test_check_marks_of_menus_grow_as_much_as_the_text(speech: Room, factor: float) -> None:
    usual, points = mark_area(speech, 1.0)
    large, more_points = mark_area(speech, factor)
    assert usual > 0
    assert more_points > points * 1.5  # as far as the screen has room
    assert large > usual * (more_points / points) ** 2 / 2


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


# ---------------------------------------------------------------------- on a narrow screen


@pytest.mark.parametrize("factor", [1.0, 2.0, 3.0, 4.0])
def test_all_titles_are_inside_the_bar(speech: Room, factor: float) -> None:
    window, bar = speech.window, speech.window.menuBar()
    window.scale_text_back()
    window.scale_text(factor)
    window.resize(700, 700)

    def are_inside() -> bool:
        places = [bar.actionGeometry(action) for action in bar.actions()]
        return all(bar.rect().contains(place) and not place.isEmpty() for place in places)

    speech.bot.waitUntil(are_inside)
    more = bar.findChild(QToolButton, "qt_menubar_ext_button")
    assert more is None or not more.isVisible()


def test_titles_are_as_large_as_other_text_where_there_is_room(speech: Room) -> None:
    window, bar = speech.window, speech.window.menuBar()
    window.scale_text(3.0)
    window.resize(600, 700)
    points = QApplication.font().pointSizeF()
    speech.bot.waitUntil(lambda: bar.font().pointSizeF() < points - 1)
    window.resize(3000, 700)
    speech.bot.waitUntil(lambda: abs(bar.font().pointSizeF() - points) < 0.01)


@pytest.mark.parametrize("factor", [1.0, 2.0, 3.0, 4.0])
def test_a_menu_stands_on_the_screen_in_one_column(speech: Room, factor: float) -> None:
    menu = shown(speech, factor)
    places = [menu.actionGeometry(action) for action in menu.actions()]
    screen = menu.screen().availableSize()
    assert len({place.left() for place in places}) == 1
    assert max(place.right() for place in places) < screen.width()
    assert max(place.bottom() for place in places) < screen.height()
    menu.hide()


def test_a_menu_is_as_large_as_other_text_where_there_is_room(speech: Room) -> None:
    menu = shown(speech, 4.0)
    assert menu.font().pointSizeF() < QApplication.font().pointSizeF() - 1
    menu.hide()
    menu = shown(speech, 1.5)
    assert menu.font().pointSizeF() == pytest.approx(QApplication.font().pointSizeF())
    menu.hide()
