"""A real X11 screen that nobody sees, for tests of the clipboard, the screen and the window."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping

import pytest


@contextlib.contextmanager
def x_server(*more: str, size: str = "800x600x24") -> Iterator[str]:
    """A running Xvfb; gives its display (":7").  It picks a free number and ends by its pid."""
    reader, writer = os.pipe()
    command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", size, "-nolisten", "tcp", *more]
    server = subprocess.Popen(command, pass_fds=(writer,), stderr=subprocess.DEVNULL)
    os.close(writer)
    try:
        with os.fdopen(reader) as pipe:
            number = pipe.readline().strip()
        if not number:
            pytest.fail("Xvfb did not start")
        yield f":{number}"
    finally:
        server.terminate()
        server.wait(timeout=60)


def at_display(display: str) -> Mapping[str, str]:
    """The environment of a program that runs at this display, whatever the tests run on."""
    kept = {name: value for name, value in os.environ.items() if name != "QT_QPA_PLATFORM"}
    kept.pop("WAYLAND_DISPLAY", None)
    return kept | {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb"}


@pytest.fixture(scope="session")
def virtual_screen() -> Iterator[str]:
    """The display of an X server of 800 by 600, shared by all tests of a run."""
    if shutil.which("Xvfb") is None:
        pytest.skip("Xvfb is not installed (apt-get install xvfb)")
    # It must not start anew whenever the last program has left.
    with x_server("-noreset") as display:
        yield display
