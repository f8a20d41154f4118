"""What a program shows in a line ends with a blank, which Orca 43 leaves out; nobody meets it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from whichone_app.whole_line import WholeLine


@pytest.fixture
def line(qtbot: QtBot) -> WholeLine:
    made = WholeLine()
    qtbot.addWidget(made)
    made.show_value("P-82NG")
    return made


def test_what_is_shown_has_one_blank_more_than_its_value(line: WholeLine) -> None:
    assert line.text() == "P-82NG "
    assert line.value == "P-82NG"


def test_an_empty_line_stays_empty(line: WholeLine) -> None:
    line.show_value("")
    assert line.text() == line.value == ""


@pytest.mark.parametrize(
    ("keys", "value"),
    [
        ([Qt.Key.Key_End, Qt.Key.Key_X], "P-82NGx"),
        ([Qt.Key.Key_End, Qt.Key.Key_Backspace], "P-82N"),
        ([Qt.Key.Key_Home, Qt.Key.Key_X], "xP-82NG"),
        ([Qt.Key.Key_Home, Qt.Key.Key_Right, Qt.Key.Key_Delete], "P82NG"),
        ([Qt.Key.Key_Tab], "P-82NG"),
        ([Qt.Key.Key_End, Qt.Key.Key_Space, Qt.Key.Key_X], "P-82NG x"),
    ],
)
def test_what_is_typed_meets_no_blank(line: WholeLine, keys: list[Qt.Key], value: str) -> None:
    for key in keys:
        QTest.keyClick(line, key)
    assert line.value == value
    assert line.text().startswith(value)


def test_what_was_selected_is_replaced_whole(line: WholeLine) -> None:
    line.selectAll()
    QTest.keyClicks(line, "Q7")
    assert line.text() == "Q7"


def test_a_part_that_was_selected_stays_so(line: WholeLine) -> None:
    line.setSelection(0, 2)
    QTest.keyClick(line, Qt.Key.Key_X)
    assert line.text() == "x82NG"


def test_a_key_that_changes_nothing_leaves_it_as_it_is(line: WholeLine) -> None:
    line.selectAll()
    QTest.keyClick(line, Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(line, Qt.Key.Key_F7)
    assert line.text() == line.selectedText() == "P-82NG "


def test_what_is_pasted_at_the_end_meets_no_blank(line: WholeLine) -> None:
    QGuiApplication.clipboard().setText("7")
    QTest.keyClick(line, Qt.Key.Key_End)
    QTest.keyClick(line, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert line.text() == "P-82NG7"
