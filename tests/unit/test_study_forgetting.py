"""Exactly what was kept in the last minutes is forgotten, whatever the computer's clock says."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from whichone_core.log.logrows import stamp
from whichone_core.log.sessionlog import SessionLog
from whichone_core.study.moments import Moments
from whichone_core.study.redaction import NoFaces, PersonalRedaction
from whichone_core.study.studylog import StudyLog
from whichone_core.study.studyreader import StudyReader

from tests.studies import Clock, begin, clock, path, questions
from tests.turns import a_turn

__all__ = ["clock", "path"]


def start(path: Path, clock: Clock, boot: str = "one") -> StudyLog:
    """A start of the program, and a session."""
    log = SessionLog(path, keep_pictures=False, clock=clock, redaction=PersonalRedaction(NoFaces()))
    note = path.with_name("last-moment.json")
    study = StudyLog(log, clock=clock, steady=clock.steady, note=note, boot=boot)
    begin(study)
    return study


def later(clock: Clock, minutes: float) -> None:
    clock.now += timedelta(minutes=minutes)


@pytest.mark.parametrize("hours", [-2.0, 0.0, 2.0])
def test_a_clock_that_was_set_takes_no_more_and_no_less(
    path: Path, clock: Clock, hours: float
) -> None:
    study = start(path, clock)
    study.record(a_turn("twenty minutes ago"))
    later(clock, 17)
    study.record(a_turn("three minutes ago"))
    clock.jump(hours)
    later(clock, 3)
    study.record(a_turn("now"))
    assert study.forget(5)
    study.close()
    assert questions(path) == ["twenty minutes ago"]


@pytest.mark.parametrize("hours", [-2.0, 0.0, 2.0])
def test_ratings_corrections_and_tasks_of_the_last_minutes_go_from_what_stays(
    path: Path, clock: Clock, hours: float
) -> None:
    study = start(path, clock)
    study.start_task("early")
    study.record(a_turn("stays"))
    turn = study.last_turn
    assert turn is not None
    study.rate(turn, {"fluency": 3}, 1.0)
    later(clock, 10)
    clock.jump(hours)
    study.rate(turn, {"relevance": 1}, 1.0)
    study.contest("No, a bowl", becomes_item=False)
    study.start_task("late")
    study.forget(5)
    study.close()
    reader = StudyReader(path)
    details = reader.details(reader.sessions()[0].key)
    assert questions(path) == ["stays"]
    assert [row["label"] for row in details.tasks] == ["early"]
    assert details.contests == ()
    assert [row["scale"] for row in details.ratings] == ["fluency"]


@pytest.mark.parametrize("hours", [-2.0, 0.0, 2.0])
def test_of_two_corrections_of_one_answer_only_the_later_is_forgotten(
    path: Path, clock: Clock, hours: float
) -> None:
    study = start(path, clock)
    study.record(a_turn("stays"))
    study.contest("No, a bowl", becomes_item=False)
    later(clock, 10)
    clock.jump(hours)
    study.contest("No, a plate", becomes_item=True)
    study.forget(5)
    study.close()
    reader = StudyReader(path)
    details = reader.details(reader.sessions()[0].key)
    assert questions(path) == ["stays"]
    assert [row["correction"] for row in details.contests] == ["No, a bowl"]


def test_no_two_corrections_of_an_answer_have_the_same_time() -> None:
    """A clock that is set back may say the same time of both, and only one is to be forgotten."""
    noon = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
    passed = iter((0.0, 1.0, 602.0, 603.0))
    moments = Moments(lambda: next(passed), lambda: noon, boot="one")
    early, late = moments.kept_contest("t"), moments.kept_contest("t")
    assert stamp(early) == stamp(noon) != stamp(late)
    (gone,) = (values for sql, values in moments.forget(5).erasure.statements if "contests" in sql)
    assert gone == (f'["t {stamp(late)}"]',)


def test_what_was_said_twice_in_one_moment_is_forgotten_twice(path: Path, clock: Clock) -> None:
    study = start(path, clock)
    study.record(a_turn("stays"))
    turn = study.last_turn
    later(clock, 10)
    study.contest("No, a bowl", becomes_item=False)
    study.contest("No, a plate", becomes_item=False)
    assert study.last_turn == turn
    study.forget(5)
    study.close()
    reader = StudyReader(path)
    assert reader.details(reader.sessions()[0].key).contests == ()


@pytest.mark.parametrize("hours", [-2.0, 0.0, 2.0])
def test_after_a_new_start_of_the_program_it_is_exact_too(
    path: Path, clock: Clock, hours: float
) -> None:
    first = start(path, clock)
    first.record(a_turn("ten minutes ago"))
    later(clock, 7)
    first.record(a_turn("three minutes ago"))
    first.close()
    clock.jump(hours)
    later(clock, 2)
    again = start(path, clock)
    again.record(a_turn("now"))
    assert again.forget(5)
    again.close()
    assert questions(path) == ["ten minutes ago"]


@pytest.mark.parametrize("hours", [-2.0, 2.0])
def test_what_earlier_starts_kept_longer_ago_is_left_alone(
    path: Path, clock: Clock, hours: float
) -> None:
    first = start(path, clock)
    first.record(a_turn("an hour ago"))
    first.close()
    later(clock, 60)
    clock.jump(hours)
    again = start(path, clock)
    assert again.forget(5)
    later(clock, 30)
    assert again.forget(5)
    again.close()
    assert questions(path) == ["an hour ago"]


def test_after_a_start_of_the_computer_its_clock_decides_rather_more_and_it_is_told(
    path: Path, clock: Clock
) -> None:
    first = start(path, clock, boot="one")
    first.record(a_turn("an hour ago"))
    later(clock, 60)
    first.record(a_turn("just before"))
    first.close()
    clock.jump(-0.5)
    again = start(path, clock, boot="two")
    assert not again.forget(5), "and so it is said"
    again.close()
    assert questions(path) == ["an hour ago"]


@pytest.mark.parametrize("damaged", ["{", "", '["one", NaN, "2026-11-30T12:00:00+00:00"]'])
def test_a_note_that_is_damaged_is_no_measure(path: Path, clock: Clock, damaged: str) -> None:
    first = start(path, clock)
    first.record(a_turn("a minute ago"))
    first.close()
    path.with_name("last-moment.json").write_text(damaged)
    again = start(path, clock)
    assert not again.forget(5)
    again.close()
    assert questions(path) == []


def test_a_program_that_is_killed_while_it_notes_leaves_the_note_before_whole(
    path: Path, clock: Clock
) -> None:
    note, before = path.with_name("last-moment.json"), path.with_name("before")
    first = start(path, clock)
    first.record(a_turn("ten minutes ago"))
    before.hardlink_to(note)
    whole = note.read_text()
    later(clock, 10)
    first.record(a_turn("now"))
    first.close()
    assert note.read_text() != whole
    assert before.read_text() == whole, "the new note takes its place in one step"


def test_a_moment_that_could_not_be_noted_leaves_no_note_that_says_nothing_was_kept(
    path: Path, clock: Clock
) -> None:
    first = start(path, clock)
    first.record(a_turn("an hour ago"))
    later(clock, 60)
    path.with_name("last-moment.part").mkdir()  # as on a full disk
    first.record(a_turn("two minutes ago"))
    first.close()
    later(clock, 2)
    again = start(path, clock)
    assert not again.forget(5), "the computer's clock decides, and so it is said"
    again.close()
    assert questions(path) == ["an hour ago"]


def test_what_is_not_written_yet_goes_too(path: Path, clock: Clock) -> None:
    study = start(path, clock)
    study.record(a_turn("secret"))
    study.forget(5)
    study.record(a_turn("after it"))
    study.close()
    assert questions(path) == ["after it"]
