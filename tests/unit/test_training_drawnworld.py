"""The drawn world: what is drawn, asked and answered is true, held out, and made again."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from whichone_core.picture.places import place_of
from whichone_core.types.strategies import Strategy
from whichone_data.aqua.schema import read_levels, read_pairs
from whichone_data.aqua.templates import Kind
from whichone_training.drawnworld.answers import control_word, is_true, style_of
from whichone_training.drawnworld.drawing import draw
from whichone_training.drawnworld.faults import SPOILING, Fault
from whichone_training.drawnworld.items import NOT_THERE, Gold, Item, item
from whichone_training.drawnworld.rows import digest, write_project
from whichone_training.drawnworld.scenes import Look, World
from whichone_training.drawnworld.seeing import seen
from whichone_training.drawnworld.shapes import COLOURS
from whichone_training.drawnworld.splits import Split, composition, split_of
from whichone_training.drawnworld.wording import CHECKED, FRAMES, NAMED, REFERRED, VAGUE

SIDE = 112


def some(strategy: Strategy, split: Split = Split.TRAIN, count: int = 40) -> list[Item]:
    return [item(1, split, number, strategy) for number in range(count)]


@pytest.mark.parametrize("strategy", Strategy)
@pytest.mark.parametrize("world", World)
def test_every_gold_answer_shows_its_strategy_and_is_true(strategy: Strategy, world: World) -> None:
    for number in range(60):
        made = item(3, Split.TEST, number, strategy, world)
        assert style_of(made.answer) is strategy, made.answer
        assert is_true(made.answer, made.gold), made.answer


@pytest.mark.parametrize("strategy", [Strategy.INFER, Strategy.LIST, Strategy.CLARIFY])
def test_the_level_is_the_saliency_rules(strategy: Strategy) -> None:
    assert {made.scene.level for made in some(strategy)} == {strategy}


def test_the_same_number_is_the_same_item_and_the_same_pixels() -> None:
    for strategy in Strategy:
        one, other = item(5, Split.TRAIN, 7, strategy), item(5, Split.TRAIN, 7, strategy)
        assert one.question == other.question
        assert np.array_equal(one.picture(SIDE), other.picture(SIDE))
    assert digest(some(Strategy.LIST)) == digest(some(Strategy.LIST))
    assert digest(some(Strategy.LIST)) != digest(some(Strategy.LIST, Split.TEST))


def test_test_items_share_no_composition_and_no_wording_with_training_items() -> None:
    def compositions(split: Split) -> set[str]:
        vague = [Strategy.INFER, Strategy.LIST, Strategy.CLARIFY]
        items = [made for strategy in vague for made in some(strategy, split)]
        return {composition(thing.look for thing in made.scene.prominent) for made in items}

    def wordings(split: Split) -> set[str]:
        vague = [Strategy.INFER, Strategy.LIST, Strategy.CLARIFY]
        return {made.question for strategy in vague for made in some(strategy, split)}

    assert not compositions(Split.TRAIN) & compositions(Split.TEST)
    assert not wordings(Split.TRAIN) & wordings(Split.TEST)
    assert all(split_of(text) is Split.TEST for text in compositions(Split.TEST))


@pytest.mark.parametrize("cores", [*VAGUE.values(), *NAMED.values(), *REFERRED.values(), CHECKED])
def test_every_kind_of_question_has_wordings_in_every_split(cores: tuple[str, ...]) -> None:
    """So none is ever borrowed from another."""
    splits = [split_of(f"{frame} {core}") for frame in FRAMES for core in cores]
    assert {*splits} == {*Split}


@pytest.mark.parametrize("strategy", [Strategy.DIRECT, Strategy.ABSTAIN])
def test_named_and_unanswerable_questions_are_held_out_too(strategy: Strategy) -> None:
    for split in Split:
        for made in some(strategy, split, 8):
            if made.fault is not Fault.CUT_OFF:  # one thing is moved out of such a scene
                looks = [thing.look for thing in made.scene.prominent]
                assert split_of(composition(looks)) is split


def test_half_the_people_ask_for_a_color_and_some_without_a_question_mark() -> None:
    asked = [seen(1, number).question for number in range(600)]
    spelt = {word: sum(word in text for text in asked) for word in ("colour", "color")}
    assert min(spelt.values()) > 0.3 * sum(spelt.values())
    assert any(text.startswith("what") and not text.endswith("?") for text in asked)
    assert {"colour", "color"} == {
        word
        for strategy in Strategy
        for made in some(strategy, count=60)
        for word in ("colour", "color")
        if word in made.question
    }


def test_whether_a_colour_is_right_is_answered_with_the_colour() -> None:
    made = [one for one in some(Strategy.DIRECT, count=400) if one.gold.kind is Kind.COLOUR]
    checked = [one for one in made if one.gold.is_there is not None]
    assert 0.15 < len(checked) / len(made) < 0.35
    assert {one.gold.is_there for one in checked} == {True, False}
    for one in checked:
        (look,) = one.gold.looks
        assert (look.colour in one.question) is one.gold.is_there
        assert one.answer == f"The {look.kind} is {look.colour}."


def test_the_colour_of_a_thing_that_is_not_there_is_not_confirmed_and_not_denied() -> None:
    made = [one for one in some(Strategy.ABSTAIN, count=600) if one.gold.reason == NOT_THERE]
    checked = [one for one in made if {*COLOURS} & {*re.findall(r"\w+", one.question)}]
    assert 0.05 < len(checked) / len(made) < 0.25
    for one in checked:
        assert one.gold.kind is Kind.COLOUR
        assert not {thing.look.kind for thing in one.scene.things} & {
            *re.findall(r"\w+", one.question)
        }
        assert one.answer.startswith("I can't see ")


def test_a_base_model_learns_what_a_hint_means() -> None:
    asked = [seen(1, number) for number in range(600)]
    by_colour = [one for one in asked if " the red one" in one.question]
    by_place = [one for one in asked if " the one " in one.question]
    assert by_colour and by_place
    assert all("red" in one.answer for one in by_colour)
    for one in by_place:
        kinds = [t.look.kind for t in one.scene.prominent if place_of(t.box) in one.question]
        assert sum(kind in one.answer for kind in {*kinds}) >= 1


def test_a_hint_belongs_to_one_thing_and_its_answer_is_true() -> None:
    seconds = [made.second for made in some(Strategy.CLARIFY) if made.second is not None]
    assert len(seconds) >= 10
    for second in seconds:
        assert style_of(second.answer) is Strategy.DIRECT
        assert is_true(second.answer, second.gold), second


def test_a_heavy_fault_hides_what_a_light_one_leaves() -> None:
    """Contrast of the picture against its own average, before and after."""
    scene = some(Strategy.LIST)[0].scene
    clear = draw(scene, SIDE, Fault.CUT_OFF).astype(float)
    for fault in SPOILING:
        spoilt = draw(scene, SIDE, fault).astype(float)
        edges = np.abs(np.diff(spoilt, axis=1)).max()
        assert edges < 0.5 * np.abs(np.diff(clear, axis=1)).max(), fault


def test_the_shifted_world_looks_different() -> None:
    usual = item(1, Split.TEST, 0, Strategy.INFER).picture(SIDE)
    shifted = item(1, Split.TEST, 0, Strategy.INFER, World.SHIFTED).picture(SIDE)
    assert usual.shape == shifted.shape == (SIDE, SIDE, 3)
    assert not np.array_equal(usual, shifted)


def test_a_base_model_is_never_taught_to_ask_list_or_abstain() -> None:
    styles = {style_of(seen(1, number).answer) for number in range(300)}
    assert styles <= {Strategy.DIRECT, None}


def test_the_rows_are_those_of_the_aqua_tools(tmp_path: Path) -> None:
    items = [item(1, Split.TRAIN, number, s) for s in Strategy for number in range(3)]
    project = write_project(tmp_path / "drawn", items, SIDE, 1)
    levels, pairs = read_levels(project), read_pairs(project)
    assert len(levels) == len(pairs) == 15
    assert [row.strategy for row in pairs] == [made.gold.strategy for made in items]
    assert (tmp_path / "drawn" / "pictures" / levels[0].file).is_file()
    listed = next(row for row in levels if row.strategy is Strategy.LIST)
    assert listed.level == 2 and len(listed.salient) in (2, 3)


CUP, BALL = Look("red", "cup"), Look("blue", "ball")


@pytest.mark.parametrize(
    ("answer", "strategy"),
    [
        ("The cup is red.", Strategy.DIRECT),
        ("Red.", Strategy.DIRECT),
        ("On the left.", Strategy.DIRECT),
        ("No, there is no fish in the picture.", Strategy.DIRECT),
        ("I assume you mean the cup; it is red.", Strategy.INFER),
        ("You probably mean the cup. It's red.", Strategy.INFER),
        ("There are two things: a red cup and a blue ball.", Strategy.LIST),
        ("It could be either a red cup or a blue ball.", Strategy.LIST),
        ("I see several things. Which one do you mean?", Strategy.CLARIFY),
        ("Do you mean the cup or the ball?", Strategy.CLARIFY),
        ("I can’t tell, the picture is too dark.", Strategy.ABSTAIN),
        ("I cannot see a fish here.", Strategy.ABSTAIN),
        ("", None),
        ("asdf qwer", None),
    ],
)
def test_the_style_of_answers_written_by_hand(answer: str, strategy: Strategy | None) -> None:
    assert style_of(answer) is strategy


@pytest.mark.parametrize(
    ("answer", "gold", "is_right"),
    [
        ("It's red.", Gold(Strategy.DIRECT, Kind.COLOUR, (CUP,)), True),
        ("It is red or blue.", Gold(Strategy.DIRECT, Kind.COLOUR, (CUP,)), False),
        ("The ball is red.", Gold(Strategy.DIRECT, Kind.COLOUR, (CUP,)), False),
        ("On the left.", Gold(Strategy.DIRECT, Kind.PLACE, (CUP,), "on the left"), True),
        ("At the top left.", Gold(Strategy.DIRECT, Kind.PLACE, (CUP,), "on the left"), False),
        ("If you mean the cup, it is red.", Gold(Strategy.INFER, Kind.COLOUR, (CUP,)), True),
        ("If you mean the cup, it is blue.", Gold(Strategy.INFER, Kind.COLOUR, (CUP,)), False),
        (
            "The ball is blue and the cup is red.",
            Gold(Strategy.LIST, Kind.COLOUR, (CUP, BALL)),
            True,
        ),
        ("The cup is blue, the ball red.", Gold(Strategy.LIST, Kind.COLOUR, (CUP, BALL)), False),
        ("A red cup.", Gold(Strategy.LIST, Kind.IDENTITY, (CUP, BALL)), False),
        ("Do you mean the cup?", Gold(Strategy.CLARIFY, Kind.COLOUR, (CUP, BALL)), True),
        ("Do you mean the fish?", Gold(Strategy.CLARIFY, Kind.COLOUR, (CUP, BALL)), False),
        ("Yes.", Gold(Strategy.DIRECT, Kind.COLOUR, (CUP,), is_there=True), True),
        ("No.", Gold(Strategy.DIRECT, Kind.COLOUR, (CUP,), is_there=True), False),
        ("Yes, it is red.", Gold(Strategy.DIRECT, Kind.COLOUR, (CUP,), is_there=False), False),
        (
            "No, the cup is red.",
            Gold(Strategy.DIRECT, Kind.COLOUR, (CUP,), is_there=False),
            True,
        ),
        (
            "No, the cup is blue.",
            Gold(Strategy.DIRECT, Kind.COLOUR, (CUP,), is_there=False),
            False,
        ),
        ("It is red.", Gold(Strategy.DIRECT, Kind.COLOUR, (CUP,), is_there=True), True),
        ("The cup is red.", Gold(Strategy.DIRECT, Kind.COLOUR, (CUP,), is_there=False), True),
        ("The cup is red.", Gold(Strategy.DIRECT, Kind.COLOUR, (BALL,), is_there=False), False),
        ("On the left.", Gold(Strategy.DIRECT, Kind.COLOUR, (CUP,), is_there=True), False),
        ("It is too dark.", Gold(Strategy.ABSTAIN, Kind.COLOUR, reason="too dark"), True),
        ("It is blurry.", Gold(Strategy.ABSTAIN, Kind.COLOUR, reason="too dark"), False),
        ("I can't see a fish.", Gold(Strategy.ABSTAIN, Kind.COLOUR, reason=NOT_THERE), True),
    ],
)
def test_the_truth_of_answers_written_by_hand(answer: str, gold: Gold, is_right: bool) -> None:
    assert is_true(answer, gold) is is_right


def test_a_control_word_is_taken_off_only_where_it_stands_alone() -> None:
    assert control_word("ask\nWhich one?") == (Strategy.CLARIFY, "Which one?")
    assert control_word("ask me anything") == (None, "ask me anything")
