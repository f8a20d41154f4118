"""What the filters' checks drop, and what they let pass, without a language model."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from whichone_core.picture.saliency import Rule
from whichone_core.types.evidence import ColourShare, SceneObject
from whichone_core.types.strategies import Strategy
from whichone_data.aqua.answer_style import style_of
from whichone_data.aqua.checks import Case, Stage, drops_of
from whichone_data.aqua.fakes import Fake, fake_of, planted
from whichone_data.aqua.levels import LEVELS, Confusable, Crowds
from whichone_data.aqua.photos import evenness
from whichone_data.aqua.schema import BoxRow, LevelRow, PairRow, ReadingRow
from whichone_data.aqua.templates import Kind

from tests.drawn_shapes import one

READING = ReadingRow(rule=Rule.LARGEST_CLOSENESS, crowds=Crowds.DROP, confusable=Confusable.ANY,
                     only=(), without=(), least_share=0.0)  # fmt: skip
LEFT, MIDDLE, RIGHT = (0.0, 0.4, 0.2, 0.6), (0.4, 0.4, 0.6, 0.6), (0.8, 0.4, 1.0, 0.6)


def row(level: int, *things: tuple[str, tuple[float, float, float, float], float]) -> LevelRow:
    """A picture with boxes: category, corners, saliency."""
    boxes = tuple(
        BoxRow(id=n, category=name, left=c[0], top=c[1], right=c[2], bottom=c[3], saliency=score,
               is_salient=score > 0.6, is_crowd=False)
        for n, (name, c, score) in enumerate(things)
    )  # fmt: skip
    return LevelRow(source="made up", picture="7", file="7.jpg", width=640, height=480,
                    level=level, strategy=LEVELS[level], boxes=boxes,
                    target=0 if level == 0 else None, reading=READING, seed=0,
                    annotations="", program="")  # fmt: skip


def pair(level: int, question: str, answer: str, referents: Sequence[int] = (0,),
         kind: Kind = Kind.OTHER) -> PairRow:  # fmt: skip
    return PairRow(source="made up", picture="7", file="7.jpg", level=level,
                   strategy=LEVELS[level], kind=kind, question=question, answer=answer,
                   referents=tuple(referents), colours=(), generator="", seed=0,
                   program="")  # fmt: skip


ONE = row(1, ("cup", LEFT, 0.9), ("cat", RIGHT, 0.3))
NAMED = row(0, ("cup", LEFT, 0.9), ("cat", RIGHT, 0.9), ("cat", MIDDLE, 0.9))
TWO = row(2, ("cup", LEFT, 0.9), ("cat", RIGHT, 0.9))
FIVE = row(3, *[("cup", LEFT, 0.9)] * 3, *[("cat", RIGHT, 0.9)] * 2)


def dropped(case_row: LevelRow, some: PairRow, colours: Sequence[str] = (),
            fault: str | None = None) -> list[tuple[Stage, str]]:  # fmt: skip
    boxes = [box for box in case_row.boxes if box.id in some.referents]
    named = [(*colours, *[""] * len(boxes))[n] for n in range(len(boxes))]
    things = tuple(
        SceneObject(box.category, 1.0, box.box, 0.9, is_sure=True,
                    colours=(ColourShare(colour, 0.9),) if colour else ())
        for box, colour in zip(boxes, named, strict=True)
    )  # fmt: skip
    return [(drop.stage, drop.reason) for drop in drops_of(Case(some, case_row, things, fault))]


@pytest.mark.parametrize(
    ("where", "good"),
    [
        (NAMED, pair(0, "Where is the cup?", "The cup is on the left.")),
        (NAMED, pair(0, "Is there a cup in the picture?", "Yes, a cup on the left.")),
        (ONE, pair(1, "What do you call this?", "This is a cup on the left.")),
        (ONE, pair(1, "What is it?", "It is a mug.")),
        (TWO, pair(2, "What is this?", "This could be the cup on the left or the cat on the right.",
                   (0, 1))),
        (FIVE, pair(3, "Where is it?", "Do you mean one of the three cups or one of the two cats?",
                    range(5))),
    ],
)  # fmt: skip
def test_good_pairs_pass(where: LevelRow, good: PairRow) -> None:
    assert dropped(where, good) == []


@pytest.mark.parametrize(
    ("where", "bad", "stage", "reason"),
    [
        (NAMED, pair(0, "Where is it?", "On the left."), Stage.FITS, "a vague word at level 0"),
        (ONE, pair(1, "Where is the cup?", "The cup is on the left."), Stage.FITS, "no vague word"),
        (ONE, pair(1, "What is this?", "Which one do you mean?"), Stage.FITS, "style is clarify"),
        (TWO, pair(2, "What is this?", "This is a cup.", (0, 1)), Stage.FITS, "style is infer"),
        (FIVE, pair(3, "What is this?", "This is a cup.", range(5)), Stage.FITS, "style is infer"),
        (TWO, pair(1, "What is it?", "It is a cup.", (0,)), Stage.FITS, "number of referents"),
        (NAMED, pair(0, "Where is the cat?", "The cat is on the right.", (1,)), Stage.BEST,
         "not the only one"),
        (ONE, pair(1, "Is this the cup?", "This is a cup."), Stage.BEST, "level 0"),
        (NAMED, pair(0, "Where is the zebra?", "The cup is on the left."), Stage.BEST,
         "doesn't name its target|not the only one"),
        (row(1, ("cup", LEFT, 0.9), ("cat", RIGHT, 0.59)), pair(1, "What is it?", "It is a cup."),
         Stage.BEST, "almost salient"),
        (ONE, pair(1, "What is this?", "This is an elephant."), Stage.SOUND, "names a elephant"),
        (ONE, pair(1, "Where is it?", "The cup is on the right."), Stage.SOUND, "on the right"),
        (ONE, pair(1, "How much does it cost?", "The cup costs two."), Stage.SOUND, "no picture"),
        (NAMED, pair(0, "Is there a cup?", "No, there is no cup.", kind=Kind.PRESENCE),
         Stage.SOUND, "says no"),
        (FIVE, pair(3, "What is it?", "Do you mean one of the four cups or a cat?", range(5)),
         Stage.SOUND, "counts 4"),
        (ONE, pair(1, "What is it", "It is a cup."), Stage.SOUND, "not one question"),
    ],
)  # fmt: skip
def test_bad_pairs_are_dropped_at_their_stage(
    where: LevelRow, bad: PairRow, stage: Stage, reason: str
) -> None:
    import re

    found = dropped(where, bad)
    assert any(at is stage and re.search(reason, why) for at, why in found), found


def test_a_colour_is_held_against_the_measured_one() -> None:
    said = pair(1, "What colour is it?", "If you mean the cup, it is blue.", kind=Kind.COLOUR)
    assert dropped(ONE, said, ["dark red"]) == [(Stage.SOUND, "it says blue, measured red")]
    assert dropped(ONE, said, ["light blue"]) == []
    assert dropped(ONE, said) == [], "without a certain colour nothing is held against it"


def test_things_with_one_answer_leave_nothing_open() -> None:
    said = pair(2, "What is it?", "There are two things it could be: the cup on the left and "
                "the cup on the right.", (0, 1), Kind.IDENTITY)  # fmt: skip
    cups = row(2, ("cup", LEFT, 0.9), ("cup", RIGHT, 0.9))
    assert (Stage.BEST, "all that may be meant has the same answer: level 1") in dropped(cups, said)


def test_a_picture_with_a_fault_drops_its_pair() -> None:
    good = pair(1, "What is it?", "It is a cup.")
    assert dropped(ONE, good, fault="the picture is a drawing, not a photo") == [
        (Stage.SOUND, "the picture is a drawing, not a photo")
    ]


def test_drawings_are_told_from_grain() -> None:
    assert evenness(one("circle", "red")).is_drawing
    random = np.random.default_rng(0)
    assert not evenness(random.integers(0, 255, (240, 320, 3), dtype=np.uint8)).is_drawing


@pytest.mark.parametrize(
    ("question", "answer", "style"),
    [
        ("Where is the cup?", "On the left.", Strategy.DIRECT),
        ("Where is it?", "If you mean the cup, it is on the left.", Strategy.INFER),
        ("What is this?", "This is a cup.", Strategy.INFER),
        ("Where is it?", "There are two cups: one on the left and one at the top.", Strategy.LIST),
        ("What is it?", "Which of the six cups do you mean?", Strategy.CLARIFY),
        ("What is it?", "I can't tell, the picture is too dark.", Strategy.ABSTAIN),
    ],
)
def test_a_style_is_told_from_the_words(question: str, answer: str, style: Strategy) -> None:
    assert style_of(answer, question) is style


GOOD = (
    (NAMED, pair(0, "Where is the cup?", "The cup is on the left.")),
    (ONE, pair(1, "What is it?", "It is a cup.")),
    (TWO, pair(2, "What is it?", "The cup is on the left, and the cat is on the right.", (0, 1))),
    (FIVE, pair(3, "What is it?", "Which one do you mean: the cup or the cat?", range(5))),
)


@pytest.mark.parametrize("kind", list(Fake))
@pytest.mark.parametrize(("where", "good"), GOOD)
def test_each_fake_is_dropped(kind: Fake, where: LevelRow, good: PairRow) -> None:
    fake = fake_of(kind, good, where, 3)
    if fake is None:
        assert (kind, good.level) == (Fake.WRONG_PLACE, 3), "a question back says no place"
    else:
        assert dropped(where, fake) != []


def test_fakes_are_a_share_of_the_pairs_and_the_same_for_a_seed() -> None:
    pairs = [good.model_copy(update={"picture": str(n)}) for n in range(10) for _, good in GOOD]
    rows = [each.model_copy(update={"picture": str(n)}) for n in range(10) for each, _ in GOOD]
    fakes = planted(pairs, rows, 0.1, seed=1)
    assert len(fakes) == 4
    assert fakes == planted(pairs, rows, 0.1, seed=1)
    assert fakes != planted(pairs, rows, 0.1, seed=2)
