"""Sentences labelled by a language model, by definitions and examples in the project's words.

One order is one answer: the model sees the question and the numbered sentences and gives one to
three roles and any sources for each.  A reply about another number of sentences is a skip, never
labels moved to other sentences.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from pydantic import BaseModel
from whichone_core.types.strategies import Role

from ..llm.answers import Reply
from ..llm.orders import Order, Prompt
from .annotate import AnswerLine
from .roles import MOST_ROLES
from .schema import LabelledSentence, SentenceLabels, Source
from .sentences import split

DEFINITIONS = {
    Role.CONFIRMATION: "says what the photo shows or repeats what was asked, so that the person "
    "knows the right thing is in view",
    Role.ANSWER: "answers the question",
    Role.ANSWER_FAILURE: "says that the question can't be answered",
    Role.AUXILIARY: "tells something more that was not asked for",
    Role.AUXILIARY_FAILURE: "says that something more, that was not asked for, can't be told",
    Role.EXPLANATION: "says why: how the answer is known, or why there is none",
    Role.SUGGESTION: "says what the person could do, such as take another photo or ask somebody",
    Role.MISCELLANEOUS: "does none of these: greetings, thanks, offers of help",
}
SOURCES = {
    Source.CONTENT: "what is seen in the photo",
    Source.QUALITY: "how good the photo is: blur, light, framing, what is covered or cut off",
    Source.EXTERNAL: "knowledge or advice that the photo itself does not show",
}
_EXAMPLES = """
Question: What does this jar hold?
1. The photo shows a glass jar with a yellow label. -> confirmation; image content
2. It holds mustard. -> answer; image content
3. Mustard of this kind is often eaten with sausages. -> auxiliary; external information
Question: How long do I bake these?
1. I can't read how long, because the print is out of focus. -> answer failure, explanation; \
image quality
2. The price at the bottom can't be read either. -> auxiliary failure; image quality
3. Please hold the camera a little further away. -> suggestion; no source
Question: Is this shirt clean?
1. It looks clean, as there are no spots on the front. -> answer, explanation; image content
2. Have a nice evening! -> miscellaneous; no source
"""
LABEL = Prompt(
    "label sentences",
    1,
    "You label the sentences of an answer to a question that a blind person asked about a photo. "
    "You don't see the photo. Give every sentence, by its number, one to three roles (most have "
    "one) and all sources of its information, or none.\n\nRoles:\n"
    + "\n".join(f"- {role.value}: {text}" for role, text in DEFINITIONS.items())
    + "\n\nSources:\n"
    + "\n".join(f"- {source.value}: {text}" for source, text in SOURCES.items())
    + f"\n\nEight sentences as examples:\n{_EXAMPLES.strip()}",
)

RoleName = Literal[
    "confirmation",
    "answer",
    "answer failure",
    "auxiliary",
    "auxiliary failure",
    "explanation",
    "suggestion",
    "miscellaneous",
]
SourceName = Literal["image content", "image quality", "external information"]


class Labels(BaseModel):
    """The labels of one sentence."""

    number: int
    roles: list[RoleName]
    sources: list[SourceName]


class LabelledAnswer(BaseModel):
    """The labels of all sentences."""

    sentences: list[Labels]


def label_orders(lines: Sequence[AnswerLine]) -> list[Order]:
    """One order for each answer."""
    return [
        Order(f"answer {number}", LABEL, _shown(line), LabelledAnswer)
        for number, line in enumerate(lines, 1)
    ]


def _shown(line: AnswerLine) -> str:
    numbered = "\n".join(f"{n}. {text}" for n, text in enumerate(split(line.answer), 1))
    return f"Question: {line.question}\n{numbered}"


def labels_of(line: AnswerLine, reply: Reply | None) -> tuple[LabelledSentence, ...] | None:
    """The sentences of an answer with the model's labels; None where it is a skip."""
    said = reply.value(LabelledAnswer) if reply else None
    sentences = split(line.answer)
    if said is None or [s.number for s in said.sentences] != list(range(1, len(sentences) + 1)):
        return None
    if not all(1 <= len(set(s.roles)) <= MOST_ROLES for s in said.sentences):
        return None
    return tuple(_pairs(sentences, said.sentences))


def _pairs(sentences: Sequence[str], labels: Sequence[Labels]) -> Iterator[LabelledSentence]:
    for place, (text, one) in enumerate(zip(sentences, labels, strict=True)):
        roles = frozenset(Role(name) for name in one.roles)
        sources = frozenset(Source(name) for name in one.sources)
        yield LabelledSentence(text, place, SentenceLabels(roles, sources))
