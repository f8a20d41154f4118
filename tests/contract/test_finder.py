"""What every EvidenceFinder promises to the assistant."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from whichone_core.picture.pictures import frame_from_rgb
from whichone_core.ports import EvidenceFinder
from whichone_core.types.cancelling import Cancel
from whichone_core.types.evidence import (
    Code,
    ColourShare,
    Evidence,
    LightReading,
    Look,
    NameGuess,
    SceneObject,
    TextEvidence,
)
from whichone_core.types.pictures import WHOLE_PICTURE, Frame, SourceKind
from whichone_core.types.strategies import Strategy
from whichone_models.builtin.finder import BuiltinFinder, FixedFinder

RED = (ColourShare("red", 1.0),)
EVERYTHING = Evidence(
    text=TextEvidence(),
    codes=(Code("123", "EAN-13", WHOLE_PICTURE),),
    objects=(SceneObject("cup", 0.9, WHOLE_PICTURE, 1.0, True, RED),),
    level_odds={Strategy.INFER: 0.7, Strategy.LIST: 0.2, Strategy.CLARIFY: 0.1},
    colours=RED,
    names=(NameGuess("mug", 0.5),),
    light=LightReading(50.0, 90.0, False),
)
FINDERS: dict[str, Callable[[], EvidenceFinder]] = {
    "builtin": BuiltinFinder,
    "fixed": lambda: FixedFinder(EVERYTHING),
}


@pytest.fixture(scope="module", params=list(FINDERS))
def finder(request: pytest.FixtureRequest) -> EvidenceFinder:
    return FINDERS[request.param]()


@pytest.fixture(scope="module")
def frame() -> Frame:
    """A red disc on grey."""
    y, x = np.mgrid[:240, :320]
    pixels = np.full((240, 320, 3), 150, np.uint8)
    pixels[(x - 160) ** 2 + (y - 120) ** 2 < 70**2] = (200, 25, 25)
    return frame_from_rgb(pixels, SourceKind.EXAMPLE)


@pytest.mark.parametrize("look", list(Look))
def test_looks_for_just_what_is_wanted(finder: EvidenceFinder, frame: Frame, look: Look) -> None:
    evidence = finder.look(frame, frozenset({look}), Cancel())
    assert evidence.looked == {look}


def test_looks_for_everything_at_once(finder: EvidenceFinder, frame: Frame) -> None:
    assert finder.look(frame, frozenset(Look), Cancel()).looked == frozenset(Look)


def test_looks_for_nothing(finder: EvidenceFinder, frame: Frame) -> None:
    assert finder.look(frame, frozenset(), Cancel()) == Evidence()


def test_a_cancelled_look_finds_nothing(finder: EvidenceFinder, frame: Frame) -> None:
    cancel = Cancel()
    cancel.request()
    assert finder.look(frame, frozenset(Look), cancel).looked == frozenset()


def test_objects_have_colours_only_where_they_are_wanted(
    finder: EvidenceFinder, frame: Frame
) -> None:
    plain = finder.look(frame, frozenset({Look.OBJECTS}), Cancel())
    assert all(thing.colours == () for thing in plain.objects or ())
    coloured = finder.look(frame, frozenset({Look.OBJECTS, Look.COLOURS}), Cancel())
    assert all(thing.colours for thing in coloured.objects or ())


def test_level_odds_add_up_and_objects_are_ordered(finder: EvidenceFinder, frame: Frame) -> None:
    found = finder.look(frame, frozenset({Look.OBJECTS}), Cancel())
    if found.level_odds is not None:
        assert sum(found.level_odds.values()) == pytest.approx(1.0)
    order = [thing.saliency for thing in found.objects or ()]
    assert order == sorted(order, reverse=True)


def test_the_colour_of_a_thing_held_before_the_camera(finder: EvidenceFinder, frame: Frame) -> None:
    colours = finder.look(frame, frozenset({Look.COLOURS}), Cancel()).colours
    assert colours and colours[0].name == "red"


def test_warming_up_changes_no_answer(finder: EvidenceFinder, frame: Frame) -> None:
    finder.warm_up(frozenset({Look.OBJECTS, Look.NAMES}))
    assert finder.look(frame, frozenset({Look.LIGHT}), Cancel()).looked == {Look.LIGHT}
