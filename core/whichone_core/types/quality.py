"""What is wrong with a picture: flaws, each with the number that shows it.

Poor quality is a value, never an exception.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Flaw(StrEnum):
    """A fault of a photo, worded so that "the picture is ..." reads well."""

    BLURRED = "blurred"
    DARK = "too dark"
    BRIGHT = "too bright"
    UNIFORM = "covered or blank"
    SMALL = "too small"
    CUT_OFF = "cut off"
    TILTED = "tilted"


class Side(StrEnum):
    """An edge of the picture, as its viewer names it."""

    LEFT = "left"
    RIGHT = "right"
    TOP = "top"
    BOTTOM = "bottom"


@dataclass(frozen=True, slots=True)
class Finding:
    """One flaw with the number that shows it and the threshold that it crossed."""

    flaw: Flaw
    measure: float
    threshold: float
    sides: tuple[Side, ...] = ()
    """For CUT_OFF: the edges that the text runs over."""


@dataclass(frozen=True, slots=True)
class QualityReport:
    """What is wrong with a picture, worst first; empty findings mean a good one.

    measures holds every raw number by name (units in `quality.py`), for logs and research.
    """

    findings: tuple[Finding, ...] = ()
    measures: Mapping[str, float] = field(default_factory=dict)

    @property
    def is_good(self) -> bool:
        return not self.findings

    def finding(self, flaw: Flaw) -> Finding | None:
        return next((f for f in self.findings if f.flaw is flaw), None)

    def has(self, *flaws: Flaw) -> bool:
        return any(f.flaw in flaws for f in self.findings)
