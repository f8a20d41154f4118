"""Keys, menus, dialogs and settings in any order: what may never happen, at any moment.

Each walk is drawn from a seed.  What is chosen among depends on what is there at the moment, and
so on how fast workers are: the trail that is printed says what a walk that failed really did.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QAction, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QFileDialog,
    QMenu,
    QMessageBox,
    QWidget,
)
from pytestqt.qtbot import QtBot
from whichone_app import screen_reader
from whichone_app.catalogue import _
from whichone_app.chosen import Chosen
from whichone_app.doctor import Diagnosis
from whichone_app.features import FeatureMaker
from whichone_app.findings import Check, State
from whichone_app.hearing.ear import Ear
from whichone_app.hearing.fake import FakeMicrophone, ScriptedListener
from whichone_app.jobs import QtJobRunner
from whichone_app.listening import Listening
from whichone_app.presenters.first_run import DONE, SAMPLE
from whichone_app.qt_language import use_qt_language
from whichone_app.remembered import Remembered
from whichone_app.settings_window import feature
from whichone_app.window import MainWindow
from whichone_app.window_features import FEATURES
from whichone_core.errors import DeviceError, WhichOneError
from whichone_core.languages import use_language
from whichone_core.log.sessionlog import SessionLog
from whichone_core.paths import folders
from whichone_core.settings import Settings, SpeakThrough, Voice
from whichone_core.study.redaction import NoFaces, PersonalRedaction
from whichone_core.study.studylog import StudyLog

from tests.desk.scripted import ScriptedAssistant
from tests.gui.conftest import SHORT, Mouth, Room, take

Key = Qt.Key
STEPS = 100
LEFT_OUT = {"quit", "doctor", "speak", "camera", "new version"}
"""They end the walk, or do little without devices, children and network (see `alone`)."""
QUESTIONS = (
    "what is this?", "which one?", "read the code", "dark", "fail", "slow one", "",
    "1", "3", "9", "neither", "x" * 100_000, "\x00\x1b[2J\u202e\ufffd", "\ud83d broken",
)  # fmt: skip
KEYS = (
    Key.Key_Escape, Key.Key_Return, Key.Key_Tab, Key.Key_Backtab, Key.Key_Up, Key.Key_Down,
    Key.Key_Space, Key.Key_Home, Key.Key_End, Key.Key_PageUp, Key.Key_PageDown, Key.Key_1,
    Key.Key_3, Key.Key_9, Key.Key_F1, Key.Key_F3, Key.Key_F5, Key.Key_F6, Key.Key_F7, Key.Key_F8,
    Key.Key_F9, Key.Key_F11, Key.Key_F12, Key.Key_Delete, Key.Key_Left, Key.Key_Right,
)  # fmt: skip
HELD = (
    Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)  # fmt: skip
CHOICES: tuple[dict[str, object], ...] = (
    {"language": "de"}, {"language": "es"}, {"language": "en"}, {"language": "zz"},
    {"speech_rate": 1.0}, {"speech_rate": -1.0}, {"speech_rate": 7.0}, {"verbosity": "everything"},
    {"punctuation": "all"}, {"voice_name": "nobody"}, {"log": "text"}, {"earcons": False},
    {"speak_through": "screen reader"}, {"speak_through": "own voice"}, {"no such": 1},
)  # fmt: skip


class Walk:
    """Random steps through a window, and what is looked at after each."""

    def __init__(self, room: Room, pictures: list[str], announced: list[str], seed: int) -> None:
        self._room, self._pictures, self._announced = room, pictures, announced
        self._chance = random.Random(seed)
        self._through = room.window.announcer.through
        self.trail: list[str] = []
        self._steps: tuple[tuple[Callable[[], str], int], ...] = (
            (self._key, 12), (self._ask, 8), (self._command, 8), (self._open, 2),
            (self._paste, 2), (self._choose, 3), (self._button, 3), (self._escape, 3),
            (self._voice, 2), (self._pass_time, 3),
        )  # fmt: skip

    def go(self, steps: int) -> None:
        kinds, weights = zip(*self._steps, strict=True)
        for _number in range(steps):
            (step,) = self._chance.choices(kinds, weights)
            self.trail.append(step())
            if self._chance.random() < 0.5:
                QApplication.processEvents()
            self._look()

    def end(self) -> None:
        """Leave every dialog, and give up what goes on: then nothing does any more."""
        while (top := shown_dialog()) is not None:
            top.reject()
            QApplication.processEvents()
        # Which window is in front is the platform's: without one of its own, it may leave none.
        # Hidden it is while the screen is taken.
        self._room.bot.waitUntil(self._room.window.isVisible)
        assert shown_dialog() is None and self._room.window.isEnabled()
        self._room.window.conversation.stop()
        self._room.bot.waitUntil(lambda: not self._room.jobs.is_busy)
        self._look()
        stop = self._room.window.findChild(QAction, "stop")  # Escape's: no window may be in front
        assert stop is not None and stop.isEnabled()
        for _time in range(2):  # the first may give up a correction, and say so
            stop.trigger()
        assert not self._room.mouth.is_speaking

    # ------------------------------------------------------------------ steps

    def _key(self) -> str:
        key, held = self._chance.choice(KEYS), self._chance.choice(HELD)
        times = self._chance.choice((1, 1, 1, 10))
        for _time in range(times):
            widget = focused(self._room)
            if key is Key.Key_Delete and isinstance(widget.window(), QFileDialog):
                continue  # it would ask in a box whether a file is to be deleted, for ever
            QTest.keyClick(widget, key, held)
        return f"{times} x {key.name} {held.name}"

    def _ask(self) -> str:
        text = self._chance.choice(QUESTIONS)
        self._room.window.question.setText(text)
        self._room.window.question.returnPressed.emit()
        return f"ask {text[:20]!r}"

    def _command(self) -> str:
        found = [
            action
            for menu in self._room.window.menuBar().findChildren(QMenu)
            for action in menu.actions()
            if action.isEnabled() and action.objectName() not in LEFT_OUT | {""}
        ]
        action: QAction = self._chance.choice(found)
        action.trigger()
        return f"command {action.objectName()}"

    def _open(self) -> str:
        path = self._chance.choice(self._pictures)
        self._room.window.open_path(path)
        return f"open {path}"

    def _paste(self) -> str:
        data = QMimeData()
        kind = self._chance.choice(("image/png", "text/plain", "picture", "nothing"))
        if kind == "picture":
            data.setImageData(QImage(20, 20, QImage.Format.Format_RGB32))
        elif kind != "nothing":
            data.setData(kind, self._chance.randbytes(300))
        QGuiApplication.clipboard().setMimeData(data)
        self._room.window.paste()
        return f"paste {kind}"

    def _choose(self) -> str:
        values = self._chance.choice(CHOICES)
        try:
            self._room.window._chosen.change(**values)
        except WhichOneError as error:
            assert error.spoken
        return f"choose {values}"

    def _button(self) -> str:
        """Press any button that is to be seen; what would fetch something is offline here."""
        top = shown_dialog() or self._room.window
        found = [
            one
            for one in top.findChildren(QAbstractButton)
            if one.isVisible() and one.isEnabled() and one.text()
        ]
        if not found or isinstance(top, QFileDialog):
            return "no button"
        button = self._chance.choice(found)
        text = button.text()
        button.click()
        return f"button {text}"

    def _escape(self) -> str:
        asked = len(self._room.mouth.asked)
        QTest.keyClick(focused(self._room), Key.Key_Escape)
        return f"escape with {asked} said"

    def _voice(self) -> str:
        through = self._chance.choice((SpeakThrough.OWN_VOICE, SpeakThrough.SCREEN_READER))
        self._room.window.announcer.speak_through(through)
        return f"through {through}"

    def _pass_time(self) -> str:
        seconds = self._chance.choice((0.1, 2.0, 60.0))
        self._room.mouth.advance(seconds)
        return f"{seconds} s pass"

    # ------------------------------------------------------------------ what holds

    def _look(self) -> None:
        """No box in the way, the keyboard somewhere with a name, one voice, no empty line."""
        boxes = [top for top in QApplication.topLevelWidgets() if isinstance(top, QMessageBox)]
        assert not [box for box in boxes if box.isVisible()]
        widget = QApplication.focusWidget()
        if QApplication.activeWindow() is not None:
            assert widget is not None
            assert isinstance(widget.window(), QFileDialog) or name_of(widget), widget
        assert "" not in self._room.answer
        self._look_for_voices()

    def _look_for_voices(self) -> None:
        """Who does not speak is silent; a step that changed who speaks may have had both."""
        before, self._through = self._through, self._room.window.announcer.through
        if before is self._through is SpeakThrough.OWN_VOICE:
            assert self._announced == []
        if before is self._through is SpeakThrough.SCREEN_READER:  # but for "Hear the voice"
            assert set(self._room.mouth.ever) <= {_(SAMPLE)}
        self._announced.clear()
        self._room.mouth.ever.clear()


def shown_dialog() -> QDialog | None:
    return next(
        (
            top
            for top in reversed(QApplication.topLevelWidgets())
            if isinstance(top, QDialog) and top.isVisible()
        ),
        None,
    )


def name_of(widget: QWidget) -> str:
    """What a reader says of it."""
    text = widget.text() if isinstance(widget, QAbstractButton) else ""
    return widget.accessibleName() or text


def focused(room: Room) -> QWidget:
    return QApplication.focusWidget() or QApplication.activeWindow() or room.window


@pytest.fixture
def pictures(tmp_path: Path) -> list[str]:
    """Two that open, and what does not."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    for name in ("a", "b"):
        Image.fromarray(np.full((40, 60, 3), 200, np.uint8)).save(folder / f"{name}.png")
    (folder / "empty.jpg").touch()
    (folder / "text.jpg").write_text("no picture")
    return [*map(str, folder.iterdir()), str(folder), str(folder / "gone.png"), "", "\0", "x" * 999]


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a screen reader was given."""
    given: list[str] = []
    monkeypatch.setattr(
        screen_reader.Announcements, "announce", lambda _self, text: given.append(text)
    )
    return given


def no_microphone(_name: str = "") -> FakeMicrophone:
    microphone = FakeMicrophone()
    microphone.failure = DeviceError("No microphone was found.")
    return microphone


def no_ear(_settings: Settings) -> Ear:
    return Ear(no_microphone(), ScriptedListener(), lambda: lambda block: True, lambda _hertz: None)


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No devices, no children and no network, whatever key or button leads there."""
    monkeypatch.setenv("WHICHONE_HOME", str(tmp_path))
    if find_spec("huggingface_hub") is not None:  # it reads its variable once, when imported
        monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    none = Check("Device", State.MISSING, "There is none.")
    checks = SimpleNamespace(sound=lambda *_asked: (none, none), camera=lambda *_asked: none)
    monkeypatch.setattr(feature, "device_checks", checks)
    monkeypatch.setattr(feature, "SoundDeviceMicrophone", no_microphone)
    diagnosis = Diagnosis((none,), Voice.NONE, has_terminal=True)
    monkeypatch.setattr(feature, "examine", lambda *_asked, **_named: diagnosis)


@pytest.fixture
def room(qtbot: QtBot, tmp_path: Path, alone: None) -> Iterator[Room]:
    jobs, assistant, mouth = QtJobRunner(), ScriptedAssistant(), Mouth()
    log = SessionLog(
        folders().log_file, keep_pictures=False, redaction=PersonalRedaction(NoFaces())
    )
    study = StudyLog(log)
    assistant.log = study  # type: ignore[attr-defined]
    remembered = Remembered(tmp_path / "window.json")
    remembered.keep_first_run(DONE)
    settings = Settings(study=True, language="en")
    features: list[FeatureMaker] = [
        partial(made, make_ear=no_ear) if made is Listening else made for made in FEATURES
    ]
    window = MainWindow(
        assistant, jobs, mouth, take, SpeakThrough.OWN_VOICE, SHORT, remembered,
        settings=settings, features=features, keys_file=tmp_path / "keys.toml",
        chosen=Chosen(settings, tmp_path / "settings.toml"),
    )  # fmt: skip
    qtbot.addWidget(window)
    window.show()
    qtbot.waitUntil(window.question.hasFocus)
    yield Room(window, jobs, assistant, mouth, qtbot)
    window.close()
    jobs.close()
    study.close()
    use_language("en")
    use_qt_language()


@pytest.mark.parametrize("seed", range(3))
def test_nothing_that_may_never_happen_happens_on_a_walk(
    room: Room, pictures: list[str], announced: list[str], seed: int
) -> None:
    walk = Walk(room, pictures, announced, seed)
    before = {*threading.enumerate()}
    try:
        walk.go(STEPS)
        walk.end()
    finally:
        print("\n".join(walk.trail[-20:]))  # shown where it fails
    room.window.close()
    room.jobs.close()
    added = {one.name for one in {*threading.enumerate()} - before if not one.daemon}
    assert {name for name in added if name.startswith("whichone")} == set()
