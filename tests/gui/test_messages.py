"""Who goes to the messages of a dialog is at the newest, and hears how many there are."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from whichone_app.settings_window.messages import MOST
from whichone_app.settings_window.sheet import Sheet

from tests.gui.conftest import Room


@pytest.fixture
def sheet(room: Room) -> Iterator[Sheet]:
    made = Sheet(room.window, room.window.announcer, "Sheet")
    made.add_end()
    made.open_sheet()
    made.close_button.setFocus()
    room.bot.waitUntil(made.close_button.hasFocus)
    yield made
    made.close()


def current(sheet: Sheet) -> str:
    return sheet.messages.textCursor().block().text()


def test_the_newest_is_where_one_comes_to_and_they_are_counted(sheet: Sheet) -> None:
    assert (current(sheet), sheet.messages.accessibleName()) == (
        "Nothing to report yet.",
        "Messages",
    )
    sheet.tell("The first.")
    assert (current(sheet), sheet.messages.accessibleName()) == ("The first.", "1 message")
    sheet.tell("The second.")
    sheet.tell("The third.")
    QTest.keyClick(sheet.close_button, Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert sheet.messages.hasFocus()
    assert (current(sheet), sheet.messages.accessibleName()) == ("The third.", "3 messages")
    assert sheet.messages.textCursor().atBlockStart()
    assert sheet.messages.label.text() == "3 messages", "Orca calls it what its label calls it"


def test_who_reads_them_is_left_where_they_are(sheet: Sheet) -> None:
    sheet.tell("The first.")
    sheet.tell("The second.")
    sheet.messages.setFocus()
    QTest.keyClick(sheet.messages, Qt.Key.Key_Up)
    sheet.tell("The third.")
    assert current(sheet) == "The first."
    assert sheet.messages.accessibleName() == "2 messages", "a changed name would be read out"
    sheet.close_button.setFocus()
    assert (current(sheet), sheet.messages.accessibleName()) == ("The third.", "3 messages")


def test_beyond_the_most_the_oldest_go(sheet: Sheet) -> None:
    for number in range(MOST + 2):
        sheet.tell(f"Number {number}.")
    assert sheet.messages.toPlainText().splitlines()[0] == "Number 2."
    assert current(sheet) == f"Number {MOST + 1}."
    assert sheet.messages.accessibleName() == f"{MOST} messages"
