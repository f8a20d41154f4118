"""The choices that a model's own question names can be chosen by number, name and place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from whichone_core.answering.clarify import MOST_OPTIONS, match
from whichone_core.prompting.choices import choices_of
from whichone_core.types.pictures import WHOLE_PICTURE

from tests.scenes import thing


@pytest.mark.parametrize(
    ("question", "texts"),
    [
        ("Which one do you mean, the red mug or the blue one?", ["the red mug", "the blue mug"]),
        ("The red mug or the blue one?", ["The red mug", "the blue mug"]),
        ("Which mug do you mean: the red one on the left, or the blue one?",
         ["the red mug on the left", "the blue mug"]),
        ("Are you asking about the laptop, the cup, or the book?",
         ["the laptop", "the cup", "the book"]),
        ("Which bottle are you asking about: ketchup, mustard or mayonnaise?",
         ["ketchup", "mustard", "mayonnaise"]),
        ("1) the mug 2) the book 3) the pen - which one?", ["the mug", "the book", "the pen"]),
        ("Which one: A. the mug B. the book?", ["the mug", "the book"]),
        ("Could you clarify which item you mean: the orange, the orange bowl, or something else?",
         ["the orange", "the orange bowl"]),
        ("Is it the left door or the right door?", ["the left door", "the right door"]),
        ("Which object do you want me to describe – the leftmost chair or the rightmost one?",
         ["the leftmost chair", "the rightmost chair"]),
        ("Should I tell you about the top shelf or the bottom shelf?",
         ["the top shelf", "the bottom shelf"]),
        ("Do you mean the white remote control on the left or the black phone next to it?",
         ["the white remote control on the left", "the black phone next to it"]),
        ("Are you referring to a sign; a poster; or a painting?",
         ["a sign", "a poster", "a painting"]),
        ("Do you mean the cup, on the left, or the bowl?", ["the cup on the left", "the bowl"]),
        ("Which one do you mean?", []),
        ("Do you mean the mug?", []),
        ("What would you like to know?", []),
        ("Which one, or something else?", []),
        ("", []),
    ],
)  # fmt: skip
def test_the_choices_of_a_question(question: str, texts: list[str]) -> None:
    options = choices_of(question)
    assert [option.text for option in options] == texts
    assert [option.number for option in options] == list(range(1, len(texts) + 1))


@pytest.mark.parametrize(
    ("others", "texts"),
    [
        (["1. the red mug", "2. the blue mug"], ["the red mug", "the blue mug"]),
        (["- a cup", "- a book", "- a pen"], ["a cup", "a book", "a pen"]),
        (["I see a cup, a book and a pen."], ["a cup", "a book", "a pen"]),
        (["There are several things: a cup, a book, and a pen."], ["a cup", "a book", "a pen"]),
        (["There are three mugs and some plates."], []),
        (["It is a kitchen."], []),
    ],
)
def test_choices_may_stand_before_the_question(others: list[str], texts: list[str]) -> None:
    assert [option.text for option in choices_of("Which one do you mean?", others)] == texts


@pytest.mark.parametrize(
    ("question", "reply", "number"),
    [
        ("The red mug on the left, or the blue one?", "two", 2),
        ("The red mug on the left, or the blue one?", "the blue one", 2),
        ("The red mug on the left, or the blue one?", "red", 1),
        ("The red mug on the left, or the blue one?", "the left one", 1),
        ("The red mug on the left, or the blue one?", "the second", 2),
        ("Do you mean the laptop, the cup, or the book?", "the cup please", 2),
        ("Do you mean the laptop, the cup, or the book?", "book", 3),
        ("Do you mean the laptop, the cup, or the book?", "the last one", 3),
        ("Is it the left door or the right door?", "right", 2),
        ("Should I read the top label or the bottom one?", "the bottom one", 2),
        ("Which jar: mustard, ketchup or mayonnaise?", "ketchup", 2),
        ("Do you mean the orange or the orange bowl?", "the bowl", 2),
        ("Do you mean the dark blue scarf or the light blue one?", "the light one", 2),
        ("Do you mean the rug or the gizmo?", "the gizmo", 2),
    ],
)
def test_a_reply_chooses_one_of_them(question: str, reply: str, number: int) -> None:
    chosen = match(reply, choices_of(question)).option
    assert chosen is not None
    assert chosen.number == number


def test_a_thing_that_was_found_lends_its_box() -> None:
    things = (thing("cup", "left", "red"), thing("cup", "right", "blue"), thing("book", "top"))
    red, blue, book = choices_of("Do you mean the red cup, the blue one, or the book?", (), things)
    assert (red.box, blue.box, book.box) == tuple(found.box for found in things)
    assert choices_of("The spoon or the fork?")[0].box == WHOLE_PICTURE


@given(st.text(max_size=300), st.lists(st.text(max_size=60), max_size=4))
def test_any_text_gives_none_or_two_to_nine_numbered_choices(text: str, others: list[str]) -> None:
    options = choices_of(text, others)
    assert len(options) != 1
    assert len(options) <= MOST_OPTIONS
    assert [option.number for option in options] == list(range(1, len(options) + 1))
    assert len({option.text.lower() for option in options}) == len(options)
