"""A conversation with a local model through the assistant: ask, reply, follow up, doubt."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from whichone_core.answering.strategy import Policy
from whichone_core.assistant import Assistant
from whichone_core.errors import ModelError
from whichone_core.events import Abstained, Answered, Event, OptionsOffered, Remarked
from whichone_core.log.otherlogs import MemoryLog
from whichone_core.types.answers import Answer
from whichone_core.types.cancelling import Cancel
from whichone_core.types.evidence import TextEvidence
from whichone_core.types.strategies import Strategy
from whichone_models.builtin.engine import BuiltinEngine
from whichone_models.builtin.finder import FixedFinder
from whichone_models.llama.engine import LocalEngine

from tests.model_client import ScriptedClient, sidecar
from tests.scenes import evidence, frame, thing

CUPS = evidence(thing("cup", "left", "red"), thing("cup", "right", "blue"), read=TextEvidence())


class Sitting:
    """An assistant with one picture before it and a scripted model behind it."""

    def __init__(self, *texts: str, error: ModelError | None = None) -> None:
        self.client = ScriptedClient(texts, error=error)
        finder = FixedFinder(CUPS)
        local = LocalEngine(self.client, sidecar(), finder)
        self.log = MemoryLog()
        self.assistant = Assistant(finder, [local, BuiltinEngine()], self.log, Policy())
        pixels = np.random.default_rng(1).integers(0, 255, (480, 640, 3), dtype=np.uint8)
        self.assistant.open(replace(frame(), pixels=pixels, full_size=(640, 480)))

    def hear(self, text: str, strategy: Strategy = Strategy.DIRECT) -> list[Event]:
        self.client.odds = {strategy: 0.96}
        reply = self.assistant.pending is not None
        ask = self.assistant.reply if reply else self.assistant.ask
        return list(ask(text, Cancel()))


def answer_of(events: list[Event]) -> Answer:
    last = events[-1]
    assert isinstance(last, Answered | Abstained)
    return last.answer


def test_a_question_back_is_replied_to_and_followed_up() -> None:
    sitting = Sitting("Do you mean the red cup or the blue one?", "It is empty.", "It is glass.")
    events = sitting.hear("Is it empty?", Strategy.CLARIFY)
    offered = [event.options for event in events if isinstance(event, OptionsOffered)]
    assert [option.text for option in offered[0]] == ["the red cup", "the blue cup"]
    assert answer_of(sitting.hear("the blue one")).text == "It is empty."
    assert sitting.client.requests[1].user == "I mean the blue cup."
    assert answer_of(sitting.hear("What is it made of?")).text == "It is glass."
    turns = sitting.client.requests[2].earlier
    assert [turn.assistant.split("\n")[0] for turn in turns] == ["ask", "direct"]
    assert turns[0].user == sitting.client.requests[0].user
    assert len(sitting.log.turns) == 3


def test_a_doubt_is_about_the_answer_before() -> None:
    sitting = Sitting("The left cup is red.")
    sitting.hear("What colour is the left cup?")
    said = answer_of(sitting.hear("Are you sure?"))
    assert said.text.startswith("Yes, I am fairly sure")
    assert "What colour is the left cup?" in sitting.client.requests[-1].user


def test_the_picture_is_seen_before_it_is_asked_about() -> None:
    sitting = Sitting("It is red.")
    assert len(sitting.client.seen) == 1
    sitting.hear("What colour is this?")
    assert sitting.client.requests[0].picture == sitting.client.seen[0][0].key


def test_where_the_model_fails_the_built_in_engine_answers() -> None:
    sitting = Sitting("x", error=ModelError("The model stopped."))
    events = sitting.hear("What colour is the cup on the left?")
    assert any(isinstance(event, Remarked) for event in events)
    assert answer_of(events).engine == "builtin"
