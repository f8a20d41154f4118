from __future__ import annotations

import socket
from pathlib import Path

import pytest
from whichone_app.display import has_display

pytestmark = pytest.mark.skipif("sys.platform != 'linux'", reason="elsewhere there always is one")


def test_no_display_is_named() -> None:
    assert not has_display({})


@pytest.mark.parametrize("name", [":987", "unix:987", "nonsense", "127.0.0.1:59000", ":"])
def test_a_display_that_does_not_answer_is_none(name: str) -> None:
    assert not has_display({"DISPLAY": name})


def test_a_wayland_socket_that_answers_is_one(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "wayland-0"))
        server.listen()
        environ = {"WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": str(tmp_path)}
        assert has_display(environ)


def test_a_stale_wayland_socket_is_none(tmp_path: Path) -> None:
    (tmp_path / "wayland-0").touch()
    assert not has_display({"WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": str(tmp_path)})


def test_drawing_off_the_screen_counts() -> None:
    assert has_display({"QT_QPA_PLATFORM": "offscreen"})
