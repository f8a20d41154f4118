"""A whole session of somebody who has chosen German, with every sentence of it heard in German."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from whichone_app import examples

from tests.desk.desk import PATIENCE_S, Desk
from tests.desk.test_program import ask

pytestmark = pytest.mark.desk

TABLE = Path(examples.__file__).parent / "table.jpg"
ENGLISH = re.compile(r"\b(the|is|picture|press|answer|setting|your|cup|still)\b", re.IGNORECASE)


@pytest.fixture
def german(desk: Desk, tmp_path: Path) -> Iterator[Desk]:
    """The desk of a user who has chosen German, and knows the first steps."""
    (tmp_path / "window.json").write_text('{"first_run": "done"}', encoding="utf-8")
    (tmp_path / "settings.toml").write_text('language = "de"\n', encoding="utf-8")
    desk.environ["WHICHONE_HOME"] = str(tmp_path)
    try:
        yield desk
    finally:
        del desk.environ["WHICHONE_HOME"]


def test_a_session_is_heard_in_german_and_a_setting_is_kept(german: Desk, tmp_path: Path) -> None:
    before = len(german.heard.ever)
    with german.program(str(TABLE)) as process:
        german.wait_spoken("Foto, gute Qualität")
        clarify(german)
        german.key("F1")
        german.wait_spoken("Befehle stehen in der Liste")
        german.wait_quiet()
        german.key("Escape")
        german.wait_spoken("Frage text")
        german.wait_quiet()
        change_the_pace(german)
        german.key("ctrl+shift+F1")
        german.wait_spoken("F3 liest den nächsten Satz")
        german.key("Escape")
        german.wait_spoken("Frage text")
        german.key("ctrl+q")
        assert process.wait(PATIENCE_S) == 0
    notices = [said for said in german.heard.ever[before:] if said.startswith("notification")]
    assert [said for said in notices if ENGLISH.search(said.removeprefix("notification"))] == []
    assert "speech_rate = 0.1" in (tmp_path / "settings.toml").read_text(encoding="utf-8")


def clarify(desk: Desk) -> None:
    """Ask what it is, reply with a digit, ask on about it, hear the answer again."""
    ask(desk, "Was ist das?")
    desk.wait_spoken("Was meinst du.* 1: die graue Tasse links.* 2: die blaue Tasse rechts")
    desk.wait_quiet(0.5)
    ask(desk, "2")
    desk.wait_spoken("Es ist eine blaue Tasse")
    desk.wait_quiet(0.5)
    ask(desk, "Welche Farbe hat es?")
    desk.wait_spoken("Die Tasse ist blau")
    desk.wait_quiet(0.5)
    desk.key("ctrl+r")
    desk.wait_spoken("Die Tasse ist blau")
    desk.wait_quiet(0.5)


def change_the_pace(desk: Desk) -> None:
    """Find a setting by a German word, and change it with an arrow."""
    desk.key("ctrl+comma")
    desk.wait_spoken("Einstellungen suchen text")
    desk.type("Sprechtempo")
    desk.wait_spoken(r"1 Einstellung\.")
    desk.key("Tab", "Return")
    desk.wait_spoken("Sprechtempo")
    desk.wait_spoken("spin button")
    desk.key("Up")
    desk.wait_spoken(r"^0,1\b")
    desk.key("Escape")
    desk.wait_spoken("Frage text")
