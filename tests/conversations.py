"""A conversation whose partner, view and jobs do what a test says, and events of its answers."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

import numpy as np
from whichone_app.presenters.conversation import Conversation
from whichone_app.presenters.fake import (
    RecordingView,
    RecordingVoice,
    ScriptedPartner,
    StepwiseJobs,
)
from whichone_core.errors import ModelError
from whichone_core.events import (
    Abstained,
    Answered,
    Event,
    EvidenceFound,
    OptionsOffered,
    QualityChecked,
    SentenceReady,
    StrategyChosen,
)
from whichone_core.speech.spoken import Verbosity
from whichone_core.types.answers import Answer, Decision, Option, Reason, Sentence
from whichone_core.types.evidence import Evidence
from whichone_core.types.pictures import Frame, SourceKind
from whichone_core.types.quality import QualityReport
from whichone_core.types.strategies import Role, Strategy

MUG = Sentence("It is a red mug.", Role.ANSWER)
WHY = Sentence("Both detectors agree.", Role.EXPLANATION)
CODE = Sentence("The code is 12.", Role.ANSWER, spoken="The code is 1 2.")
CODE_LINE = Sentence("The code is AB-4711.", Role.ANSWER, spoken="The code is A, B, 4, 7, 1, 1.")
OPTIONS = (Option(1, "the red mug", "mug"), Option(2, "the blue bowl", "bowl"))
NO_ENGINE = ModelError("The engine stopped.", remedy="Please ask again.")


def frame(kind: SourceKind = SourceKind.FILE, remarks: tuple[str, ...] = ()) -> Frame:
    pixels = np.zeros((8, 12, 3), np.uint8)
    return Frame(pixels, kind, datetime.now(UTC), (1200, 800), "0" * 64, remarks)


def answered(*sentences: Sentence) -> list[Event]:
    """The events of a direct answer."""
    decision = Decision(Strategy.DIRECT)
    return [
        QualityChecked(QualityReport()),
        EvidenceFound(Evidence()),
        StrategyChosen(decision),
        *(SentenceReady(sentence) for sentence in sentences),
        Answered(Answer(decision, sentences, "scripted")),
    ]


def clarifying() -> list[Event]:
    decision = Decision(Strategy.CLARIFY)
    question = Sentence("Which one do you mean?", Role.ANSWER)
    return [
        StrategyChosen(decision),
        SentenceReady(question),
        OptionsOffered(OPTIONS),
        Answered(Answer(decision, (question,), "scripted", options=OPTIONS)),
    ]


def abstaining(retake: str) -> list[Event]:
    decision = Decision(Strategy.ABSTAIN, reason=Reason.BAD_PICTURE)
    sentence = Sentence("The picture is too dark.", Role.ANSWER_FAILURE)
    answer = Answer(decision, (sentence,), "scripted", retake=retake)
    return [StrategyChosen(decision), SentenceReady(sentence), Abstained(answer)]


class Scene:
    """A conversation with everything around it within reach."""

    def __init__(self, *turns: Iterable[Event], inspected: Iterable[Event] = ()) -> None:
        self.partner = ScriptedPartner(*turns, inspected=inspected)
        self.view, self.voice, self.jobs = RecordingView(), RecordingVoice(), StepwiseJobs()
        self.talk = Conversation(
            self.partner, self.view, self.voice, self.jobs, Verbosity.ANSWER_ONLY
        )

    def ask(self, text: str) -> None:
        self.view.question = text
        self.talk.submit(text)
        self.jobs.finish()
