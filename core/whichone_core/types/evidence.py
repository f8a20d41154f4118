"""What was measured in a picture: text, codes, things, colours, names, light."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from whichone_core.types.pictures import Box
from whichone_core.types.strategies import Strategy


class Look(StrEnum):
    """A part of the evidence; each runs only when the question needs it."""

    TEXT = "text"
    CODES = "codes"
    OBJECTS = "objects"
    COLOURS = "colours"
    NAMES = "names"
    LIGHT = "light"


@dataclass(frozen=True, slots=True)
class TextLine:
    """One line of text as read; score is the reader's confidence, 0 to 1."""

    text: str
    score: float
    box: Box
    angle: float = 0.0
    """Degrees by which the line leans, clockwise positive, in the picture as read."""


@dataclass(frozen=True, slots=True)
class TextEvidence:
    """Lines in reading order; boxes and angles are in the picture after the turn.

    turned: 0, 90, 180 or 270: degrees counter-clockwise by which the picture was turned
    so that its text stands upright.
    """

    lines: tuple[TextLine, ...] = ()
    turned: int = 0

    @property
    def text(self) -> str:
        return "\n".join(line.text for line in self.lines)


@dataclass(frozen=True, slots=True)
class Code:
    """A bar code or QR code: its text, its format ("QR Code", "EAN-13") and where it is."""

    text: str
    format: str
    box: Box


@dataclass(frozen=True, slots=True)
class ColourShare:
    """A basic colour term, light or dark where it is, and its share of the pixels (0-1)."""

    name: str
    share: float


@dataclass(frozen=True, slots=True)
class SceneObject:
    """One thing that a detector found.

    label: singular English noun, lower case ("cup").
    score: fused confidence, 0 to 1.
    saliency: AQuA's formula, 0 to 1 (`saliency.py`).
    is_sure: both detectors agree, or the score is 0.5 or more (facts, offline engine).
    """

    label: str
    score: float
    box: Box
    saliency: float = 0.0
    is_sure: bool = False
    colours: tuple[ColourShare, ...] = ()


@dataclass(frozen=True, slots=True)
class NameGuess:
    """What a whole-picture classifier would call it; only ever used as a hedge."""

    label: str
    score: float


@dataclass(frozen=True, slots=True)
class LightReading:
    """How bright the scene and its brightest spot are (CIELAB lightness, 0 to 100)."""

    mean: float
    brightest: float
    has_light_source: bool


@dataclass(frozen=True, slots=True)
class Evidence:
    """What was measured; None means "not looked for", empty means "nothing found"."""

    text: TextEvidence | None = None
    codes: tuple[Code, ...] | None = None
    objects: tuple[SceneObject, ...] | None = None
    level_odds: Mapping[Strategy, float] | None = None
    """Chance of each of AQuA's levels 1-3 given how unsure the detectors are, summing to 1
    (INFER: one salient thing, LIST: two or three, CLARIFY: more); None when nothing was found
    or nothing was looked for.  Keys are INFER, LIST and CLARIFY."""
    colours: tuple[ColourShare, ...] | None = None
    names: tuple[NameGuess, ...] | None = None
    light: LightReading | None = None

    @property
    def looked(self) -> frozenset[Look]:
        parts = {
            Look.TEXT: self.text,
            Look.CODES: self.codes,
            Look.OBJECTS: self.objects,
            Look.COLOURS: self.colours,
            Look.NAMES: self.names,
            Look.LIGHT: self.light,
        }
        return frozenset(look for look, part in parts.items() if part is not None)
