"""The command line: `whichone ask`, `run`, `listen`, `models`, `log`, `doctor`, `--version`.

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
import io
import os
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import NoReturn

from whichone_core.languages import N_
from whichone_core.version import __version__

from ..catalogue import _
from .wording import speak_early

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
        # Not at the top: `--version` needs none of it.
        from .complaint import visible

        help_line = _("For help: {command} --help", command=self.prog)
        self.exit(2, f"{self.prog}: {visible(message)}. {help_line}\n")


def _parser(chosen: str | None, module: ModuleType | None) -> Parser:
    parser = Parser(
        prog="whichone",
        description=_("Answers questions about a picture, aloud, on this computer."),
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"WhichOne {__version__}")
    commands = parser.add_subparsers(dest="command", metavar=_("COMMAND"), required=True)
    for name, line in COMMANDS.items():
        said = _(line)
        command = commands.add_parser(name, help=said, description=f"whichone {name}: {said}.")
        if name == chosen and module is not None:
            module.add_arguments(command)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    _open_streams()
    _replace_missing_letters()
    speak_early()
    words = list(sys.argv[1:] if argv is None else argv)
    chosen = next((word for word in words if not word.startswith("-")), None)
    if chosen not in COMMANDS:
        _parser(None, None).parse_args(words)
        return 2
    try:
        module = importlib.import_module(f"{__name__}.{chosen}")
        guard = importlib.import_module(f"{__name__}.guard")
    except ImportError as error:
        print(f"whichone: {_incomplete(error)}", file=sys.stderr)
        return 4
    except MemoryError:
        said = _("There is not enough memory. Close other programs.")
        print(f"whichone: {said}", file=sys.stderr)
        return 4
    except KeyboardInterrupt:
        return 130
    arguments = _parser(chosen, module).parse_args(words)
    return int(guard.run(module.run, arguments))


def _incomplete(error: ImportError) -> str:
    if error.name:
        said = _("A part of WhichOne is not installed: {package}.", package=error.name)
    else:
        said = _("A part of WhichOne is not installed.")
    return f"{said} {_('Install WhichOne again.')}"


def _open_streams() -> None:
    """Put nothing in the place of standard streams that are closed (`whichone ... >&-`).

    Otherwise the next file that is opened, which may be the log, would become one of them.
    """
    if None not in (sys.stdin, sys.stdout, sys.stderr):
        return
    nowhere = os.open(os.devnull, os.O_RDWR)
    while nowhere < 3:
        nowhere = os.dup(nowhere)
    os.close(nowhere)
    sys.stdin = sys.stdin or open(0, encoding="utf-8")  # noqa: SIM115 (for good)
    sys.stdout = sys.stdout or open(1, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(2, "w", encoding="utf-8")  # noqa: SIM115


def _replace_missing_letters() -> None:
    """Print a question mark for a letter that the terminal's code page lacks, and go on.

    A console of Windows, or LC_ALL=C without UTF-8, would otherwise end the command.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and "utf" not in stream.encoding.lower():
            stream.reconfigure(errors="replace")
