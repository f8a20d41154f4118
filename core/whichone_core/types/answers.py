"""How it was decided to answer, and the answer.

"I can't tell" is a value too: an answer whose strategy is ABSTAIN, with its reason.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from whichone_core.types.evidence import Evidence
from whichone_core.types.pictures import WHOLE_PICTURE, Box
from whichone_core.types.quality import QualityReport
from whichone_core.types.strategies import Role, Strategy


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence and what it does; the role decides whether it is spoken at once."""

    text: str
    role: Role
    spoken: str = ""
    """How it is said where that differs from how it is written (digits one by one)."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that a clarifying question offers; number counts from 1.

    text is what is offered ("the red mug on the left"); label, colour, place and box are
    what a reply is matched against.
    """

    number: int
    text: str
    label: str
    place: str = ""
    colour: str = ""
    box: Box = WHOLE_PICTURE


class Reason(StrEnum):
    """Why an answer abstains."""

    BAD_PICTURE = "bad picture"
    NOT_FOUND = "not in the picture"
    NO_TEXT = "no text could be read"
    BEYOND_ENGINE = "beyond what this engine can do"
    NOT_UNDERSTOOD = "reply not understood"


@dataclass(frozen=True, slots=True)
class Decision:
    """The strategy after policy; probabilities are None where an engine has none."""

    strategy: Strategy
    probabilities: Mapping[Strategy, float] | None = None
    reason: Reason | None = None
    """Set exactly when the strategy is ABSTAIN."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A whole answer about one picture.

    sentences are in the order of speaking: the answer first.  retake is one thing to do
    with the camera, set only when abstaining.  timings_ms: stage name -> milliseconds.
    """

    decision: Decision
    sentences: tuple[Sentence, ...]
    engine: str
    options: tuple[Option, ...] = ()
    retake: str | None = None
    quality: QualityReport = field(default_factory=QualityReport)
    evidence: Evidence = field(default_factory=Evidence)
    timings_ms: Mapping[str, float] = field(default_factory=dict)

    @property
    def strategy(self) -> Strategy:
        return self.decision.strategy

    @property
    def leaves_open(self) -> bool:
        """Whether a reply was not understood, so that the question back still waits for one."""
        return self.decision.reason is Reason.NOT_UNDERSTOOD

    @property
    def text(self) -> str:
        return " ".join(sentence.text for sentence in self.sentences)
