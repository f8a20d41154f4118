"""The first start as a blind user hears it: step by step, left, gone on, and tried out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.desk.desk import Desk
from tests.desk.test_settings import open_tool

pytestmark = pytest.mark.desk


@pytest.fixture
def newcomer(desk: Desk, tmp_path: Path) -> Iterator[Desk]:
    """The desk of a user who starts WhichOne for the first time."""
    desk.environ["WHICHONE_HOME"] = str(tmp_path)
    try:
        yield desk
    finally:
        del desk.environ["WHICHONE_HOME"]


def test_the_first_steps_are_heard_left_and_gone_on_with(newcomer: Desk, tmp_path: Path) -> None:
    with newcomer.app("scripted"):
        newcomer.wait_spoken("Step 1 of 8: Who speaks")
        newcomer.wait_spoken("A screen reader runs, so it speaks")
        newcomer.key("Return")
        newcomer.wait_spoken("Step 2 of 8: The voice")
        newcomer.key("Escape")
        newcomer.wait_spoken("Question")
    assert '"first_run": "sample"' in (tmp_path / "window.json").read_text(encoding="utf-8")
    with newcomer.app("scripted"):
        assert not any("Step" in said for said in newcomer.wait_quiet(2))
        open_tool(newcomer, "First steps")
        newcomer.wait_spoken("Step 2 of 8: The voice")


def test_they_end_with_an_example_that_is_answered(newcomer: Desk, tmp_path: Path) -> None:
    with newcomer.program():
        for number in range(1, 8):
            newcomer.wait_spoken(f"Step {number} of 8")
            newcomer.key("Return")
        newcomer.wait_spoken("Step 8 of 8: Try it")
        newcomer.key("shift+Tab")
        newcomer.wait_spoken("Try the example push button")
        newcomer.key("Return")
        newcomer.wait_spoken("Best before: 14 MAR 2027")
    assert '"first_run": "done"' in (tmp_path / "window.json").read_text(encoding="utf-8")
    assert not (tmp_path / "models").exists(), "nothing was fetched"
