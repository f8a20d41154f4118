"""The picture in front of us and all that is known about it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from whichone_core.ports import Exchange
from whichone_core.types.answers import Option
from whichone_core.types.evidence import Evidence
from whichone_core.types.pictures import Frame
from whichone_core.types.quality import QualityReport
from whichone_core.types.questions import Question


@dataclass(slots=True)
class Scene:
    """One picture, what was measured in it, and what was said about it.

    seen: its quality before its text was read: the next picture is compared with that, as its
    text is not read yet either and would pass for whole.
    chosen: what a reply chose last: what "it" is in the questions after it.
    exchanges: what was said about this picture so far, oldest first.
    answered: the question that was answered last; None where the last one failed.
    """

    frame: Frame
    quality: QualityReport | None = None
    seen: QualityReport | None = None
    evidence: Evidence = field(default_factory=Evidence)
    chosen: Option | None = None
    exchanges: tuple[Exchange, ...] = ()
    answered: Question | None = None

    @property
    def known_quality(self) -> QualityReport:
        """Its quality, or a report without a fault where nobody looked."""
        return self.quality if self.quality is not None else QualityReport()

    def learn(self, found: Evidence) -> None:
        """Complete what was known by what was found now."""
        fresh = {
            name: value
            for name in Evidence.__dataclass_fields__
            if (value := getattr(found, name)) is not None
        }
        self.evidence = replace(self.evidence, **fresh)
