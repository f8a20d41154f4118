"""The guide in the window, and that what it repeats of the program is what the program says."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from whichone_app.guide.dialog import GuideDialog
from whichone_app.guide.feature import Guide
from whichone_app.jobs import QtJobRunner
from whichone_app.presenters.key_names import said_keys
from whichone_app.qt_language import use_qt_language
from whichone_app.window import MainWindow
from whichone_core.languages import LANGUAGES, use_language
from whichone_core.settings import SpeakThrough

from installers.guide import chapters
from installers.guide.chapters import CHAPTERS, MADE, page, speaking
from tests.desk.scripted import ScriptedAssistant
from tests.gui.conftest import SHORT, Mouth, Room, take


@pytest.fixture
def room(qtbot: QtBot) -> Iterator[Room]:
    """A window that has nothing but the guide."""
    jobs, assistant, mouth = QtJobRunner(), ScriptedAssistant(), Mouth()
    window = MainWindow(
        assistant, jobs, mouth, take, SpeakThrough.OWN_VOICE, SHORT, features=(Guide,)
    )
    qtbot.addWidget(window)
    window.show()
    qtbot.waitUntil(window.question.hasFocus)
    yield Room(window, jobs, assistant, mouth, qtbot)
    use_language("en")
    use_qt_language()
    window.close()
    jobs.close()


def open_guide(room: Room) -> GuideDialog:
    action = room.window.findChild(QAction, "guide")
    assert action is not None
    action.trigger()
    dialog = room.window.findChild(GuideDialog)
    assert dialog is not None
    room.bot.waitUntil(dialog.headings.hasFocus)
    return dialog


def press(
    room: Room, key: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> str:
    """Press a key where the focus is.  Returns what was said of it."""
    room.mouth.ever.clear()
    widget = QApplication.focusWidget()
    assert widget is not None
    QTest.keyClick(widget, key, held)
    return " ".join(room.mouth.ever)


def test_the_guide_is_in_the_menu_help_and_opens_with_its_headings(room: Room) -> None:
    dialog = open_guide(room)
    assert dialog.headings.item(0).text() == "WhichOne user guide"
    assert "F3 reads the next sentence" in room.mouth.ever[-1]
    assert room.window.key_help.table.keys("guide") == "Ctrl+Shift+F1"
    assert "" not in dialog.text.toPlainText().split("\n")


def test_enter_on_a_heading_reads_on_from_there(room: Room) -> None:
    dialog = open_guide(room)
    press(room, Qt.Key.Key_Down)
    assert press(room, Qt.Key.Key_Return) == "Heading: How to read this guide"
    assert dialog.text.hasFocus()
    assert dialog.text.textCursor().block().text() == "Heading: How to read this guide"
    assert press(room, Qt.Key.Key_F3) == "Each chapter stands alone."
    assert press(room, Qt.Key.Key_F11) == "Each chapter stands alone."
    shift = Qt.KeyboardModifier.ShiftModifier
    assert press(room, Qt.Key.Key_F3, shift) == "Heading: How to read this guide"


def test_keys_read_from_every_control_and_move_no_focus(room: Room) -> None:
    dialog = open_guide(room)
    assert press(room, Qt.Key.Key_F3).startswith("WhichOne answers your questions")
    assert press(room, Qt.Key.Key_F4) == "Heading: How to read this guide"
    assert press(room, Qt.Key.Key_F4, Qt.KeyboardModifier.ShiftModifier).startswith(
        "Heading: Which"
    )
    assert dialog.headings.hasFocus()


def test_words_are_found_and_what_is_not_there_is_said_and_written(room: Room) -> None:
    dialog = open_guide(room)
    dialog.words.setFocus()
    dialog.words.setText("smolvlm-500m is small")
    assert press(room, Qt.Key.Key_Return) == "smolvlm-500m is small."
    assert dialog.headings.currentItem().text().strip() == "Which one to take"
    dialog.words.setText("periscope")
    assert press(room, Qt.Key.Key_Return) == "The guide does not hold that."
    assert dialog.messages.toPlainText().endswith("The guide does not hold that.")
    assert dialog.words.hasFocus()


def test_escape_silences_first_and_then_closes(room: Room) -> None:
    dialog = open_guide(room)
    press(room, Qt.Key.Key_F3)
    press(room, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    press(room, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert open_guide(room) is dialog


def test_the_guide_is_in_the_language_that_is_used_when_it_opens(room: Room) -> None:
    dialog = open_guide(room)
    dialog.close()
    use_language("de")
    open_guide(room)
    assert dialog.headings.item(0).text() == "Handbuch zu WhichOne"
    assert press(room, Qt.Key.Key_F4).startswith("Überschrift: ")


def test_an_open_guide_changes_its_language_where_it_is(room: Room) -> None:
    dialog = open_guide(room)
    row = 3
    dialog.headings.setCurrentRow(row)
    use_language("de")
    use_qt_language()
    room.bot.waitUntil(lambda: dialog.headings.item(0).text() == "Handbuch zu WhichOne")
    assert dialog.headings.currentRow() == row
    assert dialog.headings.hasFocus()
    assert dialog.windowTitle() == "Benutzerhandbuch"
    assert dialog.text.accessibleName() == "Text des Handbuchs"


# ---------------------------------------------------------------------- keys of the user's own


def test_the_chapter_of_commands_names_the_keys_as_they_were_changed(room: Room) -> None:
    dialog = open_guide(room)
    dialog.close()
    room.bot.waitUntil(room.window.isActiveWindow)
    room.window.key_help.choices.change("guide", "F12")
    room.window.key_help.choices.take_away("repeat")
    open_guide(room)
    lines = dialog.text.toPlainText().splitlines()
    assert "User guide, F12: read the user guide." in lines
    assert "Repeat: hear the answer again." in lines
    assert "Open, Control O: open a picture." in lines
    assert room.mouth.ever[-1].endswith(
        "You changed 2 keys: the chapter of all commands says yours, the others the usual ones."
    )
    dialog.close()
    room.bot.waitUntil(room.window.isActiveWindow)
    room.window.key_help.choices.back_all()
    open_guide(room)
    assert "User guide, Control Shift F1: read the user guide." in dialog.text.toPlainText()
    assert "You changed" not in room.mouth.ever[-1]


# ---------------------------------------------------------------------- in step


@pytest.mark.usefixtures("qapp")
def test_what_the_guide_repeats_of_the_program_is_what_it_says_now() -> None:
    """Mend it with: python -m installers.guide update"""
    assert [path.name for path in chapters.stale()] == []


@pytest.mark.usefixtures("qapp")
def test_every_key_that_the_guide_names_is_a_key_of_the_window() -> None:
    """In each chapter each language names the same keys, in its own words."""
    pressed = {keys for _menu, _text, keys, _help in chapters.command_lines() if keys}
    with speaking("en"):
        english = {said_keys(keys): keys for keys in pressed}
    for name in (chapter for chapter in CHAPTERS if chapter not in MADE):
        text = page("en", name).read_text(encoding="utf-8")
        named = re.findall(r"\b(?:Control |Shift |Alt )+(?:Page Up|\w+)", text)
        assert [key for key in named if key not in english] == [], name
        for language in LANGUAGES:
            other = page(language, name).read_text(encoding="utf-8")
            with speaking(language):
                missing = [key for key in named if said_keys(english[key]) not in other]
            assert missing == [], (language, name)
