"""Keys changed inside the program, by keyboard alone; they hold at once and at the next start."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from whichone_app.keys_dialog import KeysDialog
from whichone_app.keys_file import read_keys
from whichone_core.settings import SpeakThrough

from tests.gui.actions import action, help_lines
from tests.gui.conftest import Room
from tests.gui.keys_room import CTRL, Held, Key, dialog, file, find, focused, own, press, said

__all__ = ["dialog", "file", "own"]


# ---------------------------------------------------------------------- a new key


def test_a_key_is_found_changed_and_used_without_a_mouse(
    own: Room, dialog: KeysDialog, file: Path
) -> None:
    find(dialog, "larger text", "larger")
    own.bot.waitUntil(lambda: "1 command." in own.mouth.ever)
    press(Key.Key_Return)
    assert said(own, dialog) == (
        "Press the new key for Larger text. Now it is Control Plus. Escape leaves it so."
    )
    press(Key.Key_F12, CTRL)
    assert said(own, dialog) == "Larger text: Control F12."
    assert dialog.list.currentItem().text() == "Larger text: Control F12, changed, larger text."
    assert focused() is dialog.list, "the focus stays where it was"
    assert [key.toString() for key in action(own, "larger").shortcuts()] == ["Ctrl+F12"]
    assert read_keys(file) == {"larger": "Ctrl+F12"}
    press(Key.Key_Escape)  # silences
    press(Key.Key_Escape)
    own.bot.waitUntil(lambda: not dialog.isVisible() and own.window.isActiveWindow())
    before = QApplication.font().pointSizeF()
    QTest.keyClick(own.window.question, Key.Key_F12, CTRL)
    assert QApplication.font().pointSizeF() > before
    QTest.keyClick(own.window.question, Key.Key_0, CTRL)
    assert "Larger text: Ctrl+F12." in help_lines(own.window)


def test_a_key_that_a_command_has_is_taken_as_the_new_one_and_does_nothing_else(
    own: Room, dialog: KeysDialog
) -> None:
    find(dialog, "open a picture", "open")
    press(Key.Key_Return)
    press(Key.Key_F1)  # holds in dialogs too
    assert said(own, dialog).startswith("F1 belongs to Keys. Exchange? ")
    press(Key.Key_F1)
    assert said(own, dialog) == "Nothing changed.", "only Enter agrees"
    press(Key.Key_F1)
    assert said(own, dialog).startswith("You are in Keys, at Commands. "), "and now it helps again"


@pytest.mark.parametrize(
    ("key", "held", "why"),
    [
        (Key.Key_Tab, Held.NoModifier, "Tab goes to the next control"),
        (Key.Key_Backtab, Held.ShiftModifier, "Shift Tab goes to the control before"),
        (Key.Key_Return, Held.NoModifier, "types text or presses what has the focus"),
        (Key.Key_Insert, Held.NoModifier, "belongs to screen readers"),
        (Key.Key_CapsLock, Held.NoModifier, "belongs to screen readers"),
        (Key.Key_7, Held.KeypadModifier, "Number Pad belongs to screen readers"),
        (Key.Key_AltGr, Held.NoModifier, "types letters on many keyboards"),
        (Key.Key_Q, CTRL | Held.AltModifier, "types letters on many keyboards"),
        (Key.Key_P, Held.AltModifier, "goes to a menu or a control"),
        (Key.Key_VolumeUp, Held.NoModifier, "That key cannot be the key of a command"),
    ],
)
def test_what_belongs_to_somebody_is_refused_and_the_list_stays(
    own: Room, dialog: KeysDialog, file: Path, key: Key, held: Held, why: str
) -> None:
    find(dialog, "open a picture", "open")
    press(Key.Key_Return)
    press(key, held)
    assert why in said(own, dialog)
    assert focused() is dialog.list
    assert read_keys(file) == {}
    assert said(own, dialog).endswith("Press another key, or Escape to leave it as it is.")
    press(Key.Key_T, CTRL)
    assert said(own, dialog) == "Open: Control T."


def test_escape_after_a_refused_key_ends_the_waiting_and_not_the_dialog(
    own: Room, dialog: KeysDialog, file: Path
) -> None:
    """Also where a reader speaks, under which Escape otherwise closes at once."""
    own.window.announcer.speak_through(SpeakThrough.SCREEN_READER)
    find(dialog, "open a picture", "open")
    press(Key.Key_Return)
    press(Key.Key_Insert)
    press(Key.Key_Tab)
    assert focused() is dialog.list, "a key is still waited for"
    press(Key.Key_Escape)
    assert dialog.isVisible()
    assert dialog.messages.toPlainText().splitlines()[-1] == "Nothing changed."
    press(Key.Key_Tab)
    assert focused() is not dialog.list, "and now Tab goes on"
    assert not file.exists()
    press(Key.Key_Escape)
    assert not dialog.isVisible()


def test_held_keys_alone_are_waited_through(own: Room, dialog: KeysDialog) -> None:
    find(dialog, "open a picture", "open")
    press(Key.Key_Return)
    QTest.keyPress(focused(), Key.Key_Control, CTRL)
    QTest.keyPress(focused(), Key.Key_Shift, CTRL | Held.ShiftModifier)
    press(Key.Key_E, CTRL | Held.ShiftModifier)
    assert said(own, dialog) == "Open: Control Shift E."


def test_escape_leaves_the_key_and_then_the_dialog(
    own: Room, dialog: KeysDialog, file: Path
) -> None:
    find(dialog, "open a picture", "open")
    press(Key.Key_Return)
    press(Key.Key_Escape)
    assert said(own, dialog) == "Nothing changed."
    assert dialog.isVisible()
    press(Key.Key_Down)  # belongs to the list again
    assert not file.exists()
    own.mouth.stop()
    press(Key.Key_Escape)
    assert not dialog.isVisible()


def test_whoever_goes_elsewhere_gives_no_key(own: Room, dialog: KeysDialog) -> None:
    find(dialog, "open a picture", "open")
    press(Key.Key_Return)
    dialog.search.setFocus()
    assert said(own, dialog) == "Nothing changed."
    QTest.keyClick(dialog.search, Key.Key_End)
    assert own.window.key_help.table.keys("open") == "Ctrl+O"


def test_the_button_waits_for_a_key_too_and_keeps_the_focus(own: Room, dialog: KeysDialog) -> None:
    find(dialog, "open a picture", "open")
    dialog.change_button.setFocus()
    press(Key.Key_Space)
    assert said(own, dialog).startswith("Press the new key for Open.")
    press(Key.Key_T, CTRL)
    assert said(own, dialog) == "Open: Control T."
    assert focused() is dialog.change_button


# ---------------------------------------------------------------------- without, and back


def test_no_key_the_usual_key_and_all_usual_keys(own: Room, dialog: KeysDialog, file: Path) -> None:
    find(dialog, "go to the question", "go question")
    dialog.none_button.setFocus()
    press(Key.Key_Return)
    assert said(own, dialog) == "Question: no key."
    assert action(own, "go question").shortcuts() == []
    assert read_keys(file) == {"go_question": ""}
    dialog.usual_button.setFocus()
    press(Key.Key_Return)
    assert said(own, dialog) == "Question: Control L."
    assert read_keys(file) == {}
    own.window.key_help.choices.change("open", "Ctrl+T")
    own.window.key_help.choices.change("copy", "F9")
    dialog.all_button.setFocus()
    press(Key.Key_Return)
    assert said(own, dialog) == "Press it again to give all commands their usual keys."
    assert own.window.key_help.table.keys("open") == "Ctrl+T"
    press(Key.Key_Return)
    assert said(own, dialog) == "2 keys are the usual ones again."
    assert [key.toString() for key in action(own, "open").shortcuts()] == ["Ctrl+O"]
    assert read_keys(file) == {}


def test_who_leaves_all_usual_keys_has_not_wished_them_any_more(
    own: Room, dialog: KeysDialog
) -> None:
    own.window.key_help.choices.change("copy", "F9")
    for _time in range(2):
        dialog.all_button.setFocus()
        press(Key.Key_Return)
        assert said(own, dialog) == "Press it again to give all commands their usual keys."
        press(Key.Key_Tab)
    assert own.window.key_help.table.keys("copy") == "F9"


def test_asking_for_all_usual_keys_is_forgotten_by_doing_something_else(
    own: Room, dialog: KeysDialog
) -> None:
    own.window.key_help.choices.change("open", "Ctrl+T")
    find(dialog, "copy the answer", "copy")
    dialog.all_button.setFocus()
    press(Key.Key_Return)
    dialog.usual_button.setFocus()
    press(Key.Key_Return)
    dialog.all_button.setFocus()
    press(Key.Key_Return)
    assert own.window.key_help.table.keys("open") == "Ctrl+T"


def test_escape_silences_also_beside_another_key_for_it(own: Room, dialog: KeysDialog) -> None:
    find(dialog, "silence", "stop")
    press(Key.Key_Return)
    press(Key.Key_F12)
    assert {key.toString() for key in action(own, "stop").shortcuts()} == {"F12", "Esc"}
    dialog.none_button.setFocus()
    press(Key.Key_Return)
    assert said(own, dialog) == "Escape always silences, so it cannot be taken away."
