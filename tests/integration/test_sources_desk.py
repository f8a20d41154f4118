"""Pictures from a real clipboard and a real screen, taken by programs of their own."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.pictures import corners, encoded
from tests.xvfb import at_display, x_server
from tests.xvfb import virtual_screen as virtual_screen

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = [sys.executable, "-m", "tests.desk_programs"]

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="needs an X11 server of its own"
)


@contextlib.contextmanager
def running(display: str, *words: str) -> Iterator[None]:
    """A program at the display, from when it is ready until the block ends."""
    program = subprocess.Popen(
        [*PROGRAM, *words], cwd=ROOT, env=dict(at_display(display)),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    assert program.stdin is not None
    assert program.stdout is not None
    try:
        assert program.stdout.readline() == b"ready\n"
        yield
    finally:
        program.stdin.close()
        program.wait(timeout=60)
        program.stdout.close()


def taken(environ: Mapping[str, str], *words: str) -> dict[str, Any]:
    """What a program of its own took; it ends well and says nothing on standard error."""
    done = subprocess.run(
        [*PROGRAM, "take", *words], cwd=ROOT, env=dict(environ), timeout=500,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    result: dict[str, Any] = json.loads(done.stdout)
    return result


@pytest.mark.parametrize("case", ["", "window", "worker"])
def test_a_copied_picture_whoever_asks(virtual_screen: str, case: str) -> None:
    with running(virtual_screen, "own", "picture", "300x200"):
        got = taken(at_display(virtual_screen), "clipboard:", case)
    assert (got["kind"], got["size"]) == ("clipboard", [300, 200])
    assert got["middle"] == [200, 30, 30]
    assert got["corner"] == [255, 255, 255]  # transparent becomes white


def test_a_picture_too_large_for_one_transfer(virtual_screen: str) -> None:
    with running(virtual_screen, "own", "picture", "5000x4000"):
        got = taken(at_display(virtual_screen), "clipboard:")
    assert got["size"] == [5000, 4000]


@pytest.mark.parametrize("kind", ["file", "text"])
def test_a_copied_file_or_its_path(virtual_screen: str, kind: str, tmp_path: Path) -> None:
    path = tmp_path / "käse 写真.heic"
    path.write_bytes(encoded(corners(), "HEIF", 6))
    with running(virtual_screen, "own", kind, str(path)):
        got = taken(at_display(virtual_screen), "clipboard:")
    assert got["size"] == [64, 96]


def test_a_web_address_is_not_fetched(virtual_screen: str) -> None:
    with running(virtual_screen, "own", "text", "http://127.0.0.1:9/photo.jpg"):
        got = taken(at_display(virtual_screen), "clipboard:")
    assert got["error"] == "InputError"
    assert "web address" in got["spoken"]


def test_only_words_on_the_clipboard(virtual_screen: str) -> None:
    with running(virtual_screen, "own", "text", "bread and butter"):
        got = taken(at_display(virtual_screen), "clipboard:")
    assert got["spoken"].startswith("There is text on the clipboard, not a picture.")


def test_an_empty_clipboard(virtual_screen: str) -> None:
    got = taken(at_display(virtual_screen), "clipboard:")
    assert got["spoken"].startswith("There is no picture on the clipboard.")


@pytest.mark.parametrize("case", ["", "worker"])
def test_the_whole_screen(virtual_screen: str, case: str) -> None:
    with running(virtual_screen, "show", "#2060c0"):
        got = taken(at_display(virtual_screen), "screen:", case)
    assert (got["kind"], got["size"], got["remarks"]) == ("screen", [800, 600], [])
    assert got["middle"] == [0x20, 0x60, 0xC0]


def test_a_screen_that_is_not_there(virtual_screen: str) -> None:
    got = taken(at_display(virtual_screen), "screen:2")
    assert got["spoken"] == "There is no screen 2. This machine has one screen."


def test_each_of_two_screens_from_its_own_corner(virtual_screen: str) -> None:
    with x_server("-screen", "1", "640x480x24", "-noreset") as display:
        first = taken(at_display(display), "screen:1")
        second = taken(at_display(display), "screen:2")
    assert (first["size"], first["remarks"]) == ([800, 600], ["This is screen 1 of 2."])
    assert (second["size"], second["remarks"]) == ([640, 480], ["This is screen 2 of 2."])


def test_a_bare_server_that_starts_anew_after_each_client() -> None:
    with x_server() as display:
        for _ in range(3):
            got = taken(at_display(display), "screen:")
            assert got.get("size", "no desktop") in ([800, 600], "no desktop")


@pytest.mark.parametrize("source", ["clipboard:", "screen:"])
@pytest.mark.parametrize(
    "changed",
    [{}, {"DISPLAY": ":64999"}, {"DISPLAY": "nonsense"}, {"WAYLAND_DISPLAY": "wayland-9"}],
)
def test_no_desktop_is_a_sentence_and_no_crash(source: str, changed: dict[str, str]) -> None:
    gone = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    environ = {name: value for name, value in os.environ.items() if name not in gone}
    got = taken(environ | changed, source)
    assert got["error"] == "DeviceError"
    assert got["spoken"].startswith("There is no desktop here")


def test_an_application_without_a_desktop_is_told_apart(virtual_screen: str) -> None:
    got = taken(at_display(virtual_screen), "clipboard:", "plain")
    assert got["error"] == "DeviceError"
    assert "without a desktop" in got["cause"]
