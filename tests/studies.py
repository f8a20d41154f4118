"""A study that is kept in a log, by a clock that a test moves: what its tests share."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from whichone_core.log.logreader import LogReader
from whichone_core.log.sessionlog import SessionLog
from whichone_core.study.changes import Participant, SessionPlan
from whichone_core.study.consent import load_consent
from whichone_core.study.redaction import NoFaces, PersonalRedaction
from whichone_core.study.studylog import StudyLog

PLAN = SessionPlan(Participant("P07"), "reading labels", "asks back")


class Clock:
    """Time that passes when the test says so."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now

    def steady(self) -> float:
        """Seconds, as the same time passes; only `jump` is not felt here."""
        self.now += timedelta(seconds=1)
        return (self.now - self.jumped).timestamp()

    jumped = timedelta()

    def jump(self, hours: float) -> None:
        """Somebody sets the computer's clock, or the network does."""
        self.now += timedelta(hours=hours)
        self.jumped += timedelta(hours=hours)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "log" / "whichone.db"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def study(path: Path, clock: Clock) -> StudyLog:
    return a_study(path, clock)


def a_study(path: Path, clock: Clock) -> StudyLog:
    log = SessionLog(path, keep_pictures=False, clock=clock, redaction=PersonalRedaction(NoFaces()))
    return StudyLog(log, clock=clock, steady=clock.steady)


def begin(study: StudyLog, plan: SessionPlan = PLAN, *, with_pictures: bool = False) -> None:
    study.begin(plan, load_consent(), with_pictures=with_pictures)


def questions(path: Path) -> list[str]:
    return [turn.question for turn in LogReader(path).every_turn()]


def in_files(path: Path, words: str) -> list[str]:
    """The files of the log in which these words stand, as bytes."""
    files = [file for file in path.parent.rglob("*") if file.is_file()]
    return [file.name for file in files if words.encode() in file.read_bytes()]
