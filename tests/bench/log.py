"""What the session log costs: time to hand over, to store, to list, to search, to delete; size.

    python -m tests.bench.log

10,000 turns are nine years of three questions a day.  All lie in a folder made for the run.
"""

from __future__ import annotations

import io
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import whichone_app
from PIL import Image
from whichone_core.log.logexport import write_csv
from whichone_core.log.logpictures import encode
from whichone_core.log.logreader import LogReader
from whichone_core.log.logrows import queued, session_row, turn_row
from whichone_core.log.logschema import immediate, open_log
from whichone_core.log.sessionlog import SessionLog
from whichone_core.types.pictures import Frame, SourceKind

from tests.bench.report import publish, table
from tests.turns import a_turn, an_answer

TURNS = 10_000
ACKNOWLEDGED = 300
EXAMPLE = Path(whichone_app.__file__).parent / "examples" / "table.jpg"
THINGS = ("cup", "bottle", "letter", "pill box", "remote control", "can of soup", "banknote")


def question(number: int) -> str:
    return f"What is this {THINGS[number % len(THINGS)]}, number {number}?"


def timed(work: Callable[[], object]) -> float:
    """Milliseconds of one run."""
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def hand_over_and_fill(path: Path) -> tuple[float, float]:
    """Milliseconds in `record` (median), and turns stored a second when many wait."""
    turns = [a_turn(question(number), answer=an_answer()) for number in range(TURNS)]
    log = SessionLog(path, keep_pictures=False)
    start = time.perf_counter()
    handed = [timed(lambda turn=turn: log.record(turn)) for turn in turns]  # type: ignore[misc]
    assert log.flush(timeout_s=300)
    took = time.perf_counter() - start
    log.close()
    return statistics.median(handed), TURNS / took


def acknowledged(path: Path) -> float:
    """Milliseconds from `record` until the turn is on the disk, median of many."""
    log = SessionLog(path, keep_pictures=False)

    def store() -> None:
        log.record(a_turn(question(0)))
        assert log.flush()

    times = [timed(store) for _ in range(ACKNOWLEDGED)]
    log.close()
    return statistics.median(times)


def commit(path: Path, synchronous: str) -> float:
    """Milliseconds of one turn's transaction alone, median, under a durability."""
    database = open_log(path)
    database.execute(f"PRAGMA synchronous={synchronous}")
    database.table("sessions").insert(session_row(datetime.now(UTC)))
    row = turn_row(queued(a_turn(), datetime.now(UTC), with_picture=False))

    def write() -> None:
        with immediate(database):
            database.table("turns").insert_all([{"session": 1, **row}])

    times = [timed(write) for _ in range(ACKNOWLEDGED)]
    database.close()
    return statistics.median(times)


def picture_cost() -> tuple[float, float]:
    """Milliseconds to encode a picture of 12 megapixels (an example, enlarged), and megabytes."""
    with Image.open(EXAMPLE) as picture:
        pixels = np.asarray(picture.convert("RGB").resize((4000, 3000)))
    frame = Frame(pixels, SourceKind.EXAMPLE, datetime.now(UTC), (4000, 3000), "example")
    start = time.perf_counter()
    size = len(encode(frame))
    return (time.perf_counter() - start) * 1000, size / 1e6


def command_time(home: Path) -> float:
    """Milliseconds of `whichone log list` as a program, median of five."""
    environ = {**os.environ, "WHICHONE_HOME": str(home)}
    words = [sys.executable, "-c", "from whichone_app.cli import main; main(['log', 'list'])"]

    def call() -> None:
        subprocess.run(words, env=environ, capture_output=True, check=True)

    return statistics.median(timed(call) for _ in range(5))


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        path = home / "log" / "whichone.db"
        handed, stored = hand_over_and_fill(path)
        reader = LogReader(path)
        size = path.stat().st_size / TURNS
        encoding, megabytes = picture_cost()
        rows: list[list[object]] = [
            ["hand a turn over (`record`)", f"{handed * 1000:.0f} µs"],
            [
                "one turn, from `record` until it is on the disk",
                f"{acknowledged(home / 'a.db'):.1f} ms",
            ],
            ["one transaction, synchronous=FULL (used)", f"{commit(home / 'f.db', 'FULL'):.2f} ms"],
            ["one transaction, synchronous=NORMAL", f"{commit(home / 'n.db', 'NORMAL'):.2f} ms"],
            ["many waiting turns", f"{stored:.0f} turns a second"],
            [f"list the newest 20 of {TURNS:,}", f"{timed(lambda: reader.turns()):.0f} ms"],
            ["a page from the middle", f"{timed(lambda: reader.turns(before=TURNS // 2)):.0f} ms"],
            ["search, common word", f"{timed(lambda: reader.turns(search='soup')):.0f} ms"],
            [
                "search, all turns, nothing found",
                f"{timed(lambda: reader.turns(search='zebra')):.0f} ms",
            ],
            ["`whichone log list`, the whole command", f"{command_time(home):.0f} ms"],
            [
                "export all as CSV",
                f"{timed(lambda: write_csv(reader.every_turn(), io.StringIO())):.0f} ms",
            ],
            [
                "delete one turn, wiped",
                f"{timed(lambda: reader.delete_turns([TURNS // 2])):.0f} ms",
            ],
            ["size of a turn with evidence of two findings", f"{size:.0f} bytes"],
            ["a picture of 12 megapixels, encoded", f"{encoding:.0f} ms, {megabytes:.1f} MB"],
        ]
    note = (
        "Only the first stands in the way of an answer; the rest is the writer's or the reader's."
    )
    publish("log", "Session log", f"{table(['what', 'measured'], rows)}\n\n{note}")


if __name__ == "__main__":
    main()
