"""Language models by keyboard: fetched from a hub on this computer, stopped, gone on, removed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QPushButton
from whichone_app import local_model
from whichone_app.jobs import QtJobRunner
from whichone_app.presenters.model_list import Doing, ModelList
from whichone_app.settings_window.models_dialog import BUSY, STOPPED, ModelsDialog
from whichone_core.settings import Settings

from tests.gui.conftest import Room
from tests.hub import Fault, LocalHub, put_paper_model, running_hub
from tests.research import ROOT

pytest.importorskip("huggingface_hub", reason="huggingface_hub is not installed")

NAME = "paper-model"


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalHub]:
    """A hub with one model of paper, for a user who has nothing to run it with."""
    monkeypatch.setenv("WHICHONE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(local_model, "has_runtime", lambda: False)
    with running_hub() as running:
        yield running


@pytest.fixture
def dialog(room: Room, hub: LocalHub, tmp_path: Path) -> Iterator[ModelsDialog]:
    known = put_paper_model(hub, tmp_path / "made")
    models = ModelList(Settings, lambda: (known,), hub=hub.address)
    jobs = QtJobRunner()
    made = ModelsDialog(room.window, room.window.announcer, models, jobs)
    made.open_sheet()
    room.bot.waitUntil(made.list.hasFocus)
    yield made
    made.close()
    hub.released.set()
    jobs.close()


def press(button: QPushButton) -> None:
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Space)


def wait_line(room: Room, dialog: ModelsDialog, words: str) -> None:
    room.bot.waitUntil(lambda: words in dialog.list.item(0).text())


def told(dialog: ModelsDialog) -> list[str]:
    return dialog.messages.toPlainText().splitlines()


def test_opening_says_what_answers_and_shows_what_a_model_costs(
    room: Room, dialog: ModelsDialog
) -> None:
    assert room.mouth.asked == ["No language model is chosen; the built-in engine answers."]
    assert dialog.list.currentItem().text() == (
        "paper-model: not installed, 100 kilobytes to fetch."
    )
    assert "Licence: none." in dialog.details.toPlainText()


def test_a_model_is_fetched_verified_and_removed(room: Room, dialog: ModelsDialog) -> None:
    press(dialog.buttons[Doing.FETCH])
    wait_line(room, dialog, "installed, 525")
    assert not [line for line in told(dialog) if "percent" in line], "it takes only a moment"
    assert room.mouth.asked == told(dialog), "what is said stands there to be read"
    press(dialog.buttons[Doing.VERIFY])
    # Its last words come before its end, and until that nothing else is begun.
    room.bot.waitUntil(lambda: not dialog._jobs.is_busy)
    assert told(dialog)[-1].endswith("is as it was installed.")
    press(dialog.buttons[Doing.REMOVE])
    assert told(dialog)[-1] == "Press Remove again to delete paper-model from this computer."
    wait_line(room, dialog, "installed, 525")
    press(dialog.buttons[Doing.REMOVE])
    wait_line(room, dialog, "not installed")


def test_escape_stops_and_the_next_time_goes_on(
    room: Room, dialog: ModelsDialog, hub: LocalHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("whichone_app.presenters.tenths.APART_S", 0.0)
    hub.faults.append(Fault(after=100_000, then="stall"))
    press(dialog.buttons[Doing.FETCH])
    room.bot.waitUntil(lambda: "percent" in told(dialog)[-1])
    press(dialog.buttons[Doing.TEST])
    assert told(dialog)[-1] == "paper-model is not installed. Choose Fetch first."
    press(dialog.buttons[Doing.FETCH])
    assert told(dialog)[-1] == BUSY
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert told(dialog)[-1] == STOPPED
    assert dialog.isVisible()
    hub.released.set()
    wait_line(room, dialog, "partly fetched")
    press(dialog.buttons[Doing.FETCH])
    wait_line(room, dialog, "installed, 525")
    assert any(line.startswith("Going on from ") for line in told(dialog))


def test_what_goes_wrong_is_said_with_what_to_do(room: Room, dialog: ModelsDialog) -> None:
    press(dialog.buttons[Doing.FETCH])
    wait_line(room, dialog, "installed, 525")
    press(dialog.buttons[Doing.USE])
    room.bot.waitUntil(lambda: "make run MODEL=NAME" in told(dialog)[-1])
    assert told(dialog)[-1].startswith("Language models cannot run here")


def test_a_model_that_was_imported_is_the_one_that_the_buttons_are_for(
    room: Room, dialog: ModelsDialog
) -> None:
    dialog._chosen([str(ROOT / "models" / "demo" / "Q8_0")])
    room.bot.waitUntil(lambda: dialog.list.count() == 2)
    room.bot.waitUntil(lambda: not dialog._jobs.is_busy)
    assert dialog.list.currentItem().text().startswith("whichone-mini: installed")
    press(dialog.buttons[Doing.REMOVE])
    assert told(dialog)[-1] == "Press Remove again to delete whichone-mini from this computer."


def test_who_leaves_remove_has_not_wished_it_any_more(room: Room, dialog: ModelsDialog) -> None:
    press(dialog.buttons[Doing.FETCH])
    wait_line(room, dialog, "installed, 525")
    room.bot.waitUntil(lambda: not dialog._jobs.is_busy)
    asked = "Press Remove again to delete paper-model from this computer."
    press(dialog.buttons[Doing.REMOVE])
    assert told(dialog)[-1] == asked
    QTest.keyClick(dialog.buttons[Doing.REMOVE], Qt.Key.Key_Tab)
    press(dialog.buttons[Doing.REMOVE])
    assert told(dialog)[-2:] == [asked, asked]
    assert "not installed" not in dialog.list.item(0).text()


@pytest.mark.parametrize(
    ("typed", "heard"),
    [
        ("{there}/modles/mini", "In {there} there is no modles. Correct it and press Enter."),
        ("{there}/notes.txt", "notes.txt is a file, not a folder."),
    ],
)
def test_a_folder_that_was_mistyped_is_told_and_can_be_corrected(
    room: Room, dialog: ModelsDialog, tmp_path: Path, typed: str, heard: str
) -> None:
    (tmp_path / "notes.txt").touch()
    press(dialog.folder_button)
    (files,) = dialog.findChildren(QFileDialog)
    (field,) = files.findChildren(QLineEdit, "fileNameEdit")
    for words in (typed.format(there=tmp_path), str(ROOT / "models" / "demo" / "Q8_0")):
        room.bot.waitUntil(field.hasFocus)
        field.clear()
        QTest.keyClicks(field, words)
        QTest.keyClick(field, Qt.Key.Key_Return)
        if files.isVisible():
            assert told(dialog)[-1] == heard.format(there=tmp_path) == room.mouth.asked[-1]
            assert field.text() == words and QApplication.focusWidget() is field
    room.bot.waitUntil(lambda: dialog.list.count() == 2)
    room.bot.waitUntil(lambda: not dialog._jobs.is_busy)
    assert dialog.list.currentItem().text().startswith("whichone-mini: installed")


def test_every_control_has_its_own_name(dialog: ModelsDialog) -> None:
    names = [button.accessibleName() for button in dialog.findChildren(QPushButton)]
    assert sorted(names) == [
        "Close", "Fetch", "Import a folder", "Import files", "Remove", "Stop", "Test", "Use",
        "Verify",
    ]  # fmt: skip
