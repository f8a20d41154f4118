"""Two voices never speak at once: with a screen reader the application's own is silent."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.desk.desk import Desk, until

pytestmark = pytest.mark.desk


def wait_for_text(path: Path, text: str) -> None:
    """Until the file holds the text."""
    until(lambda: path.exists() and text in path.read_text(encoding="utf-8"), repr(text))


def test_with_a_screen_reader_the_own_voice_says_nothing(desk: Desk, tmp_path: Path) -> None:
    voice = tmp_path / "voice.txt"
    with desk.app("scripted", "--voice", str(voice)):
        desk.type("what is this")
        desk.key("Return")
        desk.wait_spoken("It is a tin of tomato soup")
    assert not voice.exists()


def test_without_a_screen_reader_the_own_voice_answers(quiet_desk: Desk, tmp_path: Path) -> None:
    voice = tmp_path / "voice.txt"
    with quiet_desk.app("scripted", "--voice", str(voice)):
        quiet_desk.type("what is this")
        quiet_desk.key("Return")
        wait_for_text(voice, "It is a tin of tomato soup.")
