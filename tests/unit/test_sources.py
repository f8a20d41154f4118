"""A source names a picture: a file, standard input, or a device."""

from __future__ import annotations

import io
import os
import pty
import sys
from pathlib import Path

import pytest
from whichone_app import sources
from whichone_app.sources import from_stream, take
from whichone_core.errors import DeviceError, InputError
from whichone_core.types.pictures import SourceKind

from tests.pictures import corners, encoded


def test_a_path_or_a_file_address(tmp_path: Path) -> None:
    path = tmp_path / "my photo é.png"
    path.write_bytes(encoded(corners(), "PNG"))
    assert take(str(path)).kind is SourceKind.FILE
    assert take(path.as_uri()).digest == take(str(path)).digest


def test_standard_input() -> None:
    frame = from_stream(io.BytesIO(encoded(corners(), "JPEG", 6)))
    assert (frame.kind, frame.full_size) == (SourceKind.STDIN, (64, 96))


def test_a_dash_reads_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    piped = io.TextIOWrapper(io.BytesIO(encoded(corners(), "PNG")))
    monkeypatch.setattr(sys, "stdin", piped)
    assert take("-").kind is SourceKind.STDIN


def test_nothing_piped_in() -> None:
    with pytest.raises(InputError, match="is empty"):
        from_stream(io.BytesIO())


def test_a_terminal_is_not_waited_for() -> None:
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "rb", buffering=0) as raw, os.fdopen(ours, "rb", buffering=0):
        terminal = io.BufferedReader(raw)
        with pytest.raises(InputError, match="No picture comes through standard input"):
            from_stream(terminal)


def test_too_much_piped_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "MOST_INPUT_BYTES", 1000)
    with pytest.raises(InputError, match="through standard input"):
        from_stream(io.BytesIO(bytes(1001)))


def test_web_addresses_are_not_fetched() -> None:
    with pytest.raises(InputError, match="I fetch nothing from the web"):
        take("https://example.org/photo.jpg")


def test_a_screen_needs_a_number() -> None:
    with pytest.raises(InputError, match="left is not the number of a screen"):
        take("screen:left")


def test_nothing_at_all() -> None:
    with pytest.raises(InputError, match="No picture was named"):
        take("")


def test_a_camera_that_does_not_exist() -> None:
    with pytest.raises(DeviceError):
        take("camera:no such camera")


def test_colons_elsewhere_belong_to_a_file_name(tmp_path: Path) -> None:
    path = tmp_path / "a:b.png"
    path.write_bytes(encoded(corners(), "PNG"))
    assert take(str(path)).full_size == (96, 64)
    with pytest.raises(InputError, match="no file called"):
        take("clipboard:extra.png")
