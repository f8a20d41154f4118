"""Asking for a newer WhichOne by keyboard: nothing is contacted before the button is pressed."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from whichone_app.jobs import QtJobRunner
from whichone_app.new_version import NewVersionDialog
from whichone_app.presenters.new_version import NewVersion
from whichone_core.errors import InputError
from whichone_core.release import Release
from whichone_core.settings import Settings
from whichone_core.types.cancelling import Cancel

from tests.gui.conftest import Room

FEED = "https://releases.example.org/whichone.json"


class Site:
    """A site that answers when it may, and notes who asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.may_answer = threading.Event()
        self.may_answer.set()
        self.fails = False

    def fetch(self, feed: str, cancel: Cancel) -> Release:
        self.asked.append(feed)
        self.may_answer.wait(30)
        if self.fails:
            raise InputError("The site gives no usable answer.", remedy="Try again later.")
        return Release("99.0", "https://example.org/whichone", ("Reads Braille.",))


@pytest.fixture
def site() -> Iterator[Site]:
    made = Site()
    yield made
    made.may_answer.set()


@pytest.fixture
def dialog(room: Room, site: Site) -> Iterator[NewVersionDialog]:
    jobs = QtJobRunner(room.window)
    page = NewVersion(lambda: Settings(release_feed=FEED), site.fetch, current="0.1.0")
    made = NewVersionDialog(room.window, room.window.announcer, page, jobs)
    made.open_sheet()
    room.bot.waitUntil(made.text.hasFocus)
    yield made
    site.may_answer.set()
    made.close()
    jobs.close()


def press(dialog: NewVersionDialog) -> None:
    dialog.ask_button.setFocus()
    QTest.keyClick(dialog.ask_button, Qt.Key.Key_Return)


def shown(dialog: NewVersionDialog) -> list[str]:
    return dialog.text.toPlainText().splitlines()


def told(dialog: NewVersionDialog) -> list[str]:
    return dialog.messages.toPlainText().splitlines()


def test_opening_it_says_what_would_be_contacted_and_contacts_nobody(
    dialog: NewVersionDialog, site: Site
) -> None:
    assert any("contacts releases.example.org" in line for line in shown(dialog))
    assert any("your address on the network" in line for line in shown(dialog))
    assert told(dialog)[0].startswith("This is WhichOne 0.1.0.")
    assert site.asked == []


def test_the_button_asks_and_the_answer_can_be_read(
    room: Room, dialog: NewVersionDialog, site: Site
) -> None:
    press(dialog)
    room.bot.waitUntil(lambda: shown(dialog)[0] == "WhichOne 99.0 is there. You have 0.1.0.")
    assert "Reads Braille." in shown(dialog)
    assert told(dialog)[-2:] == [
        "Asking releases.example.org for the newest version.",
        "WhichOne 99.0 is there. You have 0.1.0.",
    ]
    assert site.asked == [FEED] and dialog.ask_button.hasFocus()


def test_a_failure_is_told_and_can_be_tried_again(
    room: Room, dialog: NewVersionDialog, site: Site
) -> None:
    site.fails = True
    press(dialog)
    room.bot.waitUntil(lambda: shown(dialog)[0].startswith("The site gives no usable answer."))
    site.fails = False
    press(dialog)
    room.bot.waitUntil(lambda: shown(dialog)[0].startswith("WhichOne 99.0"))


def test_escape_gives_up_and_leaves_the_dialog_open(
    room: Room, dialog: NewVersionDialog, site: Site
) -> None:
    site.may_answer.clear()
    press(dialog)
    room.bot.waitUntil(lambda: site.asked == [FEED])
    # The first Escape may only silence what is being said.
    for _time in range(2):
        if told(dialog)[-1] != "Stopped.":
            dialog.escape()
    assert told(dialog)[-1] == "Stopped." and dialog.isVisible()
    site.may_answer.set()
    press(dialog)
    room.bot.waitUntil(lambda: shown(dialog)[0].startswith("WhichOne 99.0"))
