"""What every TurnLog promises to the assistant."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from whichone_core.log.otherlogs import MemoryLog, NoLog
from whichone_core.log.sessionlog import SessionLog
from whichone_core.ports import TurnLog, TurnRecord

from tests.turns import a_frame, a_turn

LOGS: dict[str, Callable[[Path], TurnLog]] = {
    "session log": lambda folder: SessionLog(folder / "log.db", keep_pictures=True),
    "session log that cannot write": lambda folder: SessionLog(
        folder / "file" / "log.db", keep_pictures=True
    ),
    "memory log": lambda folder: MemoryLog(),
    "no log": lambda folder: NoLog(),
}


@pytest.fixture(params=LOGS, ids=list(LOGS))
def log(request: pytest.FixtureRequest, tmp_path: Path) -> TurnLog:
    (tmp_path / "file").write_text("a file where a folder is needed")
    return LOGS[request.param](tmp_path)


def test_takes_any_turn_and_closes(log: TurnLog) -> None:
    log.record(a_turn(frame=a_frame(), reply="the second one"))
    log.record(TurnRecord("", None, None, None, error="The engine failed."))
    log.record(a_turn("\udcff \x00 " + "long " * 10_000))
    log.close()


def test_takes_any_correction_also_where_there_is_no_turn(log: TurnLog) -> None:
    log.contest("It is a bowl.", becomes_item=True)
    log.record(a_turn())
    log.contest("\udcff \x00 " + "long " * 10_000, becomes_item=False)
    log.close()
    log.contest("Too late.", becomes_item=True)


def test_closing_twice_and_recording_afterwards_do_no_harm(log: TurnLog) -> None:
    log.close()
    log.record(a_turn())
    log.close()
