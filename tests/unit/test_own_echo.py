"""What the window says itself is no reply, however it comes back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some
from whichone_core.answering.own_echo import beyond_echo

ASKED = "Which one do you mean: the red mug on the left, or the blue bowl on the right?"


@pytest.mark.parametrize(
    "heard",
    [
        "Which one do you mean, the red mug?",
        "the blue bowl on the right",
        "Or the blue bowl.",
        "bowl on the rights",
        "witch one do you mean",
        "the red mug on the left or the blue bowl on the right",
    ],
)
def test_own_words_are_nothing_even_heard_a_little_wrong(heard: str) -> None:
    assert beyond_echo(heard, ASKED) == ""


@pytest.mark.parametrize(
    "heard", ["number two", "neither", "stop", "what does the label say", "yes please", ""]
)
def test_other_words_are_somebody_elses(heard: str) -> None:
    assert beyond_echo(heard, ASKED) == heard


def test_who_speaks_into_the_speech_is_heard() -> None:
    assert beyond_echo("which one do you mean the red stop", ASKED) == "stop"
    assert beyond_echo("or the blue bowl on the right Number two.", ASKED) == "Number two."


def test_a_number_is_not_taken_for_a_short_word_that_was_said() -> None:
    assert beyond_echo("Number three.", "spoon in the middle.") == "Number three."


def test_where_it_was_quiet_everything_counts() -> None:
    assert beyond_echo("the red mug", "") == "the red mug"


@given(some.text(max_size=40), some.text(max_size=40))
def test_no_text_breaks_it_and_only_an_end_is_kept(heard: str, said: str) -> None:
    rest = beyond_echo(heard, said)
    assert rest == heard or " ".join(heard.split()).endswith(rest)
