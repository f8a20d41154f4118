"""What happens to the log when the world around it fails; never to an answer."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from PIL import Image
from whichone_core.errors import StorageError
from whichone_core.log.logreader import LoggedTurn, LogReader
from whichone_core.log.logschema import DamagedLogError, backups, damaged, open_log
from whichone_core.log.logsteps import STEPS, Step
from whichone_core.log.sessionlog import SessionLog

from tests.turns import a_frame, a_turn

ROOT = Path(__file__).resolve().parents[2]
IMPATIENT_S = 0.05
FOR_EVER_S = 600.0


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "log" / "whichone.db"


def start(path: Path, name: str, count: int, *options: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.integration.log_child", str(path), name, str(count)]
    return subprocess.Popen(
        [*command, *options], cwd=ROOT, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )


def questions(path: Path) -> list[str]:
    return [turn.question for turn in LogReader(path).every_turn()]


def is_sound(path: Path) -> bool:
    connection = sqlite3.connect(path)
    try:
        return bool(connection.execute("PRAGMA integrity_check").fetchone() == ("ok",))
    finally:
        connection.close()


def kept_pictures(turns: list[LoggedTurn]) -> Iterator[str]:
    """The hash of every kept picture, each opened and decoded to its last row."""
    for turn in turns:
        assert turn.picture_file is not None
        with Image.open(turn.picture_file) as picture:
            picture.load()
        yield turn.picture_file.stem


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL on Windows")
def test_killed_at_random_moments_no_acknowledged_turn_is_lost(path: Path) -> None:
    chance = random.Random(20261129)
    acknowledged: list[str] = []
    for life in range(6):
        with start(path, f"life {life}", 10_000, "--pictures") as child:
            assert child.stdout is not None
            for _ in range(chance.randrange(1, 12)):
                acknowledged.append(child.stdout.readline().strip())
            # Up to 3 ms later it is anywhere between two commits.
            threading.Event().wait(chance.uniform(0, 0.003))
            child.kill()
            acknowledged += [line.strip() for line in child.stdout if line.endswith("\n")]
    turns = list(LogReader(path).every_turn())
    found = [turn.question for turn in turns]
    assert not [line for line in acknowledged if line.startswith("failed")]
    assert set(acknowledged) <= set(found)
    assert len(found) == len(set(found))
    assert len(found) - len(acknowledged) <= 6, "more than the one turn in flight a life"
    assert set(kept_pictures(turns)) == {turn.picture for turn in turns}
    assert is_sound(path)


def test_two_programs_that_write_at_the_same_time_both_keep_their_turns(path: Path) -> None:
    children = [start(path, name, 40) for name in ("left", "right")]
    for child in children:
        output, _ = child.communicate(timeout=60)
        assert child.returncode == 0
        assert len(output.splitlines()) == 40
    found = questions(path)
    for name in ("left", "right"):
        assert [q for q in found if q.startswith(name)] == [f"{name} {n}" for n in range(40)]
    sessions = {turn.session for turn in LogReader(path).every_turn()}
    assert len(sessions) == 2


def test_a_log_that_another_program_is_just_beginning_is_waited_for(path: Path) -> None:
    """SQLite waits for locks, but not for the one that it needs to switch to WAL."""
    path.parent.mkdir(parents=True, exist_ok=True)
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    with closing(other):
        other.execute("BEGIN IMMEDIATE")
        ready = threading.Timer(0.3, lambda: other.execute("ROLLBACK"))
        ready.start()
        log = SessionLog(path, keep_pictures=False)
        log.record(a_turn("first"))
        log.close()
        ready.join()
    assert questions(path) == ["first"]


def test_many_programs_that_create_the_log_at_once_make_one(path: Path) -> None:
    barrier = threading.Barrier(4)

    def write(name: str) -> None:
        log = SessionLog(path, keep_pictures=False)
        barrier.wait()
        log.record(a_turn(name))
        log.close()

    threads = [threading.Thread(target=write, args=(f"{n}",)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(questions(path)) == ["0", "1", "2", "3"]


@pytest.mark.skipif(sys.platform == "win32", reason="no file size limit on Windows")
def test_a_full_disk_is_told_and_what_was_stored_stays(path: Path) -> None:
    child = start(path, "full", 60, "--file-limit", "350000")
    output, _ = child.communicate(timeout=60)
    lines = output.splitlines()
    stored = [line for line in lines if not line.startswith("failed")]
    assert child.returncode == 0
    assert stored and len(stored) < 60
    assert len(lines) == 60
    assert "session log" in lines[-1]
    assert set(stored) <= set(questions(path))
    assert is_sound(path)


def test_an_answer_does_not_wait_for_a_log_that_is_locked(path: Path) -> None:
    """That record returns shows it: only what follows here unlocks the log."""
    open_log(path).close()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    log = SessionLog(path, keep_pictures=True, busy_timeout_s=FOR_EVER_S)
    log.record(a_turn("asked while locked", frame=a_frame()))
    other.execute("ROLLBACK")
    other.close()
    assert log.flush(FOR_EVER_S)
    log.close()
    assert questions(path) == ["asked while locked"]


def test_what_was_asked_while_the_log_was_locked_is_written_later(path: Path) -> None:
    open_log(path).close()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    log = SessionLog(path, keep_pictures=True, busy_timeout_s=IMPATIENT_S)
    log.record(a_turn("asked while locked", frame=a_frame()))
    assert not log.flush()
    assert log.last_problem == "The session log is in use by another program."
    other.execute("ROLLBACK")
    other.close()
    log.record(a_turn("asked later"))
    assert log.flush()
    assert log.last_problem is None
    log.close()
    assert questions(path) == ["asked while locked", "asked later"]


def test_closing_a_log_that_stays_locked_ends_and_tells(path: Path) -> None:
    open_log(path).close()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    log = SessionLog(path, keep_pictures=False, busy_timeout_s=IMPATIENT_S)
    log.record(a_turn())
    log.close()
    other.close()
    assert log.last_problem is not None
    assert not log.flush()


@pytest.mark.parametrize("obstacle", ["a file where the folder should be", "a folder of its name"])
def test_a_place_that_cannot_be_written_is_told(path: Path, obstacle: str) -> None:
    if "file where" in obstacle:
        path.parent.write_text("")
    else:
        path.mkdir(parents=True)
    log = SessionLog(path, keep_pictures=True)
    log.record(a_turn(frame=a_frame()))
    assert not log.flush()
    assert log.last_problem is not None and "session log cannot" in log.last_problem
    log.close()


def test_pictures_that_cannot_be_kept_cost_only_themselves(path: Path) -> None:
    path.parent.mkdir()
    (path.parent / "pictures").write_text("a file where the folder should be")
    log = SessionLog(path, keep_pictures=True)
    log.record(a_turn("kept", frame=a_frame()))
    assert log.flush()
    assert log.last_problem is not None and "picture could not be kept" in log.last_problem
    log.close()
    assert questions(path) == ["kept"]


@pytest.mark.parametrize("damage", ["not a database", "torn pages"])
def test_a_damaged_log_is_set_aside_and_a_new_one_begins(path: Path, damage: str) -> None:
    first = SessionLog(path, keep_pictures=False)
    for number in range(40):
        first.record(a_turn(f"before {number}"))
    first.close()
    content = path.read_bytes()
    broken = b"no database" * 500 if damage == "not a database" else content[:100] + b"\xff" * 9000
    path.write_bytes(broken)
    with pytest.raises(DamagedLogError, match="damaged"):
        LogReader(path).turns()
    log = SessionLog(path, keep_pictures=False)
    log.record(a_turn("after"))
    assert log.flush()
    assert log.last_problem is not None and "set aside" in log.last_problem
    log.close()
    assert questions(path) == ["after"]
    assert [file.read_bytes() for file in damaged(path)] == [broken]


def test_a_log_that_is_damaged_while_open_is_set_aside(path: Path) -> None:
    log = SessionLog(path, keep_pictures=False)
    for number in range(40):
        log.record(a_turn(f"before {number}"))
    assert log.flush()
    LogReader(path).delete_turns([1])  # empties the write-ahead log
    with path.open("r+b") as file:
        file.write(b"\xff" * path.stat().st_size)
    log.record(a_turn("after"))
    log.close()
    assert questions(path) == ["after"]
    assert len(damaged(path)) == 1


def test_a_log_that_was_removed_while_open_begins_anew(path: Path) -> None:
    log = SessionLog(path, keep_pictures=False)
    log.record(a_turn("before"))
    assert log.flush()
    for file in path.parent.iterdir():
        file.unlink()
    log.record(a_turn("after"))
    assert log.flush()
    log.close()
    assert questions(path) == ["after"]


NEWER = (*STEPS, Step("9999_of_the_future", "ALTER TABLE turns ADD COLUMN mood TEXT"))


def test_a_newer_log_is_left_alone(path: Path) -> None:
    open_log(path, steps=NEWER).close()
    content = path.read_bytes()
    with pytest.raises(StorageError, match="newer version"):
        LogReader(path).turns()
    log = SessionLog(path, keep_pictures=False)
    log.record(a_turn())
    assert not log.flush()
    assert log.last_problem is not None and "newer version" in log.last_problem
    log.close()
    assert path.read_bytes() == content
    assert not damaged(path)


def test_a_database_of_another_program_is_left_alone(path: Path) -> None:
    path.parent.mkdir()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE turns (wheel TEXT)")
    connection.close()
    content = path.read_bytes()
    with pytest.raises(StorageError, match="another program"):
        open_log(path)
    assert path.read_bytes() == content


def test_an_older_log_is_copied_before_it_is_brought_up_to_date(path: Path) -> None:
    log = SessionLog(path, keep_pictures=False)
    log.record(a_turn("from before"))
    log.close()
    database = open_log(path, steps=NEWER)
    row = database.execute("SELECT question, mood FROM turns").fetchone()
    database.close()
    assert row == ("from before", None)
    (copy,) = backups(path)
    assert questions(copy) == ["from before"]


def test_a_step_that_fails_changes_nothing(path: Path) -> None:
    open_log(path).close()
    wrong = (*STEPS, Step("0002_wrong", "ALTER TABLE turns ADD COLUMN a TEXT; SELECT wrong"))
    with pytest.raises(StorageError):
        open_log(path, steps=wrong)
    columns = open_log(path).table("turns").columns_dict
    assert "a" not in columns


def test_deleting_takes_the_copy_of_the_older_log_with_it(path: Path) -> None:
    log = SessionLog(path, keep_pictures=False)
    log.record(a_turn("secret"))
    log.close()
    copy = path.with_name("whichone.before-0002_next.db")
    copy.write_bytes(path.read_bytes())
    LogReader(path).delete_turns([1])
    assert not copy.exists()
