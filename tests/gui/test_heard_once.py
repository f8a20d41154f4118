"""With a screen reader nothing is said twice: what it reads at the focus by itself is not told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from whichone_app.chosen import Chosen
from whichone_app.jobs import QtJobRunner
from whichone_app.presenters.doctor_page import CHECKING
from whichone_app.presenters.privacy import PrivacyPage
from whichone_app.presenters.settings_page import SettingsPage
from whichone_app.settings_window.editors import ChoiceEditor, NumberEditor, SwitchEditor
from whichone_app.settings_window.pages import DoctorDialog, PrivacyDialog
from whichone_app.settings_window.settings_dialog import SettingsDialog
from whichone_app.settings_window.sheet import Sheet
from whichone_app.study.rating_dialog import RatingDialog
from whichone_core.paths import folders
from whichone_core.settings import Settings, SpeakThrough

from tests.gui.conftest import Room

WAYS = pytest.mark.parametrize("through", [SpeakThrough.SCREEN_READER, SpeakThrough.OWN_VOICE])


def said(room: Room, through: SpeakThrough, do: Callable[[], object]) -> list[str]:
    """What was given to a voice, while that is being done; nothing has been said of it yet."""
    announcer = room.window.announcer
    announcer.speak_through(through)
    announcer._gathered.clear()
    room.mouth.ever.clear()
    do()
    return room.mouth.ever + [text for text, _language in announcer._gathered]


def with_reader(through: SpeakThrough) -> bool:
    return through is SpeakThrough.SCREEN_READER


@pytest.fixture
def settings(room: Room, tmp_path: Path) -> SettingsDialog:
    page = SettingsPage(Chosen(Settings(), tmp_path / "settings.toml"))
    dialog = SettingsDialog(room.window, room.window.announcer, page)
    dialog.open_sheet()
    return dialog


@WAYS
def test_a_number_that_the_arrows_change(
    room: Room, settings: SettingsDialog, through: SpeakThrough
) -> None:
    editor = settings.editors["speech_rate"]
    assert isinstance(editor, NumberEditor)
    # Nothing in this page takes it up at once, so that is told beside the value.
    told = said(room, through, editor._field.stepUp)
    rest = "It holds after a restart."
    assert told == [rest if with_reader(through) else f"Speech rate: 0.1. {rest}"]
    assert settings.messages.toPlainText() == f"Speech rate: 0.1. {rest}", "for braille all of it"


@WAYS
def test_a_choice_and_a_switch(room: Room, settings: SettingsDialog, through: SpeakThrough) -> None:
    choice, switch = settings.editors["voice"], settings.editors["study"]
    assert isinstance(choice, ChoiceEditor) and isinstance(switch, SwitchEditor)
    for name, press in (
        ("Voice: qt.", choice._buttons["qt"].click),
        (f"{switch.row.title}: on.", switch._box.click),
    ):
        (told,) = said(room, through, press)
        assert told.startswith(name) is not with_reader(through)
        assert told.endswith("It holds after a restart.")


@WAYS
def test_a_line_of_text_is_told_as_a_reader_says_nothing_of_it(
    room: Room, settings: SettingsDialog, through: SpeakThrough
) -> None:
    row = settings.editors["camera"].row
    (told,) = said(room, through, lambda: settings._set(row, "Desk Camera"))
    assert told.startswith(f"{row.title}: Desk Camera.")


class Round:
    """Ratings of which only the first question is asked."""

    is_done = False
    prompt = "1 of 5. Is the answer about what was asked?"

    def press(self, _digit: int) -> str:
        self.prompt = "2 of 5. Would it help?"
        return self.prompt


class Study:
    def keep_rating(self, _given: object) -> None:
        pass


@WAYS
def test_the_first_question_of_a_rating_but_each_later_one_is_told(
    room: Room, through: SpeakThrough
) -> None:
    dialog = RatingDialog(room.window, room.window.announcer, Study())  # type: ignore[arg-type]
    first = said(room, through, lambda: dialog.rate(Round()))  # type: ignore[arg-type]
    assert first == ([] if with_reader(through) else [Round.prompt])
    assert dialog.view.toPlainText() == Round.prompt, "it stands where the focus comes to"
    assert said(room, through, lambda: dialog.view.pressed.emit(3)) == ["2 of 5. Would it help?"]
    dialog.close()


@WAYS
def test_that_this_computer_is_checked_when_it_opens_but_told_when_asked_again(
    room: Room, through: SpeakThrough
) -> None:
    def examine(*_anything: object) -> object:
        raise AssertionError("it is not waited for")

    jobs = QtJobRunner()
    dialog = DoctorDialog(room.window, room.window.announcer, jobs, examine)  # type: ignore[arg-type]
    dialog._jobs = Idle()  # type: ignore[assignment]
    assert said(room, through, dialog.open_sheet) == ([] if with_reader(through) else [CHECKING])
    assert dialog.text.toPlainText() == CHECKING
    assert said(room, through, dialog.check) == [CHECKING]
    dialog.close()
    jobs.close()


class Idle:
    """Jobs of which none is ever busy."""

    is_busy = False

    def start(self, *_work: object) -> None:
        pass


@WAYS
def test_the_first_line_of_the_privacy_page(
    room: Room, through: SpeakThrough, tmp_path: Path
) -> None:
    page = PrivacyPage(lambda: Settings(), folders())
    dialog = PrivacyDialog(room.window, room.window.announcer, page)
    first = page.lines()[0]
    assert said(room, through, dialog.open_sheet) == ([] if with_reader(through) else [first])
    assert dialog.text.textCursor().block().text() == first
    dialog.close()


@WAYS
def test_a_notice_that_only_begins_so_is_told_from_there_on(
    room: Room, through: SpeakThrough
) -> None:
    sheet = Sheet(room.window, room.window.announcer, "Sheet")
    sheet.add_end()
    told = said(room, through, lambda: sheet.tell("Known. And new.", "Known."))
    assert told == (["And new."] if with_reader(through) else ["Known. And new."])
    assert sheet.messages.toPlainText() == "Known. And new."
