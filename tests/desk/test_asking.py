"""Asking by one key with Orca: ready questions, comparing, and "that is wrong"."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from tests.desk.desk import Desk
from tests.desk.test_program import ask

pytestmark = pytest.mark.desk


def test_a_question_is_asked_by_one_key(desk: Desk) -> None:
    with desk.app("scripted"):
        for keys, said in {
            "ctrl+shift+d": "It is a tin of tomato soup",
            "ctrl+shift+r": "The code is 4, 7, 1, 1",
            "ctrl+shift+a": "It is a tin of tomato soup",
        }.items():
            desk.key(keys)
            desk.wait_spoken(said)
            desk.wait_quiet(0.3)


def test_a_ready_question_leaves_what_was_typed(desk: Desk) -> None:
    with desk.app("scripted"):
        desk.type("which one")
        desk.wait_quiet(0.3)
        desk.key("ctrl+shift+h")
        desk.wait_spoken("tomato soup")
        desk.key("Return")
        desk.wait_spoken("Which one do you mean")


def test_a_wrong_answer_is_corrected_by_keyboard(desk: Desk) -> None:
    with desk.app("scripted"):
        desk.key("ctrl+shift+x")
        desk.wait_spoken("There is no answer to correct yet")
        ask(desk, "what is this")
        desk.wait_spoken("tomato soup")
        desk.key("F6")
        desk.wait_spoken("tomato soup")
        desk.key("ctrl+shift+x")
        desk.wait_spoken("What is right. Type it, then press Enter")
        ask(desk, "bean soup")
        desk.wait_spoken("It is a tin of bean soup. You said: bean soup")


def test_a_correction_is_given_up_with_escape(desk: Desk) -> None:
    with desk.app("scripted"):
        ask(desk, "what is this")
        desk.wait_spoken("tomato soup")
        desk.key("ctrl+shift+x")
        desk.wait_spoken("Type it, then press Enter")
        desk.key("Escape")
        desk.wait_spoken("The answer stays as it is")
        ask(desk, "read the code")
        desk.wait_spoken("4, 7, 1, 1")


def test_a_second_picture_is_compared_with_the_first(desk: Desk, tmp_path: Path) -> None:
    picture = tmp_path / "first.png"
    Image.new("RGB", (60, 40), "red").save(picture)
    with desk.app("scripted", str(picture)):
        desk.wait_spoken("Photo, good quality")
        desk.key("ctrl+shift+k")
        desk.wait_spoken("There is no picture before this one")
        desk.key("ctrl+g")
        desk.wait_spoken("Picture of the screen, ")
        desk.wait_quiet(0.3)
        desk.key("ctrl+shift+k")
        desk.wait_spoken("The picture is sharper now")


def test_everything_that_was_answered_stays_readable_after_a_new_picture(desk: Desk) -> None:
    with desk.app("scripted"):
        ask(desk, "what is this")
        desk.wait_spoken("tomato soup")
        desk.key("ctrl+g")
        desk.wait_spoken("Picture of the screen, ")
        desk.wait_quiet(0.3)
        desk.key("F6")
        desk.wait_spoken("It is a tin of tomato soup")
        ask_again = "alt+Next"
        desk.key(ask_again)
        desk.wait_spoken("This is the newest answer")
