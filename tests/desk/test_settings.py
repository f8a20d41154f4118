"""Settings, models, privacy and the doctor as they are heard, with real keys and Orca."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.desk.desk import Desk
from tests.desk.test_program import ask

pytestmark = pytest.mark.desk


@pytest.fixture
def own(desk: Desk, tmp_path: Path) -> Iterator[Desk]:
    """The desk of a user whose settings are their own, and who knows the first steps."""
    (tmp_path / "window.json").write_text('{"first_run": "done"}', encoding="utf-8")
    desk.environ["WHICHONE_HOME"] = str(tmp_path)
    try:
        yield desk
    finally:
        del desk.environ["WHICHONE_HOME"]


TOOLS = {"Check this computer": 1, "Privacy": 2, "First steps": 3, "Language models": 4}
"""Buttons of the settings by how many there are from the last one."""


def open_tool(desk: Desk, name: str) -> None:
    """Open one of the other dialogs out of the settings: back from the search field."""
    desk.key("ctrl+comma")
    desk.wait_spoken("Search settings")
    desk.key(*["shift+Tab"] * (2 + TOOLS[name]))
    desk.wait_spoken(f"{name} push button")
    desk.key("Return")


def find_setting(desk: Desk, words: str) -> None:
    desk.key("ctrl+comma")
    desk.wait_spoken("Search settings")
    desk.type(words)
    desk.wait_spoken(r"1 setting\.")


def test_a_setting_is_found_and_chosen_by_ear_and_is_kept(own: Desk, tmp_path: Path) -> None:
    with own.app("scripted"):
        find_setting(own, "espeak")
        own.key("Tab")
        own.wait_spoken(r"Voice: auto\. Which program speaks")
        own.key("Return")
        own.wait_spoken("Voice: auto")
        own.key("Down")
        own.wait_spoken(r"Voice: qt\. It holds after a restart|Voice: qt\.")
        own.key("Escape")
        own.wait_spoken("Question")
    assert 'voice = "qt"' in (tmp_path / "settings.toml").read_text(encoding="utf-8")


def test_a_number_is_changed_by_arrows_and_taken_back(own: Desk, tmp_path: Path) -> None:
    with own.app("scripted"):
        find_setting(own, "speech_rate")
        own.key("Tab", "Return")
        own.wait_spoken("Speech rate")
        own.key("Up")
        own.wait_spoken(r"^0\.1\.?$")
        heard = [said for said in own.wait_quiet() if re.search(r"0\.1|selected", said)]
        assert heard == ["0.1"], "once, and nothing of what Qt selects"
        own.key("Tab", "Tab", "Tab")
        own.wait_spoken("Undo")
        own.key("Return")
        own.wait_spoken(r"Speech rate: 0, taken back\.")
    assert "speech_rate = 0.0" in (tmp_path / "settings.toml").read_text(encoding="utf-8")


def test_no_key_is_silent_in_a_dialog_and_its_messages_begin_with_the_newest(own: Desk) -> None:
    with own.app("scripted"):
        own.key("ctrl+comma")
        own.wait_spoken("Search settings")
        own.type("xyzzy")
        own.wait_spoken(r"Nothing found for xyzzy\.")
        own.key("ctrl+g")
        own.wait_spoken("That key works in the main window. Escape closes this")
        own.key("Tab")
        own.wait_spoken(r"Nothing found for xyzzy\.")
        own.wait_quiet(0.3)
        own.key("shift+Tab", "shift+Tab", "shift+Tab")
        own.wait_spoken("3 messages read only text")
        own.wait_spoken(r"^Nothing found for xyzzy")


def test_privacy_is_heard_and_read_line_by_line(own: Desk) -> None:
    with own.app("scripted"):
        open_tool(own, "Privacy")
        own.wait_spoken(r"Nothing leaves this computer\.")
        own.key("Down")
        own.wait_spoken("Without your yes nothing is fetched")


def test_models_say_what_each_costs_and_nothing_is_fetched(own: Desk, tmp_path: Path) -> None:
    with own.app("scripted"):
        open_tool(own, "Language models")
        own.wait_spoken("No language model is chosen; the built-in engine answers")
        own.key("Down")
        own.wait_spoken(r"internvl3-2b: not installed, 1\.7 gigabytes to fetch")
        own.wait_quiet()  # Orca is still told of the text that Tab comes to next
        own.key("Tab")
        own.wait_spoken("About this model read only text")
        own.wait_spoken("Intern V L")
        own.wait_quiet(0.3)
        own.key("Tab")
        own.wait_spoken("Fetch push button")
    assert not (tmp_path / "models").exists()


def test_the_doctor_says_that_it_looks_and_what_it_found(own: Desk) -> None:
    with own.app("scripted"):
        open_tool(own, "Check this computer")
        own.wait_spoken("Checking this computer")
        # Which of the three depends on how busy the machine is: an engine has eight seconds.
        own.wait_spoken("[Qq]uestions can(not)? be answered here")


def test_a_key_is_changed_by_pressing_it_and_holds_at_once(own: Desk, tmp_path: Path) -> None:
    with own.app("scripted"):
        own.wait_quiet()
        own.key("ctrl+j")
        own.wait_spoken("Search commands")
        own.type("hear answer again")
        own.wait_quiet()
        own.key("Tab")
        own.wait_spoken("Repeat: Control R, hear the answer again")
        own.wait_quiet(0.3)
        own.key("Return")
        own.wait_spoken(r"Press the new key for Repeat\. Now it is Control R")
        own.wait_quiet(0.3)
        own.key("ctrl+o")
        own.wait_spoken(r"Control O belongs to Open\. Exchange\?")
        own.wait_quiet(0.3)
        own.key("Return")
        own.wait_spoken(r"Open: Control R\. Repeat: Control O\.")
        own.wait_quiet(0.3)
        own.key("Return")
        own.wait_spoken("Press the new key for Repeat")
        own.wait_quiet(0.3)
        own.key("ctrl+F12")
        own.wait_spoken(r"Repeat: Control F12\.")
        own.wait_quiet(0.3)
        own.key("Escape")
        own.wait_spoken("Question")
        ask(own, "what is this")
        own.wait_spoken("tomato soup")
        own.wait_quiet(0.5)
        own.key("ctrl+F12")
        own.wait_spoken("tomato soup")
    kept = (tmp_path / "keys.toml").read_text(encoding="utf-8")
    assert 'repeat = "Ctrl+F12"' in kept and 'open = "Ctrl+R"' in kept
