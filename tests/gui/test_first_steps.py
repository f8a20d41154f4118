"""First steps, privacy and the doctor by keyboard, and the menu that they are in."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot
from whichone_app.bootstrap import take_picture
from whichone_app.chosen import Chosen
from whichone_app.doctor import Diagnosis
from whichone_app.findings import Check, State
from whichone_app.hearing.fake import FakeMicrophone
from whichone_app.hearing.level import hear_somebody
from whichone_app.jobs import QtJobRunner
from whichone_app.presenters.first_run import Step
from whichone_app.presenters.privacy import PrivacyPage
from whichone_app.remembered import Remembered
from whichone_app.settings_window import feature
from whichone_app.settings_window.feature import SettingsFeature
from whichone_app.settings_window.first_run_dialog import FirstRunDialog
from whichone_app.settings_window.pages import DoctorDialog, PrivacyDialog
from whichone_app.settings_window.settings_dialog import SettingsDialog
from whichone_app.window import MainWindow
from whichone_core.log.logreader import LogReader
from whichone_core.log.sessionlog import SessionLog
from whichone_core.paths import Folders
from whichone_core.ports import TurnRecord
from whichone_core.settings import Settings, SpeakThrough, Verbosity, Voice
from whichone_core.types.answers import Answer, Decision, Sentence
from whichone_core.types.strategies import Role, Strategy

from tests.desk.scripted import ScriptedAssistant
from tests.gui.conftest import Mouth, Room
from tests.hearing import babble, quiet, together


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Remembered:
    monkeypatch.setenv("WHICHONE_HOME", str(tmp_path / "home"))
    return Remembered(tmp_path / "window.json")


@pytest.fixture
def chosen(kept: Remembered, tmp_path: Path) -> Chosen:
    return Chosen(Settings(speak_through=SpeakThrough.OWN_VOICE), tmp_path / "settings.toml")


@pytest.fixture
def new(qtbot: QtBot, kept: Remembered, chosen: Chosen) -> Iterator[Room]:
    """A window as it starts for the first time."""
    jobs, assistant, mouth = QtJobRunner(), ScriptedAssistant(), Mouth()
    window = MainWindow(
        assistant,
        jobs,
        mouth,
        take_picture,
        SpeakThrough.OWN_VOICE,
        Verbosity.ANSWER_ONLY,
        kept,
        chosen.current,
        (SettingsFeature,),
        chosen,
    )
    qtbot.addWidget(window)
    window.show()
    yield Room(window, jobs, assistant, mouth, qtbot)
    window.close()
    jobs.close()


def steps(room: Room) -> FirstRunDialog:
    """The first run once it has opened."""

    def is_there() -> bool:
        found = room.window.findChild(FirstRunDialog)
        return found is not None and found.isVisible() and found.next_button.hasFocus()

    room.bot.waitUntil(is_there)
    found = room.window.findChild(FirstRunDialog)
    assert isinstance(found, FirstRunDialog)
    return found


def press(button: QPushButton) -> None:
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Space)


def trigger(room: Room, name: str) -> None:
    action = room.window.findChild(QAction, name)
    assert action is not None
    action.trigger()


def test_the_first_start_opens_the_first_steps_and_says_who_speaks(new: Room) -> None:
    dialog = steps(new)
    assert new.mouth.asked[0].startswith("Step 1 of 8: Who speaks. Welcome to WhichOne.")
    assert "its own voice, because you chose that" in new.mouth.asked[0]
    assert dialog.messages.toPlainText() == new.mouth.asked[0]


def test_next_goes_through_all_steps_and_it_never_comes_again_by_itself(
    new: Room, kept: Remembered
) -> None:
    dialog = steps(new)
    for number in range(2, 9):
        press(dialog.next_button)
        assert new.mouth.asked[-1].startswith(f"Step {number} of 8: ")
        assert dialog.next_button.hasFocus()
    assert dialog.next_button.accessibleName() == "Finish"
    press(dialog.next_button)
    assert not dialog.isVisible()
    assert kept.first_run == "done"


def test_what_a_model_costs_is_told_on_demand_by_button_and_by_the_key_for_more(new: Room) -> None:
    dialog = steps(new)
    assert not dialog.more_button.isVisible()
    while dialog._steps.step is not Step.MODEL:
        dialog.next_button.click()
    (said,) = new.mouth.asked
    assert len(said) < 200 and "gigabytes" not in said
    dialog.more_button.click()
    assert new.mouth.asked == [dialog._steps.more()]
    assert "gigabytes of memory" in new.mouth.asked[0]
    new.window.announcer.silence()
    QTest.keyClick(dialog.next_button, Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier)
    assert new.mouth.asked == [dialog._steps.more()]


def test_of_pages_that_are_gone_through_fast_only_the_newest_is_still_said(new: Room) -> None:
    dialog = steps(new)
    for _page in range(3):
        QTest.keyClick(dialog.next_button, Qt.Key.Key_Return)
        assert new.mouth.asked == [dialog._steps.spoken()]
    QTest.keyClick(dialog.back_button, Qt.Key.Key_Return)
    assert new.mouth.asked == [dialog._steps.spoken()]


def test_the_end_says_how_a_picture_is_opened(new: Room) -> None:
    dialog = steps(new)
    while dialog.isVisible():
        dialog.next_button.click()
    assert new.mouth.asked[-1] == "To open a picture, press Control O."


def test_escape_silences_then_leaves_and_the_menu_goes_on_there(new: Room) -> None:
    dialog = steps(new)
    press(dialog.next_button)
    press(dialog.next_button)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert (new.mouth.asked, dialog.isVisible()) == ([], True)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    trigger(new, "first steps")
    assert steps(new).text.toPlainText().startswith("Step 3 of 8: Microphone.")


def test_the_choice_of_who_speaks_holds_at_once_and_is_kept(new: Room, chosen: Chosen) -> None:
    dialog = steps(new)
    dialog.choices[SpeakThrough.AUTOMATIC].setFocus()
    QTest.keyClick(dialog.choices[SpeakThrough.AUTOMATIC], Qt.Key.Key_Space)
    assert new.window.announcer.through is SpeakThrough.AUTOMATIC
    assert chosen.current.speak_through is SpeakThrough.AUTOMATIC


def test_the_voice_is_heard_on_demand(new: Room) -> None:
    dialog = steps(new)
    press(dialog.next_button)
    press(next(b for b in dialog.offers.values() if b.isVisible()))
    assert new.mouth.asked[-1].startswith("This is how I speak.")


def test_the_microphone_is_tried_once_all_was_said_and_what_is_heard_is_told(
    new: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    microphone = FakeMicrophone(together(quiet(1), babble(2), quiet(10)))
    monkeypatch.setattr(feature, "SoundDeviceMicrophone", lambda _name: microphone)
    monkeypatch.setattr(
        feature,
        "hear_somebody",
        lambda device, cancel: hear_somebody(
            device, cancel, lambda: lambda _block: True, lambda _pitches: None
        ),
    )
    dialog = steps(new)
    press(dialog.next_button)
    press(dialog.next_button)
    press(dialog.test_button)
    assert new.mouth.asked[-1] == "Say something after the tone."
    assert not microphone.opened, "it would hear the own voice"
    new.mouth.advance(600)
    new.bot.waitUntil(lambda: new.mouth.asked[-1] == "I hear you well.")
    assert "I hear you well." in dialog.text.toPlainText()
    assert not microphone.is_open
    press(dialog.next_button)
    assert not dialog.test_button.isVisible()


def test_the_example_at_the_end_is_opened_and_asked_about(new: Room) -> None:
    dialog = steps(new)
    for _step in range(7):
        press(dialog.next_button)
    press(next(b for b in dialog.offers.values() if b.isVisible()))
    assert not dialog.isVisible()
    new.bot.waitUntil(lambda: "It is a tin of tomato soup." in new.answer)
    assert new.assistant.frames[0].kind.value == "example"


def test_a_window_that_was_seen_before_opens_nothing(
    qtbot: QtBot, kept: Remembered, chosen: Chosen
) -> None:
    kept.keep_first_run("microphone")
    window = MainWindow(
        ScriptedAssistant(), QtJobRunner(), Mouth(), take_picture, SpeakThrough.OWN_VOICE,
        Verbosity.ANSWER_ONLY, kept, chosen.current, (SettingsFeature,), chosen,
    )  # fmt: skip
    qtbot.addWidget(window)
    window.show()
    qtbot.waitUntil(window.question.hasFocus)
    assert window.findChild(FirstRunDialog) is None
    window.close()


def test_settings_open_by_key_and_verbosity_holds_for_the_next_answer(
    new: Room, chosen: Chosen
) -> None:
    steps(new).close()
    trigger(new, "settings")
    dialog = new.window.findChild(SettingsDialog)
    assert dialog is not None
    new.bot.waitUntil(dialog.search.hasFocus)
    chosen.change(verbosity="everything")
    dialog.close()
    new.ask("what is this?")
    assert "It is the largest thing in the picture." in new.answer


def keep_a_turn(folders: Folders) -> None:
    decided = Decision(Strategy.DIRECT)
    answer = Answer(decided, (Sentence("A cup.", Role.ANSWER),), "builtin")
    log = SessionLog(folders.log_file, keep_pictures=False)
    log.record(TurnRecord("What is this?", None, None, answer))
    assert log.flush(300)
    log.close()


def test_privacy_says_that_nothing_leaves_and_deletes_only_when_asked_twice(
    room: Room, tmp_path: Path
) -> None:
    folders = Folders(tmp_path, tmp_path, tmp_path / "cache")
    shown: list[Path] = []

    def show(path: Path) -> bool:
        shown.append(path)
        return True

    dialog = PrivacyDialog(
        room.window,
        room.window.announcer,
        PrivacyPage(Settings, folders),
        show,
    )
    dialog.open_sheet()
    assert room.mouth.asked == ["Nothing leaves this computer."]
    press(dialog.delete_button)
    assert room.mouth.asked[-1] == "Nothing was kept, so there is nothing to delete."
    keep_a_turn(folders)
    room.bot.waitUntil(dialog.delete_button.hasFocus)
    for _time in range(2):  # who goes away in between is asked anew
        press(dialog.delete_button)
        assert room.mouth.asked[-1].startswith("Press it again to delete")
        dialog.copy_button.setFocus()
    assert LogReader(folders.log_file).count() == 1
    dialog.delete_button.setFocus()
    for _time in range(2):
        QTest.keyClick(dialog.delete_button, Qt.Key.Key_Space)
    assert room.mouth.asked[-1].startswith("Deleted: 1 turn, 0 pictures.")
    press(dialog.folder_button)
    assert shown == [tmp_path]
    press(dialog.copy_button)
    assert QGuiApplication.clipboard().text() == dialog.text.toPlainText()
    dialog.close()


def test_the_doctor_checks_beside_the_window_and_can_be_copied(room: Room) -> None:
    checks = (Check("Camera", State.MISSING, "No camera was found."),)
    jobs = QtJobRunner()
    dialog = DoctorDialog(
        room.window, room.window.announcer, jobs, lambda: Diagnosis(checks, Voice.AUTO, True)
    )
    dialog.open_sheet()
    room.bot.waitUntil(lambda: len(room.mouth.asked) == 2)
    assert room.mouth.asked[1].endswith("1 of 1 need a look.")
    assert "Missing: Camera. No camera was found." in dialog.text.toPlainText()
    press(dialog.copy_button)
    copied = QGuiApplication.clipboard().text()
    assert copied == dialog.text.toPlainText()
    assert room.mouth.asked[-1] == f"Copied, {len(copied.splitlines())} lines."
    dialog.close()
    jobs.close()


def test_what_the_doctor_found_stays_until_there_is_something_newer(room: Room) -> None:
    held, jobs = threading.Event(), QtJobRunner()
    held.set()
    checks = (Check("Camera", State.MISSING, "No camera was found."),)

    def examine() -> Diagnosis:
        held.wait(60)
        return Diagnosis(checks, Voice.AUTO, True)

    dialog = DoctorDialog(room.window, room.window.announcer, jobs, examine)
    dialog.open_sheet()
    room.bot.waitUntil(lambda: "No camera was found." in dialog.text.toPlainText())
    found = dialog.text.toPlainText()
    held.clear()
    press(dialog.again_button)
    assert dialog.text.toPlainText() == found
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert room.mouth.asked[-1] == "Stopped." and dialog.text.toPlainText() == found
    held.set()
    dialog.close()
    jobs.close()
