"""Who answers: an engine that fails is replaced, and the user is told once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from whichone_core.answering.strategy import Policy
from whichone_core.assistant import Assistant
from whichone_core.errors import ModelError
from whichone_core.events import (
    Answered,
    Failed,
    Remarked,
    Stopped,
)
from whichone_core.log.otherlogs import MemoryLog
from whichone_core.ports import Chooser, Prompt, ReplyPart
from whichone_core.types.cancelling import Cancel
from whichone_models.builtin.finder import FixedFinder
from whichone_models.fake import answer

from tests.assistants import CRASHED, FOUND, Faltering, Successor, assistant, kinds
from tests.scenes import frame

TOO_BIG = ModelError("There is too little memory.", remedy="Close other programs.")


def remarks(one: Assistant, text: str = "What is this?") -> list[str]:
    events = one.ask(text, Cancel())
    return [event.sentence for event in events if isinstance(event, Remarked)]


def test_an_engine_that_fails_is_replaced_and_the_user_is_told_in_one_sentence() -> None:
    one = assistant(Faltering(CRASHED), Successor([answer("A cup.")]))
    events = list(one.ask("What is this?", Cancel()))
    (remark,) = [event.sentence for event in events if isinstance(event, Remarked)]
    assert remark == "The model crashed, so the built-in engine answers."
    assert isinstance(events[-1], Answered) and events[-1].answer.text == "A cup."


def test_what_can_be_done_about_it_is_said_where_asking_again_is_not_all_of_it() -> None:
    one = assistant(Faltering(TOO_BIG), Successor([answer("A cup.")]))
    assert remarks(one) == [
        "There is too little memory, so the built-in engine answers. Close other programs."
    ]


def test_the_same_reason_is_not_said_at_every_question() -> None:
    local = Faltering(CRASHED)
    one = assistant(local, Successor([answer("A cup.")]))
    assert len(remarks(one)) == 1
    assert remarks(one) == remarks(one, "What colour is it?") == []
    one.open(replace(frame(), digest="1" * 64))
    assert not any("crashed" in remark for remark in remarks(one))
    local.why = TOO_BIG
    assert len(remarks(one)) == 1, "another reason is news"


def test_once_an_engine_answered_again_its_next_failure_is_news() -> None:
    local = Faltering(CRASHED)
    one = assistant(local, Successor([answer("A cup.")]))
    remarks(one)
    local.why = None
    assert remarks(one) == []
    local.why = CRASHED
    assert remarks(one) == ["The model crashed, so the built-in engine answers."]


def test_what_was_remarked_in_a_turn_that_was_stopped_is_said_again() -> None:
    one = Assistant(
        FixedFinder(FOUND),
        [Faltering(CRASHED), Successor([answer("A cup.")])],
        MemoryLog(),
        Policy(),
        ["Pictures are sent to example.org."],
    )
    assert kinds(one.ask("What is this?", Cancel())) == [Failed], "there is no picture yet"
    one.open(frame())
    cancel = Cancel()
    for event in one.ask("What is this?", cancel):
        if isinstance(event, Remarked) and "crashed" in event.sentence:
            cancel.request()
    assert len(remarks(one)) == 2
    assert remarks(one) == []


def test_an_engine_that_fails_once_the_user_stopped_it_is_no_failure() -> None:
    log, cancel = MemoryLog(), Cancel()

    class Stopping(Faltering):
        def reply(self, prompt: Prompt, choose: Chooser, cancel: Cancel) -> Iterator[ReplyPart]:
            cancel.request()
            raise CRASHED
            yield

    one = assistant(Stopping(), Successor([answer("A cup.")]), log=log)
    assert kinds(one.ask("What is this?", cancel))[-1] is Stopped
    assert log.turns == []


def test_the_memory_of_all_engines_is_given_back() -> None:
    first, second = Successor([answer("A cup.")]), Successor([answer("A cup.")])
    first.held_bytes, second.held_bytes = 5, 2
    one = assistant(first, second)
    assert (one.held_bytes, one.release(), one.held_bytes) == (7, 7, 0)
