"""The study mode by keyboard: its menu, recording, pausing, forgetting, keeping or deleting."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QMenu, QWidget
from pytestqt.qtbot import QtBot
from whichone_app.presenters import study as words
from whichone_core.paths import folders
from whichone_core.settings import Settings
from whichone_core.study.studyreader import StudyReader

from tests.gui.study_lab import Lab, home, lab, leave, press
from tests.studies import Clock, a_study, begin

__all__ = ["home", "lab"]


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


def test_a_session_that_nobody_decided_about_is_told_of_at_the_next_start(
    qtbot: QtBot, lab: Lab
) -> None:
    lab.begin()
    lab.answered("one")
    lab.close()
    again = Lab(qtbot, Settings(study=True))
    again.heard("1 earlier session waits to be kept or deleted. To decide, press Control Shift F7.")
    StudyReader(folders().log_file).keep(1)
    again.close()
    third = Lab(qtbot, Settings(study=True))
    third.heard(third.feature.presenter.words.greeting)
    assert not any("waits to be kept" in said for said in third.mouth.asked)
    third.close()


def test_no_mnemonic_of_a_menu_is_there_twice(lab: Lab) -> None:
    titles = [action.text() for action in lab.window.menuBar().actions()]
    letters = Counter(title[title.index("&") + 1].lower() for title in titles if "&" in title)
    assert max(letters.values()) == 1, titles


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
    assert lab.consents() == [True]
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
    QTest.keyClick(dialog.list, Qt.Key.Key_Tab)
    dialog.list.setFocus()
    lab.mouth.asked.clear()
    QTest.keyClick(dialog.list, Qt.Key.Key_Delete)
    lab.heard("Press it again to delete session 1")
    assert lab.questions() == ["Where is the cheese?"], "who left the list did not want it"
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


def test_a_session_that_runs_is_not_listed_as_undecided(lab: Lab) -> None:
    lab.begin()
    lab.do("stored")
    dialog = lab.feature.sessions
    assert dialog is not None
    assert dialog.list.item(0).text().endswith("0 answers, 0 rated. Running.")
    dialog.close()


def test_a_session_that_nobody_decided_about_can_be_kept_where_it_is_stored(lab: Lab) -> None:
    earlier = a_study(folders().log_file, Clock())
    begin(earlier)
    earlier.close()
    lab.do("stored")
    dialog = lab.feature.sessions
    assert dialog is not None
    assert dialog.list.item(0).text().endswith("Not decided.")
    press(dialog.keep_button)
    lab.heard("Session 1 is kept.")
    assert dialog.list.item(0).text().endswith("Kept.")
    (session,) = StudyReader(folders().log_file).sessions()
    assert session.outcome == "kept"
    press(dialog.keep_button)
    lab.heard("Session 1 is kept already.")
    dialog.close()


def test_a_session_that_runs_is_not_kept_before_its_end(lab: Lab) -> None:
    lab.begin()
    lab.answered("one")
    assert lab.questions() == ["one"]
    lab.do("stored")
    dialog = lab.feature.sessions
    assert dialog is not None
    press(dialog.keep_button)
    lab.heard("Session 1 still runs; at its end it is asked whether it is kept.")
    (session,) = StudyReader(folders().log_file).sessions()
    assert session.outcome == "open"
    dialog.close()


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
