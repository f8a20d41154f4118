"""Turns to log, made up: what a test does not care about has a plain default."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime

import numpy as np
from whichone_core.ports import TurnRecord
from whichone_core.types.answers import Answer, Decision, Option, Reason, Sentence
from whichone_core.types.evidence import Evidence, SceneObject, TextEvidence, TextLine
from whichone_core.types.pictures import Box, Frame, SourceKind
from whichone_core.types.quality import Finding, Flaw, QualityReport
from whichone_core.types.strategies import Role, Strategy


def a_frame(shade: int = 0, *, width: int = 64, height: int = 48) -> Frame:
    """A picture of one grey, known by its hash."""
    pixels = np.full((height, width, 3), shade, dtype=np.uint8)
    digest = hashlib.sha256(pixels.tobytes()).hexdigest()
    return Frame(pixels, SourceKind.FILE, datetime.now(UTC), (width, height), digest)


def an_answer(
    *words: str, strategy: Strategy = Strategy.DIRECT, reason: Reason | None = None
) -> Answer:
    """An answer of these sentences, with evidence of every kind that JSON must hold."""
    return Answer(
        Decision(strategy, {Strategy.DIRECT: 0.75, Strategy.ABSTAIN: 0.25}, reason),
        tuple(Sentence(text, Role.ANSWER) for text in words or ("It is a cup.",)),
        "builtin",
        options=(Option(1, "the red cup", "cup", "on the left", "red", Box(0, 0, 0.5, 1)),),
        retake="Move closer." if reason else None,
        quality=QualityReport((Finding(Flaw.BLURRED, 12.0, 100.0),), {"sharpness": 12.0}),
        evidence=Evidence(
            text=TextEvidence((TextLine("Milch für Käthe", 0.98, Box(0, 0, 1, 0.1)),)),
            objects=(SceneObject("cup", 0.8, Box(0.1, 0.1, 0.9, 0.9), 0.7, is_sure=True),),
        ),
        timings_ms={"evidence": 120.0, "total": 150.5},
    )


def a_turn(
    question: str = "What is this?",
    *,
    answer: Answer | None = None,
    frame: Frame | None = None,
    reply: str | None = None,
) -> TurnRecord:
    """One answered turn."""
    return TurnRecord(question, reply, frame, answer or an_answer(), template="direct-3")
