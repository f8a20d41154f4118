"""One voice at a time: the application's own, or the screen reader's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot
from whichone_app.announcer import GATHER_MS, TAIL_S, Announcer
from whichone_app.screen_reader import Notice
from whichone_core.errors import DeviceError
from whichone_core.settings import SpeakThrough

from tests.gui.conftest import Mouth


@dataclass
class Ears:
    """A window, whether a screen reader runs beside it, and what went which way."""

    window: QWidget
    mouth: Mouth
    is_reading: bool = False
    is_connected: bool = True
    trouble: DeviceError | None = None

    def announcer(self, through: SpeakThrough) -> Announcer:
        return Announcer(
            self.window, self.mouth, through, self.worry,
            lambda: self.is_reading, lambda: self.is_connected,
        )  # fmt: skip

    def worry(self, error: DeviceError) -> None:
        self.trouble = error

    @property
    def notices(self) -> list[str]:
        shown = self.window.findChildren(Notice)
        return [notice.accessibleName() for notice in shown if notice.isVisible()]


@pytest.fixture
def ears(qtbot: QtBot) -> Iterator[Ears]:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    yield Ears(window, Mouth())


def test_without_a_screen_reader_the_own_voice_speaks(ears: Ears) -> None:
    ears.announcer(SpeakThrough.AUTOMATIC).say("It is a mug.")
    assert ears.mouth.asked == ["It is a mug."]
    assert ears.notices == []


def test_what_is_said_before_the_reader_is_connected_waits_for_it(ears: Ears, qtbot: QtBot) -> None:
    ears.is_reading, ears.is_connected = True, False
    announcer = ears.announcer(SpeakThrough.AUTOMATIC)
    announcer.say("Study mode.")
    qtbot.wait(2 * GATHER_MS)
    assert ears.notices == []
    ears.is_connected = True
    qtbot.waitUntil(lambda: ears.notices == ["Study mode."])
    ears.is_connected = False
    announcer.say("It is a mug.")
    announcer.silence()
    ears.is_connected = True
    qtbot.wait(2 * GATHER_MS)
    assert "It is a mug." not in ears.notices, "Escape takes it back"


def test_with_a_screen_reader_the_own_voice_is_off(ears: Ears, qtbot: QtBot) -> None:
    ears.is_reading = True
    ears.announcer(SpeakThrough.AUTOMATIC).say("It is a mug.")
    qtbot.waitUntil(lambda: ears.notices == ["It is a mug."])
    assert ears.mouth.asked == []


def test_a_screen_reader_that_starts_later_takes_over(ears: Ears, qtbot: QtBot) -> None:
    announcer = ears.announcer(SpeakThrough.AUTOMATIC)
    announcer.say("It is a mug.")
    ears.is_reading = True
    announcer.say("It is red.")
    qtbot.waitUntil(lambda: ears.notices == ["It is red."])
    assert ears.mouth.asked == ["It is a mug."]


@pytest.mark.parametrize("is_reading", [True, False])
def test_the_setting_decides_whatever_runs(ears: Ears, qtbot: QtBot, is_reading: bool) -> None:
    ears.is_reading = is_reading
    announcer = ears.announcer(SpeakThrough.OWN_VOICE)
    announcer.say("One.")
    assert ears.mouth.asked == ["One."]
    announcer.speak_through(SpeakThrough.SCREEN_READER)
    announcer.say("Two.")
    qtbot.waitUntil(lambda: ears.notices == ["Two."])
    assert ears.mouth.asked == []


def test_sentences_that_come_together_are_one_notice(ears: Ears, qtbot: QtBot) -> None:
    announcer = ears.announcer(SpeakThrough.SCREEN_READER)
    announcer.say("It is a mug.")
    announcer.say("It is red.")
    qtbot.waitUntil(lambda: ears.notices == ["It is a mug. It is red."])


def test_silence_forgets_what_was_still_to_be_said(ears: Ears, qtbot: QtBot) -> None:
    announcer = ears.announcer(SpeakThrough.SCREEN_READER)
    announcer.say("It is a mug.")
    announcer.silence()
    announcer.say("Stopped.")
    qtbot.waitUntil(lambda: ears.notices == ["Stopped."])


def test_a_voice_that_fails_is_named_once_and_text_goes_on(ears: Ears, qtbot: QtBot) -> None:
    ears.mouth.failure = DeviceError("The voice has stopped.", remedy="Start it again.")
    announcer = ears.announcer(SpeakThrough.OWN_VOICE)
    announcer.say("One.")
    assert ears.trouble is not None
    announcer.say("Two.")
    qtbot.waitUntil(lambda: ears.notices == ["Two."])


def test_who_waits_for_quiet_is_called_when_the_own_voice_has_ended(
    ears: Ears, qtbot: QtBot
) -> None:
    announcer, called = ears.announcer(SpeakThrough.OWN_VOICE), list[str]()
    announcer.say("Which one do you mean?")
    announcer.when_quiet(lambda: called.append("quiet"))
    assert not announcer.is_quiet
    ears.mouth.advance(60)
    qtbot.waitUntil(lambda: called == ["quiet"])


def test_who_is_silenced_waits_for_nothing(ears: Ears, qtbot: QtBot) -> None:
    announcer, called = ears.announcer(SpeakThrough.OWN_VOICE), list[str]()
    announcer.when_quiet(lambda: called.append("forgotten"))
    announcer.silence()
    announcer.when_quiet(lambda: called.append("quiet"))
    qtbot.waitUntil(lambda: bool(called))
    assert called == ["quiet"]


def test_a_screen_reader_is_given_the_time_that_it_needs(
    ears: Ears, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr("whichone_app.announcer.time.monotonic", lambda: now[0])
    announcer = ears.announcer(SpeakThrough.SCREEN_READER)
    announcer.say("x" * 140)
    assert not announcer.is_quiet
    qtbot.waitUntil(lambda: bool(ears.notices))
    now[0] += 10.0
    assert not announcer.is_quiet
    now[0] += 1.0
    assert announcer.is_quiet


@pytest.mark.parametrize("was_here", [True, False])
def test_a_user_who_went_to_another_program_hears_the_own_voice(
    ears: Ears, qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch, was_here: bool
) -> None:
    """Readers pass over what is said in a window that is not used (field report 51)."""
    ears.is_reading = True
    announcer = ears.announcer(SpeakThrough.AUTOMATIC)
    if was_here:
        qapp.applicationStateChanged.emit(Qt.ApplicationState.ApplicationActive)
    monkeypatch.setattr("whichone_app.announcer._is_elsewhere", lambda: True)
    announcer.say("It is a bowl.")
    assert ears.mouth.asked == (["It is a bowl."] if was_here else [])


def test_between_two_windows_of_the_program_the_reader_goes_on_speaking(
    ears: Ears, qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A dialog closes: for a moment no window is active, and the user is nowhere else."""
    now = [100.0]
    monkeypatch.setattr("whichone_app.announcer.time.monotonic", lambda: now[0])
    monkeypatch.setattr(QApplication, "activeWindow", lambda: None)
    ears.is_reading = True
    announcer = ears.announcer(SpeakThrough.AUTOMATIC)
    qapp.applicationStateChanged.emit(Qt.ApplicationState.ApplicationActive)
    qapp.applicationStateChanged.emit(Qt.ApplicationState.ApplicationInactive)
    monkeypatch.setattr("whichone_app.announcer._is_elsewhere", lambda: True)
    announcer.say("Photo, good quality.")
    assert ears.mouth.asked == []
    monkeypatch.setattr(QApplication, "activeWindow", lambda: ears.window)
    monkeypatch.setattr("whichone_app.announcer._is_elsewhere", lambda: False)
    qtbot.waitUntil(lambda: ears.notices == ["Photo, good quality."])
    assert ears.mouth.asked == []


@pytest.mark.parametrize(("later_s", "is_aloud"), [(4.0, False), (6.0, True)])
def test_after_a_dialog_of_the_program_has_closed_its_window_may_take_longer(
    ears: Ears,
    qtbot: QtBot,
    qapp: QApplication,
    monkeypatch: pytest.MonkeyPatch,
    later_s: float,
    is_aloud: bool,
) -> None:
    """On a busy machine "The study records now" was said by the own voice, and so not heard."""
    now = [100.0]
    monkeypatch.setattr("whichone_app.announcer.time.monotonic", lambda: now[0])
    monkeypatch.setattr(QApplication, "activeWindow", lambda: None)
    monkeypatch.setattr("whichone_app.announcer._is_elsewhere", lambda: True)
    ears.is_reading = True
    announcer = ears.announcer(SpeakThrough.AUTOMATIC)
    qapp.applicationStateChanged.emit(Qt.ApplicationState.ApplicationActive)
    announcer.expect_back()
    qapp.applicationStateChanged.emit(Qt.ApplicationState.ApplicationInactive)
    now[0] += later_s
    announcer.say("The study records now.")
    assert ears.mouth.asked == (["The study records now."] if is_aloud else [])
    monkeypatch.setattr(QApplication, "activeWindow", lambda: ears.window)
    monkeypatch.setattr("whichone_app.announcer._is_elsewhere", lambda: False)
    expected = [] if is_aloud else ["The study records now."]
    qtbot.waitUntil(lambda: ears.notices == expected)


def test_who_did_not_come_back_is_told_by_the_own_voice(
    ears: Ears, qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr("whichone_app.announcer.time.monotonic", lambda: now[0])
    monkeypatch.setattr("whichone_app.announcer._is_elsewhere", lambda: True)
    ears.is_reading = True
    announcer = ears.announcer(SpeakThrough.AUTOMATIC)
    qapp.applicationStateChanged.emit(Qt.ApplicationState.ApplicationActive)
    qapp.applicationStateChanged.emit(Qt.ApplicationState.ApplicationInactive)
    announcer.say("Photo, good quality.")
    now[0] += 1.5
    qtbot.waitUntil(lambda: ears.mouth.asked == ["Photo, good quality."])
    assert ears.notices == []


def test_what_is_said_while_a_dialog_opens_is_said_there(
    ears: Ears, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr("whichone_app.announcer.time.monotonic", lambda: now[0])
    monkeypatch.setattr(QApplication, "activeWindow", lambda: ears.window)
    announcer, dialog = ears.announcer(SpeakThrough.SCREEN_READER), QDialog(ears.window)
    announcer.expect(dialog)
    announcer.say("Camera starting.")
    monkeypatch.setattr(QApplication, "activeWindow", lambda: dialog)
    dialog.show()
    qtbot.waitUntil(lambda: bool(ears.notices))
    assert [one.accessibleName() for one in dialog.findChildren(Notice) if one.isVisible()] == [
        "Camera starting."
    ]


def test_what_is_being_said_is_known_until_it_ends_or_is_silenced(
    ears: Ears, monkeypatch: pytest.MonkeyPatch
) -> None:
    announcer, now = ears.announcer(SpeakThrough.OWN_VOICE), [100.0]
    monkeypatch.setattr("whichone_app.announcer.time.monotonic", lambda: now[0])
    announcer.say("Do you mean the mug?")
    announcer.say("Or the bowl?")
    assert announcer.being_said == "Do you mean the mug? Or the bowl?"
    ears.mouth.advance(600)
    now[0] += TAIL_S / 2
    assert announcer.being_said == "mug? Or the bowl?", "a loudspeaker comes to its end late"
    now[0] += TAIL_S
    assert announcer.being_said == ""
    announcer.say("It is a mug.")
    assert announcer.being_said == "It is a mug."
    announcer.silence()
    assert announcer.being_said == ""
