"""What can be typed after `whichone`: the commands, and how a mistake in one is said."""

from __future__ import annotations

import argparse
from types import ModuleType
from typing import NoReturn

from whichone_core.languages import N_
from whichone_core.version import __version__

from ..catalogue import _
from .complaint import visible

COMMANDS = {
    "ask": N_("answer a question about a picture"),
    "run": N_("open the window; without a display, answer here and save the spoken answer"),
    "listen": N_("hear one question and print it"),
    "models": N_("get, check, choose or remove a language model"),
    "key": N_("keep, check or forget the key of a model server"),
    "camera": N_("list the cameras, or aim one with spoken advice"),
    "log": N_("list, show, export or delete what was asked"),
    "study": N_("participants, consent, sessions and export, for researchers"),
    "guide": N_("the user guide, as text or as braille"),
    "doctor": N_("say what works on this machine and what to install"),
}


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line; the usage is for `--help`."""

    def error(self, message: str) -> NoReturn:
        help_line = _("For help: {command} --help", command=self.prog)
        self.exit(2, f"{self.prog}: {visible(message)}. {help_line}\n")


def parser_for(chosen: str | None, module: ModuleType | None) -> Parser:
    """All commands; chosen: the one whose module adds its own options."""
    parser = Parser(
        prog="whichone",
        description=_("Answers questions about a picture, aloud, on this computer."),
        allow_abbrev=False,
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"WhichOne {__version__}",
        help=_("show program's version number and exit"),
    )
    commands = parser.add_subparsers(dest="command", metavar=_("COMMAND"), required=True)
    for name, line in COMMANDS.items():
        said = _(line)
        command = commands.add_parser(name, help=said, description=f"whichone {name}: {said}.")
        if name == chosen and module is not None:
            module.add_arguments(command)
    return parser
