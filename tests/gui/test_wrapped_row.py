"""Rows that go on in the next line, choices of several lines, and columns that are high enough."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDoubleSpinBox,
    QLineEdit,
    QListWidget,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot
from whichone_app.aiming.preview import Preview
from whichone_app.chosen import Chosen
from whichone_app.high_area import Column, HighArea
from whichone_app.indicators import RadioButton
from whichone_app.presenters.settings_page import Kind, SettingsPage
from whichone_app.settings_window.editors import editor_of
from whichone_app.wrapped_row import WrappedRow
from whichone_core.languages import use_language
from whichone_core.settings import Settings

from tests.pictures import scene

WORDS = ("Reset this setting", "Reset all settings", "Undo")


def row_of(bot: QtBot, *widgets: QWidget) -> tuple[QWidget, WrappedRow]:
    top = QWidget()
    bot.addWidget(top)
    row = WrappedRow(top)
    for widget in widgets:
        row.addWidget(widget)
    top.show()
    return top, row


def lines_at(top: QWidget, row: WrappedRow, width: int) -> list[int]:
    """How many controls each line has when the row is so wide."""
    top.resize(width, row.heightForWidth(width))
    QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    tops = [button.y() for button in top.findChildren(QPushButton)]
    return [tops.count(at) for at in sorted(set(tops))]


def test_a_row_takes_as_many_lines_as_the_width_asks_for(qtbot: QtBot) -> None:
    top, row = row_of(qtbot, *map(QPushButton, WORDS))
    whole, least = row.sizeHint().width(), row.minimumSize().width()
    assert lines_at(top, row, whole) == [3]
    assert lines_at(top, row, whole - 5) == [2, 1]
    assert lines_at(top, row, least) == [1, 1, 1]


def test_each_line_goes_from_edge_to_edge_and_nothing_overlaps(qtbot: QtBot) -> None:
    buttons = [QPushButton(words) for words in WORDS]
    top, row = row_of(qtbot, *buttons)
    lines_at(top, row, row.sizeHint().width() - 5)
    room = row.contentsRect()
    first, second, third = (button.geometry() for button in buttons)
    assert (first.left(), second.right()) == (room.left(), room.right())
    assert (third.left(), third.right()) == (room.left(), room.right())
    assert first.right() < second.left() and first.bottom() < third.top()
    assert third.bottom() <= room.bottom()


def test_what_wants_to_grow_has_all_that_is_left(qtbot: QtBot) -> None:
    field, button = QLineEdit(), QPushButton("Find next")
    top, row = row_of(qtbot, field, button)
    lines_at(top, row, 900)
    assert button.width() <= button.sizeHint().width() + 1
    assert field.width() > 700


def test_a_hidden_control_takes_no_room(qtbot: QtBot) -> None:
    buttons = [QPushButton(words) for words in WORDS]
    _top, row = row_of(qtbot, *buttons)
    before = row.sizeHint().width()
    buttons[0].hide()
    row.invalidate()
    assert row.sizeHint().width() < before - buttons[0].sizeHint().width()


def test_a_column_is_as_high_as_it_needs(qtbot: QtBot) -> None:
    """A list with a least height and a row of two lines do not lie one over the other."""
    column, rows, end = Column(), QListWidget(), QPushButton("Close")
    rows.setMinimumHeight(600)
    inner = QVBoxLayout(column)
    row = WrappedRow()
    buttons = [QPushButton(words) for words in WORDS]
    for button in buttons:
        row.addWidget(button)
    inner.addWidget(rows)
    inner.addLayout(row)
    inner.addWidget(end)
    area = HighArea(column)
    qtbot.addWidget(area)
    area.resize(200, 300)
    area.show()
    qtbot.waitUntil(lambda: column.height() > 600)
    assert rows.geometry().bottom() < buttons[0].y()
    assert buttons[-1].geometry().bottom() < end.y()


def test_what_comes_above_the_focus_does_not_push_it_out_of_sight(qtbot: QtBot) -> None:
    column, picture, button = Column(), QWidget(), QPushButton("Take the picture")
    picture.setMinimumHeight(900)
    picture.hide()
    inner = QVBoxLayout(column)
    inner.addWidget(picture)
    inner.addWidget(button)
    area = HighArea(column)
    qtbot.addWidget(area)
    area.resize(300, 200)
    area.show()
    area.activateWindow()
    button.setFocus()
    qtbot.waitUntil(button.hasFocus)
    picture.show()
    qtbot.waitUntil(lambda: button.y() > 800)
    qtbot.waitUntil(lambda: not button.visibleRegion().isEmpty())


@pytest.mark.parametrize("width", [150, 250, 400])
def test_a_choice_stands_in_as_many_lines_as_it_takes(qtbot: QtBot, width: int) -> None:
    words = "Ich bewege den Gegenstand, die Kamera ist auf mich gerichtet"
    choice = RadioButton()
    qtbot.addWidget(choice)
    choice.say(words)
    choice.wrap(width)
    assert choice.sizeHint().width() <= width
    assert choice.text().split() == words.split()
    assert choice.accessibleName() == words
    choice.wrap(2000)
    assert choice.text() == words


def test_room_is_kept_for_a_picture_only_while_there_is_one(qtbot: QtBot) -> None:
    preview = Preview()
    qtbot.addWidget(preview)
    assert preview.isHidden()
    preview.show_shot(scene())
    assert preview.isVisible()
    preview.clear_shot()
    assert preview.isHidden()


@pytest.mark.parametrize(("language", "typed"), [("en", "1.5"), ("es", "1,5"), ("de", "1,5")])
def test_numbers_are_shown_and_typed_with_the_point_of_the_language(
    qtbot: QtBot, language: str, typed: str
) -> None:
    use_language(language)
    given: list[object] = []
    rows = SettingsPage(Chosen(Settings())).rows()
    row = next(row for row in rows if row.kind is Kind.NUMBER and not row.is_whole)
    editor = editor_of(row, given.append)
    qtbot.addWidget(editor)
    editor.show()
    (field,) = editor.findChildren(QDoubleSpinBox)
    field.setRange(0, 2)
    editor.show_value(1.25)
    assert field.text() == typed[:2] + "25"
    field.selectAll()
    QTest.keyClicks(field, typed)
    field.editingFinished.emit()
    field.interpretText()
    assert given == [1.5]
