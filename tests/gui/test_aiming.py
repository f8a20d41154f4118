"""The camera in the window: F4, advice, Space and Escape, and what is said when it is off."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from PySide6.QtCore import Qt, QThread
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QRadioButton, QWidget
from pytestqt.qtbot import QtBot
from whichone_app.aiming import session
from whichone_app.aiming.dialog import AimDialog
from whichone_app.aiming.fake import PlayedCamera, ScriptedEyes
from whichone_app.aiming.feature import AimFeature
from whichone_app.aiming.session import Devices
from whichone_app.announcer import GATHER_MS
from whichone_app.camera import CameraInfo
from whichone_app.jobs import QtJobRunner
from whichone_app.presenters import aiming, phrases
from whichone_app.screen_reader import Announcements
from whichone_app.window import MainWindow
from whichone_core.picture.guidance import Boxes, Glance
from whichone_core.settings import CameraGuidance, Settings, SpeakThrough
from whichone_core.types.pictures import Box, SourceKind
from whichone_core.types.quality import Finding, Flaw, QualityReport

from tests.aimed import CUT_OFF, DARK, GOOD, Shot, waved
from tests.desk.scripted import ScriptedAssistant
from tests.gui.actions import help_lines
from tests.gui.conftest import SHORT, Mouth, take

CAMERAS = (CameraInfo("Desk Camera HD", "/dev/video0"), CameraInfo("Card", "/dev/video2"))
HANDHELD = [waved(step) for step in range(3)]


WHOLE, CUT = (Boxes(text=(Box(left, 0.2, 0.6, 0.6),)) for left in (0.25, 0.0))
SEEN = {
    id(DARK): ((Finding(Flaw.DARK, 0, 1),), 0.0, None),
    **{id(shot): ((), 0.9, None) for shot in HANDHELD},
    id(CUT_OFF): ((), 0.0, CUT),
    id(GOOD): ((), 0.0, WHOLE),
}


def seen(shot: Shot, at_s: float) -> Glance:
    """What the real eyes see in these pictures (tests/unit/test_glances.py), in no time."""
    flaws, motion, boxes = SEEN[id(shot)]
    return Glance(at_s, QualityReport(flaws), motion, boxes=boxes)


@dataclass
class AimRoom:
    """A window with a camera that shows what a test wants."""

    window: MainWindow
    camera: PlayedCamera
    voice: Mouth
    assistant: ScriptedAssistant
    jobs: QtJobRunner
    bot: QtBot

    @property
    def dialog(self) -> AimDialog:
        found = self.window.findChild(AimDialog)
        assert isinstance(found, AimDialog)
        return found

    def open(self) -> None:
        QTest.keyClick(self.window, Qt.Key.Key_F4)
        self.bot.waitUntil(lambda: self.window.findChild(AimDialog) is not None)
        self.bot.waitUntil(self.dialog.isVisible)
        self.bot.waitUntil(self.dialog.isActiveWindow)  # before that, keys are the window's

    def press(self, key: Qt.Key) -> None:
        """Press a key where the focus is in the dialog."""
        QTest.keyClick(self.dialog.focusWidget() or self.dialog, key)

    def wait_said(self, words: str) -> None:
        self.bot.waitUntil(lambda: any(words in said for said in self.voice.ever))

    def wait_for(self, is_so: Callable[[], bool]) -> None:
        self.bot.waitUntil(is_so)


@pytest.fixture
def made(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., AimRoom]]:
    """Makes a shown window; its camera is dark until told otherwise."""
    monkeypatch.setattr(session, "speaking_s", lambda _text: 0.0)  # nobody listens here
    rooms: list[AimRoom] = []

    def make(**settings: object) -> AimRoom:
        camera, voice, assistant, jobs = (
            PlayedCamera(DARK),
            Mouth(),
            ScriptedAssistant(),
            QtJobRunner(),
        )
        devices = Devices(lambda: ScriptedEyes(seen), lambda: CAMERAS, camera)
        window = MainWindow(
            assistant, jobs, voice, take, SpeakThrough.OWN_VOICE, SHORT,
            settings=Settings.model_validate(settings),
            features=(lambda desk: AimFeature(desk, devices),),
        )  # fmt: skip
        qtbot.addWidget(window)
        window.show()
        qtbot.waitUntil(window.question.hasFocus)
        rooms.append(AimRoom(window, camera, voice, assistant, jobs, qtbot))
        return rooms[-1]

    yield make
    for room in rooms:
        room.window.close()
        room.jobs.close()
        assert not room.camera.is_open


@pytest.fixture
def room(made: Callable[..., AimRoom]) -> AimRoom:
    return made()


def test_from_dark_to_a_picture_of_which_can_be_asked(room: AimRoom) -> None:
    room.window.question.setText("what is this?")
    room.open()
    room.wait_said("Camera starting.")
    room.wait_said("Too dark.")
    room.camera.show(*HANDHELD)
    room.wait_said("Hold still.")
    room.camera.show(CUT_OFF)
    room.wait_said("Move the camera left. Text is cut off.")
    room.camera.show(GOOD)
    room.wait_said(aiming.TAKEN)
    room.wait_said(f"{aiming.OFF} {aiming.NOTHING_STORED}")
    assert not room.dialog.isVisible() and not room.camera.is_open
    assert room.window.question.value == "what is this?"
    room.wait_for(lambda: not room.jobs.is_busy)
    frame = room.assistant.frames[0]
    assert frame.kind is SourceKind.CAMERA and (frame.pixels == GOOD).all()
    room.window.ask()
    room.wait_said("It is a tin of tomato soup.")


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return])
def test_a_key_takes_what_is_seen_now(room: AimRoom, key: Qt.Key) -> None:
    room.open()
    room.wait_said("Too dark.")
    room.press(key)
    room.wait_said(aiming.TAKEN)
    room.wait_for(lambda: bool(room.assistant.frames))
    assert (room.assistant.frames[0].pixels == DARK).all()


def test_escape_leaves_at_once_and_says_so(room: AimRoom) -> None:
    room.open()
    room.wait_said(aiming.READY)
    room.press(Qt.Key.Key_Escape)
    assert not room.dialog.isVisible()
    room.wait_said(aiming.LEFT)
    room.wait_said(aiming.OFF)
    room.wait_for(lambda: not room.camera.is_open)
    assert room.assistant.frames == []
    room.wait_for(room.window.question.hasFocus)


def test_closing_the_dialog_by_its_button_is_leaving_too(room: AimRoom) -> None:
    room.open()
    room.wait_said(aiming.READY)
    room.dialog.close_button.setFocus()
    room.press(Qt.Key.Key_Return)
    room.wait_said(aiming.LEFT)
    room.wait_for(lambda: not room.camera.is_open)


def test_closing_the_window_switches_the_camera_off(room: AimRoom) -> None:
    room.open()
    room.wait_for(lambda: room.camera.is_open)
    room.window.close()
    room.wait_for(lambda: not room.camera.is_open)


def test_a_camera_that_is_pulled_out_says_so_and_can_be_tried_again(room: AimRoom) -> None:
    room.open()
    room.wait_said(aiming.READY)
    room.camera.unplug()
    room.wait_said("The camera has stopped giving pictures.")
    assert room.dialog.isVisible()
    room.press(Qt.Key.Key_Escape)
    room.wait_said(aiming.LEFT)


def test_the_second_time_begins_shorter_and_in_the_same_dialog(room: AimRoom) -> None:
    room.open()
    room.wait_said(aiming.READY)
    first = room.dialog
    room.press(Qt.Key.Key_Escape)
    room.wait_said(aiming.OFF)
    room.open()
    room.wait_for(lambda: aiming.STARTING in room.voice.ever)
    assert room.dialog is first
    assert len(room.window.findChildren(AimDialog)) == 1


def test_without_any_camera_that_is_all_that_is_said(
    made: Callable[..., AimRoom], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.gui.test_aiming.CAMERAS", ())
    room = made()
    room.open()
    room.wait_said("No camera was found.")
    (said,) = room.voice.ever
    assert said.startswith("No camera was found.") and said.endswith(aiming.AGAIN)


def test_the_camera_is_chosen_by_name_and_remembered(room: AimRoom) -> None:
    room.open()
    room.wait_for(lambda: room.camera.opened == ["/dev/video0"])
    assert [room.dialog.cameras.item(row).text() for row in range(2)] == ["Desk Camera HD", "Card"]
    room.dialog.cameras.setFocus()
    room.dialog.cameras.setCurrentRow(1)
    room.press(Qt.Key.Key_Return)
    room.wait_for(lambda: room.camera.opened == ["/dev/video0", "/dev/video2"])
    room.press(Qt.Key.Key_Escape)
    room.wait_said(aiming.OFF)
    room.open()
    room.wait_for(lambda: room.camera.opened[2:] == ["/dev/video2"])
    assert room.dialog.cameras.currentRow() == 1


def test_without_advice_only_the_user_takes_the_picture(made: Callable[..., AimRoom]) -> None:
    room = made(guidance=CameraGuidance.OFF)
    room.camera.show(GOOD)
    room.open()
    room.wait_for(lambda: not room.dialog.preview.pixmap().isNull())
    assert not any("Good" in said for said in room.voice.ever)
    room.press(Qt.Key.Key_Space)
    room.wait_said(aiming.TAKEN)


def test_advice_can_be_switched_off_while_aiming(room: AimRoom) -> None:
    room.open()
    room.wait_said("Too dark.")
    off = next(one for one in room.dialog.findChildren(QRadioButton) if "No advice" in one.text())
    off.click()
    room.wait_for(lambda: len(room.camera.opened) == 2)
    room.camera.show(GOOD)
    room.wait_for(lambda: sum(said.startswith(aiming.READY) for said in room.voice.ever) == 2)
    room.press(Qt.Key.Key_Escape)
    room.wait_said(aiming.LEFT)


def test_the_countdown_takes_the_picture(made: Callable[..., AimRoom]) -> None:
    room = made(countdown=1)
    room.open()
    room.wait_said("Too dark.")
    room.dialog.count_button.setFocus()
    room.press(Qt.Key.Key_Space)
    room.wait_said("1.")
    assert room.voice.asked == ["1."], "advice in front of it would make it late"
    room.voice.advance(60)  # it is said
    room.wait_said(aiming.TAKEN)


def test_the_preview_forgets_what_it_showed(room: AimRoom) -> None:
    room.open()
    room.wait_for(lambda: not room.dialog.preview.pixmap().isNull())
    room.press(Qt.Key.Key_Escape)
    assert room.dialog.preview.pixmap().isNull()
    room.wait_said(aiming.OFF)


def test_after_a_question_that_the_picture_could_not_answer_the_camera_is_offered(
    room: AimRoom,
) -> None:
    room.window.question.setText("dark")
    room.window.ask()
    room.wait_said("To take it with the camera, press F4.")
    room.open()
    room.wait_said("Turn on a light. Camera starting.")
    room.press(Qt.Key.Key_Escape)
    room.wait_said(aiming.OFF)


def test_at_three_times_the_text_every_control_can_be_seen_whole(room: AimRoom) -> None:
    room.open()
    dialog = room.dialog
    room.window.scale_text(3.0)
    try:
        room.wait_for(lambda: dialog.take_button.font() == QApplication.font())
        dialog.resize(1280, 800)
        room.wait_for(lambda: dialog.width() <= 1280 and dialog.height() <= 800)
        for control in _controls(dialog):
            control.setFocus()
            room.wait_for(lambda control=control: _is_whole(control, dialog))  # type: ignore[misc]
    finally:
        room.window.scale_text_back()
        room.press(Qt.Key.Key_Escape)


@pytest.mark.parametrize(
    "names", [("Card",), ("Desk Camera HD", "Card"), (f"Camera {'with a long name ' * 6}", "Card")]
)
def test_at_three_times_the_text_each_camera_can_be_read_without_a_scroll_bar(
    made: Callable[..., AimRoom], monkeypatch: pytest.MonkeyPatch, names: tuple[str, ...]
) -> None:
    """And the list says that it needs no more: Qt counts bars that are not there."""
    found = tuple(CameraInfo(name, f"/dev/video{row}") for row, name in enumerate(names))
    monkeypatch.setattr("tests.gui.test_aiming.CAMERAS", found)
    room = made()
    room.open()
    cameras = room.dialog.cameras
    room.window.scale_text(3.0)
    try:
        room.wait_for(lambda: cameras.font() == QApplication.font())
        cameras.setFocus()
        room.wait_for(lambda: _is_whole(cameras, room.dialog))
        rows = [cameras.visualItemRect(cameras.item(row)) for row in range(len(names))]
        assert all(cameras.viewport().rect().contains(row) for row in rows)
        assert not cameras.verticalScrollBar().isVisible()
        assert cameras.minimumSizeHint().height() <= cameras.sizeHint().height()
    finally:
        room.window.scale_text_back()
        room.press(Qt.Key.Key_Escape)


def test_a_screen_reader_is_given_each_number_of_the_countdown_alone_and_in_order(
    made: Callable[..., AimRoom], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also by a window that hangs for a while: which of them a reader reads is its own affair."""
    monkeypatch.setattr(aiming, "SECOND_MS", 3 * GATHER_MS)
    given: list[str] = []
    monkeypatch.setattr(Announcements, "announce", lambda _self, text: given.append(text))
    room = made(countdown=3)
    room.open()
    room.wait_said("Too dark.")
    room.window.announcer.speak_through(SpeakThrough.SCREEN_READER)
    room.dialog.count_button.setFocus()
    room.press(Qt.Key.Key_Space)
    room.wait_for(lambda: given == ["3."])
    QThread.msleep(6 * GATHER_MS)  # the window hangs; nothing is waited for
    room.wait_for(lambda: bool(room.assistant.frames))
    assert given[:3] == ["3.", "2.", "1."]
    room.wait_for(lambda: aiming.TAKEN in " ".join(given[3:]))


def _controls(dialog: QWidget) -> list[QWidget]:
    return [
        one
        for one in dialog.findChildren(QWidget)
        if one.focusPolicy() & Qt.FocusPolicy.TabFocus and one.isVisible() and one.accessibleName()
    ]


def _is_whole(control: QWidget, dialog: QWidget) -> bool:
    """Whether nothing of it is cut off, neither by what is around it nor by its own size."""
    wanted = control.minimumSizeHint()
    if control.width() < wanted.width() or control.height() < wanted.height():
        return False
    return control.visibleRegion().boundingRect() == control.rect() and dialog.rect().contains(
        control.mapTo(dialog, control.rect().center())
    )


def test_every_control_has_a_name_of_its_own(room: AimRoom) -> None:
    room.open()
    controls = _controls(room.dialog)
    names = [one.accessibleName() for one in controls]
    assert len(names) == len(set(names)) and len(names) >= 10
    silent = [
        one
        for one in room.dialog.findChildren(QPushButton) + room.dialog.findChildren(QRadioButton)
        if not one.accessibleName()
    ]
    assert silent == []
    assert all("&" not in one.text() for one in room.dialog.findChildren(QLabel))
    room.press(Qt.Key.Key_Escape)
    room.wait_said(aiming.OFF)


def test_the_key_is_in_the_menu_and_in_the_help(room: AimRoom) -> None:
    room.window.conversation.stop()
    assert "Aim the camera with advice, and take a picture: F4." in help_lines(room.window)
    assert phrases.STILL_WORKING not in room.voice.ever
    assert QApplication.activeModalWidget() is None
