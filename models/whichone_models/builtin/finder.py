"""Looks for what a question needs in a picture and puts the findings together.

Each part runs only when it is wanted, the quick and telling ones first, and cancelling is
polled before each, so that a part that was not reached stays None.  Networks are loaded when
first used and shared by all threads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from whichone_core.picture.colours import balanced, lab, lab_shares, own_weights, white_balance
from whichone_core.picture.saliency import DEFAULT_RULE, Rule
from whichone_core.types.cancelling import Cancel
from whichone_core.types.evidence import ColourShare, Evidence, Look, SceneObject
from whichone_core.types.pictures import Box, Frame

from .codes import read_codes
from .levels import level_odds
from .light import read_light
from .names import guess_names
from .objects import find_things, scene_objects
from .sessions import Network, Sessions, engine_faults
from .text import TextReader

if TYPE_CHECKING:
    from numpy.typing import NDArray

COLOUR_SIDE = 320
"""Longest side, in pixels, at which colours are measured; about 10 ms an object."""
MOST_COLOURED = 8
"""Objects whose colours are measured, the most salient ones."""
MIDDLE = Box(0.15, 0.15, 0.85, 0.85)
"""Where a thing is that was held before the camera and that no detector knows."""

_NETWORKS = {
    Look.OBJECTS: (Network.NANODET, Network.SSD),
    Look.NAMES: (Network.EFFICIENTNET,),
}


class BuiltinFinder:
    """The EvidenceFinder of a fresh machine: OCR, codes, detectors, colours, names, light.

    rule: the reading of AQuA's saliency (level odds always use the default one).
    """

    def __init__(
        self,
        sessions: Sessions | None = None,
        reader: TextReader | None = None,
        rule: Rule = DEFAULT_RULE,
    ) -> None:
        self._sessions = sessions or Sessions()
        self._reader = reader or TextReader()
        self._rule = rule

    def look(self, frame: Frame, looks: frozenset[Look], cancel: Cancel) -> Evidence:
        """Run just the given parts.  Parts that cancel prevented stay None.  Raises ModelError."""
        parts: tuple[tuple[Look, Callable[[Evidence], Evidence]], ...] = (
            (Look.LIGHT, lambda known: replace(known, light=read_light(frame.pixels))),
            (Look.OBJECTS, lambda known: self._with_objects(known, frame)),
            (Look.COLOURS, lambda known: _with_colours(known, frame)),
            (Look.NAMES, lambda known: self._with_names(known, frame)),
            (Look.CODES, lambda known: replace(known, codes=read_codes(frame.pixels, cancel))),
            (Look.TEXT, lambda known: self._with_text(known, frame, cancel)),
        )
        evidence = Evidence()
        for part, run in parts:
            if part in looks and not cancel.is_requested:
                with engine_faults():
                    found = run(evidence)
                # What a part gives after it was cancelled may be half of it.
                evidence = evidence if cancel.is_requested else found
        return evidence

    def warm_up(self, looks: frozenset[Look]) -> None:
        """Load what these parts need.  Raises ModelError."""
        with engine_faults():
            for look, networks in _NETWORKS.items():
                if look in looks:
                    for network in networks:
                        self._sessions.load(network)
            if Look.TEXT in looks:
                self._reader.warm_up()

    def _with_objects(self, known: Evidence, frame: Frame) -> Evidence:
        things = find_things(self._sessions, frame.pixels)
        aspect = frame.width / frame.height
        return replace(
            known,
            objects=scene_objects(things, aspect, self._rule),
            level_odds=level_odds(things, aspect),
        )

    def _with_names(self, known: Evidence, frame: Frame) -> Evidence:
        return replace(known, names=guess_names(self._sessions, frame.pixels))

    def _with_text(self, known: Evidence, frame: Frame, cancel: Cancel) -> Evidence:
        return replace(known, text=self._reader.read(frame.pixels, cancel))


class FixedFinder:
    """A finder that finds what it was given: for tests and demonstrations.

    asked: the looks of each call so far, in order; warmed: those of each warm_up.
    """

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence
        self.asked: list[frozenset[Look]] = []
        self.warmed: list[frozenset[Look]] = []

    def look(self, frame: Frame, looks: frozenset[Look], cancel: Cancel) -> Evidence:
        """The given evidence, without the parts that were not wanted."""
        self.asked.append(looks)
        if cancel.is_requested:
            return Evidence()
        whole = self._evidence
        objects = whole.objects if Look.OBJECTS in looks else None
        if objects and Look.COLOURS not in looks:
            objects = tuple(replace(thing, colours=()) for thing in objects)
        return Evidence(
            text=whole.text if Look.TEXT in looks else None,
            codes=whole.codes if Look.CODES in looks else None,
            objects=objects,
            level_odds=whole.level_odds if Look.OBJECTS in looks else None,
            colours=whole.colours if Look.COLOURS in looks else None,
            names=whole.names if Look.NAMES in looks else None,
            light=whole.light if Look.LIGHT in looks else None,
        )

    def warm_up(self, looks: frozenset[Look]) -> None:
        """Nothing has to be loaded."""
        self.warmed.append(looks)


# ----------------------------------------------------------------------------- colours


def _with_colours(known: Evidence, frame: Frame) -> Evidence:
    """The picture's colours, the middle weighing most, and those of the objects found."""
    colours = _reduced_lab(frame.pixels)
    colours = balanced(colours, white_balance(colours.reshape(-1, 3)))
    objects = known.objects
    if objects is not None:
        objects = (
            *_coloured(objects[:MOST_COLOURED], colours),
            *objects[MOST_COLOURED:],
        )
    return replace(known, objects=objects, colours=_own_shares(colours, MIDDLE))


def _coloured(
    objects: Sequence[SceneObject], colours: NDArray[np.float64]
) -> tuple[SceneObject, ...]:
    return tuple(replace(thing, colours=_own_shares(colours, thing.box)) for thing in objects)


def _own_shares(colours: NDArray[np.float64], box: Box) -> tuple[ColourShare, ...]:
    return lab_shares(colours.reshape(-1, 3), own_weights(colours, box).ravel())


def _reduced_lab(pixels: NDArray[np.uint8]) -> NDArray[np.float64]:
    """CIELAB of the picture with its longest side at most COLOUR_SIDE."""
    import cv2

    height, width = pixels.shape[:2]
    scale = min(1.0, COLOUR_SIDE / max(height, width))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    return lab(np.asarray(small, dtype=np.uint8))
