"""The page of all words of the command lines, made of their parsers: docs/research/command-line.md.

It is what `--help` says, in one place that can be searched and read in braille.
"""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "research" / "command-line.md"
_HEAD = """# Every word of the command lines

Four programs can be typed: `whichone` for everybody, and three for research. This page is what
their `--help` says, and is made of the same texts. Words in capitals stand for what you name; what
stands in brackets may be left out.
"""


def parsers() -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Each command as it is typed, with its parser; the programs themselves come first."""
    yield from _whichone()
    yield from _data()
    for module in ("whichone_training.cli", "whichone_training.baselines.cli"):
        parser = importlib.import_module(module)._parser()
        yield from _with_commands(parser.prog, parser)


def _whichone() -> Iterator[tuple[str, argparse.ArgumentParser]]:
    from whichone_app.cli.parsing import COMMANDS, parser_for

    yield "whichone", parser_for(None, None)
    for name in COMMANDS:
        module = importlib.import_module(f"whichone_app.cli.{name}")
        parser = commands_of(parser_for(name, module))[name]
        yield from _with_commands(f"whichone {name}", parser)


def _data() -> Iterator[tuple[str, argparse.ArgumentParser]]:
    from whichone_data.cli import FAMILIES
    from whichone_data.cli import _parser as parser_for

    yield "whichone-data", parser_for(None)
    for name in FAMILIES:
        yield from _with_commands(f"whichone-data {name}", commands_of(parser_for(name))[name])


def _with_commands(
    typed: str, parser: argparse.ArgumentParser
) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    yield typed, parser
    for name, inner in commands_of(parser).items():
        yield from _with_commands(f"{typed} {name}", inner)


def commands_of(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """The commands under a parser; none where it has only options."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}


def text() -> str:
    """The whole page."""
    parts = [_HEAD]
    for typed, parser in parsers():
        level = "##" if " " not in typed else "###"
        parts.append(f"{level} {typed}\n\n{_lines(parser)}\n")
    return "\n".join(parts)


def _lines(parser: argparse.ArgumentParser) -> str:
    lines = []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            lines += [_line(each.dest, each.help) for each in action._choices_actions]
        elif not isinstance(action, argparse._HelpAction):
            lines.append(_line(_words(action), _told(parser, action), _choices(action)))
    return "\n".join(lines) or "No words of its own."


def _told(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    """The option's help with what stands for its default filled in, as argparse does."""
    return (action.help or "") % {**vars(action), "prog": parser.prog}


def _words(action: argparse.Action) -> str:
    """How it is typed: `--side SIDE`, `PICTURE`, `[QUESTION ...]`."""
    name = action.metavar or (action.dest.upper() if action.choices is None else "WORD")
    value = name if isinstance(name, str) else " ".join(name)
    if action.nargs == "+":
        value = f"{value} ..."
    elif action.nargs in ("*", "?", argparse.REMAINDER):
        value = f"[{value}{' ...' if action.nargs != '?' else ''}]"
    if not action.option_strings:
        return value
    option = ", ".join(action.option_strings)
    return option if action.nargs == 0 or _is_switch(action) else f"{option} {value}"


def _is_switch(action: argparse.Action) -> bool:
    return isinstance(action, argparse.BooleanOptionalAction)


def _choices(action: argparse.Action) -> str:
    return ", ".join(map(str, action.choices)) if action.choices is not None else ""


def _line(words: str, told: str | None, choices: str = "") -> str:
    said = [part for part in (told or "", f"one of {choices}" if choices else "") if part]
    return f"- `{words}`" + (f": {'; '.join(said)}." if said else ".")


def is_stale() -> bool:
    """Whether the page is not what the programs say now."""
    return not PAGE.is_file() or PAGE.read_text(encoding="utf-8") != text()


def write() -> bool:
    """Write the page; whether it was another before."""
    was_stale = is_stale()
    PAGE.write_text(text(), encoding="utf-8")
    return was_stale
