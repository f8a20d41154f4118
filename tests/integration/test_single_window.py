"""A second start hands its picture to the first window: real processes, real sockets."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from whichone_app.single_window import TAKEN, Request, SingleWindow
from whichone_core.errors import DeviceError

FIRST = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication, QTimer
from whichone_app.single_window import SingleWindow
application = QCoreApplication([])
window = SingleWindow(Path(sys.argv[1]))
window.serve(lambda request: print(request.picture, "|", request.question, flush=True))
print("first" if window.is_first else "second", flush=True)
application.exec()
"""
PATIENCE_MS = 60_000


@contextmanager
def first_window(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that is the first window, until the block ends."""
    process = subprocess.Popen(
        [sys.executable, "-c", FIRST, str(folder)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "first\n"
        yield process
    finally:
        process.kill()
        process.wait(60)
        process.stdout.close()


def heard(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "w"


def test_the_second_start_hands_over_its_picture_and_question(qtbot: QtBot, folder: Path) -> None:
    with first_window(folder) as first:
        second = SingleWindow(folder)
        assert not second.is_first
        second.hand_over(Request("screen:", "what does it say?"), PATIENCE_MS)
        assert heard(first) == "screen: | what does it say?"
        second.hand_over(Request(), PATIENCE_MS)
        assert heard(first) == "|"


def test_a_path_reaches_the_first_window_whole_wherever_that_stands(
    qtbot: QtBot, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mein Bild.png").write_bytes(b"")
    monkeypatch.chdir(tmp_path)
    with first_window(folder) as first:
        SingleWindow(folder).hand_over(Request("mein Bild.png", "what?\nthis"), PATIENCE_MS)
        assert heard(first) == f"{tmp_path / 'mein Bild.png'} | what?"


def test_a_crash_of_the_first_window_makes_room_for_the_next(qtbot: QtBot, folder: Path) -> None:
    with first_window(folder) as first:
        os.kill(first.pid, signal.SIGKILL)
        first.wait(60)
        assert (folder / "socket").exists() and (folder / "lock").exists()
        with first_window(folder) as next_one:
            SingleWindow(folder).hand_over(Request("clipboard:"), PATIENCE_MS)
            assert heard(next_one) == "clipboard: |"


def test_a_first_window_that_hangs_is_said(qtbot: QtBot, folder: Path) -> None:
    with first_window(folder) as first:
        os.kill(first.pid, signal.SIGSTOP)
        try:
            with pytest.raises(DeviceError, match="does not answer"):
                SingleWindow(folder).hand_over(Request("clipboard:"), 200)
        finally:
            os.kill(first.pid, signal.SIGCONT)


def test_closing_makes_room_and_only_this_user_may_come_in(qtbot: QtBot, folder: Path) -> None:
    first = SingleWindow(folder)
    assert first.is_first
    assert (folder.stat().st_mode & 0o077) == 0
    assert ((folder / "socket").stat().st_mode & 0o077) == 0
    first.close()
    again = SingleWindow(folder)
    assert again.is_first
    again.close()


def test_a_folder_that_cannot_be_made_costs_only_the_handing_over(
    qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    assert SingleWindow(tmp_path / "file" / "w").is_first


@pytest.mark.parametrize(
    "line",
    [b"", b"{}", b"[1]", b"\xff", b'{"picture": 1, "question": ""}', b"null", b"[" * 5000,
     json.dumps({"picture": "", "question": "", "more": ""}).encode()],
)  # fmt: skip
def test_what_is_no_request_is_none(line: bytes) -> None:
    assert Request.from_bytes(line) is None


def test_a_request_survives_its_way() -> None:
    request = Request("/tmp/ä b.png", 'why "this"?\n')
    assert Request.from_bytes(request.to_bytes()) == request
    assert TAKEN.endswith(b"\n")
