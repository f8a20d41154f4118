"""A study session by ear: consent before anything is recorded, ratings by digits, what is kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from whichone_app import examples

from tests.desk.desk import Desk
from tests.desk.test_program import ask

pytestmark = pytest.mark.desk

LABEL = Path(examples.__file__).parent / "label.jpg"
WAY = (
    "selected radio button",
    "Task text",
    "Condition text",
    "Consent read only text",
    "Read the consent aloud push button",
    "I agree, without pictures push button",
)
"""What Tab comes to from the participant's code on."""


@pytest.fixture
def researcher(desk: Desk, tmp_path: Path) -> Iterator[Desk]:
    """The desk of somebody who leads a study, with a short consent text."""
    (tmp_path / "window.json").write_text('{"first_run": "done"}', encoding="utf-8")
    desk.environ["WHICHONE_HOME"] = str(tmp_path)
    try:
        yield desk
    finally:
        del desk.environ["WHICHONE_HOME"]


def begin(desk: Desk) -> None:
    """Through the dialog by Tab alone: the code is there, the consent is read, then agreed to."""
    desk.key("ctrl+shift+F2")
    desk.wait_spoken("Begin a study session")
    desk.wait_spoken("Participant code text")
    told = desk.wait_spoken("notification The participant's code is P-")
    code = told.split("code is ")[1].split(",")[0]
    desk.wait_spoken(rf"^{code} selected")  # whole: its last letter was left out once
    assert sum(code in said for said in desk.wait_quiet()) == 2, "its line, and the notice"
    for name in WAY:
        desk.key("Tab")
        desk.wait_spoken(name)
        desk.wait_quiet(0.3)
    desk.wait_quiet(0.5)
    desk.key("Return")
    desk.wait_spoken("Have the consent read aloud first")
    desk.key("shift+Tab")
    desk.wait_spoken("Read the consent aloud push button")
    desk.key("Return")
    desk.wait_spoken("notification .*[Cc]onsent")
    desk.key("Tab")
    desk.wait_spoken("I agree, without pictures push button")
    desk.key("Return")  # Tab has stopped the reading
    desk.wait_spoken("The consent may not have been heard to its end")
    desk.key("Return")
    desk.wait_spoken("The study records now: questions and answers")


def test_a_session_from_the_consent_to_its_end(researcher: Desk) -> None:
    with researcher.app("builtin", str(LABEL), "--study"):
        researcher.wait_spoken("Study mode. Nothing is recorded yet")
        researcher.wait_spoken("Photo")
        begin(researcher)
        researcher.wait_quiet()
        ask(researcher, "What is the expiry date?")
        researcher.wait_spoken("2027")
        researcher.wait_quiet()
        researcher.key("ctrl+shift+F5")
        researcher.wait_spoken(r"1 of 5\.")
        assert sum("1 of 5." in said for said in researcher.wait_quiet()) == 1, "heard once"
        researcher.key("3")
        researcher.wait_spoken(r"2 of 5\.")
        researcher.key("BackSpace")
        researcher.wait_spoken(r"1 of 5\.")
        for number in range(2, 6):
            researcher.key("3")
            researcher.wait_spoken(rf"{number} of 5\.")
        researcher.key("0")
        researcher.wait_spoken("All five questions are answered. Thank you")
        researcher.wait_quiet()
        researcher.key("ctrl+shift+F8")
        researcher.wait_spoken("May what was recorded in this session be kept")
        researcher.key("Tab")
        researcher.wait_spoken("Keep it push button")
        researcher.key("Return")
        researcher.wait_spoken("The session has ended and is kept")
        researcher.wait_quiet()
        researcher.key("ctrl+shift+F7")
        researcher.wait_spoken("1 session of 1 participant, 1 consent")
        researcher.wait_spoken("1 question with answers, 1 rated")
