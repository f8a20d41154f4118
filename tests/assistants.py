"""Assistants over fakes, and engines that fail when a test wants it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from whichone_core.answering.strategy import Policy
from whichone_core.assistant import Assistant
from whichone_core.errors import ModelError
from whichone_core.events import (
    Event,
)
from whichone_core.log.otherlogs import MemoryLog
from whichone_core.ports import Chooser, Prompt, ReplyPart, VisionModel
from whichone_core.types.cancelling import Cancel
from whichone_core.types.evidence import Evidence, TextEvidence
from whichone_models.builtin.finder import FixedFinder
from whichone_models.fake import ScriptedModel, answer

from tests.scenes import frame, thing

FOUND = Evidence(text=TextEvidence(), objects=(thing("cup"),), colours=(), codes=(), names=())


def assistant(
    *engines: VisionModel, finder: FixedFinder | None = None, log: MemoryLog | None = None
) -> Assistant:
    one = Assistant(finder or FixedFinder(FOUND), engines, log or MemoryLog(), Policy())
    one.open(frame())
    return one


def kinds(events: Iterable[Event]) -> list[type]:
    return [type(event) for event in events]


# ---------------------------------------------------------------------- who answers


class Faltering(ScriptedModel):
    """A model called "local" that fails while `why` is set."""

    def __init__(self, why: ModelError | None = None) -> None:
        super().__init__([answer("A mug.")])
        self.why = why

    @property
    def name(self) -> str:
        return "local"

    def reply(self, prompt: Prompt, choose: Chooser, cancel: Cancel) -> Iterator[ReplyPart]:
        if self.why is not None:
            raise self.why
        yield from super().reply(prompt, choose, cancel)


class Successor(ScriptedModel):
    @property
    def name(self) -> str:
        return "builtin"


CRASHED = ModelError("The model crashed.", remedy="Ask again, or use another model.")
