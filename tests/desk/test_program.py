"""The program itself, as it is installed, with its own engine: what a blind user goes through."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from whichone_app import examples

from tests.desk.desk import PATIENCE_S, Desk

pytestmark = pytest.mark.desk

EXAMPLES = Path(examples.__file__).parent


def ask(desk: Desk, question: str) -> None:
    """Type a question into the focused field and press Enter."""
    desk.type(question)
    desk.wait_quiet(0.2)
    desk.key("Return")


def open_picture(desk: Desk, path: Path) -> None:
    """Open a file as one does by keyboard: Control O, its path, Enter."""
    # In a folder of its own: where files change beside it, Qt's dialog forgets what was typed.
    near = desk.folder / "p" / path.name
    near.parent.mkdir(exist_ok=True)
    near.unlink(missing_ok=True)
    near.symlink_to(path)
    desk.key("ctrl+o")
    desk.wait_spoken("File name: text")
    desk.type(str(near), delay_ms=40)
    # Orca drops notices while more than a hundred events wait for it; once quiet, none does.
    desk.wait_quiet(2.0)
    desk.key("Return")


def told(desk: Desk, pattern: str) -> int:
    """How often something was said until the desk is quiet."""
    return sum(pattern in said for said in desk.wait_quiet())


def test_the_first_start_says_what_is_missing_and_the_window_goes_on(desk: Desk) -> None:
    with desk.program():
        ask(desk, "what is this")
        desk.wait_spoken("There is no picture yet. Open or take one first.")
        desk.key("F1")
        desk.wait_spoken("For another picture, press Control O")
        desk.wait_spoken("commands are in the list. Arrows or letters go through it")
        desk.wait_quiet(0.3)
        desk.key("z")
        desk.wait_spoken("Nothing here begins with z")
        desk.wait_quiet(0.3)
        desk.key("Down")
        desk.wait_spoken("Hear the answer again: Control R")


def test_from_the_file_dialog_to_the_thing_that_was_meant(desk: Desk) -> None:
    with desk.program():
        open_picture(desk, EXAMPLES / "table.jpg")
        desk.wait_spoken("Photo, good quality.")
        ask(desk, "What is this?")
        desk.wait_spoken("1: .* 2: ")
        desk.wait_quiet()  # Orca is still told of the list that F7 goes to
        desk.key("F7")
        desk.wait_spoken("1: the grey cup")
        desk.key("Down")
        desk.wait_spoken("2: the blue cup")
        desk.key("Return")
        desk.wait_spoken("blue cup")
        assert told(desk, "Photo") == 0
        desk.key("ctrl+o")
        desk.wait_spoken("File name: text")
        assert told(desk, "table.jpg") == 0
        desk.key("Escape")
        desk.wait_spoken("Question text")


def test_what_is_wrong_with_a_picture_is_heard_when_it_opens_and_the_next_is_compared(
    desk: Desk,
) -> None:
    with desk.program(str(EXAMPLES / "covered.jpg")):
        desk.wait_spoken("Photo, covered or blank.")
        open_picture(desk, EXAMPLES / "table.jpg")
        desk.wait_spoken("Photo. There is something to see now.")


def test_a_file_that_is_no_picture_is_told_and_the_next_one_opens(
    desk: Desk, tmp_path: Path
) -> None:
    (tmp_path / "notes.jpg").write_text("milk, bread")
    with desk.program():
        open_picture(desk, tmp_path / "notes.jpg")
        desk.wait_spoken("notes.jpg is text, not a picture")
        open_picture(desk, EXAMPLES / "table.jpg")
        desk.wait_spoken("Photo, good quality.")


def test_a_notice_is_not_said_again_when_the_window_comes_back(desk: Desk) -> None:
    with desk.program():
        desk.key("ctrl+v")
        desk.wait_spoken("There is no picture on the clipboard")
        desk.key("ctrl+g")
        desk.wait_spoken("Picture of the screen")
        assert told(desk, "clipboard") == 0


READ_CLIPBOARD = (
    "from PySide6.QtGui import QGuiApplication as A; a = A([]); print(A.clipboard().text())"
)


def test_an_answer_that_is_copied_can_be_pasted_into_another_program(desk: Desk) -> None:
    with desk.program(str(EXAMPLES / "label.jpg")):
        desk.wait_spoken("Photo, good quality")
        desk.type("what does it say")
        desk.key("Return")
        desk.wait_spoken("It says: MORNING FIELD")
        desk.key("ctrl+shift+c")
        desk.wait_spoken("Answer copied")
        words = [sys.executable, "-c", READ_CLIPBOARD]
        other = desk.environ | {"QT_QPA_PLATFORM": "xcb"}
        pasted = subprocess.run(
            words, env=other, capture_output=True, text=True, timeout=PATIENCE_S
        )
        assert pasted.stdout.startswith("It says: MORNING FIELD, Organic oat drink")


def test_the_window_closes_at_once_while_it_works(desk: Desk) -> None:
    with desk.program(str(EXAMPLES / "label.jpg")) as process:
        desk.wait_spoken("Photo")
        ask(desk, "What does it say?")
        desk.key("ctrl+q")
        try:
            assert process.wait(PATIENCE_S) == 0
        except subprocess.TimeoutExpired:
            pytest.fail("the program did not end")


def test_the_size_of_text_is_kept_for_the_next_start(desk: Desk) -> None:
    kept = desk.folder / "home/.config/whichone/window.json"
    with desk.program() as process:
        desk.key("ctrl+plus")
        desk.key("ctrl+q")
        process.wait(PATIENCE_S)
    assert '"text_size"' in kept.read_text()
    with desk.program() as process:
        desk.key("ctrl+0")
        desk.key("ctrl+q")
        process.wait(PATIENCE_S)
    assert json.loads(kept.read_text()) == {"first_run": "done"}
