"""Settings and studies in Spanish and German: no English in what is read, nothing cut off.

Names, mnemonics and a change while a dialog is open: `test_languages.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QFileDialog,
    QGroupBox,
    QLabel,
    QListWidget,
    QPlainTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot
from whichone_app.findings import Found
from whichone_app.jobs import QtJobRunner
from whichone_app.presenters.first_run import DONE
from whichone_app.qt_language import use_qt_language
from whichone_app.remembered import Remembered
from whichone_app.settings_window import feature as settings_feature
from whichone_app.settings_window.feature import SettingsFeature
from whichone_app.settings_window.pages import DoctorDialog
from whichone_app.settings_window.sheet import Sheet
from whichone_app.study.feature import study
from whichone_app.window import MainWindow
from whichone_core.languages import use_language
from whichone_core.log.sessionlog import SessionLog
from whichone_core.paths import folders
from whichone_core.settings import Settings, SpeakThrough
from whichone_core.study.redaction import NoFaces, PersonalRedaction
from whichone_core.study.studylog import StudyLog

from tests.desk.scripted import ScriptedAssistant
from tests.gui.conftest import SHORT, Mouth, Room, take
from tests.integration.test_doctor import examined
from tests.leftovers import leftovers

LANGUAGES = ("es", "de")
SOUND = Found({"outputs": ["USB 1"], "inputs": ["USB 2"]})
TOOLS = ("settings", "models", "first steps", "privacy", "doctor")
STUDY = ("study begin", "study stored")


@pytest.fixture
def tools(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    """The window with the menus Tools and Study."""
    monkeypatch.setenv("WHICHONE_HOME", str(tmp_path))
    monkeypatch.setattr(
        settings_feature,
        "examine",
        lambda _settings, home, **_more: examined(home, {"sound": SOUND}),
    )
    jobs, assistant, mouth = QtJobRunner(), ScriptedAssistant(), Mouth()
    redaction = PersonalRedaction(NoFaces())
    log = SessionLog(folders().log_file, keep_pictures=False, redaction=redaction)
    assistant.log = StudyLog(log)  # type: ignore[attr-defined]
    remembered = Remembered(tmp_path / "window.json")
    remembered.keep_first_run(DONE)
    window = MainWindow(
        assistant, jobs, mouth, take, SpeakThrough.OWN_VOICE, SHORT, remembered,
        settings=Settings(study=True, language="en"), features=(SettingsFeature, study),
    )  # fmt: skip
    qtbot.addWidget(window)
    window.show()
    yield Room(window, jobs, assistant, mouth, qtbot)
    window.close()
    jobs.close()


def opened(room: Room, name: str) -> Sheet:
    """The dialog that a command opens."""
    action = room.window.findChild(QAction, name)
    assert action is not None
    action.trigger()
    (sheet,) = [each for each in room.window.findChildren(Sheet) if each.isVisible()]
    return sheet


def controls(dialog: QDialog) -> list[QWidget]:
    """Everything in a dialog that is ours."""
    files = dialog.findChildren(QFileDialog)
    inside = [each for each in dialog.findChildren(QWidget) if each.objectName() != "qt_scrollarea"]
    return [
        each
        for each in (dialog, *inside)
        if not any(file is each or file.isAncestorOf(each) for file in files)
    ]


def texts(widget: QWidget) -> list[str]:
    """What is shown by a control, or said of it."""
    found = [widget.accessibleName(), widget.accessibleDescription(), widget.windowTitle()]
    if isinstance(widget, QAbstractButton | QLabel):
        found.append(widget.text())
    if isinstance(widget, QGroupBox):
        found.append(widget.title())
    if isinstance(widget, QPlainTextEdit):
        found.append(widget.toPlainText())
    if isinstance(widget, QListWidget):
        found += [widget.item(row).text() for row in range(widget.count())]
    return [text for text in found if text]


def english_in(dialog: QDialog, language: str) -> list[str]:
    said = [text for widget in controls(dialog) for text in texts(widget)]
    return [left for text in said for left in leftovers(text, language)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", (*TOOLS, *STUDY))
class TestDialog:
    def test_speaks_no_english(self, tools: Room, name: str, language: str) -> None:
        use_language(language)
        use_qt_language()
        dialog = opened(tools, name)
        if name == "doctor":
            assert isinstance(dialog, DoctorDialog)
            tools.bot.waitUntil(lambda: dialog.text.toPlainText().count("\n") > 5)
        assert english_in(dialog, language) == []

    def test_cuts_off_no_text(self, tools: Room, name: str, language: str) -> None:
        use_language(language)
        dialog = opened(tools, name)
        QApplication.processEvents()
        shown = [each for each in controls(dialog) if each.isVisible()]
        for each in shown:
            if isinstance(each, QAbstractButton) or (
                isinstance(each, QLabel) and not each.wordWrap()
            ):
                assert each.width() >= each.minimumSizeHint().width(), each.text()
        assert dialog.width() <= 1280, "it fits a small screen"
