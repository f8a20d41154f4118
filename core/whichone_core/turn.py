"""What one turn has gathered while it streams."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from whichone_core.errors import WhichOneError
from whichone_core.ports import TurnRecord
from whichone_core.scene import Scene
from whichone_core.types.answers import Answer, Decision, Option, Sentence
from whichone_core.types.cancelling import Cancel
from whichone_core.types.pictures import Frame


@dataclass(slots=True)
class Turn:
    """One question or reply, from its words to its answer."""

    text: str
    reply: str | None
    cancel: Cancel
    started: float = field(default_factory=time.perf_counter)
    timings: dict[str, float] = field(default_factory=dict)
    decision: Decision | None = None
    sentences: list[Sentence] = field(default_factory=list)
    options: tuple[Option, ...] = ()
    retake: str | None = None
    correction: str = ""
    """What the user said would be right, where the last answer was called wrong."""

    def answer(self, scene: Scene, engine: str) -> Answer:
        """The whole answer, once all of it was streamed.  engine: who gave it."""
        assert self.decision is not None
        self.mark("total")
        return Answer(
            decision=self.decision,
            sentences=tuple(self.sentences),
            engine=engine,
            options=self.options,
            retake=self.retake,
            quality=scene.known_quality,
            evidence=scene.evidence,
            timings_ms=self.timings,
        )

    def failure(self, frame: Frame | None, error: WhichOneError) -> TurnRecord:
        """What the log keeps where an error ended it."""
        self.mark("total")
        took = self.timings["total"]
        return TurnRecord(self.text, self.reply, frame, None, error.sentence, failed_after_ms=took)

    def mark(self, stage: str) -> None:
        """Note the milliseconds from the question to the end of this stage."""
        self.timings[stage] = round((time.perf_counter() - self.started) * 1000, 1)
