"""From the start of a camera to the picture that is taken, without anything that takes time."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from whichone_app.aiming.eyes import QuickEyes
from whichone_app.aiming.fake import PlayedCamera, ScriptedEyes, nothing_found
from whichone_app.aiming.live import LiveCamera
from whichone_app.aiming.watching import Looked, News, Started, Took, watch
from whichone_core.errors import DeviceError, ModelError
from whichone_core.picture.guidance import Boxes, Glance, Guide
from whichone_core.types.pictures import Box, SourceKind
from whichone_core.types.quality import Finding, Flaw, QualityReport

from tests.aimed import CUT_OFF, DARK, GOOD, Shot, view

FRAMED = Boxes(text=(Box(0.3, 0.3, 0.7, 0.7),))


def seen(shot: Shot, at_s: float) -> Glance:
    """A dark picture is dark; sharp is the one that is brightest."""
    level = float(shot.mean())
    flaws = (Finding(Flaw.DARK, 0, 1),) if level < 60 else ()
    return Glance(at_s, QualityReport(flaws, {"sharpness": level}), boxes=FRAMED)


def level(value: int) -> Shot:
    return np.full((4, 4, 3), value, np.uint8)


class Steps:
    """A camera that gives these pictures in turn, each exactly once."""

    def __init__(self, *shots: Shot) -> None:
        self._shots = iter(shots)

    def next(self) -> Shot | None:
        return next(self._shots, None)


def watched(*shots: Shot, may_take: bool = True) -> list[News]:
    ticks = itertools.count()
    return list(
        watch(
            Steps(*shots),
            ScriptedEyes(seen),
            Guide(),
            may_take=may_take,
            clock=lambda: next(ticks) * 0.2,
            pause=lambda _seconds: None,
        )
    )


def test_the_sharpest_of_the_good_pictures_is_taken() -> None:
    news = watched(level(10), level(10), *map(level, [200, 90, 91, 92, 99, 93, 94, 95]))
    assert isinstance(news[0], Started) and isinstance(news[-1], Took)
    assert news[-1].frame.kind is SourceKind.CAMERA
    assert news[-1].frame.pixels[0, 0, 0] in {99, 200}
    assert all(isinstance(one, Looked) for one in news[1:-1])


def test_a_picture_from_before_a_fault_is_never_taken() -> None:
    news = watched(*map(level, [200, 200, 10, 90, 90, 90, 91, 90, 90, 90]))
    assert isinstance(news[-1], Took) and news[-1].frame.pixels[0, 0, 0] == 91


def test_nothing_is_taken_where_that_is_not_wanted() -> None:
    assert not any(isinstance(one, Took) for one in watched(*[level(90)] * 30, may_take=False))


def test_a_camera_that_was_closed_ends_the_stream() -> None:
    assert watched() == []


def test_a_camera_that_fails_ends_it_with_an_error() -> None:
    played = PlayedCamera(level(90))
    camera = LiveCamera("", played)
    news = watch(camera, ScriptedEyes(seen), Guide(), may_take=False, pause=lambda _s: None)
    assert isinstance(next(news), Started)
    played.unplug()
    with pytest.raises(DeviceError, match="stopped"):
        list(news)
    camera.close()


# ---------------------------------------------------------------------- the real eyes


def glances(eyes: QuickEyes, shot: Shot) -> Iterator[Glance]:
    """One glance after another at the same picture."""
    for number in itertools.count():
        yield eyes.look(shot, float(number))


def until(eyes: QuickEyes, shot: Shot, is_so: Callable[[Glance], bool]) -> Glance:
    """Look until it is so; the test's own time limit ends what never is."""
    return next(one for one in glances(eyes, shot) if is_so(one))


def test_boxes_come_when_they_are_found_and_go_when_the_camera_moves() -> None:
    eyes = QuickEyes(lambda _shot: FRAMED)
    assert until(eyes, GOOD, lambda one: one.boxes is not None).boxes == FRAMED
    assert eyes.look(CUT_OFF, 1).boxes is None
    eyes.close()


def test_nobody_looks_for_boxes_in_the_dark() -> None:
    asked: list[Shot] = []

    def find(shot: Shot) -> Boxes:
        asked.append(shot)
        return FRAMED

    eyes = QuickEyes(find)
    for number in range(5):
        assert eyes.look(DARK, number).boxes is None
    until(eyes, GOOD, lambda one: one.boxes is not None)
    assert all(shot.mean() > 60 for shot in asked)
    eyes.close()


def test_a_finder_that_fails_is_not_asked_again() -> None:
    asked: list[Shot] = []

    def find(shot: Shot) -> Boxes:
        asked.append(shot)
        raise ModelError("The text reader is not installed.")

    eyes = QuickEyes(find)
    assert until(eyes, GOOD, lambda one: one.boxes is not None).boxes == Boxes()
    for number in range(5):
        eyes.look(view(number % 2), number)
    eyes.close()
    assert len(asked) == 1


def test_eyes_that_are_closed_still_can_be_asked() -> None:
    eyes = QuickEyes(nothing_found)
    eyes.close()
    assert eyes.look(GOOD, 0).boxes is None
