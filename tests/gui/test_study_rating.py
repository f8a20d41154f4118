"""Answers of a study session rated by keyboard, whole or broken off."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from whichone_app.presenters.rating import DONE
from whichone_core.paths import folders
from whichone_core.study.studyreader import StudyReader

from tests.gui.study_lab import Lab, home, lab

__all__ = ["home", "lab"]


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
