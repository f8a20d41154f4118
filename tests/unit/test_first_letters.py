"""What a typed letter goes to in a list of options."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some
from whichone_app.presenters.first_letters import PAUSE_S, FirstLetters

OPTIONS = (
    "1: the grey cup on the left",
    "2: the blue cup on the right",
    "3: maybe a green apple in the middle",
    "4: the bottom orange",
)


def pressed(*letters: str, row: int = 0, lines: tuple[str, ...] = OPTIONS) -> list[int | None]:
    """Where each letter goes, each pressed long after the one before."""
    letters_typed, rows = FirstLetters(), list[int | None]()
    for number, letter in enumerate(letters):
        rows.append(letters_typed.press(letter, lines, row, 10 * PAUSE_S * number))
        row = row if rows[-1] is None else rows[-1]
    return rows


@pytest.mark.parametrize(
    ("letter", "row"), [("b", 1), ("a", 2), ("o", 3), ("r", 1), ("4", 3), ("B", 1), ("m", 2)]
)
def test_a_letter_goes_to_the_line_with_a_word_that_begins_with_it(letter: str, row: int) -> None:
    assert pressed(letter) == [row]


@pytest.mark.parametrize("letter", ["t", "z", "i"])
def test_articles_and_letters_of_no_word_go_nowhere(letter: str) -> None:
    assert pressed(letter) == [None]


def test_a_line_that_begins_with_an_article_is_found_by_its_letter() -> None:
    """Headings have no numbers."""
    headings = ("A list", "Privacy", "        The language", "Die eigene Stimme")
    assert pressed("t", "d", "a", lines=headings) == [2, 3, 0]


def test_the_same_letter_again_goes_on_and_comes_round() -> None:
    assert pressed("c", "c", "c") == [1, 0, 1]


def test_letters_that_follow_quickly_are_one_word() -> None:
    letters = FirstLetters()
    assert letters.press("b", OPTIONS, 0, 1.0) == 1
    assert letters.press("o", OPTIONS, 1, 1.2) == 3, "bottom, not blue"
    assert letters.press("t", OPTIONS, 3, 1.4) == 3


def test_the_same_letter_pressed_quickly_still_goes_on() -> None:
    letters = FirstLetters()
    assert [letters.press("g", OPTIONS, row, 1.0) for row in (1, 2, 0)] == [2, 0, 2]


def test_a_letter_that_goes_on_with_no_word_begins_one() -> None:
    letters = FirstLetters()
    assert letters.press("b", OPTIONS, 0, 1.0) == 1
    assert letters.press("a", OPTIONS, 1, 1.2) == 2


def test_german_and_spanish_articles_lead_nowhere() -> None:
    assert pressed("d", lines=("1: die graue Tasse", "2: der Apfel")) == [None]
    assert pressed("l", lines=("1: la taza gris", "2: el limón"), row=0) == [1]


@given(some.text(max_size=5), some.lists(some.text(max_size=20), max_size=5), some.integers(-1, 4))
def test_whatever_is_typed_goes_to_a_line_or_nowhere(
    typed: str, lines: list[str], row: int
) -> None:
    found = FirstLetters().press(typed, lines, min(row, len(lines) - 1), 0.0)
    assert found is None or 0 <= found < len(lines)


def test_where_only_the_first_word_counts_no_other_leads_anywhere() -> None:
    lines = ("Speech rate: 0. How fast it is.", "Voice: auto. Which program speaks.")
    letters = FirstLetters(any_word=False)
    assert letters.press("v", lines, 0, 0.0) == 1
    assert letters.press("h", lines, 0, 5.0) is None
    assert [letters.press(each, lines, 1, 10.0) for each in "speech r"] == [0] * 8
