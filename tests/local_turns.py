"""Turns of the local engine over a model that says what a test tells it to."""

from __future__ import annotations

from whichone_core.ports import Prompt
from whichone_core.types.evidence import Evidence, TextEvidence
from whichone_core.types.questions import Intent, Question
from whichone_core.types.strategies import Strategy
from whichone_models.builtin.finder import FixedFinder
from whichone_models.llama.engine import LocalEngine, Options

from tests.model_client import ScriptedClient, Text, sidecar
from tests.scenes import TODAY, Said, evidence, hear, prompt, question, thing
from tests.scenes import text as printed

D, I, L, C, A = Strategy  # noqa: E741
COLOUR = question(Intent.COLOUR, "What colour is this?", vague=True)
IDENTIFY = question(Intent.IDENTIFY, "What is this?", vague=True)
CUPS = evidence(thing("cup", "left", "red"), thing("cup", "right", "blue"), read=TextEvidence())


def engine(
    client: ScriptedClient,
    found: Evidence | None = None,
    *,
    words: bool = True,
    plain: bool = False,
) -> LocalEngine:
    finder = FixedFinder(found or Evidence(text=TextEvidence()))
    described = sidecar(words=words, plain=plain)
    return LocalEngine(client, described, finder, options=Options(today=lambda: TODAY))


def say(
    *texts: Text | str,
    strategy: Strategy = D,
    asked: Question = COLOUR,
    found: Evidence = CUPS,
    given: Prompt | None = None,
) -> Said:
    """What is heard when the model is sure of a strategy and says these texts."""
    client = ScriptedClient(texts, {strategy: 0.96})
    return hear(engine(client, found), given or prompt(asked, found))


BOX = evidence(
    thing("bottle"), read=printed("IBUPROFEN 200 mg", "Take 1 tablet every 4 hours", "Lot 77")
)
