"""The command line: `whichone ask`, `run`, `log`, `doctor`, `--version`.

Each command is a module with `add_arguments(parser)` and `run(arguments, settings)`, loaded
only when it is the one that was asked for, so that `--version` takes no time.  `main` is
one of the three places where anything unexpected is caught: a user gets one sentence and
never sees a traceback; the technical cause goes to the log file.

Exit codes: 0 answered, listed, asked or abstained; 1 something broke; 2 usage;
3 picture unreadable; 4 engine not available; 130 interrupted.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import NoReturn

from whichone_core.version import __version__

COMMANDS = {
    "ask": "answer a question about a picture",
    "run": "open the window; without a display, answer here and save the spoken answer",
    "log": "list, show, export or delete what was asked",
    "doctor": "say what works on this machine and what to install",
}


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line; the usage is for `--help`."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}. For help: {self.prog} --help\n")


def _parser(chosen: str | None, module: ModuleType | None) -> Parser:
    parser = Parser(
        prog="whichone",
        description="Answers questions about a picture, aloud, on this computer.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"WhichOne {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, line in COMMANDS.items():
        command = commands.add_parser(name, help=line, description=f"whichone {name}: {line}.")
        if name == chosen and module is not None:
            module.add_arguments(command)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    chosen = next((word for word in words if not word.startswith("-")), None)
    if chosen not in COMMANDS:
        _parser(None, None).parse_args(words)
        return 2
    module = importlib.import_module(f"{__name__}.{chosen}")
    arguments = _parser(chosen, module).parse_args(words)
    guard = importlib.import_module(f"{__name__}.guard")
    return int(guard.run(module.run, arguments))
