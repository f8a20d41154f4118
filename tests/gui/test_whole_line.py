"""What is read of a line as a whole ends with a blank; Orca 43 leaves it out, nobody meets it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication, QInputMethodEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget
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


# ---------------------------------------------------------------------- typed by its user


@pytest.fixture
def typed(qtbot: QtBot) -> Iterator[WholeLine]:
    """A line in which "soup" was typed before Tab went on; the caret stands before the "p"."""
    place = QWidget()
    qtbot.addWidget(place)
    column, line, after = QVBoxLayout(place), WholeLine(), QPushButton("After")
    column.addWidget(line)
    column.addWidget(after)
    place.show()
    line.setFocus()
    qtbot.waitUntil(line.hasFocus)
    QTest.keyClicks(line, "soup")
    QTest.keyClick(line, Qt.Key.Key_Left)
    QTest.keyClick(line, Qt.Key.Key_Tab)
    qtbot.waitUntil(after.hasFocus)
    yield line


def test_what_was_typed_is_whole_for_whoever_comes_back(typed: WholeLine) -> None:
    assert typed.text() == "soup " and typed.value == "soup"
    assert typed.cursorPosition() == 3


def test_an_empty_line_that_is_left_stays_empty(qtbot: QtBot, typed: WholeLine) -> None:
    typed.clear()
    typed.setFocus()
    qtbot.waitUntil(typed.hasFocus)
    QTest.keyClick(typed, Qt.Key.Key_Tab)
    qtbot.waitUntil(lambda: not typed.hasFocus())
    assert typed.text() == ""


def test_going_and_coming_tells_nobody_of_an_edit(qtbot: QtBot, typed: WholeLine) -> None:
    edits: list[str] = []
    typed.textEdited.connect(edits.append)
    typed.setFocus()
    qtbot.waitUntil(typed.hasFocus)
    typed.clearFocus()
    typed.setFocus()
    assert edits == []
    QTest.keyClick(typed, Qt.Key.Key_S)
    assert edits == ["sousp"]
    assert typed.cursorPosition() == 4


def test_undoing_meets_no_blank(qtbot: QtBot, typed: WholeLine) -> None:
    typed.setFocus()
    QTest.keyClick(typed, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert typed.text() == "", "one step undoes what was typed in one go"


def test_words_put_in_at_the_end_follow_the_last_letter(typed: WholeLine) -> None:
    typed.setFocus()
    typed.setCursorPosition(len(typed.text()))
    typed.insert("s")
    assert typed.text() == "soups"


@pytest.mark.parametrize("first", ["read it", "read", "a", ""])
def test_each_text_that_is_shown_takes_the_caret_elsewhere(qtbot: QtBot, first: str) -> None:
    """Orca 43 passes over a caret that is where it was, and so over a line of the same length."""
    line = WholeLine()
    qtbot.addWidget(line)
    line.show_value(first)
    for text in ("look at", "tell it", "look at", "read", "tall"):
        before = line.cursorPosition()
        line.show_value(text)
        assert line.cursorPosition() != before
        assert line.value == text


# ---------------------------------------------------------------------- letters of two places

APPLE = "\N{RED APPLE}"


def come_back(qtbot: QtBot, line: WholeLine) -> None:
    line.clearFocus()
    line.setFocus()
    qtbot.waitUntil(line.hasFocus)


def type_in(line: WholeLine, text: str) -> None:
    """As a keyboard does that has emoji or joiners."""
    for letter in text:
        how = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_unknown, Qt.KeyboardModifier(0), letter)
        QApplication.sendEvent(line, how)


@pytest.fixture
def empty(qtbot: QtBot) -> WholeLine:
    line = WholeLine()
    qtbot.addWidget(line)
    line.show()
    line.setFocus()
    qtbot.waitUntil(line.hasFocus)
    return line


@pytest.mark.parametrize(
    "text", [APPLE, f"is {APPLE} red", f"{APPLE * 9}a", "cafe\u0301", "\u05e9\u05dd"]
)
def test_whoever_leaves_a_line_with_an_emoji_loses_no_letter(
    qtbot: QtBot, empty: WholeLine, text: str
) -> None:
    type_in(empty, text)
    come_back(qtbot, empty)
    assert empty.text() == f"{text} "
    QTest.keyClick(empty, Qt.Key.Key_End)
    type_in(empty, "?")
    assert empty.text() == f"{text}?"


def test_an_emoji_from_an_input_method_stays(qtbot: QtBot, empty: WholeLine) -> None:
    for letter in (APPLE, "a"):
        event = QInputMethodEvent("", [])
        event.setCommitString(letter)
        QApplication.sendEvent(empty, event)
        come_back(qtbot, empty)
    assert empty.value == f"{APPLE}a"


def test_what_is_shown_and_all_of_it_selected_is_replaced_with_its_emoji(line: WholeLine) -> None:
    line.show_value(f"a {APPLE}")
    line.selectAll()
    QTest.keyClicks(line, "Q7")
    assert line.text() == "Q7"


def test_a_sign_that_is_not_seen_follows_the_last_letter(qtbot: QtBot, empty: WholeLine) -> None:
    """Persian words have one that keeps letters apart, and typed with Shift+Space."""
    type_in(empty, "\u0645\u06cc")
    come_back(qtbot, empty)
    QTest.keyClick(empty, Qt.Key.Key_End)
    type_in(empty, "\u200c\u0631")
    assert empty.text() == "\u0645\u06cc\u200c\u0631"


@pytest.mark.parametrize("selects", [False, True])
def test_undoing_at_the_end_takes_one_key_and_no_blank_stays(
    qtbot: QtBot, empty: WholeLine, selects: bool
) -> None:
    type_in(empty, "soup")
    come_back(qtbot, empty)
    empty.selectAll() if selects else empty.end(False)
    QTest.keyClick(empty, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert empty.text() == ""
