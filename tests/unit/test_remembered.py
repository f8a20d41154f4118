"""The window's text size and voice outlive it; a damaged file costs nothing but them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from whichone_app.remembered import Remembered, window_file
from whichone_core.settings import SpeakThrough


def test_choices_outlive_the_window(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "window.json"
    first = Remembered(path)
    first.keep_text_size(18.5)
    first.keep_speak_through(SpeakThrough.OWN_VOICE)
    second = Remembered(path)
    assert second.text_size == 18.5
    assert second.speak_through is SpeakThrough.OWN_VOICE
    assert [entry.name for entry in path.parent.iterdir()] == ["window.json"]


def test_the_usual_is_not_written_down(tmp_path: Path) -> None:
    path = tmp_path / "window.json"
    memory = Remembered(path)
    memory.keep_text_size(18.5)
    memory.keep_text_size(None)
    memory.keep_speak_through(SpeakThrough.AUTOMATIC)
    assert path.read_text() == "{}"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        "\0",
        '{"text_size": "big", "speak_through": 7}',
        '{"text_size": NaN}',
        '{"text_size": true}',
        '{"text_size": -3}',
        '{"speak_through": "nobody"}',
        "[" * 100_000,
        '{"text_size": 1' + "0" * 4000 + "}",
        '{"text_size": 1' + "0" * 5000 + "}",
        '{"text_size": 20, "filling": "' + "x" * 1_000_000 + '"}',
        '{"speak_through": ["own voice"], "first_run": {}}',
    ],
    ids=range(14),
)
def test_a_damaged_file_counts_as_empty(tmp_path: Path, text: str) -> None:
    path = tmp_path / "window.json"
    path.write_text(text)
    memory = Remembered(path)
    assert memory.text_size is None
    assert memory.speak_through is SpeakThrough.AUTOMATIC


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32-le"])
def test_a_file_in_another_encoding_counts_as_empty(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "window.json"
    path.write_text('{"text_size": 20}', encoding=encoding)
    assert Remembered(path).text_size is None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name")
def test_a_pipe_in_its_place_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "window.json")
    memory = Remembered(tmp_path / "window.json")
    assert memory.text_size is None
    memory.keep_text_size(20)
    assert Remembered(tmp_path / "window.json").text_size == 20


def test_where_nothing_can_be_written_choices_hold_until_the_end(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    memory = Remembered(tmp_path / "file" / "window.json")
    memory.keep_text_size(20)
    assert memory.text_size == 20


def test_it_lies_beside_the_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WHICHONE_HOME", str(tmp_path))
    assert window_file() == tmp_path / "window.json"
