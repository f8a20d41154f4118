"""'What can I do here?' over every state that the window can be in."""

from __future__ import annotations

import itertools

import pytest
from whichone_app.presenters.advice import what_now
from whichone_app.presenters.commands import HELP, OWN, CommandTable
from whichone_app.presenters.situation import Situation

TABLE = CommandTable((*OWN, *HELP))
EVERY = [
    Situation(picture, answer, busy, asked, failed, options, details)
    for picture, answer, busy, asked, failed, details in itertools.product((False, True), repeat=6)
    for options in (0, 3)
]


def said(situation: Situation) -> str:
    return " ".join(what_now(situation, TABLE.spoken_key))


@pytest.mark.parametrize("situation", EVERY, ids=str)
def test_there_are_one_to_three_whole_sentences(situation: Situation) -> None:
    for key_of in (TABLE.spoken_key, lambda _name: ""):
        sentences = what_now(situation, key_of)
        assert 1 <= len(sentences) <= 3
        assert all(sentence.endswith(".") and "  " not in sentence for sentence in sentences)
        assert "press ." not in " ".join(sentences)


def test_at_the_start_it_says_how_to_get_a_picture() -> None:
    assert "No picture is open: to open one, press Control O." in said(Situation())
    assert "press F1" in said(Situation())


def test_with_a_picture_it_says_how_to_ask() -> None:
    assert "type a question and press Enter" in said(Situation(has_picture=True))
    assert "Control R" in said(Situation(has_picture=True, has_answer=True))


def test_a_clarifying_question_says_how_to_reply() -> None:
    asked = Situation(has_picture=True, is_asked_back=True, options=3)
    assert "offer 3 things" in said(asked)
    assert "press F7" in said(asked)
    assert "Type your reply" in said(Situation(is_asked_back=True))


def test_while_it_works_it_says_how_to_stop_before_anything_else() -> None:
    assert said(Situation(True, True, True, True, True, 3)) == (
        "I am still working. To stop it, press Escape."
    )


def test_after_a_failure_it_says_how_to_hear_it_and_to_ask_again() -> None:
    assert "what went wrong" in said(Situation(has_picture=True, has_failed=True))
    assert "ask it again" in said(Situation(has_picture=True, has_failed=True))


def test_technical_details_are_offered_where_there_are_some() -> None:
    failed = Situation(has_picture=True, has_failed=True)
    assert "technical details" not in said(failed)
    assert "To hear what went wrong, press Control R." in said(failed)
    with_details = Situation(has_picture=True, has_failed=True, has_details=True)
    assert "for technical details, press Control I." in said(with_details)


def test_keys_are_named_as_they_are_now() -> None:
    table, _problems = TABLE.with_keys({"open": "F9"})
    assert "press F9" in " ".join(what_now(Situation(), table.spoken_key))
