"""F2 and the microphone in the real window, with sound and words from a script."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from whichone_app.features import Desk
from whichone_app.hearing.ear import Ear
from whichone_app.hearing.fake import FakeMicrophone, ScriptedListener
from whichone_app.jobs import QtJobRunner
from whichone_app.listening import SPEAK, Listening
from whichone_app.presenters import listening as words
from whichone_app.window import MainWindow
from whichone_core.settings import Listen, Settings, SpeakThrough

from tests.desk.scripted import ScriptedAssistant
from tests.gui.actions import help_lines
from tests.gui.conftest import SHORT, Mouth, take
from tests.hearing import babble, quiet, together


@dataclass
class Den:
    """A window that listens; script: what will be heard, in order."""

    window: MainWindow
    jobs: QtJobRunner
    mouth: Mouth
    bot: QtBot
    script: list[str]
    settings: list[Settings] = field(default_factory=list)
    feature: Listening | None = None
    wait_ms: list[int] = field(default_factory=lambda: [8_000])
    """How long it listens in the microphone's time, which flies."""
    microphones: list[FakeMicrophone] = field(default_factory=list)
    """Those that were made; the last one is used."""

    def press_f2(self) -> None:
        QTest.keyClick(self.window.question, Qt.Key.Key_F2)

    def ask_which(self) -> None:
        self.window.question.setText("which one?")
        self.window.question.returnPressed.emit()
        self.bot.waitUntil(lambda: self.window.options.isVisible() and not self.jobs.is_busy)

    @property
    def answer(self) -> list[str]:
        return self.window.answer.toPlainText().splitlines()

    @property
    def is_listening(self) -> bool:
        return self.feature is not None and self.feature.is_listening


@pytest.fixture
def den(qtbot: QtBot, request: pytest.FixtureRequest) -> Iterator[Den]:
    """param: the setting `listen`."""
    jobs, mouth = QtJobRunner(), Mouth()
    chosen = Settings(listen=getattr(request, "param", Listen.OFF))
    script: list[str] = []
    made: list[Settings] = []
    wait_ms = [8_000]
    microphones: list[FakeMicrophone] = []

    def make_ear(settings: Settings) -> Ear:
        made.append(settings)
        microphone = FakeMicrophone(together(*[quiet(1), babble(1)] * 40))
        microphones.append(microphone)
        listener = ScriptedListener()
        listener.script = script
        make_voice = lambda: lambda block: True  # noqa: E731
        return Ear(microphone, listener, make_voice, lambda pitches: None, wait_ms[0])

    features: list[Listening] = []

    def feature(desk: Desk) -> Listening:
        features.append(Listening(desk, make_ear))
        return features[0]

    window = MainWindow(
        ScriptedAssistant(),
        jobs,
        mouth,
        take,
        SpeakThrough.OWN_VOICE,
        SHORT,
        settings=chosen,
        features=(feature,),
    )
    qtbot.addWidget(window)
    window.show()
    qtbot.waitUntil(window.question.hasFocus)
    yield Den(window, jobs, mouth, qtbot, script, made, features[0], wait_ms, microphones)
    window.close()
    jobs.close()


def test_f2_asks_what_was_said(den: Den) -> None:
    den.script.append("What is this?")
    den.press_f2()
    den.bot.waitUntil(
        lambda: den.answer[:1] == ["It is a tin of tomato soup."] and not den.jobs.is_busy
    )
    assert "Heard: What is this?" in den.mouth.asked


def test_a_spoken_question_is_brought_back_with_up_and_so_is_what_was_typed_before(
    den: Den,
) -> None:
    """Field report 92: what was typed is not lost."""
    QTest.keyClicks(den.window.question, "how much is")
    den.script.append("What is this?")
    den.press_f2()
    den.bot.waitUntil(lambda: bool(den.answer) and not den.jobs.is_busy)
    assert den.window.question.value == ""
    for brought_back in ("What is this?", "how much is"):
        QTest.keyClick(den.window.question, Qt.Key.Key_Up)
        assert den.window.question.value == brought_back


def test_a_reply_that_is_read_back_leaves_what_was_typed_within_reach(den: Den) -> None:
    den.ask_which()
    QTest.keyClicks(den.window.question, "the small")
    den.script.append("The blew bowl")
    den.press_f2()
    den.bot.waitUntil(lambda: den.window.question.value == "2")
    QTest.keyClick(den.window.question, Qt.Key.Key_Up)
    assert den.window.question.value == "the small"


def test_closing_the_window_closes_the_microphone_and_waits_for_it(den: Den) -> None:
    """Field report 95."""
    den.wait_ms[0] = 10**9
    den.press_f2()
    den.bot.waitUntil(lambda: bool(den.microphones) and den.microphones[-1].is_open)
    den.window.close()
    assert not den.microphones[-1].is_open
    assert not den.is_listening


def test_f2_silences_the_own_voice(den: Den) -> None:
    den.mouth.say("A long answer.")
    den.script.append("")
    den.press_f2()
    assert den.mouth.asked == []
    den.window.close()


def test_a_reply_is_chosen_by_voice(den: Den) -> None:
    den.ask_which()
    den.script.append("Number two.")
    den.press_f2()
    den.bot.waitUntil(lambda: den.answer == ["It is the blue bowl on the right."])
    assert not den.window.options.isVisible()


@pytest.mark.parametrize("den", [Listen.WHEN_ASKED], indirect=True)
def test_after_a_question_back_the_microphone_opens_by_itself(den: Den) -> None:
    den.script.append("Number three.")
    den.ask_which()
    assert not den.settings, "the question is still being said"
    den.mouth.advance(600)
    den.bot.waitUntil(lambda: den.answer == ["It is the spoon in the middle."])


def test_it_stays_closed_where_nobody_allowed_it(den: Den) -> None:
    den.ask_which()
    den.mouth.advance(600)
    den.bot.waitUntil(lambda: den.window.announcer.is_quiet)
    assert not den.is_listening and not den.settings


def test_escape_silences_and_ends_listening(den: Den) -> None:
    den.wait_ms[0] = 10**9
    den.press_f2()
    # Time flies: it may have heard somebody, and be understanding that, before this is looked at.
    heard = (words.LISTENING, words.UNDERSTANDING)
    den.bot.waitUntil(lambda: den.window._panels.status.text() in heard)
    QTest.keyClick(den.window.question, Qt.Key.Key_Escape)
    assert not den.is_listening
    assert den.window._panels.status.text() == words.NOT_LISTENING


def test_what_is_unsure_is_read_back_and_enter_takes_it(den: Den) -> None:
    den.ask_which()
    den.script.append("The blew bowl")
    den.press_f2()
    den.bot.waitUntil(lambda: den.window.question.value == "2")
    assert any("Did you say the blue bowl" in said for said in den.mouth.asked)
    QTest.keyClick(den.window.question, Qt.Key.Key_Return)
    den.bot.waitUntil(lambda: den.answer == ["It is the blue bowl on the right."])


def test_a_changed_recogniser_is_used_from_the_next_utterance_on(den: Den) -> None:
    den.script += ["What is this?", "What is this?"]
    den.press_f2()
    den.bot.waitUntil(lambda: bool(den.answer) and not den.is_listening)
    den.window._chosen.change(microphone="Yeti")
    den.bot.waitUntil(lambda: not den.jobs.is_busy)
    den.press_f2()
    den.bot.waitUntil(lambda: len(den.settings) == 2)
    assert [each.microphone for each in den.settings] == ["", "Yeti"]


def test_the_key_stands_in_the_menu_and_under_f1(den: Den) -> None:
    action = den.window.findChild(QAction, SPEAK.name)
    assert action is not None and action.shortcut().toString() == "F2"
    (line,) = [line for line in help_lines(den.window) if line.endswith(": F2.")]
    assert line.startswith("Speak a question")
