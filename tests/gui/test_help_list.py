"""F1 in the window: a short word, and a list of all commands that can be done from there."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from whichone_app.help_dialog import HelpDialog
from whichone_app.settings_window.sheet import Sheet

from tests.gui.conftest import Room
from tests.gui.test_every_control import full, keys

__all__ = ["full", "keys"]


@pytest.fixture
def help_list(full: Room) -> HelpDialog:
    QTest.keyClick(full.window.question, Qt.Key.Key_F1)
    (dialog,) = full.window.findChildren(HelpDialog)
    full.bot.waitUntil(dialog.list.hasFocus)
    return dialog


def current(dialog: HelpDialog) -> str:
    return dialog.list.currentItem().text()


def come_to(dialog: HelpDialog, line: str) -> None:
    lines = [dialog.list.item(row).text() for row in range(dialog.list.count())]
    dialog.list.setCurrentRow(lines.index(line))


def test_it_says_little_and_begins_with_what_matters_now(full: Room, help_list: HelpDialog) -> None:
    assert current(help_list) == "Open a picture: Ctrl+O."
    (said,) = [one for one in full.mouth.asked if "No picture is open" in one]
    assert len(said) < 350 and "Control Q" not in said
    assert full.answer == [], "an answer stays where it is"


def test_every_command_of_the_menus_is_in_it(full: Room, help_list: HelpDialog) -> None:
    names = {
        action.objectName()
        for menu in full.window.menuBar().findChildren(QMenu)
        for action in menu.actions()
        if action.objectName()
    }
    rows = [help_list.list.item(row) for row in range(help_list.list.count())]
    listed = {row.data(Qt.ItemDataRole.UserRole) for row in rows}
    assert listed == names - {"keys"}
    spoken = [row.data(Qt.ItemDataRole.AccessibleTextRole) for row in rows]
    assert "Larger text: Control Plus." in spoken
    assert not [said for said in spoken if "+" in said or "Ctrl" in said]


def test_letters_look_at_what_a_command_does_and_not_at_its_key(
    full: Room, help_list: HelpDialog
) -> None:
    QTest.keyClicks(help_list.list, "larg")
    assert current(help_list) == "Larger text: Ctrl++."
    full.mouth.ever.clear()
    help_list.list._letters = None  # as after a pause
    help_list.list.keyboardSearch("§")
    assert full.mouth.ever == ["Nothing here begins with §."]
    assert current(help_list) == "Larger text: Ctrl++."


@pytest.mark.parametrize("by_button", [False, True], ids=["Enter", "button"])
def test_a_command_is_done_back_in_the_window(
    full: Room, help_list: HelpDialog, by_button: bool
) -> None:
    come_to(help_list, "Go to the answer: F6.")
    if by_button:
        help_list.do_button.setFocus()
        QTest.keyClick(help_list.do_button, Qt.Key.Key_Space)
    else:
        QTest.keyClick(help_list.list, Qt.Key.Key_Return)
    full.bot.waitUntil(full.window.answer.hasFocus)
    assert not help_list.isVisible()


def test_what_opens_another_dialog_does_so(full: Room, help_list: HelpDialog) -> None:
    come_to(help_list, "Change settings: Ctrl+,.")
    QTest.keyClick(help_list.list, Qt.Key.Key_Return)

    def titles() -> list[str]:
        return [w.windowTitle() for w in full.window.findChildren(Sheet) if w.isVisible()]

    full.bot.waitUntil(lambda: titles() == ["Settings"])


def test_the_next_time_it_begins_with_what_matters_then(full: Room, help_list: HelpDialog) -> None:
    QTest.keyClick(help_list.list, Qt.Key.Key_Escape)  # silences
    QTest.keyClick(help_list.list, Qt.Key.Key_Escape)
    full.bot.waitUntil(lambda: not help_list.isVisible() and full.window.isActiveWindow())
    full.ask("which one")
    QTest.keyClick(full.window.question, Qt.Key.Key_F1)
    full.bot.waitUntil(help_list.list.hasFocus)
    assert current(help_list) == "Go to the options: F7."
    assert len(full.window.findChildren(HelpDialog)) == 1, "it is made once"
