"""Reading an answer with Orca: by sentence, word and letter, from any control."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.desk.desk import Desk
from tests.desk.test_one_voice import wait_for_text
from tests.desk.test_program import ask

pytestmark = pytest.mark.desk


def times(desk: Desk, words: str) -> int:
    """How often something was spoken, once all was."""
    return sum(words in said for said in desk.wait_quiet())


def test_sentences_are_heard_one_by_one_and_the_focus_stays(desk: Desk) -> None:
    with desk.app("scripted"):
        ask(desk, "what is this")
        desk.wait_spoken("tomato soup")
        desk.wait_quiet()
        desk.key("F3")
        desk.wait_spoken("It is a tin of tomato soup")
        desk.key("F3")
        desk.wait_spoken("The label says ripe tomatoes")
        desk.key("F3")
        desk.wait_spoken("That was the last sentence")
        desk.key("shift+F3")
        desk.wait_spoken("It is a tin of tomato soup")
        desk.key("Tab")
        desk.wait_spoken("Ask push button")


def test_in_the_answer_the_cursor_follows_and_nothing_is_said_twice(desk: Desk) -> None:
    with desk.app("scripted"):
        ask(desk, "what is this")
        desk.wait_spoken("tomato soup")
        desk.wait_quiet(0.3)
        desk.key("F6")
        desk.wait_spoken("It is a tin of tomato soup")
        desk.wait_quiet()
        desk.key("F3")
        desk.wait_quiet()
        desk.key("F3")
        desk.wait_spoken("The label says ripe tomatoes")
        assert times(desk, "ripe tomatoes") == 1
        desk.key("Up")
        desk.wait_spoken("It is a tin of tomato soup")


def test_words_are_spelled_with_and_without_an_alphabet(desk: Desk) -> None:
    with desk.app("scripted"):
        ask(desk, "what is this")
        desk.wait_spoken("tomato soup")
        desk.key("F3")
        desk.wait_spoken("tomato soup")
        for word in ("It", "is", "a", "tin"):
            desk.key("F5")
            desk.wait_spoken(rf"\b{word}\b")
        desk.key("F9")
        desk.wait_spoken("t, i, n")
        desk.key("shift+F9")
        desk.wait_spoken("T Tango, I India, N November")


def test_a_code_is_heard_in_groups_and_stands_in_the_window_for_braille(desk: Desk) -> None:
    with desk.app("scripted"):
        ask(desk, "read the code")
        desk.wait_spoken("4, 7, 1, 1")
        desk.key("shift+F11")
        desk.wait_spoken("The code is 4 7 1 1")
        texts = [part.text or part.name for part in desk.window().walk()]
        assert "The code is 4 7 1 1." in texts


def test_earlier_answers_are_gone_back_to(desk: Desk) -> None:
    with desk.app("scripted"):
        ask(desk, "what is this")
        desk.wait_spoken("tomato soup")
        ask(desk, "read the code")
        desk.wait_spoken("4, 7, 1, 1")
        desk.key("alt+Prior")
        said = desk.wait_spoken("Answer 1 of 2, to: what is this")
        assert "It is a tin of tomato soup. The label says ripe tomatoes" in said
        desk.key("F6")
        desk.wait_spoken("It is a tin of tomato soup")
        desk.key("ctrl+Down")
        desk.wait_spoken("Answer 2 of 2, to: read the code. The code is 4, 7, 1, 1")


def test_an_answer_is_silenced_fifty_times_and_spoken_again(desk: Desk) -> None:
    """Escape takes back what Orca was not yet given, and any key stops what it speaks."""
    with desk.app("scripted"):
        ask(desk, "what is this")
        desk.wait_spoken("tomato soup")
        for _round in range(50):
            desk.key("ctrl+r", "Escape")
        desk.wait_quiet()
        desk.key("ctrl+r")
        desk.wait_spoken("It is a tin of tomato soup. The label says ripe tomatoes")
        assert times(desk, "tomato soup") == 1


def test_changes_of_how_much_is_said_are_heard_and_hold(desk: Desk) -> None:
    with desk.app("scripted"):
        desk.key("ctrl+shift+m")
        desk.wait_spoken("Everything is said")
        ask(desk, "what is this")
        desk.wait_spoken("It is the largest thing in the picture")
        desk.key("ctrl+shift+p")
        desk.wait_spoken("Punctuation: all")
        desk.key("ctrl+shift+f")
        desk.wait_spoken("Speed 60 percent. The screen reader speaks now, in its own way")


def test_reading_works_with_the_own_voice_alike(quiet_desk: Desk, tmp_path: Path) -> None:
    voice = tmp_path / "voice.txt"
    with quiet_desk.app("scripted", "--voice", str(voice)):
        quiet_desk.type("what is this")
        quiet_desk.key("Return")
        wait_for_text(voice, "The label says ripe tomatoes.")
        quiet_desk.key("F3")
        for word in ("It", "is", "a", "tin"):
            quiet_desk.key("F5")
            wait_for_text(voice, f"\n{word}\n")
        quiet_desk.key("shift+F9")
        wait_for_text(voice, "T Tango, I India, N November")
        quiet_desk.key("ctrl+shift+f")
        wait_for_text(voice, "Speed 60 percent.\n")
