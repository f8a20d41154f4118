"""F1 and "what can I do here?" in a dialog tell of that dialog."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QRadioButton
from whichone_app.aiming.dialog import AimDialog
from whichone_app.settings_window.models_dialog import ModelsDialog
from whichone_app.settings_window.settings_dialog import SettingsDialog
from whichone_app.settings_window.sheet import Sheet
from whichone_core.settings import Settings, SpeakThrough

from tests.gui.conftest import Room
from tests.gui.test_every_control import controls, dialogs, full, keys, name_of

__all__ = ["full", "keys"]

NO_KEY, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier


def help_in(room: Room, dialog: Sheet, held: Qt.KeyboardModifier) -> str:
    """What the dialog says of itself when F1 is pressed in it, with its last line of messages."""
    room.bot.waitUntil(dialog.isActiveWindow)
    QTest.keyClick(dialog.focusWidget() or dialog, Qt.Key.Key_F1, held)
    told = dialog.messages.toPlainText().splitlines()[-1]
    assert room.mouth.asked == [told], "it is said alone, and stands there for braille"
    return told


@pytest.mark.parametrize("held", [NO_KEY, SHIFT], ids=["F1", "Shift+F1"])
def test_every_dialog_tells_its_controls_in_their_order(
    full: Room, held: Qt.KeyboardModifier
) -> None:
    titles = set()
    for dialog in dialogs(full):
        if not isinstance(dialog, Sheet):
            continue
        told = help_in(full, dialog, held)
        titles.add(dialog.windowTitle())
        assert told.startswith(f"You are in {dialog.windowTitle()}, at ")
        # The messages have been counted before this one was among them.
        counted = (dialog.messages, *dialog.findChildren(QRadioButton))
        names = [name_of(w) for w in controls(dialog) if w not in counted]
        assert [name for name in names if name not in told] == []
        first, rest = told.split("Tab goes to: ")
        assert dialog.keys_here and dialog.keys_here in first, "what matters comes first"
        assert "Escape" in first and "Escape" not in rest, "and how it is left"
    assert {"Settings", "Privacy", "Camera", "User guide", "Begin a study session"} <= titles
    assert full.answer == [], "the window's own help is left alone"


def test_the_camera_tells_its_keys_and_each_group_of_choices_once(full: Room) -> None:
    dialog = AimDialog(full.window, full.window.announcer)
    dialog.open_camera(["Desk Camera"], Settings())
    told = help_in(full, dialog, SHIFT)
    assert "Space takes the picture, Escape leaves." in told
    assert told.count("How to advise") == 1
    assert told.index("Take the picture") < told.index("Camera to use") < told.index("Close")
    dialog.hide_camera()


def test_what_tab_comes_to_is_told_from_the_focus_on(full: Room) -> None:
    dialog = next(each for each in dialogs(full) if isinstance(each, SettingsDialog))
    full.bot.waitUntil(dialog.isActiveWindow)
    dialog.search.setFocus()
    told = help_in(full, dialog, NO_KEY)
    assert told.startswith("You are in Settings, at Search settings. Type words to find")
    assert "Tab goes to: Settings, " in told and told.count("Search settings") == 1
    full.mouth.asked.clear()
    dialog.undo_button.setFocus()
    told = help_in(full, dialog, NO_KEY)
    assert told.startswith("You are in Settings, at Undo. ")
    assert "Tab goes to: Language models, " in told
    assert told.endswith("Reset this setting, Reset all settings."), "and round"


def test_how_a_dialog_is_left_is_told_as_it_is_for_whoever_speaks(full: Room) -> None:
    """A reader does not tell that it still speaks, so that Escape can't only silence it."""
    settings = next(each for each in dialogs(full) if isinstance(each, SettingsDialog))
    settings.tell("A notice.")
    assert full.window.announcer.is_speaking
    assert settings.way_out == "Escape silences, and closes when it is silent."
    settings.escape()
    assert settings.isVisible()
    full.window.announcer.speak_through(SpeakThrough.SCREEN_READER)
    settings.tell("A notice.")
    assert settings.way_out == (
        "Escape closes, also while your screen reader speaks. Control silences it."
    )
    settings.escape()
    assert not settings.isVisible()


def test_where_a_dialog_works_escape_is_said_to_stop_that(full: Room) -> None:
    models = next(each for each in dialogs(full) if isinstance(each, ModelsDialog))
    assert models.way_out == (
        "Escape silences and stops what goes on here. Where there is nothing to stop, it closes."
    )
    full.window.announcer.speak_through(SpeakThrough.SCREEN_READER)
    assert models.way_out.startswith("Escape stops what goes on here, or else closes, also while")


def test_back_in_the_window_the_keys_tell_of_the_window_again(full: Room) -> None:
    full.window.activateWindow()
    full.bot.waitUntil(full.window.isActiveWindow)
    QTest.keyClick(full.window.question, Qt.Key.Key_F1, SHIFT)
    assert "No picture is open" in full.mouth.asked[-1]
    QTest.keyClick(full.window.question, Qt.Key.Key_F1, NO_KEY)
    assert "No picture is open" in full.mouth.asked[-1]
    assert full.answer == []
