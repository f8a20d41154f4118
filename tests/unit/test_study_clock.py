"""What a study keeps while its clock is set, it pauses, or an answer fails."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from whichone_core.ports import TurnRecord
from whichone_core.study.studylog import StudyLog
from whichone_core.study.studyreader import StudyReader

from tests.studies import Clock, begin, clock, path, questions, study
from tests.turns import a_turn, an_answer

__all__ = ["clock", "path", "study"]


@pytest.mark.parametrize("hours", [-2.0, 2.0])
def test_a_clock_that_is_set_costs_no_answer_and_no_seconds_of_a_task(
    study: StudyLog, path: Path, clock: Clock, hours: float
) -> None:
    begin(study)
    study.start_task()
    clock.now += timedelta(seconds=60)
    clock.jump(hours)
    study.record(a_turn("What is it?"))
    took = study.stop_task()
    study.close()
    assert questions(path) == ["What is it?"]
    assert took is not None and 60 <= took < 70


def test_a_clock_that_is_set_lets_nothing_in_that_was_asked_in_a_pause(
    study: StudyLog, path: Path, clock: Clock
) -> None:
    begin(study)
    study.pause()
    study.resume()
    clock.jump(2)
    late = replace(an_answer(), timings_ms={"total": 60_000.0})
    study.record(a_turn("asked in the pause", answer=late))
    study.close()
    assert questions(path) == []


def test_what_was_asked_in_a_pause_and_failed_after_it_is_not_kept(
    study: StudyLog, path: Path
) -> None:
    begin(study)
    study.pause()
    study.resume()
    failed = TurnRecord("secret", None, None, None, "It hung.", failed_after_ms=60_000.0)
    study.record(failed)
    study.record(replace(failed, question="asked after", failed_after_ms=0.0))
    study.close()
    assert questions(path) == ["asked after"]


@pytest.mark.parametrize("hours", [-2.0, 2.0])
def test_the_last_minutes_are_forgotten_also_where_the_clock_was_set_in_them(
    study: StudyLog, path: Path, clock: Clock, hours: float
) -> None:
    begin(study)
    study.record(a_turn("forget this"))
    clock.jump(hours)
    study.forget(5)
    study.close()
    assert questions(path) == []


def test_after_an_answer_that_was_not_kept_there_is_nothing_to_rate_or_to_correct(
    study: StudyLog, path: Path
) -> None:
    """Otherwise "that is wrong" would be noted of the answer before it."""
    begin(study)
    study.record(a_turn("one"))
    study.pause()
    study.record(a_turn("secret"))
    study.resume()
    assert study.last_turn is None
    study.contest("No, it is a bowl", becomes_item=True)
    study.close()
    (session,) = StudyReader(path).sessions()
    assert StudyReader(path).details(session.key).contests == ()
