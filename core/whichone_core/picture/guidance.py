"""Which one thing to say to somebody who aims a camera without seeing its picture.

    Glance (one picture, measured) -> Guide.see -> Guidance: what is wrong, what to say, capture

One piece of advice at a time, at most one a second, the most helpful first: light, then
stillness, then distance, then direction (field reports, gap 10).  What a camera shows
trembles, so a fault has to be seen twice in a row before it counts, it has to be gone twice in
a row before it doesn't, and one that is being talked about is measured a little more
strictly.  A picture is taken by itself only out of a run of pictures without any fault.

Where advice would contradict itself, the one that helps most is given: text that runs over
two opposite edges needs distance, not a direction; a still camera that stays blurred is too
close to focus; text decides over things, as a bottle may be cut off when its label is not.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from whichone_core.picture.quality import DARKNESS, SHARPNESS, STEEP
from whichone_core.types.pictures import Box
from whichone_core.types.quality import Flaw, QualityReport, Side

STILL = 0.3
"""Motion (see `Glance`) from which on the camera is not held still: about a
70th of the width between two glances."""
STRICTER = 1.3
"""How far a measure must pass its threshold before a fault that was noticed is over."""
EDGE = 0.012
"""How near to an edge a box ends when it runs into it, as a fraction of the picture."""
CUT_SHARE, CUT_AREA = 0.35, 0.004
"""Share of the text, and of the picture, that runs into an edge from which on it is cut off."""
CUT_WIDTH = 0.5
"""Share of the widest line that the lines at the upper or lower edge have at least."""
CLOSE_AREA = 0.85
"""Share of the picture from which on what is shown is too close."""
EDGE_AREAS = (0.01, 0.5)
"""Shares between which a thing at an edge counts: less is clutter, more is background."""
LEAST_SUBJECT = 0.03
"""Share of the picture that stands out below which it shows nothing worth taking."""
GLARE_SHARE = 0.015
"""Share of the picture from which on a spot of glare matters."""

AGREEING = 2
"""Glances in a row that must agree before what is said changes."""
STEADY, STEADY_S = 4, 1.0
"""Faultless glances in a row, and seconds of them, before a picture is taken by itself."""
UNFRAMED_S = 3.0
"""The same where nothing was recognised: no finder knows every thing."""
FOCUS_S = 3.0
"""Seconds of blur while still from which on only distance will help."""
PAUSE_S, REPEAT_S = 1.0, 4.0
"""Seconds between two pieces of advice, and between two times the same one."""


class Problem(IntEnum):
    """What is wrong, the most important first."""

    DARK = 0
    COVERED = 1
    BRIGHT = 2
    MOVING = 3
    BLURRED = 4
    TOO_CLOSE = 5
    NOTHING = 6
    CUT_OFF = 7
    AT_EDGE = 8
    GLARE = 9
    GOOD = 10
    """Nothing is wrong."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """A problem, and for CUT_OFF and AT_EDGE the edge of the picture that it is at."""

    problem: Problem
    side: Side | None = None


GOOD = Trouble(Problem.GOOD)


@dataclass(frozen=True, slots=True)
class Boxes:
    """Where text and things are in a picture; the most prominent thing first."""

    text: tuple[Box, ...] = ()
    things: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True)
class Glance:
    """What was measured in one picture of a live camera.

    at_s: seconds of a clock that never runs back.
    quality: the flaws that the pixels show (`quality.inspect`).
    motion: change since the picture before, 0 for none, about 1 for another scene.
    subject: share of the picture (0-1) that stands out from its border.
    glare: share of the picture (0-1) that a spot of glare covers.
    boxes: None where nobody has looked yet.
    """

    at_s: float
    quality: QualityReport
    motion: float = 0.0
    subject: float = 1.0
    glare: float = 0.0
    boxes: Boxes | None = None


@dataclass(frozen=True, slots=True)
class Guidance:
    """What follows from a glance.

    raw: what is wrong with this very picture.  steady: what is wrong as it is talked about;
    None until two pictures agreed.  advice: what to say now, None for nothing.
    captures: whether to take the picture now.
    """

    raw: Trouble
    steady: Trouble | None
    advice: Trouble | None
    captures: bool

    @property
    def nearness(self) -> float:
        """How near to a good picture, 0 to 1: how much of the order of problems is solved."""
        return (self.steady or self.raw).problem / Problem.GOOD


@dataclass
class Guide:
    """Turns glances into guidance; one for each time that a camera is aimed.

    lasts: seconds that saying a piece of advice takes; until then nothing else is said.
    silent_until: the time before which nothing is said, as something else is being said.
    """

    lasts: Callable[[Trouble], float] = lambda _trouble: PAUSE_S
    silent_until: float = -math.inf
    _steady: Trouble | None = None
    _seen: Trouble | None = None
    _count: int = 0
    _good_since: float | None = None
    _good_count: int = 0
    _blurred_since: float | None = None
    _said_at: dict[Trouble, float] = field(default_factory=dict)

    def see(self, glance: Glance) -> Guidance:
        """Judge one more picture.  Its time must not lie before the last one's."""
        raw = self._patient(diagnose(glance, self._steady or GOOD), glance.at_s)
        self._count = self._count + 1 if raw == self._seen else 1
        self._seen = raw
        if self._count >= AGREEING:
            self._steady = raw
        self._count_good(raw, glance.at_s)
        advice = self._advice(glance.at_s) if raw == self._steady else None
        return Guidance(raw, self._steady, advice, self._is_ready(glance))

    def _patient(self, raw: Trouble, now: float) -> Trouble:
        """Blur that stays while the camera is still is one of distance, not of patience."""
        if raw.problem is not Problem.BLURRED:
            self._blurred_since = None
            return raw
        if self._blurred_since is None:
            self._blurred_since = now
        is_lasting = now - self._blurred_since >= FOCUS_S
        return Trouble(Problem.TOO_CLOSE) if is_lasting else raw

    def _count_good(self, raw: Trouble, now: float) -> None:
        if raw != GOOD:
            self._good_since, self._good_count = None, 0
            return
        self._good_since = now if self._good_since is None else self._good_since
        self._good_count += 1

    def _is_ready(self, glance: Glance) -> bool:
        """Whether this picture ends a run without faults that was long enough."""
        if self._good_since is None or self._good_count < STEADY:
            return False
        boxes = glance.boxes
        if boxes is None:
            return False  # nobody has looked whether anything is cut off
        is_framed = bool(boxes.text or boxes.things)
        needed = STEADY_S if is_framed else UNFRAMED_S
        return glance.at_s - self._good_since >= needed

    def _advice(self, now: float) -> Trouble | None:
        """What is to be said now, if it is time to say it."""
        steady = self._steady
        if steady is None or now < self.silent_until:
            return None
        if now - self._said_at.get(steady, -math.inf) < REPEAT_S:
            return None
        self._said_at[steady] = now
        self.silent_until = now + max(PAUSE_S, self.lasts(steady))
        return steady


# --------------------------------------------------------------------------- one picture


def diagnose(glance: Glance, current: Trouble = GOOD) -> Trouble:
    """The most important thing that is wrong with a picture; GOOD where nothing is.

    current: what is being talked about; it has to be over by a margin to be over.
    """
    checks: tuple[Callable[[Glance, Problem], Trouble | None], ...] = (
        _light,
        _stillness,
        _framing,
        _glare,
    )
    found = (check(glance, current.problem) for check in checks)
    return next((trouble for trouble in found if trouble is not None), GOOD)


def _light(glance: Glance, current: Problem) -> Trouble | None:
    quality = glance.quality
    lightness = quality.measures.get("lightness_95", 100.0)
    is_still_dark = current is Problem.DARK and lightness < DARKNESS * STRICTER
    if quality.has(Flaw.UNIFORM):  # also where all is black
        return Trouble(Problem.DARK if lightness < DARKNESS else Problem.COVERED)
    if quality.has(Flaw.DARK) or is_still_dark:
        return Trouble(Problem.DARK)
    return Trouble(Problem.BRIGHT) if quality.has(Flaw.BRIGHT) else None


def _stillness(glance: Glance, current: Problem) -> Trouble | None:
    """Motion before blur, as what moves is blurred."""
    if glance.motion > (STILL / STRICTER if current is Problem.MOVING else STILL):
        return Trouble(Problem.MOVING)
    measures = glance.quality.measures
    is_still_blurred = (
        current in {Problem.BLURRED, Problem.TOO_CLOSE}
        and measures.get("sharpness", SHARPNESS * STRICTER) < SHARPNESS * STRICTER
        and measures.get("steepness", STEEP) < STEEP
    )
    if glance.quality.has(Flaw.BLURRED) or is_still_blurred:
        return Trouble(Problem.BLURRED)
    return None


def _framing(glance: Glance, current: Problem) -> Trouble | None:
    boxes = glance.boxes
    if boxes is None:
        return None
    if not boxes.text and not boxes.things:
        is_plain = glance.subject < LEAST_SUBJECT
        return Trouble(Problem.NOTHING) if is_plain else None
    leeway = STRICTER if current in {Problem.CUT_OFF, Problem.AT_EDGE} else 1.0
    if boxes.text:
        return _of_sides(Problem.CUT_OFF, _cut_sides(boxes.text, EDGE * leeway))
    main = boxes.things[0]
    if main.area >= CLOSE_AREA:
        return Trouble(Problem.TOO_CLOSE)
    if not EDGE_AREAS[0] <= main.area <= EDGE_AREAS[1]:
        return None
    sides = [side for side in Side if _gap(main, side) <= EDGE * leeway]
    return _of_sides(Problem.AT_EDGE, sides)


def _glare(glance: Glance, current: Problem) -> Trouble | None:
    least = GLARE_SHARE / STRICTER if current is Problem.GLARE else GLARE_SHARE
    return Trouble(Problem.GLARE) if glance.glare >= least else None


def _cut_sides(text: Sequence[Box], edge: float) -> list[Side]:
    """The edges that much of the text runs over, that with most of it first.

    Left and right, much of its area does, as all its lines are cut; above and below it is one
    line only, about as wide as the others.
    """
    whole = max(sum(box.area for box in text), 1e-9)
    widest = max(box.width for box in text)
    over = {side: [box for box in text if _gap(box, side) <= edge] for side in Side}
    areas = {side: sum(box.area for box in boxes) for side, boxes in over.items()}

    def is_cut(side: Side) -> bool:
        if areas[side] < CUT_AREA:
            return False
        if side in {Side.LEFT, Side.RIGHT}:
            return areas[side] >= CUT_SHARE * whole
        return sum(box.width for box in over[side]) >= CUT_WIDTH * widest

    return sorted(filter(is_cut, Side), key=lambda side: -areas[side])


def _of_sides(problem: Problem, sides: Sequence[Side]) -> Trouble | None:
    """The direction to move in; opposite edges, or three, need distance instead."""
    if not sides:
        return None
    opposite = ({Side.LEFT, Side.RIGHT}, {Side.TOP, Side.BOTTOM})
    if any(pair <= set(sides) for pair in opposite):
        return Trouble(Problem.TOO_CLOSE)
    return Trouble(problem, sides[0])


def _gap(box: Box, side: Side) -> float:
    """How far a box ends from an edge, as a fraction of the picture."""
    gaps = {
        Side.LEFT: box.left,
        Side.RIGHT: 1.0 - box.right,
        Side.TOP: box.top,
        Side.BOTTOM: 1.0 - box.bottom,
    }
    return gaps[side]
