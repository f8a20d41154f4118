"""A window in study mode, and the log that it writes: what the tests of a study share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QWidget
from pytestqt.qtbot import QtBot
from whichone_app.jobs import QtJobRunner
from whichone_app.study.begin_dialog import BeginDialog
from whichone_app.study.feature import Study, study
from whichone_app.window import MainWindow
from whichone_core.log.logreader import LogReader
from whichone_core.log.sessionlog import SessionLog
from whichone_core.paths import folders
from whichone_core.settings import Settings, SpeakThrough
from whichone_core.study.redaction import NoFaces, PersonalRedaction
from whichone_core.study.studylog import StudyLog
from whichone_core.study.studyreader import StudyReader

from tests.desk.scripted import ScriptedAssistant
from tests.gui.conftest import SHORT, Mouth, take
from tests.turns import a_turn, an_answer


class Lab:
    """A window in study mode, and the log that it writes."""

    def __init__(self, bot: QtBot, settings: Settings) -> None:
        self.bot = bot
        self.log = StudyLog(
            SessionLog(
                folders().log_file, keep_pictures=False, redaction=PersonalRedaction(NoFaces())
            )
        )
        self.assistant = ScriptedAssistant()
        self.assistant.log = self.log  # type: ignore[attr-defined]
        self.jobs, self.mouth = QtJobRunner(), Mouth()
        self.features: list[object] = []
        self.window = MainWindow(
            self.assistant,
            self.jobs,
            self.mouth,
            take,
            SpeakThrough.OWN_VOICE,
            SHORT,
            settings=settings,
            features=(self._made,),
        )
        bot.addWidget(self.window)
        self.window.show()
        bot.waitUntil(self.window.question.hasFocus)

    def _made(self, desk):  # type: ignore[no-untyped-def]
        feature = study(desk)
        self.features.append(feature)
        return feature

    @property
    def feature(self) -> Study:
        (feature,) = self.features
        assert isinstance(feature, Study)
        return feature

    def actions(self) -> dict[str, QAction]:
        return {
            action.objectName(): action
            for action in self.window.findChildren(QAction)
            if action.objectName().startswith("study ")
        }

    def do(self, name: str) -> None:
        self.actions()[f"study {name}"].trigger()

    def begin(self, *, pictures: bool = False) -> None:
        """The whole beginning by keyboard."""
        self.do("begin")
        dialog = self.feature.beginning
        assert dialog is not None
        self.bot.waitUntil(dialog.code.hasFocus)
        QTest.keyClicks(dialog.code, "P07")
        QTest.keyClicks(dialog.task, "labels")
        self.read_out(dialog)
        press(dialog.pictures_button if pictures else dialog.agree_button)
        assert not dialog.isVisible()

    def beginning(self) -> BeginDialog:
        """The dialog, with a code that can be begun with."""
        self.do("begin")
        dialog = self.feature.beginning
        assert dialog is not None
        self.bot.waitUntil(dialog.isActiveWindow)
        return dialog

    def consents(self) -> list[bool]:
        """Of each that is stored, whether its text is known to have been heard whole."""
        assert self.log.flush(60)
        stored = StudyReader(folders().log_file).consents()
        return [bool(consent["heard_whole"]) for consent in stored]

    def read_out(self, dialog: BeginDialog) -> None:
        """The consent, read by the own voice to its end."""
        press(dialog.read_button)
        self.mouth.advance(10_000)
        self.bot.waitUntil(lambda: dialog.hearing.is_whole)

    def answered(self, question: str) -> None:
        """A turn as the assistant records it."""
        self.log.record(a_turn(question, answer=replace(an_answer(), timings_ms={})))

    def questions(self) -> list[str]:
        assert self.log.flush(60)
        return [turn.question for turn in LogReader(folders().log_file).every_turn()]

    def heard(self, text: str) -> None:
        self.bot.waitUntil(lambda: any(text in said for said in self.mouth.asked))

    def close(self) -> None:
        self.window.close()
        self.jobs.close()


def leave(lab: Lab, dialog: QDialog) -> None:
    """By Escape, which silences before it closes."""
    for _press in range(2):
        if dialog.isVisible():
            QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def press(control: QWidget) -> None:
    control.setFocus()
    QTest.keyClick(control, Qt.Key.Key_Space)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("WHICHONE_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def lab(qtbot: QtBot, home: Path) -> Iterator[Lab]:
    made = Lab(qtbot, Settings(study=True))
    yield made
    made.close()
