"""What it costs to look through a large study: list, search, open, delete.

    python -m tests.bench.log_study

1,000 sessions of 100 turns, written as the program writes them, in a folder made for the run.
"""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from whichone_core.log.logreader import LogReader
from whichone_core.log.logrows import queued, turn_row
from whichone_core.log.logwriter import Change, LogWriter, ReadyTurn
from whichone_core.study.changes import Participant, SessionPlan, added, begun
from whichone_core.study.studyreader import StudyReader

from tests.bench.log import THINGS, question, timed
from tests.bench.report import publish, table
from tests.turns import a_turn

STUDY_TURNS, STUDY_SESSIONS = 100_000, 1_000


def fill_study(path: Path) -> None:
    """Sessions with their turns, written as the program writes them, a session at once."""
    writer = LogWriter(path, datetime.now(UTC), 60.0)
    count = STUDY_TURNS // STUDY_SESSIONS
    for session in range(STUDY_SESSIONS):
        plan = SessionPlan(Participant(f"P{session % 50:02d}"), THINGS[session % len(THINGS)])
        now, key = datetime.now(UTC), f"session-{session}"
        items: list[ReadyTurn | Change] = [added(plan.participant, now), begun(key, plan, now)]
        for number in range(session * count, (session + 1) * count):
            turn = queued(a_turn(question(number)), now, with_picture=False, study=key)
            items.append(ReadyTurn(now, turn_row(turn), None))
        writer.write(items)
    writer.close(datetime.now(UTC))


def median(work: Callable[[], object]) -> str:
    """Milliseconds, median of nine."""
    return f"{statistics.median(timed(work) for _ in range(9)):.0f} ms"


def study_rows(path: Path) -> list[list[object]]:
    """What a large study costs to look through."""
    fill_study(path)
    log, study = LogReader(path), StudyReader(path)
    middle = STUDY_TURNS // 2
    rows: list[list[object]] = [
        ["list the newest 20 turns", median(lambda: log.turns())],
        ["a page from the middle", median(lambda: log.turns(before=middle))],
        ["search, a word in every turn", median(lambda: log.turns(search="what"))],
        ["search, a common word", median(lambda: log.turns(search="soup"))],
        ["search, part of a word and a number", median(lambda: log.turns(search="rol 99999"))],
        ["search, two words never together", median(lambda: log.turns(search="soup banknote"))],
        ["search, nothing found", median(lambda: log.turns(search="zebra"))],
        ["search, two letters", median(lambda: log.turns(search="zq"))],
        ["list the newest 50 sessions", median(lambda: study.sessions())],
        ["search the sessions, by a rare word", median(lambda: study.sessions(search="99999"))],
        ["open a session of 100 turns", median(lambda: study.turns("session-500"))],
        ["what is stored", median(lambda: study.stored())],
        ["delete one session, wiped", f"{timed(lambda: study.withdraw(500)):.0f} ms"],
        ["size", f"{path.stat().st_size / 1e6:.0f} MB"],
    ]
    return rows


def publish_study(rows: list[list[object]], note: str = "") -> None:
    """Put the numbers of the large study into docs/measured.md."""
    intro = f"{STUDY_TURNS:,} turns in {STUDY_SESSIONS:,} sessions. {note}".strip()
    publish("log_study", "A large study", f"{intro}\n\n{table(['what', 'median of 9'], rows)}")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        publish_study(study_rows(Path(folder) / "log" / "whichone.db"))


if __name__ == "__main__":
    main()
