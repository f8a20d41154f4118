"""Pictures made by hand, as evidence: what a test says is in them, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime

import numpy as np
from whichone_core.answering.clarify import match
from whichone_core.answering.strategy import Policy, choose
from whichone_core.ports import Offer, Prompt, Proposal, Reply, Retake, VisionModel
from whichone_core.types.answers import Decision, Option, Sentence
from whichone_core.types.cancelling import Cancel
from whichone_core.types.evidence import (
    ColourShare,
    Evidence,
    LightReading,
    Look,
    NameGuess,
    SceneObject,
    TextEvidence,
    TextLine,
)
from whichone_core.types.pictures import Box, Frame, SourceKind
from whichone_core.types.quality import Finding, Flaw, QualityReport
from whichone_core.types.questions import Intent, Question, QuestionType, Stakes, TextField
from whichone_core.types.strategies import Strategy

TODAY = date(2026, 12, 1)

_CENTRES = {
    "left": (0.17, 0.5), "right": (0.83, 0.5), "middle": (0.5, 0.5), "top": (0.5, 0.17),
    "bottom": (0.5, 0.83), "top left": (0.17, 0.17), "top right": (0.83, 0.17),
    "bottom left": (0.17, 0.83), "bottom right": (0.83, 0.83), "middle left": (0.42, 0.5),
    "middle right": (0.58, 0.5),
}  # fmt: skip


def thing(
    label: str,
    place: str = "middle",
    colour: str | Sequence[ColourShare] = "",
    *,
    sure: bool = True,
    saliency: float = 0.7,
    size: float = 0.2,
) -> SceneObject:
    """Something that a detector found; size is its width and height in the picture."""
    x, y = _CENTRES[place]
    box = Box(x - size / 2, y - size / 2, x + size / 2, y + size / 2)
    colours = (ColourShare(colour, 0.9),) if isinstance(colour, str) and colour else tuple(colour)
    shares = tuple(share for share in colours if isinstance(share, ColourShare))
    return SceneObject(label, 0.8 if sure else 0.4, box, saliency, sure, shares)


def text(
    *lines: str, score: float = 0.95, height: float = 0.04, left: float = 0.3, turned: int = 0
) -> TextEvidence:
    """Lines one below the other from the middle of the picture on."""
    rows = [
        TextLine(line, score, Box(left, 0.45 + height * i, left + 0.4, 0.45 + height * (i + 0.8)))
        for i, line in enumerate(lines)
    ]
    return TextEvidence(tuple(rows), turned)


def evidence(
    *things: SceneObject,
    read: TextEvidence | None = None,
    odds: tuple[float, float, float] | None = None,
    colours: Sequence[ColourShare] | None = None,
    name: NameGuess | None = None,
    light: LightReading | None = None,
) -> Evidence:
    """Objects were always looked for; the rest only where it is given."""
    levels = (Strategy.INFER, Strategy.LIST, Strategy.CLARIFY)
    return Evidence(
        text=read,
        objects=things,
        level_odds=dict(zip(levels, odds, strict=True)) if odds else None,
        colours=tuple(colours) if colours is not None else None,
        names=(name,) if name else None,
        light=light,
    )


def question(
    intent: Intent,
    words: str = "",
    *,
    targets: tuple[str, ...] = (),
    unknown: tuple[str, ...] = (),
    vague: bool = False,
    field: TextField | None = None,
    stakes: Stakes | None = None,
    sure: bool = True,
) -> Question:
    return Question(
        text=words or intent.value,
        intent=intent,
        type=QuestionType.OTHERS,
        looks=frozenset(Look),
        field=field,
        targets=targets,
        unknown_targets=unknown,
        vague_words=("this",) if vague else (),
        stakes=stakes,
        is_sure=sure,
    )


def poor(flaw: Flaw, measure: float = 0.0, **measures: float) -> QualityReport:
    """A picture with one flaw; measures say how bad it is."""
    return QualityReport((Finding(flaw, measure, 1.0),), measures)


def frame() -> Frame:
    pixels = np.full((8, 8, 3), 128, np.uint8)
    return Frame(pixels, SourceKind.EXAMPLE, datetime(2026, 12, 1, tzinfo=UTC), (8, 8), "0" * 64)


@dataclass(frozen=True)
class Said:
    """An answer as a test looks at it."""

    decision: Decision
    sentences: tuple[Sentence, ...]
    options: tuple[Option, ...]
    retakes: tuple[str, ...]

    @property
    def strategy(self) -> Strategy:
        return self.decision.strategy

    @property
    def first(self) -> str:
        return self.sentences[0].text

    @property
    def text(self) -> str:
        return " ".join(sentence.text for sentence in self.sentences)


def prompt(
    asked: Question,
    found: Evidence,
    quality: QualityReport | None = None,
    reply: Reply | None = None,
) -> Prompt:
    return Prompt(frame(), asked, quality or QualityReport(), found, reply)


def hear(engine: VisionModel, given: Prompt, ask_more: float = 0.0) -> Said:
    """Everything that an engine says under the real policy."""

    def chooser(proposal: Proposal) -> Decision:
        return choose(proposal, given, Policy(ask_more))

    parts = list(engine.reply(given, chooser, Cancel()))
    decisions = [part for part in parts if isinstance(part, Decision)]
    assert parts[0] is decisions[0]
    assert len(decisions) == 1
    offers = [part.options for part in parts if isinstance(part, Offer)]
    assert len(offers) <= 1
    return Said(
        decisions[0],
        tuple(part for part in parts if isinstance(part, Sentence)),
        offers[0] if offers else (),
        tuple(part.action for part in parts if isinstance(part, Retake)),
    )


def reply_to(said: Said, asked: Question, words: str) -> Reply:
    """A reply to a clarifying question, matched as the assistant matches it."""
    return Reply(asked, words, match(words, said.options).option, said.options)
