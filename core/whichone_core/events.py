"""What happens while a question is answered, as one ordered stream of typed events.

The window, the command line and the tests all consume this same stream, so that what one
of them shows or says can never differ from what happened (field report 40: one ordered
channel).  Every stream ends with exactly one of Answered, Abstained, Failed or Stopped.
"""

from __future__ import annotations

from dataclasses import dataclass

from whichone_core.errors import WhichOneError
from whichone_core.types.answers import Answer, Decision, Option, Sentence
from whichone_core.types.evidence import Evidence
from whichone_core.types.quality import QualityReport
from whichone_core.types.questions import Question


@dataclass(frozen=True, slots=True)
class Understood:
    """The question, or for a reply the question that it belongs to."""

    question: Question


@dataclass(frozen=True, slots=True)
class Remarked:
    """Something the user should know that is no part of the answer.

    A new picture compared with the last one, an engine that failed and was replaced.
    """

    sentence: str


@dataclass(frozen=True, slots=True)
class QualityChecked:
    report: QualityReport


@dataclass(frozen=True, slots=True)
class EvidenceFound:
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class StrategyChosen:
    decision: Decision


@dataclass(frozen=True, slots=True)
class SentenceReady:
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class OptionsOffered:
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Answered:
    answer: Answer


@dataclass(frozen=True, slots=True)
class Abstained:
    answer: Answer


@dataclass(frozen=True, slots=True)
class Failed:
    error: WhichOneError


@dataclass(frozen=True, slots=True)
class Stopped:
    """The user cancelled; nothing of this turn is kept or logged."""


End = Answered | Abstained | Failed | Stopped
Event = (
    Understood
    | Remarked
    | QualityChecked
    | EvidenceFound
    | StrategyChosen
    | SentenceReady
    | OptionsOffered
    | End
)
