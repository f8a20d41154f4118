"""The settings by keyboard alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from whichone_app.chosen import Chosen
from whichone_app.presenters.settings_page import SettingsPage
from whichone_app.screen_reader import Announcements, Notice
from whichone_app.settings_window.settings_dialog import SettingsDialog
from whichone_core.settings import LogConsent, Settings, SpeakThrough, Voice

from tests.gui.conftest import Room


@pytest.fixture
def chosen(tmp_path: Path) -> Chosen:
    return Chosen(Settings(), tmp_path / "settings.toml")


@pytest.fixture
def dialog(room: Room, chosen: Chosen) -> Iterator[SettingsDialog]:
    made = SettingsDialog(room.window, room.window.announcer, SettingsPage(chosen))
    made.open_sheet()
    room.bot.waitUntil(made.search.hasFocus)
    yield made
    made.close()


def focused() -> QWidget:
    found = QApplication.focusWidget()
    assert found is not None
    return found


def press(key: Qt.Key, times: int = 1) -> None:
    for _time in range(times):
        QTest.keyClick(focused(), key)


def search(room: Room, dialog: SettingsDialog, text: str, count: int) -> None:
    dialog.search.setFocus()
    dialog.search.selectAll()
    QTest.keyClicks(dialog.search, text)
    room.bot.waitUntil(lambda: dialog.list.count() == count)


def test_every_setting_has_a_control_and_every_control_its_own_name(
    dialog: SettingsDialog,
) -> None:
    assert list(dialog.editors) == list(Settings.model_fields)
    names = [
        control.accessibleName()
        for control in dialog.findChildren(QWidget)
        if control.focusPolicy() != Qt.FocusPolicy.NoFocus and control.accessibleName()
    ]
    assert [name for name, times in Counter(names).items() if times > 1] == []


def test_no_label_is_read_as_what_the_dialog_is_about(dialog: SettingsDialog) -> None:
    """Orca reads each label that belongs to no control after the title of a dialog."""
    shown = [label for label in dialog.findChildren(QLabel) if label.isVisible()]
    assert [label.text() for label in shown if label.text().startswith("What looks")]
    strays = [label for label in shown if not isinstance(label, Notice) and not label.buddy()]
    assert [label.text() for label in strays] == []


def test_a_setting_is_found_chosen_and_changed_by_keyboard(
    room: Room, dialog: SettingsDialog, chosen: Chosen
) -> None:
    search(room, dialog, "what is kept on this computer", 1)
    room.bot.waitUntil(lambda: room.mouth.asked == ["1 setting."])
    press(Qt.Key.Key_Tab)
    assert focused() is dialog.list
    press(Qt.Key.Key_Return)
    press(Qt.Key.Key_Down)
    assert chosen.current.log is LogConsent.TEXT
    assert room.mouth.asked[-1] == "Log: text. It holds after a restart."
    assert dialog.messages.toPlainText().splitlines()[-1] == room.mouth.asked[-1]
    assert dialog.list.currentItem().text().startswith("Log: text.")


def test_a_number_is_changed_by_arrows_and_by_typing(
    room: Room, dialog: SettingsDialog, chosen: Chosen
) -> None:
    search(room, dialog, "speech_rate", 1)
    press(Qt.Key.Key_Tab)
    press(Qt.Key.Key_Return)
    press(Qt.Key.Key_Up, times=2)
    assert chosen.current.speech_rate == pytest.approx(0.2)
    QTest.keyClick(focused(), Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(focused(), "-0.5")
    press(Qt.Key.Key_Return)
    assert chosen.current.speech_rate == -0.5


def test_readers_are_told_of_a_number_that_was_typed_and_of_what_is_refused(
    room: Room, dialog: SettingsDialog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They read what arrows change by themselves, and nothing of what is typed."""
    given: list[str] = []
    monkeypatch.setattr(Announcements, "announce", lambda _self, text: given.append(text))
    room.window.announcer.speak_through(SpeakThrough.SCREEN_READER)
    search(room, dialog, "speech_rate", 1)
    press(Qt.Key.Key_Tab)
    press(Qt.Key.Key_Return)
    room.bot.waitUntil(lambda: given == ["1 setting."])
    limits = "Speech rate can be from -1 to 1."
    changed = "Speech rate: 0.5. It holds after a restart."
    for typed, told in (("0.5", changed), ("7", limits), ("a", limits)):
        given.clear()
        QTest.keyClick(focused(), Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(focused(), typed)
        press(Qt.Key.Key_Return)
        room.bot.waitUntil(lambda: bool(given))
        assert given == [told]
    given.clear()
    QTest.keyClicks(focused(), "0.5")
    press(Qt.Key.Key_Return)
    room.bot.waitUntil(lambda: given == ["Speech rate: 0.5."])
    given.clear()
    press(Qt.Key.Key_Up)
    room.bot.waitUntil(lambda: bool(given))
    assert given == ["It holds after a restart."], "the reader reads the new value itself"


def test_a_text_that_cannot_be_is_refused_in_words_and_the_old_one_comes_back(
    room: Room, dialog: SettingsDialog, chosen: Chosen
) -> None:
    search(room, dialog, "language of answers", 1)
    press(Qt.Key.Key_Tab)
    press(Qt.Key.Key_Return)
    QTest.keyClicks(focused(), "!?")
    press(Qt.Key.Key_Return)
    assert room.mouth.asked[-1].startswith('The setting language cannot be "auto!?".')
    assert chosen.current.language == "auto"
    assert str(focused().property("text")).strip() == "auto"


def test_reset_and_undo_by_their_buttons(
    room: Room, dialog: SettingsDialog, chosen: Chosen
) -> None:
    chosen.change(voice="espeak", log="text")
    dialog.reset_all_button.setFocus()
    press(Qt.Key.Key_Space)
    assert chosen.current == Settings()
    dialog.undo_button.setFocus()
    press(Qt.Key.Key_Space)
    assert chosen.current.voice is Voice.ESPEAK
    search(room, dialog, "which program speaks", 1)
    dialog.reset_button.setFocus()
    press(Qt.Key.Key_Space)
    assert (chosen.current.voice, chosen.current.log) == (Voice.AUTO, LogConsent.TEXT)


def test_nothing_found_offers_no_control(room: Room, dialog: SettingsDialog) -> None:
    search(room, dialog, "xyzzy", 0)
    nothing = "Nothing found for xyzzy."
    room.bot.waitUntil(lambda: room.mouth.asked == [nothing])
    assert not dialog.reset_button.isEnabled()
    press(Qt.Key.Key_Tab)
    assert focused() is dialog.list and room.mouth.ever.count(nothing) == 2
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Up, Qt.Key.Key_Down):
        press(key)
    assert room.mouth.ever.count(nothing) == 5, "no key is silent in the empty list"
    search(room, dialog, "speech_rate", 1)
    assert dialog.reset_button.isEnabled()


def test_a_letter_that_no_setting_begins_with_is_told_and_the_place_is_kept(
    room: Room, dialog: SettingsDialog
) -> None:
    dialog.list.setFocus()
    dialog.list.setCurrentRow(2)
    press(Qt.Key.Key_Q)
    assert room.mouth.asked == ["Nothing here begins with q."]
    assert dialog.list.currentRow() == 2
    press(Qt.Key.Key_S)
    assert dialog.list.currentItem().text().startswith("S")


def test_escape_silences_first_and_closes_what_is_silent(
    room: Room, dialog: SettingsDialog
) -> None:
    dialog.tell("A long story.")
    press(Qt.Key.Key_Escape)
    assert room.mouth.asked == []
    assert dialog.isVisible()
    press(Qt.Key.Key_Escape)
    room.bot.waitUntil(lambda: not dialog.isVisible())


def test_a_screen_reader_hears_notices_of_the_dialog_that_is_active(
    room: Room, dialog: SettingsDialog
) -> None:
    """Readers pass over what the window behind it says."""
    room.window.announcer.speak_through(SpeakThrough.SCREEN_READER)
    dialog.tell("Voice: qt.")
    room.bot.waitUntil(
        lambda: any(
            notice.isVisible() and notice.accessibleName() == "Voice: qt."
            for notice in dialog.findChildren(Notice)
        )
    )
