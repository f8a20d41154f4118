"""One row of the VizWiz-LF release, as bytes allow it and as the rest of the tools see it.

`ReleasedRow` is the strict shape of a row in the released JSON: no field more, none less.
`Answer` is what the tools work with: labels as values of `Role` and `Source`, whatever
their spelling was, and a word on how its labels and sentences belong together.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field
from whichone_core.types.questions import QuestionType
from whichone_core.types.strategies import Role


class Source(StrEnum):
    """Where a sentence has its information from (VizWiz-LF, section 3)."""

    CONTENT = "image content"
    QUALITY = "image quality"
    EXTERNAL = "external information"


ROLE_NAMES = {
    "Confirmation of Photo": Role.CONFIRMATION,
    "Answer": Role.ANSWER,
    "Answer Failure": Role.ANSWER_FAILURE,
    "Auxiliary": Role.AUXILIARY,
    "Auxiliary Failure": Role.AUXILIARY_FAILURE,
    "Explanation of Reasoning": Role.EXPLANATION,
    "Suggestion": Role.SUGGESTION,
    "Misc": Role.MISCELLANEOUS,
}
"""The one spelling of each role in the released files (measured: all seven files)."""

SOURCE_NAMES = {
    "image_content": Source.CONTENT,
    "image_quality": Source.QUALITY,
    "external_information": Source.EXTERNAL,
    "Image Content": Source.CONTENT,
    "Image Quality": Source.QUALITY,
    "External Information": Source.EXTERNAL,
}
"""Both spellings of each information source in the released files."""

RoleName = Literal[
    "Confirmation of Photo",
    "Answer",
    "Answer Failure",
    "Auxiliary",
    "Auxiliary Failure",
    "Explanation of Reasoning",
    "Suggestion",
    "Misc",
]
SourceName = Literal[
    "image_content",
    "image_quality",
    "external_information",
    "Image Content",
    "Image Quality",
    "External Information",
]


class ReleasedRow(BaseModel):
    """A row of a released file, field by field; anything else is an error."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    model: str
    answerability: Literal["answerable", "unanswerable"]
    question: str
    question_type: Literal["Identification", "Description", "Reading", "Others"]
    image_url: str
    answer_paragraph: str
    answer_sentences: Annotated[list[str], Field(min_length=1)]
    functional_roles: Annotated[
        list[Annotated[list[RoleName], Field(max_length=3)]], Field(min_length=1)
    ]
    information_types: list[list[SourceName]]
    crowd_answers: list[str]
    crowd_majority: str


class Pairing(StrEnum):
    """How an answer's labels belong to its sentences."""

    RELEASED = "released"  # as many labels as sentences, in their order
    RESPLIT = "split again"  # the paragraph, split properly, has as many sentences as labels
    REALIGNED = "realigned"  # labels moved back to the sentences they had slid away from
    UNSURE = "realigned, not paired"  # labels moved back; which sentence has which is open
    NONE = "none"  # not known: only the answer's totals can be used


@dataclass(frozen=True, slots=True)
class SentenceLabels:
    """What one sentence does, and where its information is from; both may be empty.

    sources is None where the file's sources slid away from its sentences.
    """

    roles: frozenset[Role]
    sources: frozenset[Source] | None


@dataclass(frozen=True, slots=True)
class LabelledSentence:
    """A sentence with the labels that are its own; place counts from 0."""

    text: str
    place: int
    labels: SentenceLabels


@dataclass(frozen=True, slots=True)
class Answer:
    """One released answer.

    row: the key in its file, 1 to 600, the same question in every file.
    released_sentences: as split in the file (on every full stop, which cuts "2.44" in two).
    labels: in the order of the file (or realigned), not paired with released_sentences.
    sentences: the sentences with their labels; empty where pairing is NONE or UNSURE.
    """

    writer: str
    row: int
    question: str
    question_type: QuestionType
    is_answerable: bool
    image_url: str
    paragraph: str
    released_sentences: tuple[str, ...]
    labels: tuple[SentenceLabels, ...]
    pairing: Pairing
    sentences: tuple[LabelledSentence, ...]
    crowd_answers: tuple[str, ...]
    crowd_majority: str

    @property
    def roles(self) -> frozenset[Role]:
        """All roles that any sentence of the answer has."""
        return frozenset(role for label in self.labels for role in label.roles)

    @property
    def sources(self) -> frozenset[Source]:
        """All information sources that any sentence of the answer has."""
        return frozenset(source for label in self.labels for source in label.sources or ())

    @property
    def is_abstaining(self) -> bool:
        """The paper's rule: any sentence that says that it can't answer."""
        return Role.ANSWER_FAILURE in self.roles


def paired(
    sentences: Iterable[str], labels: Iterable[SentenceLabels]
) -> tuple[LabelledSentence, ...]:
    """Sentences with labels of the same order.  Raises ValueError where their counts differ."""
    pairs = zip(sentences, labels, strict=True)
    return tuple(LabelledSentence(text, place, label) for place, (text, label) in enumerate(pairs))
