"""What people reply to "which one do you mean", and what that chooses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from whichone_core.answering.clarify import MatchKind, make_options, match
from whichone_core.types.answers import Option
from whichone_core.types.evidence import ColourShare, SceneObject
from whichone_core.types.pictures import Box


def thing(label: str, x: float, y: float, colour: str = "", size: float = 0.2) -> SceneObject:
    box = Box(x - size / 2, y - size / 2, x + size / 2, y + size / 2)
    colours = (ColourShare(colour, 1.0),) if colour else ()
    return SceneObject(label, 0.9, box, 0.7, True, colours)


TABLE = make_options(
    [
        thing("mug", 0.2, 0.5, "red"),
        thing("cup", 0.5, 0.5, "blue"),
        thing("cup", 0.85, 0.5, "dark green"),
        thing("laptop", 0.5, 0.15, "grey", 0.3),
        thing("book", 0.85, 0.85, "red", 0.1),
    ]
)
"""1 mug left red, 2 cup middle blue, 3 cup right dark green, 4 laptop top, 5 book bottom right."""

TWO_CUPS = make_options([thing("cup", 0.45, 0.5), thing("cup", 0.6, 0.5), thing("book", 0.1, 0.1)])
"""1 the left cup, 2 the right cup, both in the middle; 3 the book at the top left."""


def test_the_table_is_what_these_tests_say_it_is() -> None:
    assert [option.text for option in TABLE] == [
        "the red mug on the left",
        "the blue cup in the middle",
        "the dark green cup on the right",
        "the grey laptop at the top",
        "the red book at the bottom right",
    ]
    assert [option.text for option in TWO_CUPS] == [
        "the left cup",
        "the right cup",
        "the book at the top left",
    ]


@pytest.mark.parametrize(
    ("reply", "number"),
    [
        ("2", 2), ("two", 2), ("Number two.", 2), ("option 4", 4), ("to", 2), ("too!", 2),
        ("for", 4), ("number for", 4), ("one", 1), ("number one", 1), ("won", 1), ("tree", 3),
        ("the first one", 1), ("the second one", 2), ("second", 2), ("3rd", 3), ("last", 5),
        ("the last one please", 5), ("second to last", 4), ("the second last", 4),
        ("the laptop", 4), ("laptop", 4), ("lap top", 4), ("labtop", 4), ("computer", 4),
        ("mug", 1), ("the mug", 1), ("I mean the book", 5), ("books", 5), ("the novel", 5),
        ("the blue one", 2), ("blue", 2), ("grey", 4), ("the gray thing", 4), ("dark one", 3),
        ("left", 1), ("the one on the left", 1), ("left one", 1), ("the left-hand one", 1),
        ("right", 3), ("in the middle", 2), ("the centre one", 2), ("top", 4), ("the upper one", 4),
        ("bottom right", 5), ("lower right", 5), ("the leftmost", 1), ("at the bottom", 5),
        ("the red mug", 1), ("red book", 5), ("the red one on the left", 1),
        ("left and red", 1), ("the cup on the right", 3), ("the second cup", 3),
        ("the green cup", 3), ("the right cup", 3), ("the left cup", 2), ("the first cup", 2),
        ("second from the left", 2), ("the first from the right", 3), ("the biggest one", 4),
        ("the smallest", 5), ("the cup, not the blue one", 3),
        ("not the cups or the mug or the book", 4),
        ("not the book, the red one", 1), ("no, the laptop", 4),
        ("the red one but not the book", 1),
        ("all right, the laptop", 4), ("um the laptop I think", 4), ("yes the mug", 1),
        ("the cup next to the mug", 2), ("THE RED MUG!!!", 1), ("It's the blue cup", 2),
        ("2nd", 2), ("Two, please", 2),
    ],
)  # fmt: skip
def test_replies_that_choose_one(reply: str, number: int) -> None:
    assert match(reply, TABLE).option == TABLE[number - 1]


@pytest.mark.parametrize(
    ("reply", "numbers"),
    [
        ("the cup", [2, 3]),
        ("cups", [2, 3]),
        ("the red one", [1, 5]),
        ("the mug and the laptop", [1, 4]),
        ("the laptop or the book", [4, 5]),
        ("one and three", [1, 3]),
        ("cup two", [2, 3]),
        ("not the laptop", [1, 2, 3, 5]),
        ("both cups", [2, 3]),
        ("all the cups", [2, 3]),
        ("the two cups", [2, 3]),
    ],
)
def test_replies_that_fit_several_are_never_a_guess(reply: str, numbers: list[int]) -> None:
    found = match(reply, TABLE)
    assert found.kind is MatchKind.SEVERAL
    assert [option.number for option in found.options] == numbers
    assert found.option is None


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        ("all", MatchKind.ALL), ("all of them", MatchKind.ALL),
        ("everything please", MatchKind.ALL),
        ("neither", MatchKind.NEITHER), ("none", MatchKind.NEITHER), ("no", MatchKind.NEITHER),
        ("none of them", MatchKind.NEITHER), ("none of these", MatchKind.NEITHER),
        ("neither of those", MatchKind.NEITHER), ("something else", MatchKind.NEITHER),
        ("repeat", MatchKind.REPEAT), ("say that again", MatchKind.REPEAT),
        ("what?", MatchKind.REPEAT), ("Pardon?", MatchKind.REPEAT),
        ("again please", MatchKind.REPEAT),
        ("can you repeat that", MatchKind.REPEAT), ("what were the options", MatchKind.REPEAT),
        ("", MatchKind.NONE), ("   ", MatchKind.NONE), ("hmm", MatchKind.NONE),
        ("7", MatchKind.NONE), ("0", MatchKind.NONE), ("seventh", MatchKind.NONE),
        ("the spoon", MatchKind.NONE), ("the yellow mug", MatchKind.NONE),
        ("why do you ask", MatchKind.NONE), ("how many cups are there", MatchKind.NONE),
        ("Where is the laptop?", MatchKind.NONE), ("what colour is the mug", MatchKind.NONE),
        ("🙂", MatchKind.NONE),
        ("not the spoon", MatchKind.NONE),
        ("the one", MatchKind.NONE), ("2 the laptop", MatchKind.NONE),
    ],
)  # fmt: skip
def test_other_replies(reply: str, kind: MatchKind) -> None:
    assert match(reply, TABLE).kind is kind


@pytest.mark.parametrize(
    ("reply", "number"),
    [
        ("the left one", 1), ("the right cup", 2), ("left cup", 1), ("top left", 3),
        ("the cup on the right", 2), ("the second cup", 2), ("the book", 3), ("at the top", 3),
    ],
)  # fmt: skip
def test_things_in_one_place_are_told_apart_by_their_order(reply: str, number: int) -> None:
    found = match(reply, TWO_CUPS)
    assert found.option == TWO_CUPS[number - 1], found


def test_things_of_two_colours_and_people_can_be_told_by_their_colours_too() -> None:
    colours = (ColourShare("blue", 0.5), ColourShare("white", 0.4))
    bowl = SceneObject("bowl", 0.9, Box(0.1, 0.4, 0.3, 0.6), 0.7, True, colours)
    options = make_options([bowl, thing("person", 0.8, 0.5, "red")])
    assert [option.text for option in options] == [
        "the bowl on the left",
        "the person on the right",
    ]
    assert match("the white one", options).option == options[0]
    assert match("the one in red", options).option == options[1]


def test_a_colour_that_only_one_of_two_has_does_not_tell_them_apart() -> None:
    donuts = make_options([thing("donut", 0.45, 0.5, "brown"), thing("donut", 0.6, 0.5)])
    assert donuts[0].text == "the left donut"
    assert match("the brown one", donuts).option == donuts[0]


def test_a_reply_that_nearly_fits_one_says_which() -> None:
    found = match("the yellow laptop", TABLE)
    assert found.kind is MatchKind.NONE
    assert [option.number for option in found.nearest] == [4]


def test_a_number_without_an_option_is_not_stretched() -> None:
    assert not match("12", TABLE).is_understood


def test_an_orange_is_a_fruit_where_one_is_offered_and_a_colour_elsewhere() -> None:
    fruit = make_options([thing("orange", 0.2, 0.5), thing("apple", 0.8, 0.5, "orange")])
    assert match("the orange", fruit).option == fruit[0]
    assert match("the orange apple", fruit).option == fruit[1]
    cups = make_options([thing("cup", 0.2, 0.5, "orange"), thing("cup", 0.8, 0.5, "blue")])
    assert match("the orange one", cups).option == cups[0]


WORDS = (
    *("the", "red", "cup", "not", "left", "two", "second"),
    *("and", "all", "or", "mug", ",", "from", "last", "one"),
)


@given(st.text(max_size=80), st.sampled_from([TABLE, TWO_CUPS, ()]))
def test_no_reply_at_all_is_an_error(reply: str, options: tuple[Option, ...]) -> None:
    found = match(reply, options)
    assert (found.option is not None) == (found.kind is MatchKind.OPTION)
    assert set(found.options) <= set(options)


@given(st.lists(st.sampled_from(WORDS)))
def test_no_mix_of_known_words_is_an_error(words: list[str]) -> None:
    found = match(" ".join(words), TABLE)
    assert (len(found.options) > 1) == (found.kind in (MatchKind.SEVERAL, MatchKind.ALL))
