"""How an answer leaves the command line: each sentence as it arrives, once, the answer first."""

from __future__ import annotations

from pathlib import Path

import pytest
from whichone_app.cli.outlet import Outlet
from whichone_app.voice.fake import FakeSpeaker
from whichone_core.settings import Verbosity
from whichone_core.types.answers import Answer, Decision, Option, Sentence
from whichone_core.types.strategies import Role, Strategy

MUG = Sentence("It is a red mug.", Role.ANSWER)
CODE = Sentence("The code is 12.", Role.ANSWER, spoken="The code is 1 2.")
WHY = Sentence("Both detectors agree.", Role.EXPLANATION)
TABLE = Sentence("It stands on a table.", Role.AUXILIARY)
OPTIONS = (Option(1, "the red mug", "mug"), Option(2, "the blue bowl", "bowl"))

Printed = pytest.CaptureFixture[str]


def outlet(speaker: FakeSpeaker, *, wants_more: bool = False, file: str | None = None) -> Outlet:
    return Outlet(
        speaker,
        prints=True,
        speaks=True,
        audio_file=file,
        verbosity=Verbosity.EXPLAINED,
        wants_more=wants_more,
    )


def direct(*sentences: Sentence) -> Answer:
    return Answer(Decision(Strategy.DIRECT), sentences, "fake")


def tell(one: Outlet, answer: Answer) -> None:
    for sentence in answer.sentences:
        one.sentence(sentence)
    one.answer(answer)


def test_a_sentence_is_printed_and_said_before_the_answer_is_whole(capsys: Printed) -> None:
    speaker = FakeSpeaker()
    one = outlet(speaker)
    one.sentence(CODE)
    one.sentence(WHY)
    assert capsys.readouterr().out == "The code is 12.\nBoth detectors agree.\n"
    assert speaker.asked == ["The code is 1 2.", "Both detectors agree."]
    one.answer(direct(CODE, WHY))
    assert capsys.readouterr().out == ""
    assert len(speaker.asked) == 2


def test_details_wait_unless_they_are_wanted(capsys: Printed) -> None:
    short, long = FakeSpeaker(), FakeSpeaker()
    tell(outlet(short), direct(MUG, TABLE))
    assert short.asked == ["It is a red mug."]
    assert capsys.readouterr().out == "It is a red mug.\n"
    tell(outlet(long, wants_more=True), direct(MUG, TABLE))
    assert long.asked == ["It is a red mug.", "It stands on a table."]
    assert capsys.readouterr().out == "It is a red mug.\nIt stands on a table.\n"


def test_an_answer_of_details_only_is_told_at_its_end(capsys: Printed) -> None:
    speaker = FakeSpeaker()
    tell(outlet(speaker), direct(TABLE))
    assert speaker.asked == ["It stands on a table."]
    assert capsys.readouterr().out == "It stands on a table.\n"


def test_options_follow_the_question_and_the_next_answer_starts_anew(capsys: Printed) -> None:
    speaker = FakeSpeaker()
    one = outlet(speaker)
    question = Sentence("Which one do you mean?", Role.ANSWER)
    tell(one, Answer(Decision(Strategy.CLARIFY), (question,), "fake", options=OPTIONS))
    assert speaker.asked[1:] == ["1: the red mug.", "2: the blue bowl."]
    assert capsys.readouterr().out.splitlines()[1:] == ["1. the red mug", "2. the blue bowl"]
    one.silence()
    assert not speaker.is_speaking
    tell(one, direct(MUG))
    assert speaker.asked[3:] == ["It is a red mug."]
    assert capsys.readouterr().out == "It is a red mug.\n"


def test_a_recording_holds_what_was_said(tmp_path: Path) -> None:
    speaker = FakeSpeaker()
    file = str(tmp_path / "answer.wav")
    one = outlet(speaker, file=file)
    tell(one, direct(MUG, WHY))
    speaker.advance(60)
    one.finish()
    assert speaker.saved == {file: ["It is a red mug.", "Both detectors agree."]}
