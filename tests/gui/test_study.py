"""The study mode by keyboard: consent, recording, pausing, rating, forgetting, withdrawing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QMenu, QWidget
from pytestqt.qtbot import QtBot
from whichone_app import announcer
from whichone_app.jobs import QtJobRunner
from whichone_app.presenters import study as words
from whichone_app.presenters.rating import DONE
from whichone_app.study import begin_dialog
from whichone_app.study.begin_dialog import BeginDialog
from whichone_app.study.consent_hearing import AGAIN, PERHAPS_NOT_ALL, STOPPED
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


def test_without_the_setting_there_is_no_menu(qtbot: QtBot, home: Path) -> None:
    lab = Lab(qtbot, Settings())
    assert not lab.actions()
    titles = [menu.title() for menu in lab.window.menuBar().findChildren(QMenu)]
    assert "St&udy" not in titles
    lab.close()
    lab.log.close()


def test_it_is_said_at_the_start_and_stands_in_the_window(lab: Lab) -> None:
    lab.heard(lab.feature.presenter.words.greeting)
    assert lab.feature.status.text() == "Study: not recording."
    assert lab.feature.status.isVisible()


def test_no_mnemonic_of_a_menu_is_there_twice(lab: Lab) -> None:
    titles = [action.text() for action in lab.window.menuBar().actions()]
    letters = Counter(title[title.index("&") + 1].lower() for title in titles if "&" in title)
    assert max(letters.values()) == 1, titles


def test_nothing_is_recorded_before_someone_agreed(lab: Lab) -> None:
    lab.answered("before")
    lab.do("begin")
    dialog = lab.feature.beginning
    assert dialog is not None
    press(dialog.agree_button)
    assert dialog.isVisible()
    lab.heard("Have the consent read aloud first.")
    press(dialog.decline_button)
    lab.answered("declined")
    assert not folders().log_file.exists()
    assert not lab.feature.presenter.runs


def test_who_leaves_the_beginning_hears_that_nothing_is_recorded(lab: Lab) -> None:
    dialog = lab.beginning()
    leave(lab, dialog)
    lab.heard(words.NOT_AGREED)
    lab.begin()
    assert words.NOT_AGREED not in lab.mouth.asked


def test_who_declines_hears_that_nothing_is_recorded(lab: Lab) -> None:
    press(lab.beginning().decline_button)
    lab.heard(words.NOT_AGREED)
    assert not lab.feature.presenter.runs


def test_the_code_is_said_whole_and_can_be_typed_over(lab: Lab) -> None:
    lab.do("begin")
    dialog = lab.feature.beginning
    assert dialog is not None
    code = dialog.code.value
    assert code and lab.mouth.asked[-1].startswith(f"The participant's code is {code}, unless")
    assert code in dialog.messages.toPlainText(), "it can be read again there"
    assert dialog.code.selectedText().strip() == code
    QTest.keyClicks(dialog.code, "Q7")
    assert dialog.code.value == dialog.code.text() == "Q7"
    dialog.close()


def test_the_consent_is_read_aloud_and_can_be_read(lab: Lab) -> None:
    lab.do("begin")
    dialog = lab.feature.beginning
    assert dialog is not None
    press(dialog.read_button)
    lab.heard("Taking part is your free choice.")
    assert "Taking part is your free choice." in dialog.text.toPlainText()
    dialog.close()


def test_escape_silences_the_consent_that_a_reader_reads_and_only_then_leaves(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(begin_dialog, "FASTEST_S", 0.001)
    lab.window.announcer.speak_through(SpeakThrough.SCREEN_READER)
    lab.do("begin")
    dialog = lab.feature.beginning
    assert dialog is not None
    lab.bot.waitUntil(dialog.isActiveWindow)
    press(dialog.read_button)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    assert begin_dialog.SILENCED in dialog.messages.toPlainText()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


@pytest.mark.parametrize("is_by_escape", [True, False])
def test_who_stopped_the_consent_is_asked_once_more_whether_to_agree(
    lab: Lab, is_by_escape: bool
) -> None:
    dialog = lab.beginning()
    press(dialog.read_button)
    if is_by_escape:
        QTest.keyClick(dialog.read_button, Qt.Key.Key_Escape)
        assert dialog.isVisible()
    press(dialog.agree_button)
    assert lab.mouth.asked == [f"{STOPPED} {AGAIN}"]
    press(dialog.pictures_button)
    assert lab.mouth.asked == [f"{STOPPED} {AGAIN}"], "another button is another question"
    assert not lab.feature.presenter.runs
    press(dialog.pictures_button)
    assert not dialog.isVisible() and lab.feature.presenter.runs


def test_who_had_it_read_anew_to_its_end_is_not_asked_again(lab: Lab) -> None:
    dialog = lab.beginning()
    press(dialog.read_button)
    press(dialog.agree_button)
    lab.read_out(dialog)
    press(dialog.agree_button)
    assert not dialog.isVisible()


def test_a_key_stops_a_reader_so_that_it_may_not_have_come_to_the_end(lab: Lab) -> None:
    lab.window.announcer.speak_through(SpeakThrough.SCREEN_READER)
    dialog = lab.beginning()
    press(dialog.read_button)
    QTest.keyClick(dialog.read_button, Qt.Key.Key_Control)
    press(dialog.agree_button)
    assert dialog.messages.toPlainText().splitlines()[-1] == f"{PERHAPS_NOT_ALL} {AGAIN}"
    assert dialog.isVisible()
    press(dialog.agree_button)
    assert not dialog.isVisible()


def test_what_a_reader_had_time_to_read_undisturbed_counts_as_heard(
    lab: Lab, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(announcer, "READER_CHARACTERS_S", 1_000_000.0)
    lab.window.announcer.speak_through(SpeakThrough.SCREEN_READER)
    dialog = lab.beginning()
    press(dialog.read_button)
    lab.bot.waitUntil(lambda: dialog.hearing.is_whole, timeout=60_000)
    press(dialog.agree_button)
    assert not dialog.isVisible()


def test_who_went_through_the_text_need_not_have_it_read(lab: Lab) -> None:
    dialog = lab.beginning()
    dialog.text.setFocus()
    QTest.keyClick(dialog.text, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    press(dialog.agree_button)
    assert dialog.isVisible(), "a leap to its end is no way through it"
    dialog.text.setFocus()
    QTest.keyClick(dialog.text, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    while dialog.text.textCursor().blockNumber() + 1 < dialog.text.document().blockCount():
        QTest.keyClick(dialog.text, Qt.Key.Key_Down)
    press(dialog.agree_button)
    assert not dialog.isVisible() and lab.feature.presenter.runs


def test_a_code_that_is_a_name_is_refused(lab: Lab) -> None:
    lab.do("begin")
    dialog = lab.feature.beginning
    assert dialog is not None
    dialog.code.setText("Anna Lee")
    lab.read_out(dialog)
    press(dialog.agree_button)
    lab.heard("never a name")
    assert dialog.isVisible()
    dialog.close()


def test_a_session_from_consent_to_keeping(lab: Lab) -> None:
    lab.begin()
    lab.heard("The study records now: questions and answers.")
    assert lab.feature.status.text() == "Study: recording, participant P07."
    lab.do("task")
    lab.heard("Task 1 started.")
    assert "Task 1 runs" in lab.feature.status.text()
    lab.answered("one")
    lab.do("task")
    lab.heard("Task 1 stopped after")
    lab.do("pause")
    lab.heard(lab.feature.presenter.words.paused)
    assert "paused, not recording" in lab.feature.status.text()
    lab.answered("secret")
    lab.do("pause")
    lab.heard(words.RESUMED)
    lab.answered("two")
    lab.do("end")
    assert lab.feature.ending is not None
    press(lab.feature.ending.keep_button)
    lab.heard(words.KEPT)
    assert lab.questions() == ["one", "two"]
    (session,) = StudyReader(folders().log_file).sessions()
    assert (session.participant, session.task, session.outcome) == ("P07", "labels", "kept")
    assert lab.feature.status.text() == "Study: not recording."


def test_who_leaves_the_end_without_a_decision_hears_that_the_session_goes_on(lab: Lab) -> None:
    lab.begin(pictures=True)
    lab.do("end")
    assert lab.feature.ending is not None
    leave(lab, lab.feature.ending)
    lab.heard("The session goes on. Study: recording with pictures, participant P07.")
    lab.do("end")
    press(lab.feature.ending.keep_button)
    lab.heard(words.KEPT)
    assert sum("goes on" in said for said in lab.mouth.asked) <= 1


def test_what_is_not_to_be_kept_is_deleted_and_told(lab: Lab) -> None:
    lab.begin(pictures=True)
    assert "recording with pictures" in lab.feature.status.text()
    lab.answered("one")
    lab.do("end")
    assert lab.feature.ending is not None
    press(lab.feature.ending.delete_button)
    lab.heard("1 answer and 0 pictures deleted.")
    assert lab.questions() == []


def test_the_last_five_minutes_are_forgotten_and_told(lab: Lab) -> None:
    lab.begin()
    lab.answered("one")
    lab.do("forget")
    lab.heard("1 answer and 0 pictures deleted.")
    assert lab.questions() == []
    lab.do("rate")
    lab.heard(words.NOTHING_TO_RATE)


def test_an_answer_is_rated_with_digits_alone(lab: Lab) -> None:
    lab.begin()
    lab.answered("one")
    lab.do("rate")
    dialog = lab.feature.rating
    assert dialog is not None
    lab.bot.waitUntil(dialog.view.hasFocus)
    lab.heard("1 of 5.")
    assert dialog.view.toPlainText().startswith("1 of 5.")
    for key in (Qt.Key.Key_3, Qt.Key.Key_2, Qt.Key.Key_Backspace, Qt.Key.Key_1):
        QTest.keyClick(dialog.view, key)
    assert dialog.view.toPlainText().startswith("3 of 5.")
    for key in (Qt.Key.Key_0, Qt.Key.Key_9, Qt.Key.Key_3, Qt.Key.Key_2):
        QTest.keyClick(dialog.view, key)
    lab.heard(DONE)
    assert not dialog.isVisible()
    lab.questions()
    reader = StudyReader(folders().log_file)
    (session,) = reader.sessions()
    points = {row["scale"]: row["points"] for row in reader.details(session.key).ratings}
    assert points == {
        "relevance": 3,
        "helpfulness": 1,
        "plausibility": None,
        "fluency": 3,
        "correctness": 2,
    }


def test_a_rating_that_was_broken_off_is_kept_and_the_dialog_is_made_once(lab: Lab) -> None:
    lab.begin()
    lab.answered("one")
    lab.do("rate")
    first = lab.feature.rating
    assert first is not None
    QTest.keyClick(first.view, Qt.Key.Key_2)
    first.close()
    lab.heard("Answered and kept: 1 of 5 questions.")
    lab.answered("two")
    lab.do("rate")
    assert lab.feature.rating is first
    assert first.view.toPlainText().startswith("1 of 5.")
    first.close()
    lab.heard("Nothing was rated.")
    lab.questions()
    reader = StudyReader(folders().log_file)
    (session,) = reader.sessions()
    assert [row["points"] for row in reader.details(session.key).ratings] == [2]


def test_what_is_stored_can_be_found_opened_and_deleted(lab: Lab) -> None:
    lab.begin()
    lab.answered("Where is the cheese?")
    lab.do("end")
    assert lab.feature.ending is not None
    press(lab.feature.ending.keep_button)
    lab.do("stored")
    dialog = lab.feature.sessions
    assert dialog is not None
    lab.bot.waitUntil(dialog.list.hasFocus)
    lab.heard("1 session of 1 participant, 1 consent.")
    assert dialog.list.count() == 1
    QTest.keyClick(dialog.list, Qt.Key.Key_Return)
    assert "Where is the cheese? Answer: It is a cup." in dialog.text.toPlainText()
    search(dialog.search, "zebra")
    assert dialog.list.count() == 0
    search(dialog.search, "cheese")
    assert dialog.list.count() == 1
    dialog.list.setFocus()
    QTest.keyClick(dialog.list, Qt.Key.Key_Delete)
    lab.heard("Press it again to delete session 1")
    assert lab.questions() == ["Where is the cheese?"]
    QTest.keyClick(dialog.list, Qt.Key.Key_Delete)
    lab.bot.waitUntil(lambda: dialog.list.count() == 0)
    assert lab.questions() == []
    dialog.close()


def search(field: QLineEdit, text: str) -> None:
    field.setText(text)
    QTest.keyClick(field, Qt.Key.Key_Return)


@pytest.mark.parametrize("name", ["pause", "task", "rate", "end"])
def test_without_a_session_a_command_says_so(lab: Lab, name: str) -> None:
    lab.do(name)
    lab.heard(lab.feature.presenter.words.no_session)


def test_a_second_session_is_not_begun_over_the_first(lab: Lab) -> None:
    lab.begin()
    lab.do("begin")
    lab.heard(lab.feature.presenter.words.runs_already)
    assert lab.feature.beginning is not None and not lab.feature.beginning.isVisible()


def test_a_window_that_closes_leaves_the_session_undecided(lab: Lab) -> None:
    lab.begin()
    lab.answered("one")
    assert lab.questions() == ["one"]
    lab.window.close()
    (session,) = StudyReader(folders().log_file).sessions()
    assert (session.outcome, session.turns) == ("open", 1)
    assert session.ended_at is not None


def test_every_control_of_the_dialogs_has_a_name_of_its_own(lab: Lab) -> None:
    lab.begin()
    lab.answered("one")
    for name in ("stored", "rate", "end"):
        lab.do(name)
    found = lab.feature
    for dialog in (found.beginning, found.sessions, found.rating, found.ending):
        assert isinstance(dialog, QDialog)
        names = [
            control.accessibleName()
            for control in dialog.findChildren(QWidget)
            if control.focusPolicy() != Qt.FocusPolicy.NoFocus
            and control.parent() is not None
            and not control.objectName().startswith("qt_")
        ]
        assert all(names) and max(Counter(names).values()) == 1, names
        dialog.close()
    assert QApplication.activeModalWidget() is None
