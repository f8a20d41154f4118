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


def test_what_was_typed_is_read_whole_and_once_by_whoever_comes_back(desk: Desk) -> None:
    """Orca 43 left the last letter out, and said before that what Tab selects."""
    with desk.app("scripted"):
        desk.type("what is this")
        desk.wait_spoken("^s ")
        desk.wait_quiet()
        desk.key("Tab")
        desk.wait_spoken("Ask push button")
        desk.key("shift+Tab")
        desk.wait_spoken("^what is this selected")
        heard = [said for said in desk.wait_quiet() if "what is thi" in said]
        assert len(heard) == 1, heard
        desk.key("F6")
        desk.wait_spoken("Answer read only text")
        desk.key("ctrl+l")
        desk.wait_spoken(r"^what is this( selected)?\.")
        desk.wait_quiet()
        desk.key("Return")  # the blank that makes it whole belongs to no question
        desk.wait_spoken("It is a tin of tomato soup")


def test_an_earlier_question_is_heard_once(desk: Desk) -> None:
    """Its line is read by Orca, also where it is as long as the line before it."""
    with desk.app("scripted"):
        for question in ("read it", "what is", "read it"):
            ask(desk, question)
            desk.wait_spoken(r"4, 7, 1, 1|soup")
            desk.wait_quiet()
        for key, question in (("Up", "read it"), ("Up", "what is"), ("Up", "read it"),
                              ("Down", "what is"), ("Down", "read it")):  # fmt: skip
            desk.key(key)
            desk.wait_spoken(question)
            heard = [said for said in desk.wait_quiet() if question[:5] in said]
            assert len(heard) == 1, heard


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
