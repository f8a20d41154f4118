"""What a blind user hears and does at the window, with real keys and Orca."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.desk.desk import Desk, open_desk
from tests.desk.test_program import ask

pytestmark = pytest.mark.desk

TAB_ORDER = [
    "Ask push button",
    "Answer read only text",
    "Repeat push button",
    "More push button",
    "Stop push button",
    "Picture: No picture yet",
    "Open picture push button",
    "Capture screen push button",
    "Question text",
]


def test_the_window_says_its_name_and_waits_for_a_question(desk: Desk) -> None:
    with desk.app("scripted"):
        assert desk.wait_quiet()[:2] == ["WhichOne frame.", "Question text."]


def test_an_answer_is_spoken_once_and_the_focus_stays(desk: Desk) -> None:
    with desk.app("scripted"):
        ask(desk, "what is this")
        desk.wait_spoken("It is a tin of tomato soup. The label says ripe tomatoes.")
        assert sum("tomato soup" in said for said in desk.wait_quiet()) == 1
        desk.key("Tab")
        desk.wait_spoken("Ask push button")


def test_digits_are_spoken_one_by_one_and_stand_together_in_the_text(desk: Desk) -> None:
    with desk.app("scripted"):
        ask(desk, "read the code")
        desk.wait_spoken("The code is 4, 7, 1, 1")
        desk.wait_quiet(0.3)
        desk.key("F6")
        desk.wait_spoken("The code is 4711")


def test_the_answer_can_be_read_line_by_line(desk: Desk) -> None:
    with desk.app("scripted"):
        ask(desk, "what is this")
        desk.wait_spoken("tomato soup")
        desk.wait_quiet(0.3)
        desk.key("F6")
        desk.wait_spoken("It is a tin of tomato soup")
        desk.key("Down")
        desk.wait_spoken("The label says ripe tomatoes")


def test_a_clarifying_question_is_answered_by_a_number_where_the_focus_is(desk: Desk) -> None:
    with desk.app("scripted"):
        ask(desk, "which one")
        desk.wait_spoken("1: the red mug on the left. 2: the blue bowl on the right")
        ask(desk, "2")
        desk.wait_spoken("It is the blue bowl on the right")


def test_options_are_heard_with_the_arrows_and_chosen_with_a_digit(desk: Desk) -> None:
    with desk.app("scripted"):
        ask(desk, "which one")
        desk.wait_spoken("Which one do you mean")
        desk.wait_quiet(0.3)
        desk.key("F7")
        desk.wait_spoken("1: the red mug")
        desk.key("Down")
        desk.wait_spoken("2: the blue bowl")
        desk.key("3")
        desk.wait_spoken("It is the spoon in the middle")
        assert any("Question text" in said for said in desk.heard.utterances)


def test_an_option_is_chosen_with_enter(desk: Desk) -> None:
    with desk.app("scripted"):
        ask(desk, "which one")
        desk.wait_spoken("Which one do you mean")
        desk.wait_quiet(0.3)
        desk.key("F7")
        desk.wait_spoken("1: the red mug")
        desk.key("Down")
        desk.wait_spoken("2: the blue bowl")
        desk.key("Return")
        desk.wait_spoken("It is the blue bowl on the right")


def test_repeat_and_more_are_heard(desk: Desk) -> None:
    with desk.app("scripted"):
        ask(desk, "what is this")
        desk.wait_spoken("tomato soup")
        desk.key("ctrl+r")
        desk.wait_spoken("It is a tin of tomato soup")
        desk.key("ctrl+i")
        desk.wait_spoken("It is the largest thing in the picture")


def test_waiting_is_not_silent_and_escape_ends_it(desk: Desk) -> None:
    with desk.app("scripted"):
        ask(desk, "slow")
        desk.wait_spoken("Looking at the picture")
        desk.key("Return")
        desk.wait_spoken("Still working. Press Escape to stop")
        desk.key("Escape")
        desk.wait_spoken("Stopped")
        ask(desk, "")  # the question came back, so Enter asks it again
        desk.wait_spoken("Looking at the picture")


def test_escape_after_an_answer_says_nothing_more(desk: Desk) -> None:
    with desk.app("scripted"):
        ask(desk, "what is this")
        desk.wait_spoken("tomato soup")
        desk.key("Escape")
        assert [said for said in desk.wait_quiet() if "notification" in said] == []


def test_errors_and_abstentions_are_spoken_with_what_to_do(desk: Desk) -> None:
    with desk.app("scripted"):
        ask(desk, "fail")
        desk.wait_spoken("The engine has stopped. Please ask once more")
        desk.key("ctrl+a")
        ask(desk, "dark")
        desk.wait_spoken("too dark to tell. Turn on a light")


def test_tab_goes_round_every_control_by_its_name(desk: Desk) -> None:
    with desk.app("scripted"):
        for name in TAB_ORDER:
            desk.key("Tab")
            desk.wait_spoken(name)


def test_a_picture_is_opened_by_its_path_and_described(desk: Desk, tmp_path: Path) -> None:
    from PIL import Image

    picture = tmp_path / "Küche.png"
    Image.new("RGB", (60, 40), "red").save(picture)
    with desk.app("scripted", str(picture)):
        desk.wait_spoken("Photo, good quality")
        ask(desk, "what is this")
        desk.wait_spoken("tomato soup")
        desk.key("F8")
        desk.wait_spoken("Picture: Photo, 60 by 40, good quality")


def test_a_file_that_is_no_picture_is_an_error_in_words(desk: Desk, tmp_path: Path) -> None:
    text = tmp_path / "notes.jpg"
    text.write_text("milk, bread")
    with desk.app("scripted", str(text)):
        desk.wait_spoken("notes.jpg")


def test_the_screen_can_be_pictured_and_the_window_comes_back(desk: Desk) -> None:
    with desk.app("scripted"):
        desk.key("ctrl+g")
        desk.wait_spoken("Picture of the screen, ")
        desk.wait_quiet(0.3)
        ask(desk, "what is this")
        desk.wait_spoken("tomato soup")


def test_pasting_without_a_picture_says_what_to_do(desk: Desk) -> None:
    with desk.app("scripted"):
        desk.key("ctrl+v")
        desk.wait_spoken("There is no picture on the clipboard. Copy one, then paste it")


def test_another_screen_reader_of_this_user_does_not_matter(desk: Desk) -> None:
    with open_desk() as beside:
        assert beside.heard.utterances
