"""Keys changed inside the program, by keyboard alone; they hold at once and at the next start."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot
from whichone_app.jobs import QtJobRunner
from whichone_app.key_press import is_whole, pressed_keys
from whichone_app.keys_dialog import KeysDialog
from whichone_app.keys_file import read_keys
from whichone_app.window import MainWindow
from whichone_core.languages import use_language
from whichone_core.settings import SpeakThrough

from tests.desk.scripted import ScriptedAssistant
from tests.gui.actions import action, help_lines
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


# ---------------------------------------------------------------------- exchanged


def test_two_commands_exchange_their_keys_after_one_question(
    own: Room, dialog: KeysDialog, file: Path
) -> None:
    find(dialog, "open a picture", "open")
    press(Key.Key_Return)
    press(Key.Key_R, CTRL)
    assert said(own, dialog) == (
        "Control R belongs to Repeat. Exchange? Enter gives Repeat Control O instead. "
        "Escape leaves both as they are."
    )
    assert focused() is dialog.list and not file.exists()
    press(Key.Key_Return)
    assert said(own, dialog) == "Open: Control R. Repeat: Control O."
    assert [key.toString() for key in action(own, "open").shortcuts()] == ["Ctrl+R"]
    assert [key.toString() for key in action(own, "repeat").shortcuts()] == ["Ctrl+O"]
    assert read_keys(file) == {"open": "Ctrl+R", "repeat": "Ctrl+O"}
    press(Key.Key_Return)
    assert said(own, dialog).startswith("Press the new key for Open."), "Enter is the list's again"
    press(Key.Key_Escape)
    dialog.usual_button.setFocus()
    press(Key.Key_Return)
    assert said(own, dialog).startswith("Control O belongs to Repeat. Exchange? ")
    press(Key.Key_Return)
    assert said(own, dialog) == "Open: Control O. Repeat: Control R."
    assert read_keys(file) == {}


@pytest.mark.parametrize("key", [Key.Key_Escape, Key.Key_N, Key.Key_Tab, Key.Key_Space])
def test_whatever_else_is_pressed_exchanges_nothing(
    own: Room, dialog: KeysDialog, file: Path, key: Key
) -> None:
    find(dialog, "open a picture", "open")
    press(Key.Key_Return)
    press(Key.Key_R, CTRL)
    press(key)
    assert said(own, dialog) == "Nothing changed."
    assert focused() is dialog.list and dialog.isVisible()
    assert read_keys(file) == {}


def test_who_goes_elsewhere_exchanges_nothing(own: Room, dialog: KeysDialog, file: Path) -> None:
    find(dialog, "open a picture", "open")
    press(Key.Key_Return)
    press(Key.Key_R, CTRL)
    dialog.search.setFocus()
    assert said(own, dialog) == "Nothing changed."
    press(Key.Key_Return)
    assert read_keys(file) == {}


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


# ---------------------------------------------------------------------- the list and the file


def test_letters_go_to_the_commands_that_have_such_a_word(dialog: KeysDialog) -> None:
    dialog.list.setFocus()
    QTest.keyClicks(dialog.list, "rep")
    assert dialog.current == "repeat"


def test_where_nothing_is_found_nothing_is_offered(own: Room, dialog: KeysDialog) -> None:
    QTest.keyClicks(dialog.search, "xyzzy")
    own.bot.waitUntil(lambda: "No command found." in own.mouth.ever)
    assert not dialog.change_button.isEnabled()
    assert dialog.all_button.isEnabled()


def test_where_the_keys_are_kept_is_said(own: Room, dialog: KeysDialog, file: Path) -> None:
    dialog.file_button.setFocus()
    press(Key.Key_Return)
    assert said(own, dialog).startswith(f"The keys stand in the file {file}.")
    assert '# open = "Ctrl+O"' in file.read_text(encoding="utf-8")


def test_a_broken_file_is_told_of_and_left_alone(
    file: Path, request: pytest.FixtureRequest
) -> None:
    file.write_text("open = [")
    own: Room = request.getfixturevalue("own")
    own.window.key_help.tell_problems()
    assert own.mouth.ever[-1].startswith(f"The keys file {file} cannot be read")
    dialog = opened(own)
    find(dialog, "open a picture", "open")
    press(Key.Key_Return)
    press(Key.Key_T, CTRL)
    assert said(own, dialog) == (
        f"Open: Control T. It holds until WhichOne ends. The keys file {file} is damaged, so "
        "nothing was written to it. Repair it, or give it another name and start anew."
    )
    assert own.window.key_help.table.keys("open") == "Ctrl+T"
    assert file.read_text() == "open = ["


def test_the_dialog_speaks_the_language_that_is_used(own: Room, dialog: KeysDialog) -> None:
    use_language("de")
    QApplication.sendEvent(dialog, QEvent(QEvent.Type.LanguageChange))
    assert dialog.windowTitle() == "Tasten"
    assert "Steuerung O" in dialog.list.item(0).text()
    find(dialog, "steuerung o", "open")
    press(Key.Key_Return)
    press(Key.Key_R, CTRL)
    assert said(own, dialog) == (
        "Steuerung R gehört zu Wiederholen. Tauschen? Enter gibt Wiederholen dafür "
        "Steuerung O. Escape lässt beide, wie sie sind."
    )


# ---------------------------------------------------------------------- what Qt tells of a key


@pytest.mark.parametrize(
    ("key", "held", "text", "keys"),
    [
        (Key.Key_O, CTRL | Held.ShiftModifier, "\x0f", "Ctrl+Shift+O"),
        (Key.Key_Plus, CTRL | Held.ShiftModifier, "+", "Ctrl++"),
        (Key.Key_Slash, CTRL | Held.ShiftModifier, "/", "Ctrl+/"),
        (Key.Key_F5, Held.MetaModifier | Held.ShiftModifier, "", "Meta+Shift+F5"),
        (Key.Key_PageUp, Held.AltModifier, "", "Alt+PgUp"),
        (Key.Key_Up, Held.AltModifier | Held.KeypadModifier, "", "Alt+Up"),
        (Key.Key_Enter, Held.KeypadModifier, "\r", "NumPad"),
        (Key.Key_Dead_Acute, CTRL, "", ""),
        (Key.Key_MediaPlay, Held.NoModifier, "", ""),
    ],
)
def test_a_pressed_key_is_written_as_in_the_file(
    key: Key, held: Held, text: str, keys: str
) -> None:
    assert pressed_keys(QKeyEvent(QEvent.Type.KeyPress, key, held, text)) == keys


def test_a_key_that_repeats_itself_is_no_new_one() -> None:
    again = QKeyEvent(QEvent.Type.KeyPress, Key.Key_Return, Held.NoModifier, "\r", True)
    assert not is_whole(again)
