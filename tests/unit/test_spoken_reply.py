"""What was said after a clarifying question, as recognisers really wrote it down."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from whichone_core.answering.likeness import likeness, sounds
from whichone_core.answering.spoken_reply import Said, confirmation, understand
from whichone_core.types.answers import Option
from whichone_core.types.pictures import Box

OPTIONS = (
    Option(1, "the grey cup on the left", "cup", "on the left", "grey", Box(0.05, 0.3, 0.2, 0.6)),
    Option(2, "the blue cup on the right", "cup", "on the right", "blue", Box(0.7, 0.3, 0.9, 0.6)),
    Option(
        3,
        "maybe a green apple in the middle",
        "apple",
        "in the middle",
        "green",
        Box(0.4, 0.4, 0.5, 0.5),
    ),
)


def reply(text: str) -> tuple[Said, str, bool]:
    spoken = understand(text, OPTIONS, is_asked=True)
    return spoken.said, spoken.text, spoken.is_sure


@pytest.mark.parametrize(
    ("heard", "number"),
    [
        ("The left one.", "1"),
        ("Number two.", "2"),
        ("Two.", "2"),
        ("to", "2"),
        ("Free.", "3"),
        ("tree", "3"),
        ("won", "1"),
        ("The blue cup", "2"),
        ("An apple.", "3"),
        ("I want the second one, please.", "2"),
        ("That one on the right.", "2"),
    ],
)
def test_a_clear_reply_is_taken_at_its_word(heard: str, number: str) -> None:
    assert reply(heard) == (Said.REPLY, number, True)


@pytest.mark.parametrize(
    ("heard", "number"),
    [
        ("Then loop up.", "2"),  # "the blue cup"
        ("That were not the right.", "2"),  # "the one on the right"
        ("That we're not the right.", "2"),
        ("The burn on the right.", "2"),
        ("The blew cup.", "2"),
        ("The green april.", "3"),
        ("Either.", "neither"),
        ("It' The first one.", "1"),
        ("Exactly The blue cup.", "2"),
        ("It' The green apple.", "3"),
    ],
)
def test_what_only_sounds_like_an_option_is_read_back_first(heard: str, number: str) -> None:
    assert reply(heard) == (Said.REPLY, number, False)


def test_what_is_refused_is_read_back_as_what_is_left() -> None:
    pair = OPTIONS[:2]
    spoken = understand("Not the right one.", pair, is_asked=True)
    assert (spoken.text, spoken.shown, spoken.is_sure) == ("1", "the grey cup on the left", False)


def test_what_is_only_compared_is_read_back() -> None:
    """ "The blue one" came out as this, and the little one is another."""
    spoken = understand("that it That's a little one.", OPTIONS, is_asked=True)
    assert not spoken.is_sure


def test_every_one_is_read_back() -> None:
    assert not understand("Every one.", OPTIONS, is_asked=True).is_sure


def test_a_hedge_is_not_read_back() -> None:
    assert understand("three", OPTIONS, is_asked=True).shown == "a green apple in the middle"


@pytest.mark.parametrize("heard", ["Leaner.", "However,", "You", "Okay.", "Thank you.", "Moya."])
def test_what_is_like_nothing_chooses_nothing(heard: str) -> None:
    said, text, _ = reply(heard)
    assert (said, text) == (Said.UNCLEAR, "")


@pytest.mark.parametrize("heard", ["", " ", ".", "♪♪♪♪", "...", "?!"])
def test_without_words_there_is_no_reply(heard: str) -> None:
    assert understand(heard, OPTIONS, is_asked=True).said is Said.NOTHING
    assert understand(heard).said is Said.NOTHING


@pytest.mark.parametrize(
    ("heard", "said"),
    [
        ("Stop.", Said.STOP),
        ("Again,", Said.REPEAT),
        ("Repeat.", Said.REPEAT),
        ("Say that again.", Said.REPEAT),
        ("More.", Said.MORE),
        ("Tell me more.", Said.MORE),
    ],
)
@pytest.mark.parametrize("is_asked", [True, False])
def test_commands_do_what_keys_do(heard: str, said: Said, is_asked: bool) -> None:
    assert understand(heard, OPTIONS if is_asked else (), is_asked=is_asked).said is said


@pytest.mark.parametrize(
    ("heard", "text"), [("Neither.", "neither"), ("All of them.", "all of them"), ("Both.", "both")]
)
def test_none_and_all_are_replies(heard: str, text: str) -> None:
    assert reply(heard) == (Said.REPLY, text, True)


def test_several_options_are_left_to_the_conversation() -> None:
    assert reply("The cup.") == (Said.REPLY, "the cup", True)


def test_a_question_of_its_own_is_no_reply() -> None:
    said, text, is_sure = reply("What does the label say?")
    assert (said, text, is_sure) == (Said.QUESTION, "What does the label say?", True)


def test_a_question_that_makes_no_sense_is_read_back() -> None:
    assert understand("What is this?").is_sure
    spoken = understand("Then loop up.")
    assert (spoken.said, spoken.shown, spoken.is_sure) == (Said.QUESTION, "Then loop up", False)


def test_a_question_back_without_options_takes_any_reply() -> None:
    spoken = understand("The one with the handle.", (), is_asked=True)
    assert (spoken.said, spoken.text) == (Said.REPLY, "The one with the handle.")
    assert understand("What colour is it?", (), is_asked=True).said is Said.QUESTION


@pytest.mark.parametrize(
    ("heard", "said"),
    [
        ("Yes.", Said.YES),
        ("That's right.", Said.YES),
        ("No,", Said.NO),
        ("Know.", Said.NO),
        ("The left one.", None),
        ("", None),
    ],
)
def test_yes_and_no_are_only_what_is_just_that(heard: str, said: Said | None) -> None:
    assert confirmation(heard) is said


@given(st.text(max_size=80))
def test_no_text_ever_breaks_it_or_becomes_an_option_that_is_not_there(heard: str) -> None:
    spoken = understand(heard, OPTIONS, is_asked=True)
    if spoken.said is Said.REPLY:
        assert spoken.text.strip()
    if spoken.text.isdigit():
        assert spoken.text in {"1", "2", "3"}


def test_sounds_that_are_made_alike_are_near() -> None:
    assert sounds("the blue cup") == "deblukup"
    assert likeness("too", "two") == 1
    assert likeness("", "") == 0
    assert likeness("Then loop up", "the blue cup") > likeness("Then loop up", "the green apple")
    assert likeness("bat", "pat") > likeness("bat", "kat")


@given(st.text(max_size=30), st.text(max_size=30))
def test_likeness_is_symmetric_and_between_nothing_and_one(one: str, other: str) -> None:
    assert 0 <= likeness(one, other) <= 1
    assert likeness(one, other) == pytest.approx(likeness(other, one))
