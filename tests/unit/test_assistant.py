"""The way of one question: what is streamed, what is kept, what happens when things go wrong."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from whichone_core.answering.strategy import Policy
from whichone_core.assistant import Assistant
from whichone_core.errors import ModelError
from whichone_core.events import (
    Answered,
    EvidenceFound,
    Failed,
    OptionsOffered,
    QualityChecked,
    Remarked,
    SentenceReady,
    Stopped,
    StrategyChosen,
    Understood,
)
from whichone_core.log.otherlogs import MemoryLog
from whichone_core.ports import Exchange
from whichone_core.types.answers import Option
from whichone_core.types.cancelling import Cancel
from whichone_core.types.evidence import Evidence, Look, TextEvidence, TextLine
from whichone_core.types.pictures import Box, Frame
from whichone_core.types.quality import Flaw
from whichone_core.types.questions import Question, Stakes
from whichone_core.types.strategies import Strategy
from whichone_models.builtin.finder import FixedFinder
from whichone_models.fake import ScriptedModel, answer, question
from whichone_models.language.looking import looks_before

from tests.assistants import CRASHED, FOUND, Faltering, Successor, assistant, kinds
from tests.scenes import frame

OPTIONS = (Option(1, "the red cup", "cup", "on the left"), Option(2, "the book", "book"))


class CountingFinder(FixedFinder):
    """Remembers what was looked for, turn by turn."""

    def __init__(self, evidence: Evidence) -> None:
        super().__init__(evidence)
        self.looks: list[frozenset[Look]] = []

    def look(self, frame: Frame, looks: frozenset[Look], cancel: Cancel) -> Evidence:
        self.looks.append(looks)
        return super().look(frame, looks, cancel)


def test_a_question_streams_every_stage_in_order() -> None:
    one = assistant(ScriptedModel([answer("A cup.")]))
    assert kinds(one.ask("What is this?", Cancel())) == [
        Understood,
        QualityChecked,
        EvidenceFound,
        StrategyChosen,
        SentenceReady,
        Answered,
    ]


def test_without_a_picture_there_is_one_sentence() -> None:
    one = Assistant(FixedFinder(FOUND), [ScriptedModel([answer("x")])], MemoryLog(), Policy())
    (event,) = one.ask("What is this?", Cancel())
    assert isinstance(event, Failed)
    assert event.error.spoken == "There is no picture yet. Open or take one first."


def test_a_follow_up_measures_only_what_is_missing() -> None:
    finder = CountingFinder(FOUND)
    one = assistant(ScriptedModel([answer("It says so.")], looks=frozenset()), finder=finder)
    list(one.ask("What does it say?", Cancel()))
    list(one.ask("What is this?", Cancel()))
    list(one.ask("What is this?", Cancel()))
    assert Look.TEXT in finder.looks[0]
    assert Look.TEXT not in finder.looks[1]
    assert len(finder.looks) == 2


def test_things_are_looked_for_again_when_their_colours_are_wanted_later() -> None:
    finder = CountingFinder(replace(FOUND, colours=None))
    one = assistant(ScriptedModel([answer("Two.")], looks=frozenset()), finder=finder)
    list(one.ask("How many cups are there?", Cancel()))
    list(one.ask("What colour is the cup?", Cancel()))
    assert {Look.OBJECTS, Look.COLOURS} <= finder.looks[1]


def test_a_new_picture_forgets_the_clarifying_question_and_the_evidence() -> None:
    finder = CountingFinder(FOUND)
    one = assistant(ScriptedModel([question("Which one?", *OPTIONS)]), finder=finder)
    list(one.ask("What is this?", Cancel()))
    assert one.pending is not None
    one.open(frame())
    assert one.pending is None
    list(one.ask("What is this?", Cancel()))
    assert finder.looks[0] == finder.looks[1]


def test_a_reply_reaches_the_engine_with_the_option_it_chose() -> None:
    engine = ScriptedModel([question("Which one?", *OPTIONS), answer("A book.")])
    one = assistant(engine)
    assert OptionsOffered in kinds(one.ask("What is this?", Cancel()))
    last = list(one.reply("the second one", Cancel()))[-1]
    assert isinstance(last, Answered) and last.answer.text == "A book."
    reply = engine.prompts[-1].reply
    assert reply is not None and reply.chosen == OPTIONS[1]
    assert one.pending is None


def test_a_reply_that_is_cancelled_leaves_its_question_open() -> None:
    one = assistant(ScriptedModel([question("Which one?", *OPTIONS), answer("A book.")]))
    list(one.ask("What is this?", Cancel()))
    cancel = Cancel()
    cancel.request()
    assert kinds(one.reply("2", cancel))[-1] is Stopped
    assert one.pending is not None


def test_a_question_in_place_of_a_reply_is_a_question_of_its_own() -> None:
    engine = ScriptedModel([question("Which one?", *OPTIONS), answer("Bright.")])
    one = assistant(engine)
    list(one.ask("What is this?", Cancel()))
    list(one.reply("Is the light on?", Cancel()))
    assert engine.prompts[-1].reply is None
    assert engine.prompts[-1].question.text == "Is the light on?"


def test_it_is_what_was_just_chosen_until_there_is_a_new_picture() -> None:
    engine = ScriptedModel([question("Which one?", *OPTIONS), answer("A cup.")])
    one = assistant(engine)
    list(one.ask("What is this?", Cancel()))
    list(one.reply("1", Cancel()))
    list(one.ask("What colour is it?", Cancel()))
    meant = engine.prompts[-1].reply
    assert meant is not None and meant.chosen == OPTIONS[0]
    list(one.ask("What colour is the book?", Cancel()))
    assert engine.prompts[-1].reply is None
    one.open(frame())
    list(one.ask("What colour is it?", Cancel()))
    assert engine.prompts[-1].reply is None


# ---------------------------------------------------------------------- before the first word


def lit() -> Frame:
    """A picture in which something can be seen."""
    pixels = np.random.default_rng(0).integers(0, 255, (400, 600, 3), np.uint8)
    return replace(frame(), pixels=pixels, digest="3" * 64)


class Seeing(ScriptedModel):
    """A model that sees for itself: it waits for no print and no names."""

    def looks_for(self, question: Question) -> frozenset[Look]:
        return looks_before(question)


def test_a_model_that_sees_for_itself_waits_for_no_look_it_does_not_need() -> None:
    looked = {}
    for text in ("What is this?", "", "What colour is it?", "How many cups?", "Is it on?"):
        finder = CountingFinder(FOUND)
        one = assistant(Seeing([answer("A cup.")]), finder=finder)
        one.open(lit())
        list(one.ask(text, Cancel()))
        looked[text] = frozenset().union(*finder.looks)
    assert not any(looks & {Look.TEXT, Look.CODES, Look.NAMES} for looks in looked.values())
    assert looked["What colour is it?"] == {Look.OBJECTS, Look.COLOURS}


def test_print_and_codes_are_there_first_where_they_are_asked_for_or_only_they_count() -> None:
    for text, look in {
        "What does it say?": Look.TEXT,
        "What is the expiry date?": Look.TEXT,
        "Can I take this pill?": Look.TEXT,
        "Scan the barcode": Look.CODES,
    }.items():
        finder = CountingFinder(FOUND)
        one = assistant(Seeing([answer("A cup.")]), finder=finder)
        one.open(lit())
        list(one.ask(text, Cancel()))
        assert look in frozenset().union(*finder.looks), text


def test_the_next_engine_gets_what_it_needs_when_the_first_one_fails() -> None:
    class Blind(Faltering):
        def looks_for(self, question: Question) -> frozenset[Look]:
            return looks_before(question)

    finder = CountingFinder(FOUND)
    one = assistant(Blind(CRASHED), Successor([answer("A cup.")]), finder=finder)
    one.open(lit())
    list(one.ask("What is this?", Cancel()))
    assert [Look.TEXT in looks for looks in finder.looks] == [False, True]


def test_a_picture_that_shows_nothing_is_looked_at_whole_before_that_is_said() -> None:
    black = replace(frame(), pixels=np.zeros((400, 600, 3), np.uint8), digest="2" * 64)
    finder = CountingFinder(FOUND)
    one = assistant(Seeing([answer("A cup.")]), finder=finder)
    one.open(black)
    list(one.ask("What is this?", Cancel()))
    assert Look.TEXT in finder.looks[0]


def test_detectors_are_loaded_while_the_question_is_still_typed() -> None:
    finder = FixedFinder(FOUND)
    one = assistant(ScriptedModel([answer("A cup.")]), finder=finder)
    assert finder.warmed == [], "the command line asks at once"
    list(one.inspect(Cancel()))
    one.open(replace(frame(), digest="1" * 64))
    list(one.inspect(Cancel()))
    one.close()
    assert finder.warmed == [frozenset({Look.OBJECTS, Look.COLOURS})]


def test_it_is_known_whether_a_question_waits_for_a_model() -> None:
    class Starting(ScriptedModel):
        @property
        def is_starting(self) -> bool:
            return True

    one = assistant(Starting([answer("A cup.")]))
    assert not one.is_starting
    events = one.ask("What is this?", Cancel())
    while not isinstance(next(events), EvidenceFound):
        pass
    assert one.is_starting


# ---------------------------------------------------------------------- ends


def test_the_last_engines_failure_is_the_answer_and_is_logged() -> None:
    log = MemoryLog()
    broken = ScriptedModel([answer("x")], error=ModelError("The engine stopped."))
    events = list(assistant(broken, log=log).ask("What is this?", Cancel()))
    assert isinstance(events[-1], Failed)
    assert [turn.error for turn in log.turns] == ["The engine stopped."]


def test_a_cancelled_turn_ends_at_once_and_leaves_no_trace() -> None:
    log, cancel = MemoryLog(), Cancel()
    one = assistant(ScriptedModel([answer("A cup.")]), log=log)
    seen = []
    for event in one.ask("What is this?", cancel):
        seen.append(type(event))
        if isinstance(event, StrategyChosen):
            cancel.request()
    assert seen[-1] is Stopped
    assert SentenceReady not in seen
    assert log.turns == []


def test_an_engine_that_says_nothing_is_a_failure_not_an_empty_answer() -> None:
    silent = ScriptedModel([(answer("x")[0], ())])
    events = list(assistant(silent).ask("What is this?", Cancel()))
    assert isinstance(events[-1], Failed)


def test_every_stage_is_timed_and_the_wording_is_logged() -> None:
    log = MemoryLog()
    events = list(assistant(ScriptedModel([answer("A cup.")]), log=log).ask("What?", Cancel()))
    assert isinstance(events[-1], Answered)
    timings = events[-1].answer.timings_ms
    assert list(timings) == ["quality", "evidence", "strategy", "first sentence", "total"]
    assert list(timings.values()) == sorted(timings.values())
    assert log.turns[0].template == "scripted-1"
    assert log.turns[0].answer is not None and log.turns[0].answer.strategy is Strategy.DIRECT


def test_a_new_picture_is_inspected_before_anything_is_asked_and_only_once() -> None:
    one = assistant(ScriptedModel([answer("It is a cup.")]))
    (checked,) = one.inspect(Cancel())
    assert isinstance(checked, QualityChecked)
    assert checked.report.findings
    one.open(replace(frame(), digest="1" * 64))
    assert kinds(one.inspect(Cancel())) == [Remarked, QualityChecked]
    assert Remarked not in kinds(one.ask("What is this?", Cancel()))


def test_text_that_was_cut_off_is_not_said_to_be_whole_before_the_new_text_was_read() -> None:
    line = TextLine("BREAD", 0.9, Box(0.0, 0.2, 0.6, 0.6))
    finder = FixedFinder(replace(FOUND, text=TextEvidence((line,))))
    one = assistant(ScriptedModel([answer("It is bread.")]), finder=finder)
    *_, last = one.ask("What does it say?", Cancel())
    assert isinstance(last, Answered)
    assert last.answer.quality.has(Flaw.CUT_OFF)
    one.open(frame())
    remarks = [event.sentence for event in one.inspect(Cancel()) if isinstance(event, Remarked)]
    assert remarks
    assert not any("text" in remark for remark in remarks)


def test_without_a_picture_or_once_cancelled_nothing_is_inspected() -> None:
    cancel = Cancel()
    cancel.request()
    assert kinds(assistant().inspect(cancel)) == []
    nothing = Assistant(FixedFinder(FOUND), (), MemoryLog(), Policy())
    assert kinds(nothing.inspect(Cancel())) == []


def test_the_engines_see_a_picture_before_anything_is_asked() -> None:
    first, second = ScriptedModel([answer("x")]), ScriptedModel([answer("y")])
    one = assistant(first, second)
    assert [picture.digest for picture in first.seen] == [one.frame.digest if one.frame else ""]
    assert first.seen == second.seen
    assert first.prompts == []


def test_closing_ends_the_engines() -> None:
    engine = ScriptedModel([answer("x")])
    assistant(engine).close()
    assert engine.is_closed


@pytest.mark.parametrize("text", ["what about milk", "And eggs?", "¿Y leche?", "Und Milch?"])
def test_what_was_at_stake_still_is_where_a_question_goes_on(text: str) -> None:
    engine = ScriptedModel([answer("x"), answer("y"), answer("z")])
    one = assistant(engine)
    for asked in ("Does this contain nuts?", text, "And how many cups are there?"):
        [*one.ask(asked, Cancel())]
    first, second, third = (prompt.question for prompt in engine.prompts)
    assert (first.stakes, second.stakes, third.stakes) == (Stakes.ALLERGENS, Stakes.ALLERGENS, None)
    assert Look.TEXT in second.looks


def test_a_new_picture_has_nothing_at_stake() -> None:
    engine = ScriptedModel([answer("x"), answer("y")])
    one = assistant(engine)
    [*one.ask("Does this contain nuts?", Cancel())]
    one.open(frame())
    [*one.ask("And milk?", Cancel())]
    assert engine.prompts[-1].question.stakes is None


def test_an_engine_is_told_what_was_said_about_this_picture() -> None:
    engine = ScriptedModel([question("Which one?", *OPTIONS), answer("It is red."), answer("Yes.")])
    one = assistant(engine)
    list(one.ask("What is this?", Cancel()))
    list(one.reply("the book", Cancel()))
    list(one.ask("Is it open?", Cancel()))
    assert engine.prompts[0].earlier == ()
    assert engine.prompts[2].earlier == (
        Exchange("What is this?", Strategy.CLARIFY, "Which one?"),
        Exchange("the book", Strategy.DIRECT, "It is red."),
    )
    one.open(frame())
    list(one.ask("What is this?", Cancel()))
    assert engine.prompts[-1].earlier == ()


def test_a_notice_is_heard_once_and_before_anything_is_sent() -> None:
    engine = ScriptedModel([answer("A cup.")])
    one = Assistant(
        FixedFinder(FOUND), [engine], MemoryLog(), Policy(), ["Pictures leave this computer."]
    )
    one.open(frame())
    events = one.ask("What is this?", Cancel())
    heard = [next(events), next(events)]
    assert heard[1] == Remarked("Pictures leave this computer.")
    assert engine.prompts == []
    list(events)
    assert Remarked not in kinds(one.ask("What is this?", Cancel()))
