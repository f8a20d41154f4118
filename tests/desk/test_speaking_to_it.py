"""F2 with Orca: a question and a reply that are spoken, read back, and not heard at all."""

from __future__ import annotations

import pytest

from tests.desk.desk import Desk
from tests.desk.test_program import ask

pytestmark = pytest.mark.desk


def test_a_question_and_its_reply_are_spoken(desk: Desk) -> None:
    with desk.app("scripted", "--hears", "what is this?", "which one?", "number two", "yes"):
        desk.key("F2")
        desk.wait_spoken(r"Heard: what is this\?")
        desk.wait_spoken("It is a tin of tomato soup")
        desk.wait_quiet(0.5)
        desk.key("F2")
        desk.wait_spoken("Which one do you mean")
        desk.wait_quiet(0.5)
        desk.key("F2")
        desk.wait_spoken("Heard: the blue bowl on the right")
        desk.wait_spoken("It is the blue bowl on the right")
        desk.wait_quiet(0.5)
        desk.key("Tab")
        desk.wait_spoken("Ask push button")  # the focus stayed in the question


def test_silence_and_what_means_nothing_are_never_a_reply(desk: Desk) -> None:
    with desk.app("scripted", "--hears", "", "the weather tomorrow", "the spoon"):
        ask(desk, "which one")
        desk.wait_spoken("Which one do you mean")
        desk.wait_quiet(0.5)
        desk.key("F2")
        desk.wait_spoken("I heard nothing. To speak, press F2; or type")
        desk.wait_quiet(0.5)
        desk.key("F2")
        desk.wait_spoken("I heard the weather tomorrow, and don't know what that means here")
        desk.wait_spoken("It is the spoon in the middle")  # it listened once more by itself
