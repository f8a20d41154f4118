"""What assistive programs see of the window, read from another process."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.desk.desk import Desk
from tests.desk.senses import Control

pytestmark = pytest.mark.desk

ROLES = {
    "Question": "text",
    "Answer": "text",
    "Options": "list",
    "Ask": "push button",
    "Repeat": "push button",
    "More": "push button",
    "Stop": "push button",
    "Open picture": "push button",
    "Capture screen": "push button",
}


def focusable(window: Control) -> list[Control]:
    """What the Tab key or an arrow can reach, menus aside."""
    return [
        control
        for control in window.walk()
        if "focusable" in control.states and "menu" not in control.role
    ]


def test_every_control_has_a_name_of_its_own_and_its_role(desk: Desk) -> None:
    with desk.app("scripted"):
        desk.type("which one")
        desk.key("Return")
        desk.wait_spoken("Which one do you mean")
        window = desk.window()
    controls = [c for c in focusable(window) if c.role not in ("frame", "list item")]
    names = Counter(control.name for control in controls)
    assert "" not in names
    assert [name for name, count in names.items() if count > 1] == []
    roles = {control.name: control.role for control in controls}
    assert {name: roles.get(name) for name in ROLES} == ROLES


def test_the_answer_is_there_as_text_without_empty_lines(desk: Desk) -> None:
    with desk.app("scripted"):
        desk.type("what is this")
        desk.key("Return")
        desk.wait_spoken("tomato soup")
        answer = next(c for c in desk.window().walk() if c.name == "Answer" and c.role == "text")
    assert answer.text is not None
    assert answer.text.splitlines() == [
        "It is a tin of tomato soup.",
        "The label says ripe tomatoes.",
    ]


def test_options_are_list_items_with_their_numbers(desk: Desk) -> None:
    with desk.app("scripted"):
        desk.type("which one")
        desk.key("Return")
        desk.wait_spoken("Which one do you mean")
        items = [c.name for c in desk.window().walk() if c.role == "list item"]
    assert [name.split(":")[0] for name in items] == ["1", "2", "3"]
