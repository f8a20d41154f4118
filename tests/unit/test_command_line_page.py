"""The page of all words of the command lines says what the programs say."""

from __future__ import annotations

import re

from installers.guide import command_line

PAGE = command_line.PAGE.read_text(encoding="utf-8")


def test_the_page_is_in_step_with_the_programs() -> None:
    """Where it is not: python -m installers.guide update."""
    assert command_line.text() == PAGE


def test_every_command_of_every_program_has_its_heading() -> None:
    typed = [name for name, _ in command_line.parsers()]
    assert re.findall(r"^##+ (.+)$", PAGE, re.MULTILINE) == typed
    wanted = {"whichone ask", "whichone-data aqua filter", "whichone-train", "whichone-eval aqua"}
    assert wanted <= set(typed) and len(typed) > 50


def test_every_option_is_on_the_page() -> None:
    for typed, parser in command_line.parsers():
        said = PAGE.split(f"# {typed}\n", 1)[1].split("\n#", 1)[0]
        options = [each for action in parser._actions for each in action.option_strings]
        missing = [each for each in options if each not in ("-h", "--help") and each not in said]
        assert missing == [], typed


def test_nothing_of_the_machine_is_on_the_page() -> None:
    assert not re.search(r"%\(|/home/|/work|/root|None\b", PAGE)
