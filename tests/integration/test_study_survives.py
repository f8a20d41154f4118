"""What happens to a study when its program is killed, or the disk is full."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest
from whichone_core.study.changes import SCALES
from whichone_core.study.studyreader import StudyReader

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL and no file limit")


def start(path: Path, name: str, *options: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.integration.study_child", str(path), name, *options]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, encoding="utf-8")


def check_whole(path: Path, acknowledged: list[str]) -> None:
    """Every acknowledged turn is there with all five ratings and its correction."""
    reader = StudyReader(path)
    found: dict[str, int] = {}
    for session in reader.sessions():
        details = reader.details(session.key)
        for turn in reader.turns(session.key):
            ratings = [row for row in details.ratings if row["turn_id"] == turn.id]
            assert len(ratings) in (0, len(SCALES)), "ratings of one answer, all or none"
            assert turn.picture_file is not None
            found[turn.question] = len(ratings)
    assert all(found.get(question) == len(SCALES) for question in acknowledged)
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []


def test_killed_in_the_middle_nothing_is_half_written(tmp_path: Path) -> None:
    path = tmp_path / "log" / "whichone.db"
    chance, acknowledged = random.Random(20261130), []
    for life in range(3):
        with start(path, f"L{life}") as child:
            assert child.stdout is not None
            for _ in range(chance.randrange(1, 8)):
                acknowledged.append(child.stdout.readline().strip())
            threading.Event().wait(chance.uniform(0, 0.005))
            child.kill()
            acknowledged += [line.strip() for line in child.stdout if line.endswith("\n")]
    assert not [line for line in acknowledged if line.startswith("failed")]
    check_whole(path, acknowledged)
    assert {one.outcome for one in StudyReader(path).sessions()} == {"open"}


def test_a_full_disk_costs_what_comes_then_and_nothing_before(tmp_path: Path) -> None:
    path = tmp_path / "log" / "whichone.db"
    output, _ = start(path, "full", "--file-limit", "300000").communicate(timeout=300)
    lines = output.splitlines()
    stored = [line for line in lines if not line.startswith("failed")]
    assert len(lines) == 40 and 0 < len(stored) < 40
    assert "session log" in lines[-1] or "disk is full" in lines[-1]
    check_whole(path, stored)
