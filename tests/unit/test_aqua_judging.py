"""The clarification subset holds by construction; judging counts styles, facts and Unknown."""

from __future__ import annotations

import pytest
from whichone_core.types.evidence import ColourShare, SceneObject
from whichone_data.aqua.checks import Case
from whichone_data.aqua.clarifying import offline, two_turns
from whichone_data.aqua.judging import by_style, judge_tables, reliability_table
from whichone_data.aqua.schema import LevelRow
from whichone_data.aqua.templates import Kind

from tests.unit.test_aqua_checks import LEFT, MIDDLE, RIGHT, pair, row

FIVE = row(3, ("dog", LEFT, 0.9), ("cup", RIGHT, 0.9), ("cup", RIGHT, 0.8), ("cat", MIDDLE, 0.9),
           ("cat", MIDDLE, 0.7))  # fmt: skip
CUPS = row(3, *[("cup", LEFT, 0.9)] * 5)


def case(where: LevelRow, kind: Kind, colour: str = "") -> Case:
    colours = (ColourShare(colour, 0.9),) if colour else ()
    things = tuple(SceneObject(box.category, 1.0, box.box, 0.9, is_sure=True, colours=colours)
                   for box in where.boxes)  # fmt: skip
    asked = pair(3, "Where is it?", "Do you mean the dog or a cup?", range(5), kind)
    return Case(asked, where, things)


def test_a_hint_names_what_there_is_one_of() -> None:
    (found,), _ = offline([case(FIVE, Kind.PLACE)], seed=0)
    assert (found.hint, found.resolved) == ("The dog.", "Where is the dog?")
    assert (found.answer, found.fact) == ("The dog is on the left.", "on the left")
    (found,), _ = offline([case(FIVE, Kind.COLOUR, "red")], seed=0)
    assert (found.resolved, found.answer) == ("What colour is the dog?", "The dog is red.")
    (found,), _ = offline([case(FIVE, Kind.IDENTITY)], seed=0)
    assert (found.hint, found.answer) == ("The one on the left.", "It is a dog.")


def test_another_kind_is_asked_where_its_own_has_no_hint() -> None:
    (found,), _ = offline([case(FIVE, Kind.COLOUR)], seed=0)
    assert found.kind in (Kind.PLACE, Kind.IDENTITY)
    assert "colour" not in found.question


def test_what_can_not_be_named_alone_is_a_skip() -> None:
    rows, skips = offline([case(CUPS, Kind.PLACE)], seed=0)
    assert rows == []
    assert [skip.why for skip in skips] == ["nothing in it can be named alone"]


@pytest.mark.parametrize(
    ("first", "second", "passes"),
    [
        ("Which one do you mean?", "It's on the left.", True),
        ("Which one do you mean?", "It's on the right.", False),
        ("The dog is on the left.", "On the left.", False),
        ("Which one do you mean?", "Do you mean the one on the left?", False),
    ],
)
def test_two_turns_pass_only_together(first: str, second: str, passes: bool) -> None:
    (found,), _ = offline([case(FIVE, Kind.PLACE)], seed=0)
    assert two_turns(found, first, second, FIVE).passes is passes


def test_a_thing_may_be_called_by_its_other_names() -> None:
    (found,), _ = offline([case(FIVE, Kind.IDENTITY)], seed=0)
    assert two_turns(found, "Which one?", "That is a puppy dog.", FIVE).passes
    assert not two_turns(found, "Which one?", "That is a cup.", FIVE).passes


def test_styles_are_counted_and_unknown_is_wrong() -> None:
    answers = [
        (pair(0, "Where is the cup?", ""), "The cup is on the left."),
        (pair(0, "Where is the cup?", ""), "I can't tell."),
        (pair(1, "Where is it?", ""), "If you mean the cup, it is on the left."),
        (pair(3, "Where is it?", ""), "Which one do you mean?"),
        (pair(2, "Where is it?", ""), "Which one do you mean?"),
    ]
    accuracy, confusion = judge_tables(by_style(answers, uses_question=True))
    cells = {row.name: [cell.measured for cell in row.cells] for row in accuracy.rows}
    assert cells["level 0, direct"][:3] == [2, 50.0, 1]
    assert cells["level 2, list"][:3] == [1, 0.0, 0]
    assert cells["all"][:4] == [5, 60.0, 1, None]
    assert [cell.measured for cell in confusion.rows[2].cells] == [0, 0, 0, 1, 0]


def test_a_judge_is_held_against_people() -> None:
    answers = [(pair(3, "Where is it?", "").model_copy(update={"picture": str(n)}), text)
               for n, text in enumerate(["Which one?", "A cup.", "It is here."])]  # fmt: skip
    judged = by_style(answers, uses_question=False)
    labels = {("0", 3): {"shows": "level_3"}, ("1", 3): {"shows": "level_3", "facts": "grounded"}}
    table = reliability_table(judged, labels)
    assert [cell.measured for cell in table.rows[0].cells] == [2, 50.0, 0.0]
    assert [cell.measured for cell in table.rows[1].cells] == [0, None, None]
