"""One piece of advice at a time, the most helpful first, and a picture only out of a good run."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as some
from whichone_core.picture.directions import advice_words, direction
from whichone_core.picture.guidance import (
    GOOD,
    PAUSE_S,
    REPEAT_S,
    STEADY,
    STILL,
    Boxes,
    Glance,
    Guidance,
    Guide,
    Problem,
    Trouble,
    diagnose,
)
from whichone_core.settings import Moved
from whichone_core.types.pictures import Box
from whichone_core.types.quality import Finding, Flaw, QualityReport, Side

LABEL = Box(0.3, 0.4, 0.7, 0.6)
AT_RIGHT = Box(0.8, 0.4, 1, 0.6)
WHOLE = Boxes(text=(LABEL,))
CUT_LEFT = Boxes(text=(Box(0.0, 0.4, 0.3, 0.6),))
ACROSS = Boxes(text=(Box(0.0, 0.4, 1.0, 0.6),))
NONE = Boxes()


def glance(
    *flaws: Flaw,
    at: float = 0.0,
    motion: float = 0.0,
    boxes: Boxes | None = WHOLE,
    subject: float = 1.0,
    glare: float = 0.0,
    **measures: float,
) -> Glance:
    report = QualityReport(tuple(Finding(flaw, 0, 1) for flaw in flaws), measures)
    return Glance(at, report, motion, subject, glare, boxes)


def played(*glances: Glance, every_s: float = 0.2, guide: Guide | None = None) -> list[Guidance]:
    """What a guide makes of pictures at five a second."""
    guide = guide or Guide()
    timed = [replace(one, at_s=number * every_s) for number, one in enumerate(glances)]
    return [guide.see(one) for one in timed]


def advice(*glances: Glance) -> list[Problem]:
    return [one.advice.problem for one in played(*glances) if one.advice is not None]


# ---------------------------------------------------------------------- one picture


@pytest.mark.parametrize(
    ("seen", "trouble"),
    [
        (glance(), GOOD),
        (glance(Flaw.DARK, Flaw.BLURRED, motion=1), Trouble(Problem.DARK)),
        (glance(Flaw.UNIFORM), Trouble(Problem.COVERED)),
        (glance(Flaw.UNIFORM, lightness_95=3), Trouble(Problem.DARK)),
        (glance(Flaw.BRIGHT, Flaw.BLURRED), Trouble(Problem.BRIGHT)),
        (glance(Flaw.BLURRED, motion=1), Trouble(Problem.MOVING)),
        (glance(Flaw.BLURRED, boxes=CUT_LEFT), Trouble(Problem.BLURRED)),
        (glance(boxes=CUT_LEFT), Trouble(Problem.CUT_OFF, Side.LEFT)),
        (glance(boxes=ACROSS), Trouble(Problem.TOO_CLOSE)),
        (glance(boxes=Boxes(things=(Box(0, 0, 1, 0.95),))), Trouble(Problem.TOO_CLOSE)),
        (glance(boxes=Boxes(things=(AT_RIGHT,))), Trouble(Problem.AT_EDGE, Side.RIGHT)),
        (glance(boxes=Boxes(things=(Box(0.4, 0, 0.6, 0.3),))), Trouble(Problem.AT_EDGE, Side.TOP)),
        (glance(boxes=Boxes((LABEL,), (AT_RIGHT,))), GOOD),
        (glance(boxes=Boxes(things=(Box(0, 0.4, 0.6, 1),))), Trouble(Problem.AT_EDGE, Side.LEFT)),
        (glance(boxes=Boxes(things=(Box(0, 0, 0.9, 0.7),))), GOOD),
        (glance(boxes=NONE, subject=0.01), Trouble(Problem.NOTHING)),
        (glance(boxes=NONE, subject=0.5), GOOD),
        (glance(boxes=None, subject=0.01), GOOD),
        (glance(glare=0.1), Trouble(Problem.GLARE)),
        (glance(glare=0.1, boxes=CUT_LEFT), Trouble(Problem.CUT_OFF, Side.LEFT)),
        (glance(Flaw.SMALL), GOOD),
    ],
)  # fmt: skip
def test_the_most_important_thing_is_told(seen: Glance, trouble: Trouble) -> None:
    assert diagnose(seen) == trouble


def test_the_edge_with_most_text_is_the_one_to_move_to() -> None:
    boxes = Boxes(text=(Box(0.0, 0.5, 0.4, 0.9), Box(0.5, 0.0, 0.8, 0.3)))
    assert diagnose(glance(boxes=boxes)) == Trouble(Problem.CUT_OFF, Side.LEFT)


@pytest.mark.parametrize(("top", "side"), [(0.0, Side.TOP), (0.96, Side.BOTTOM)])
def test_one_line_of_many_that_is_cut_at_the_top_or_bottom_counts(top: float, side: Side) -> None:
    lines = tuple(Box(0.2, 0.2 + row / 10, 0.8, 0.26 + row / 10) for row in range(6))
    cut = Boxes(text=(*lines, Box(0.2, top, 0.7, top + 0.04)))
    assert diagnose(glance(boxes=cut)) == Trouble(Problem.CUT_OFF, side)
    assert diagnose(glance(boxes=Boxes(text=lines))) == GOOD


def test_a_scrap_of_text_at_the_edge_is_none_of_ours() -> None:
    assert diagnose(glance(boxes=Boxes(text=(LABEL, Box(0, 0, 0.1, 0.04))))) == GOOD


@pytest.mark.parametrize(
    ("seen", "current"),
    [
        (glance(lightness_95=35), Problem.DARK),
        (glance(motion=0.25), Problem.MOVING),
        (glance(sharpness=28, steepness=2), Problem.BLURRED),
        (glance(glare=0.012), Problem.GLARE),
        (glance(boxes=Boxes(text=(Box(0.014, 0.4, 0.3, 0.6),))), Problem.CUT_OFF),
    ],
)
def test_what_is_talked_about_is_over_only_by_a_margin(seen: Glance, current: Problem) -> None:
    assert diagnose(seen) == GOOD
    assert diagnose(seen, Trouble(current, Side.LEFT)).problem is current


# ---------------------------------------------------------------------- one after another


def test_a_fault_that_is_seen_once_is_not_talked_about() -> None:
    assert advice(glance(), glance(), glance(motion=1), *[glance()] * 10) == [Problem.GOOD]


def test_the_way_from_dark_to_a_picture() -> None:
    dark, moving = [glance(Flaw.DARK)] * 8, [glance(Flaw.BLURRED, motion=0.5)] * 8
    cut, good = [glance(boxes=CUT_LEFT)] * 8, [glance()] * 8
    told = played(*dark, *moving, *cut, *good)
    said = [one.advice.problem for one in told if one.advice]
    assert said == [Problem.DARK, Problem.MOVING, Problem.CUT_OFF, Problem.GOOD]
    captured = [number for number, one in enumerate(told) if one.captures]
    assert captured[0] == 24 + 5


def test_what_stays_wrong_is_said_again_after_a_while() -> None:
    assert advice(*[glance(Flaw.DARK)] * 50) == [Problem.DARK] * 3


def test_two_faults_that_take_turns_do_not_make_the_advice_flip() -> None:
    flicker = [glance(motion=0.5), glance(boxes=CUT_LEFT)] * 20
    assert set(advice(glance(motion=0.5), *flicker)) == {Problem.MOVING}


def test_a_still_camera_that_stays_blurred_is_told_to_move_back() -> None:
    assert advice(*[glance(Flaw.BLURRED)] * 20) == [Problem.BLURRED, Problem.TOO_CLOSE]


def test_nothing_is_taken_before_anybody_looked_for_text() -> None:
    assert not any(one.captures for one in played(*[glance(boxes=None)] * 60))


def test_what_no_finder_knows_is_taken_when_it_was_held_still_for_longer() -> None:
    told = played(*[glance(boxes=NONE)] * 20)
    assert next(number for number, one in enumerate(told) if one.captures) == 15


def test_a_slow_camera_needs_several_pictures_as_well_as_time() -> None:
    told = [one.captures for one in played(*[glance()] * 5, every_s=1.0)]
    assert told.index(True) == STEADY - 1


def test_the_nearer_the_better() -> None:
    steps = [glance(Flaw.DARK), glance(motion=1), glance(Flaw.BLURRED), glance(boxes=CUT_LEFT),
             glance()]  # fmt: skip
    nearness = [played(step)[0].nearness for step in steps]
    assert nearness == sorted(nearness)
    assert nearness[0] == 0 and nearness[-1] == 1


def test_nothing_is_said_into_what_is_being_said() -> None:
    guide = Guide(lasts=lambda trouble: 2.0 if trouble.problem is Problem.DARK else 0.1)
    guide.silent_until = 1.0
    told = played(*[glance(Flaw.DARK)] * 8, *[glance(motion=1)] * 20, guide=guide)
    said = [(number / 5, one.advice.problem) for number, one in enumerate(told) if one.advice]
    assert said == [(1.0, Problem.DARK), (3.0, Problem.MOVING)]


# ---------------------------------------------------------------------- whatever comes

FLAWS = some.lists(some.sampled_from(list(Flaw)), max_size=3, unique=True)
PLACES = some.floats(0, 1)
BOX = some.tuples(PLACES, PLACES, PLACES, PLACES).map(
    lambda p: Box(min(p[0], p[2]), min(p[1], p[3]), max(p[0], p[2]), max(p[1], p[3]))
)
BOXES = some.none() | some.builds(
    Boxes, some.lists(BOX, max_size=3).map(tuple), some.lists(BOX, max_size=2).map(tuple)
)
Sight = tuple[float, list[Flaw], float, Boxes | None, bool, int]
SIGHTS = some.tuples(
    some.floats(0, 1.5), FLAWS, some.sampled_from([0.0, 0.0, 0.12, 0.5]), BOXES, some.booleans(),
    some.integers(1, 8),
)  # fmt: skip


@given(some.lists(SIGHTS, max_size=30))
def test_whatever_the_camera_shows(sights: list[Sight]) -> None:
    guide, now = Guide(), 0.0
    said: list[tuple[float, Trouble]] = []
    for step, flaws, motion, boxes, has_glare, times in sights:
        for _again in range(times):
            now += step
            one = guide.see(glance(*flaws, at=now, motion=motion, boxes=boxes, glare=has_glare))
            if one.advice is not None:
                said.append((now, one.advice))
                assert one.advice == one.raw
            if one.captures:
                assert one.raw == GOOD
                assert not set(flaws) - {Flaw.SMALL, Flaw.CUT_OFF, Flaw.TILTED}
                assert motion < STILL and not has_glare
    assert all(later - earlier >= PAUSE_S for (earlier, _), (later, _) in pairwise(said))
    for trouble in {trouble for _, trouble in said}:
        times_said = [at for at, other in said if other == trouble]
        assert all(later - earlier >= REPEAT_S for earlier, later in pairwise(times_said))


# ---------------------------------------------------------------------- the words


def test_every_problem_has_words_that_end() -> None:
    for problem in Problem:
        side = Side.LEFT if problem in {Problem.CUT_OFF, Problem.AT_EDGE} else None
        assert advice_words(Trouble(problem, side)).endswith(".")


@pytest.mark.parametrize(
    ("side", "moved", "words"),
    [
        (Side.LEFT, Moved.CAMERA, "Move the camera left."),
        (Side.TOP, Moved.CAMERA, "Move the camera up."),
        (Side.BOTTOM, Moved.CAMERA, "Move the camera down."),
        (Side.LEFT, Moved.THING, "Move it left."),
        (Side.TOP, Moved.THING, "Move it down."),
        (Side.LEFT, Moved.PAGE, "Move it right."),
        (Side.TOP, Moved.PAGE, "Move it towards you."),
        (Side.BOTTOM, Moved.PAGE, "Move it away from you."),
    ],
)
def test_where_to_move_what_is_moved(side: Side, moved: Moved, words: str) -> None:
    cut, edge = Trouble(Problem.CUT_OFF, side), Trouble(Problem.AT_EDGE, side)
    assert advice_words(cut, moved) == f"{words} Text is cut off."
    assert advice_words(edge, moved) == f"{words} It is at the edge."


def test_what_has_no_side_has_no_direction() -> None:
    assert direction(Trouble(Problem.DARK), Moved.PAGE) is None
