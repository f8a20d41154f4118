"""What raters of a human study fill in: a rank, and five ratings of three points.

The schema is one line for each rater, question and answer; CSV, workbook, form and the
desktop app's study mode share it (COLUMNS).  Answers stand under letters: who wrote which is in
the study's key alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

POINTS = {1: "no", 2: "partly", 3: "yes"}
"""The three points of every scale."""


class Group(StrEnum):
    """Who rates: blind and low-vision people without the picture, sighted people with it."""

    BLIND = "blind"
    SIGHTED = "sighted"


class Scale(StrEnum):
    """The five ratings (VizWiz-LF, section 5); the questions' wording is the project's."""

    RELEVANCE = "relevance"
    HELPFULNESS = "helpfulness"
    PLAUSIBILITY = "plausibility"
    FLUENCY = "fluency"
    CORRECTNESS = "correctness"

    @property
    def question(self) -> str:
        """What a rater is asked about an answer."""
        return {
            Scale.RELEVANCE: "Is the answer about what was asked?",
            Scale.HELPFULNESS: "Would the answer help the person who asked?",
            Scale.PLAUSIBILITY: "Could the answer be true, as far as you can tell without seeing?",
            Scale.FLUENCY: "Is the answer easy to follow?",
            Scale.CORRECTNESS: "Does the answer fit the picture?",
        }[self]

    def is_asked(self, group: Group) -> bool:
        """Correctness needs the picture; how plausible it is without, only those without it."""
        if self is Scale.CORRECTNESS:
            return group is Group.SIGHTED
        return self is not Scale.PLAUSIBILITY or group is Group.BLIND


RANK = "rank"
GIVEN = ("rater", "group", "number", "picture", "question", "label", "answer")
FILLED = (RANK, *(scale.value for scale in Scale), "seconds", "remark")
COLUMNS = (*GIVEN, *FILLED)
"""The columns of every sheet: given ones, then those a rater fills in."""


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One answer before a rater.  number: of the question, from 1, in this rater's order."""

    rater: str
    group: Group
    number: int
    picture: str
    question: str
    label: str
    answer: str

    def as_row(self) -> dict[str, str]:
        """The given columns as text, in their order."""
        values = (
            self.rater, self.group.value, str(self.number), self.picture, self.question,
            self.label, self.answer,
        )  # fmt: skip
        return dict(zip(GIVEN, values, strict=True))
