"""The models dialog by keyboard and ear: a model is imported, tried, used, asked and removed.

The model is the repository's own demonstration; its pictures are drawn as those that it learned
from, by the research tools.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from whichone_training.drawnworld.seeing import seen

from tests.desk.desk import PATIENCE_S, Desk
from tests.desk.test_program import ask, told
from tests.research import ROOT

pytestmark = pytest.mark.desk

DEMO = ROOT / "models" / "demo" / "Q8_0"
WARNING = "is only a demonstration"
TABS = 8
"""So many Tabs are from the list to the button that imports a folder."""


@pytest.fixture
def new_user(desk: Desk, tmp_path: Path) -> Iterator[Desk]:
    """A user without any model, who has a key for the dialog."""
    home = tmp_path / "home"
    home.mkdir()
    (home / "window.json").write_text('{"first_run": "done"}', encoding="utf-8")
    (home / "keys.toml").write_text('models = "Ctrl+Shift+E"\n', encoding="utf-8")
    desk.environ["WHICHONE_HOME"] = str(home)
    yield desk
    del desk.environ["WHICHONE_HOME"]


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A green house and a green tree, large; a book and a fish, small."""
    Image.fromarray(seen(5, 0).picture(112)).save(tmp_path / "house.png")
    return tmp_path / "house.png"


def go_to(desk: Desk, button: str) -> None:
    """Tab until a button is said."""
    for _press in range(TABS + 3):
        desk.wait_quiet(0.3)
        desk.key("Tab")
        desk.wait_spoken("push button|read only text|List with")
        if any(f"{button} push button" in said for said in desk.wait_quiet(0.3)):
            return
    pytest.fail(f"Tab never came to {button}; heard {desk.heard.ever[-9:]}")


def press(desk: Desk, button: str) -> None:
    go_to(desk, button)
    desk.key("space")


def import_folder(desk: Desk, folder: Path) -> None:
    """By its path, which is mistyped at first."""
    press(desk, "Import a folder")
    desk.wait_spoken("File name: text")
    desk.type(f"{folder}_0", delay_ms=40)
    desk.wait_quiet(2.0)
    desk.key("Return")
    wrong = f"In {folder.parent} there is no {folder.name}_0. Correct it and press Enter"
    desk.wait_spoken(wrong)
    desk.key("BackSpace", "BackSpace")
    desk.wait_quiet(2.0)
    desk.key("Return")


def use(desk: Desk) -> None:
    press(desk, "Use")
    desk.wait_spoken("From now on whichone-mini answers", 4 * PATIENCE_S)
    desk.wait_spoken(WARNING)
    desk.wait_spoken("In this window it answers from the next question on")
    desk.key("Escape")
    desk.wait_spoken("Question text")


def remove(desk: Desk) -> None:
    press(desk, "Remove")
    desk.wait_spoken("Press Remove again to delete whichone-mini from this computer")
    desk.wait_quiet()
    desk.key("space")
    desk.wait_spoken("The model whichone-mini is removed")
    desk.wait_spoken("No language model is chosen; the built-in engine answers")
    desk.key("Escape")
    desk.wait_spoken("Question text")


@pytest.mark.timeout(1200)
def test_a_model_is_imported_used_asked_and_removed(new_user: Desk, house: Path) -> None:
    desk = new_user
    with desk.program(str(house)) as process:
        desk.wait_spoken("Photo")
        desk.key("ctrl+shift+e")
        desk.wait_spoken("No language model is chosen; the built-in engine answers")
        import_folder(desk, DEMO)
        desk.wait_spoken("The model whichone-mini is installed, 10 megabytes")
        desk.wait_spoken("Testing whichone-mini with pictures whose answers are known")
        desk.wait_spoken("whichone-mini works: 8 of 8 test pictures right", 4 * PATIENCE_S)
        desk.wait_spoken("To let it answer, choose Use")
        use(desk)
        ask(desk, "What is this?")
        desk.wait_spoken(WARNING)
        desk.wait_spoken("It could be one of two things: a green tree or a green house")
        desk.wait_quiet()
        ask(desk, "What colour is the house?")
        desk.wait_spoken("The house is green")
        assert told(desk, WARNING) == 0
        ask(desk, "What is this?")
        desk.wait_spoken("It could be one of two things: a green tree or a green house")
        desk.key("ctrl+shift+e")
        desk.wait_spoken("whichone-mini: installed, in use")
        desk.wait_spoken("whichone-mini answers")
        remove(desk)
        ask(desk, "What colour is the house?")
        desk.wait_spoken("I can't pick out the house itself")
        desk.key("ctrl+q")
        assert process.wait(PATIENCE_S) == 0
