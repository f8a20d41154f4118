"""The first start as a blind user hears it: step by step, left, gone on, and tried out."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.desk.desk import PATIENCE_S, PROGRAM, ROOT, Desk
from tests.desk.test_settings import open_tool

pytestmark = pytest.mark.desk

SCRIPTED = (sys.executable, "-m", "tests.desk.app", "scripted")
REAL = (str(PROGRAM), "run")


@pytest.fixture
def newcomer(desk: Desk, tmp_path: Path) -> Iterator[Desk]:
    """The desk of a user who starts WhichOne for the first time."""
    desk.environ["WHICHONE_HOME"] = str(tmp_path)
    try:
        yield desk
    finally:
        del desk.environ["WHICHONE_HOME"]


@contextmanager
def first_start(desk: Desk, command: tuple[str, ...]) -> Iterator[None]:
    """A program that begins with the first steps, not with its question."""
    desk.heard.forget()
    process = desk.spawn(command, cwd=ROOT)
    try:
        desk.wait_spoken("Step 1 of 8: Who speaks")
        yield
    finally:
        desk.end(process)


def test_the_first_steps_are_heard_left_and_gone_on_with(newcomer: Desk, tmp_path: Path) -> None:
    with first_start(newcomer, SCRIPTED):
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
    with first_start(newcomer, REAL):
        for number in range(2, 9):
            newcomer.key("Return")
            newcomer.wait_spoken(f"Step {number} of 8")
        newcomer.key("shift+Tab")
        newcomer.wait_spoken("Try the example push button")
        newcomer.key("Return")
        newcomer.wait_spoken("Best before: the 14th of March 2027", 4 * PATIENCE_S)
    assert '"first_run": "done"' in (tmp_path / "window.json").read_text(encoding="utf-8")
    assert not (tmp_path / "models").exists(), "nothing was fetched"
