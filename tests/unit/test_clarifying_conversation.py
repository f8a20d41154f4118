"""A whole conversation: asked, asked back, replied, answered about the same picture."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest
from whichone_core.answering.strategy import Policy
from whichone_core.assistant import Assistant
from whichone_core.events import Abstained, Answered, Event
from whichone_core.log.otherlogs import MemoryLog
from whichone_core.types.answers import Answer, Reason
from whichone_core.types.cancelling import Cancel
from whichone_core.types.evidence import Evidence
from whichone_core.types.pictures import Frame, SourceKind
from whichone_core.types.strategies import Strategy
from whichone_models.builtin.engine import BuiltinEngine
from whichone_models.builtin.finder import FixedFinder

from tests.scenes import TODAY, evidence, text, thing

TABLE = evidence(
    thing("mug", "left", "red"),
    thing("mug", "right", "blue"),
    thing("laptop", "top", "grey"),
    thing("book", "bottom", "green"),
    read=text("Emma", left=0.3),
    odds=(0.1, 0.2, 0.7),
    colours=(),
)


def _frame() -> Frame:
    pixels = np.random.default_rng(1).integers(0, 255, (240, 320, 3), np.uint8)
    return Frame(
        pixels, SourceKind.EXAMPLE, datetime(2026, 12, 1, tzinfo=UTC), (320, 240), "1" * 64
    )


def _assistant(found: Evidence, ask_more: float = 0.0) -> Assistant:
    engine = BuiltinEngine(lambda: TODAY)
    assistant = Assistant(FixedFinder(found), [engine], MemoryLog(), Policy(ask_more))
    assistant.open(_frame())
    return assistant


def _answer(events: list[Event]) -> Answer:
    end = events[-1]
    assert isinstance(end, (Answered, Abstained))
    return end.answer


def _ask(assistant: Assistant, words: str) -> Answer:
    return _answer(list(assistant.ask(words, Cancel())))


def _reply(assistant: Assistant, words: str) -> Answer:
    return _answer(list(assistant.reply(words, Cancel())))


def test_what_colour_is_this() -> None:
    assistant = _assistant(TABLE)
    asked = _ask(assistant, "What colour is this?")
    assert asked.strategy is Strategy.CLARIFY
    assert asked.text == "Which one do you mean: one of the two mugs, the laptop, or the book?"
    assert [option.text for option in asked.options] == [
        "the red mug on the left",
        "the blue mug on the right",
        "the grey laptop at the top",
        "the green book at the bottom",
    ]
    assert _reply(assistant, "the second one").text == "The mug is blue."
    assert assistant.pending is None


@pytest.mark.parametrize("words", ["1", "the red mug", "left", "the first one", "one"])
def test_the_red_mug_by_any_name(words: str) -> None:
    assistant = _assistant(TABLE)
    _ask(assistant, "What is this?")
    assert _reply(assistant, words).text.startswith("It is a red mug")


def test_the_mug_is_two_and_both_are_answered() -> None:
    assistant = _assistant(TABLE)
    _ask(assistant, "What colour is it?")
    both = _reply(assistant, "the mug")
    assert both.strategy is Strategy.LIST
    assert both.text == "The mug on the left is red, the one on the right is blue."


def test_after_a_reply_that_makes_no_sense_another_one_is_taken_and_nothing_is_asked() -> None:
    assistant = _assistant(TABLE)
    _ask(assistant, "What colour is this?")
    missed = _reply(assistant, "bananarama")
    assert missed.decision.reason is Reason.NOT_UNDERSTOOD
    assert missed.retake == "Reply with its number, or take a picture of only that one."
    assert _reply(assistant, "zzz").decision.reason is Reason.NOT_UNDERSTOOD
    assert _reply(assistant, "2").text == "The mug is blue."
    assert assistant.pending is None


def test_after_a_reply_that_makes_no_sense_a_short_question_is_one_of_its_own() -> None:
    assistant = _assistant(TABLE)
    _ask(assistant, "What colour is this?")
    _reply(assistant, "bananarama")
    assert _reply(assistant, "how many mugs").text == "I can see two mugs."
    assert assistant.pending is None


def test_asking_for_a_repeat_keeps_the_question_open() -> None:
    assistant = _assistant(TABLE)
    first = _ask(assistant, "What colour is this?")
    again = _reply(assistant, "say that again please")
    assert again.text == first.text
    assert assistant.pending is not None
    assert _reply(assistant, "laptop").text == "The laptop is grey."


def test_a_new_question_instead_of_a_reply_is_answered() -> None:
    assistant = _assistant(TABLE)
    _ask(assistant, "What colour is this?")
    assert _reply(assistant, "How many mugs are there?").text == "I can see two mugs."


def test_how_many_is_a_question_of_its_own_however_short() -> None:
    assistant = _assistant(TABLE)
    _ask(assistant, "What colour is this?")
    assert _reply(assistant, "how many mugs").text == "I can see two mugs."
    assert assistant.pending is None


def test_the_same_question_once_more_is_no_reply() -> None:
    assistant = _assistant(TABLE)
    first = _ask(assistant, "Which colour?")
    assert first.decision.strategy is Strategy.CLARIFY
    again = _reply(assistant, "which colour")
    assert (again.decision.strategy, again.text) == (Strategy.CLARIFY, first.text)
    assert _reply(assistant, "2").text == "The mug is blue."


def test_someone_who_wants_no_questions_gets_the_answer_for_the_likeliest() -> None:
    guessing = _assistant(evidence(*(TABLE.objects or ()), odds=(0.3, 0.1, 0.6)), ask_more=-1.0)
    assert _ask(guessing, "What colour is this?").text == "I think you mean the mug: it is red."


def test_expiry_is_quoted_and_proposes_a_second_picture() -> None:
    carton = _assistant(evidence(read=text("Oat milk", "Best before 12/03/2027")))
    answer = _ask(carton, "When does this expire?")
    assert answer.sentences[0].text == "The label says: Best before 12/03/2027."
    assert "second picture" in answer.text
