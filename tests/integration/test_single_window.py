"""A second start hands its picture to the first window: real processes, real sockets."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from whichone_app.single_window import TAKEN, Request, SingleWindow
from whichone_core.errors import DeviceError

FIRST = """
import sys
from pathlib import Path
if len(sys.argv) > 2:
    import resource
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))
from PySide6.QtCore import QCoreApplication
from whichone_app.single_window import SingleWindow
application = QCoreApplication([])
window = SingleWindow(Path(sys.argv[1]))
window.serve(lambda request: print(request.picture, "|", request.question, flush=True))
print("first" if window.is_first else "second", flush=True)
application.exec()
"""
PATIENCE_MS = 60_000


@contextmanager
def first_window(folder: Path, *options: str) -> Iterator[subprocess.Popen[str]]:
    """A process that is the first window, until the block ends."""
    process = subprocess.Popen(
        [sys.executable, "-c", FIRST, str(folder), *options], stdout=subprocess.PIPE, text=True
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


def connected(folder: Path) -> socket.socket:
    """A connection; a first window that has many to welcome takes a moment."""
    guest = socket.socket(socket.AF_UNIX)
    guest.settimeout(60)
    for _ in range(6_000):
        try:
            guest.connect(str(folder / "socket"))
        except BlockingIOError:
            threading.Event().wait(0.01)
        else:
            return guest
    pytest.fail("nobody welcomes")


def test_a_thousand_connections_that_say_nothing_shut_nobody_out(
    qtbot: QtBot, folder: Path
) -> None:
    with first_window(folder, "few files") as first, ExitStack() as guests:
        for _ in range(1_000):
            guests.enter_context(connected(folder))
        SingleWindow(folder).hand_over(Request("clipboard:"), PATIENCE_MS)
        assert heard(first) == "clipboard: |"


@pytest.mark.parametrize(
    "garbage",
    [b"\n", b"{}\n", b"GET / HTTP/1.0\r\n\r\n", b"x" * 2_000_000,
     b'{"picture": "\\ud800", "question": ""}\n',
     b'{"picture": "a\\u0000", "question": ""}\n'],
)  # fmt: skip
def test_garbage_is_hung_up_on_and_the_window_stays_reachable(
    qtbot: QtBot, folder: Path, garbage: bytes
) -> None:
    with first_window(folder) as first:
        with connected(folder) as guest, suppress(ConnectionError):
            guest.sendall(garbage)
            assert guest.recv(100) == b""
        SingleWindow(folder).hand_over(Request("clipboard:"), PATIENCE_MS)
        assert heard(first) == "clipboard: |"


def test_nothing_is_told_to_the_window_of_another_user(
    qtbot: QtBot, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with first_window(folder) as first:
        second = SingleWindow(folder)
        with monkeypatch.context() as another:
            another.setattr(os, "getuid", lambda: 4_000_000)
            with pytest.raises(DeviceError, match="does not answer"):
                second.hand_over(Request("secret.png"), PATIENCE_MS)
        second.hand_over(Request("clipboard:"), PATIENCE_MS)
        assert heard(first) == "clipboard: |", "and nothing before it"


def test_a_long_folder_with_other_letters_is_no_hindrance(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    folder = tmp_path / "Пользователь с очень длинным именем" / "Größe" / "窗口窗口窗口窗口窗口"
    with first_window(folder) as first:
        SingleWindow(folder).hand_over(Request("clipboard:"), PATIENCE_MS)
        assert heard(first) == "clipboard: |"


@pytest.mark.parametrize(
    "line",
    [b"", b"{}", b"[1]", b"\xff", b'{"picture": 1, "question": ""}', b"null", b"[" * 5000,
     json.dumps({"picture": "", "question": "", "more": ""}).encode()],
)  # fmt: skip
def test_what_is_no_request_is_none(line: bytes) -> None:
    assert Request.from_bytes(line) is None


@pytest.mark.parametrize("name", ["x" * 300, "a/" * 3000, "screen:", ""])
def test_what_no_file_is_called_is_handed_over_as_it_is(name: str) -> None:
    assert Request(name, "what?").absolute() == Request(name, "what?")


def test_a_question_as_long_as_a_command_can_be_is_taken(qtbot: QtBot, folder: Path) -> None:
    question = "ä" * 65_000
    with first_window(folder) as first:
        SingleWindow(folder).hand_over(Request("clipboard:", question), PATIENCE_MS)
        assert heard(first) == f"clipboard: | {question}"


def test_a_request_survives_its_way() -> None:
    request = Request("/tmp/ä b.png", 'why "this"?\n')
    assert Request.from_bytes(request.to_bytes()) == request
    assert TAKEN.endswith(b"\n")
