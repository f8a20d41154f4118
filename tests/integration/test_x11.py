"""Windows of other programs and a key from anywhere, at a real X server that nobody sees."""

from __future__ import annotations

import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from PySide6.QtCore import QObject, Qt
from whichone_app import x11
from whichone_app.global_shortcut import KeyWatch
from whichone_core.errors import DeviceError

from tests.xvfb import virtual_screen as virtual_screen


@pytest.fixture
def display(virtual_screen: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    for program, package in {"xprop": "x11-utils", "xdotool": "xdotool"}.items():
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed (apt-get install {package})")
    monkeypatch.setenv("DISPLAY", virtual_screen)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    yield virtual_screen


def xprop(*words: str) -> None:
    subprocess.run(["xprop", "-root", *words], check=True, stdout=subprocess.DEVNULL, timeout=60)


def test_windows_are_listed_by_their_titles_in_any_script(display: str) -> None:
    assert x11.is_here()
    with x11.connected() as server:
        # No window manager runs here, so the root stands for a window that one would list.
        xprop("-f", "_NET_CLIENT_LIST", "32x", "-set", "_NET_CLIENT_LIST", hex(server.root))
        xprop("-f", "_NET_WM_NAME", "8u", "-set", "_NET_WM_NAME", "Brief an  Müller – ✉")
        xprop("-f", "_NET_WM_PID", "32c", "-set", "_NET_WM_PID", "4711")
        assert server.windows() == (x11.OtherWindow(server.root, "Brief an Müller – ✉", 4711),)


def test_a_window_that_is_gone_or_has_no_title_is_left_out(display: str) -> None:
    with x11.connected() as server:
        xprop("-f", "_NET_CLIENT_LIST", "32x", "-set", "_NET_CLIENT_LIST", "0x7fffff")
        assert server.windows() == ()


def test_a_key_from_anywhere_is_heard_and_given_to_one_program_only(display: str) -> None:
    reading, writing = os.pipe()
    with (
        x11.connected() as first,
        x11.connected() as second,
        ThreadPoolExecutor(1) as worker,
    ):
        modifiers = x11.SUPER | x11.SHIFT
        assert x11.grab_key(first, "g", modifiers)
        assert not x11.grab_key(second, "g", modifiers)
        waiting = worker.submit(x11.wait_for_key, first, reading)
        pause = threading.Event()
        for _try in range(600):
            subprocess.run(["xdotool", "key", "super+shift+g"], check=True, timeout=60)
            if waiting.done():
                break
            pause.wait(0.05)
        assert waiting.result(60) is True
        os.write(writing, b"x")
        while x11.wait_for_key(first, reading):
            pass  # presses that came after the first one was heard
    os.close(reading)
    os.close(writing)


def test_the_key_that_was_chosen_is_the_one_that_is_heard(display: str, qapp: QObject) -> None:
    heard = threading.Event()
    watch = KeyWatch(qapp, "Meta+Ctrl+F5")
    watch.pressed.connect(heard.set, Qt.ConnectionType.DirectConnection)
    watch.start()
    other = KeyWatch(qapp, "Meta+Ctrl+F5")
    other.start()
    assert watch.is_ready and not other.is_ready
    for _try in range(600):
        subprocess.run(["xdotool", "key", "super+ctrl+F5"], check=True, timeout=60)
        if heard.wait(0.05):
            break
    assert heard.is_set()
    watch.close()
    other.close()


def test_without_a_server_it_is_an_error_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":4711")
    with pytest.raises(DeviceError), x11.connected():
        pass


def test_under_wayland_there_is_no_x11(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert not x11.is_here()
