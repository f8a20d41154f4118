"""The beginning of a study session by keyboard: the consent heard or read, agreed or declined."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from whichone_app import announcer
from whichone_app.presenters import study as words
from whichone_app.study import begin_dialog
from whichone_app.study.consent_hearing import AGAIN, PERHAPS_NOT_ALL, STOPPED
from whichone_core.paths import folders
from whichone_core.settings import Settings, SpeakThrough

from tests.gui.study_lab import Lab, home, lab, leave, press

__all__ = ["home", "lab"]


def test_nothing_is_recorded_before_someone_agreed(lab: Lab) -> None:
    lab.answered("before")
    lab.do("begin")
    dialog = lab.feature.beginning
    assert dialog is not None
    press(dialog.agree_button)
    assert dialog.isVisible()
    lab.heard("Have the consent read aloud first, or go through it line by line.")
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
    assert lab.consents() == [False], "that it was not heard to its end is kept with the consent"


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


@pytest.mark.parametrize("code", ["Anna Lee", ""])
def test_a_code_that_is_none_is_refused_before_the_consent_is_heard(lab: Lab, code: str) -> None:
    dialog = lab.beginning()
    dialog.code.setText(code)
    press(dialog.agree_button)
    lab.heard("never a name")
    assert dialog.isVisible() and dialog.code.hasFocus()
    assert begin_dialog.READ_FIRST not in lab.mouth.asked
    dialog.close()


def test_the_next_participant_finds_a_fresh_dialog(lab: Lab) -> None:
    dialog = lab.beginning()
    dialog.sighted.setChecked(True)
    dialog.text.setFocus()
    QTest.keyClick(dialog.text, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert dialog.text.textCursor().blockNumber() > 3
    press(dialog.decline_button)
    dialog = lab.beginning()
    assert dialog.blind.isChecked() and not dialog.sighted.isChecked()
    assert dialog.text.textCursor().position() == 0
    dialog.close()


@pytest.mark.parametrize("key", [Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Left, Qt.Key.Key_Right])
def test_any_arrow_goes_on_in_the_group(lab: Lab, key: Qt.Key) -> None:
    dialog = lab.beginning()
    dialog.blind.setFocus()
    for chosen in (dialog.sighted, dialog.blind):
        QTest.keyClick(dialog.focusWidget(), key)
        assert chosen.hasFocus() and chosen.isChecked()
    dialog.close()


def test_that_the_consent_is_only_a_template_is_told(lab: Lab) -> None:
    lab.beginning().close()
    lab.heard(begin_dialog.TEMPLATE)


def test_a_consent_of_ones_own_is_read_and_one_that_is_missing_is_told_at_once(
    qtbot: QtBot, home: Path
) -> None:
    own = home / "own.md"
    own.write_text("We ask you about labels.\n\nYou may stop at any time.", encoding="utf-8")
    made = Lab(qtbot, Settings(study=True, study_consent=str(own)))
    dialog = made.beginning()
    assert dialog.text.toPlainText().startswith("We ask you about labels.")
    assert not any(begin_dialog.TEMPLATE in said for said in made.mouth.asked)
    dialog.close()
    own.unlink()
    dialog = made.beginning()
    wrong = f"The consent text {own} cannot be read."
    assert wrong in made.mouth.asked[-1] and begin_dialog.HOW not in made.mouth.asked[-1]
    press(dialog.agree_button)
    assert wrong in made.mouth.asked[-1]
    dialog.close()
    made.close()
