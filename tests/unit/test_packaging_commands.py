"""`python -m installers.NAME --help` lists every command, each with a line of its own."""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

import pytest

from installers import build, words
from installers.guide import __main__ as guide

ROOT = Path(__file__).resolve().parents[2]
PARSERS = {
    "installers.build": build._parser,
    "installers.guide": guide._parser,
    "installers.words": words._parser,
}


def commands_of(parser: argparse.ArgumentParser) -> argparse._SubParsersAction:  # type: ignore[type-arg]
    (found,) = (each for each in parser._actions if isinstance(each, argparse._SubParsersAction))
    return found


@pytest.mark.parametrize("name", PARSERS)
def test_every_command_has_its_line_in_the_help(name: str) -> None:
    parser = PARSERS[name]()
    commands = commands_of(parser)
    lines = {each.dest: each.help or "" for each in commands._choices_actions}
    assert set(lines) == set(commands.choices) and len(lines) >= 3
    assert [command for command, line in lines.items() if not re.match(r"[a-z].{15,}", line)] == []
    text = " ".join(parser.format_help().split())
    assert [line for line in lines.values() if line not in text] == []


@pytest.mark.parametrize("name", PARSERS)
def test_every_word_that_a_command_takes_is_explained(name: str) -> None:
    for command in commands_of(PARSERS[name]()).choices.values():
        assert [each.dest for each in command._actions if not each.help] == []


def test_every_command_of_the_installers_is_listed_here() -> None:
    """A module that can be started has a help; the launcher is what a bundle starts."""
    modules = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__main__")
        for path in (ROOT / "installers").rglob("*.py")
        if '__name__ == "__main__"' in path.read_text(encoding="utf-8")
    }
    assert modules - {"installers.launcher", "installers.versions"} == set(PARSERS)


@pytest.mark.parametrize("name", [*PARSERS, "installers.versions"])
def test_the_help_names_the_command_as_it_is_typed(name: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", name, "--help"],
        cwd=ROOT, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert ran.returncode == 0
    assert ran.stdout.startswith(f"usage: python -m {name} [-h]")


def test_the_page_for_developers_names_every_command_of_the_build() -> None:
    page = (ROOT / "docs/developer/bundles.md").read_text(encoding="utf-8")
    assert [
        name for name in build.COMMANDS if not re.search(rf"`{name}\b|build {name}\b", page)
    ] == []
