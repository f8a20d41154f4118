"""What templates say at each level is what the level asks for, and holds for the boxes."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest
from whichone_core.answering.things import of_kinds
from whichone_core.question.questions import understand
from whichone_core.types.evidence import ColourShare, SceneObject
from whichone_core.types.pictures import Box
from whichone_data.aqua.generate import picker
from whichone_data.aqua.templates import Kind, Pair, pair_for

LEFT, MIDDLE, RIGHT = (Box(x, 0.4, x + 0.2, 0.6) for x in (0.0, 0.4, 0.8))
BELOW = Box(0.4, 0.75, 0.6, 0.95)
LABELS = ("cup", "dining table", "scissors", "person", "broccoli", "umbrella", "tv")


def thing(label: str, box: Box, colour: str = "") -> SceneObject:
    colours = (ColourShare(colour, 0.9),) if colour else ()
    return SceneObject(label, 1.0, box, 0.8, is_sure=True, colours=colours)


def pairs(level: int, *things: SceneObject) -> list[Pair]:
    """Every pair that some picture's hash would choose."""
    return [pair_for(level, things, picker(0, f"picture {n}")) for n in range(120)]


def answers(level: int, kind: Kind, *things: SceneObject) -> set[str]:
    return {pair.answer for pair in pairs(level, *things) if pair.kind is kind}


def test_level_0_names_its_target_and_gives_just_the_answer() -> None:
    cup = thing("cup", LEFT, "red")
    assert answers(0, Kind.COLOUR, cup) == {"The cup is red.", "Red."}
    assert answers(0, Kind.PLACE, cup) == {"The cup is on the left.", "On the left."}
    assert answers(0, Kind.PRESENCE, cup) == {
        "Yes, there is a cup on the left.",
        "Yes, a cup on the left.",
    }


def test_level_1_says_what_it_takes_this_for() -> None:
    cup = thing("cup", LEFT, "red")
    assert answers(1, Kind.COLOUR, cup) == {
        "The cup on the left is red.",
        "If you mean the cup, it is red.",
    }
    assert answers(1, Kind.IDENTITY, cup) == {
        "This is a cup on the left.",
        "It is a cup, on the left of the picture.",
    }


def test_level_1_does_not_ask_where_the_middle_is() -> None:
    assert answers(1, Kind.PLACE, thing("cup", MIDDLE)) == set()
    assert answers(1, Kind.PLACE, thing("cup", LEFT)) != set()


def test_level_2_gives_the_fact_of_each_from_left_to_right() -> None:
    things = (thing("cat", RIGHT, "black"), thing("cup", LEFT, "red"))
    assert answers(2, Kind.IDENTITY, *things) == {
        "This could be the cat on the right or the cup on the left.",
        "There are two things it could be: the cat on the right and the cup on the left.",
    }
    assert "The cat on the right is black, and the cup on the left is red." in answers(
        2, Kind.COLOUR, *things
    )
    assert "The cat is on the right, and the cup is on the left." in answers(2, Kind.PLACE, *things)


def test_what_several_things_of_one_kind_are_is_no_open_question() -> None:
    cups = [thing("cup", box) for box in (RIGHT, MIDDLE, LEFT)]
    assert {pair.kind for pair in pairs(2, *cups)} == {Kind.PLACE}
    assert answers(2, Kind.PLACE, *cups) == {
        "There are three cups: one on the left, one in the middle and one on the right.",
        "I can see three cups: one on the left, one in the middle and one on the right.",
    }
    assert Kind.IDENTITY not in {pair.kind for pair in pairs(3, *cups, *cups)}


def test_two_of_a_kind_in_one_place_are_counted_there() -> None:
    twins = [thing("cup", LEFT), thing("cup", Box(0.0, 0.45, 0.3, 0.6)), thing("cup", BELOW)]
    assert "There are three cups: two on the left and one at the bottom." in answers(
        2, Kind.PLACE, *twins
    )


def test_things_in_one_place_are_said_to_be_there_together() -> None:
    twins = [thing("cup", LEFT), thing("cup", Box(0.0, 0.45, 0.3, 0.6))]
    assert "There are two cups: both on the left." in answers(2, Kind.PLACE, *twins)
    mixed = (twins[0], thing("cat", LEFT))
    assert answers(2, Kind.PLACE, *mixed) == set()


def test_level_3_asks_one_question_and_gives_nothing_away() -> None:
    things = [thing("cup", LEFT, "red"), thing("cat", RIGHT), *[thing("chair", MIDDLE)] * 3]
    found = {pair.answer for pair in pairs(3, *things)}
    assert found == {
        "Which one do you mean: the cup, the cat, or one of the three chairs?",
        "Do you mean the cup, the cat, or one of the three chairs?",
    }
    assert all(pair.answer.count("?") == 1 and not pair.colours for pair in pairs(3, *things))
    cups = [thing("cup", LEFT)] * 6
    assert {pair.answer for pair in pairs(3, *cups)} == {
        "Which of the six cups do you mean?",
        "Which cup do you mean?",
    }


def test_colour_is_asked_only_where_each_thing_has_one_and_never_of_persons() -> None:
    half = (thing("cup", LEFT, "red"), thing("cat", RIGHT))
    assert Kind.COLOUR not in {pair.kind for level in (0, 1) for pair in pairs(level, half[1])}
    assert Kind.COLOUR not in {pair.kind for pair in pairs(2, *half)}
    people = [thing("person", LEFT)] * 5
    assert {pair.kind for pair in pairs(3, *people)} == {Kind.PLACE}


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("scissors", "The scissors are on the left."),
        ("dining table", "The table is on the left."),
        ("tv", "The TV is on the left."),
    ],
)
def test_names_are_what_people_say(label: str, said: str) -> None:
    assert said in answers(0, Kind.PLACE, thing(label, LEFT))


def groups(level: int) -> Sequence[Sequence[SceneObject]]:
    """Things for a level of every label, coloured and not."""
    places = {0: [LEFT], 1: [LEFT], 2: [LEFT, RIGHT], 3: [LEFT, RIGHT, MIDDLE, BELOW, LEFT]}[level]
    return [
        [thing(label, box, colour) for box in places]
        for label, colour in itertools.product(LABELS, ("", "red"))
    ]


def test_the_assistant_understands_each_question_as_its_level_says() -> None:
    for level in range(4):
        for things in groups(level):
            for pair in pairs(level, *things):
                question = understand(pair.question)
                if level == 0:
                    assert not question.vague_words, pair.question
                    assert of_kinds(things, question.targets), pair.question
                else:
                    assert question.vague_words, pair.question
                    assert not question.targets, pair.question


def test_no_name_in_braces_is_left() -> None:
    for level in range(4):
        for things in groups(level):
            said = {f"{pair.question} {pair.answer}" for pair in pairs(level, *things)}
            assert not any("{" in text or "  " in text for text in said)
