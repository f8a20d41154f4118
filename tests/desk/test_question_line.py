"""The line where questions are typed, and the menus, with Orca."""

from __future__ import annotations

import pytest

from tests.desk.desk import Desk
from tests.desk.test_program import ask

pytestmark = pytest.mark.desk


def test_earlier_questions_are_heard_with_the_arrows_and_asked_again(desk: Desk) -> None:
    with desk.app("scripted"):
        for question, said in {"what is this": "tomato soup", "read it": "4, 7, 1, 1"}.items():
            ask(desk, question)
            desk.wait_spoken(said)
            desk.wait_quiet(0.5)
        for key, said in (
            ("Up", "read it"),
            ("Up", "what is this"),
            ("Up", "There is no other question"),
            ("Down", "read it"),
            ("Down", "The line is empty"),
            ("Up", "read it"),
            ("Up", "what is this"),
        ):
            desk.key(key)
            desk.wait_spoken(said)
        desk.key("Return")
        desk.wait_spoken("It is a tin of tomato soup")


def test_a_menu_is_opened_by_its_letter_and_gone_through(desk: Desk) -> None:
    with desk.app("scripted"):
        desk.heard.forget()
        desk.chord("alt", "t")
        desk.wait_spoken("Settings")
        desk.key("Down")
        desk.wait_spoken("Language models")
        desk.key("Down")
        desk.wait_spoken("First steps")
        desk.key("Down")
        desk.wait_spoken("Privacy")
        desk.key("Return")
        desk.wait_spoken(r"Nothing leaves this computer\.")
        desk.key("Escape")
        desk.wait_spoken("Question text")
