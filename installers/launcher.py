"""What a bundle starts: the command line, the window, or one of its own child processes.

A bundle has no Python beside it, so `sys.executable` is the bundle.  WhichOne's child processes
ask it for a module in Python's own words (`-P -m whichone_models.llama.worker`); only modules of
WhichOne are run so.  Without any word the window opens: that is what an icon does.
"""

from __future__ import annotations

import multiprocessing
import os
import runpy
import sys
from collections.abc import Sequence

from installers import backends

MODULES = frozenset({"whichone_models.llama.worker", "whichone_app.probe"})
"""What `-m` may name; a bundle is no Python for other people's programs."""

_PYTHON_OPTIONS = frozenset({"-P", "-I", "-E", "-s", "-u", "-B"})


def module_call(words: Sequence[str]) -> tuple[str, list[str]] | None:
    """The module and its arguments where the words are `[-P] -m MODULE ...`, otherwise None."""
    rest = list(words)
    while rest and rest[0] in _PYTHON_OPTIONS:
        rest.pop(0)
    if len(rest) < 2 or rest[0] != "-m" or rest[1] not in MODULES:
        return None
    return rest[1], rest[2:]


def open_streams() -> None:
    """Give a program without a console streams that lead nowhere (field report 64).

    A windowed program on Windows has None for all three, and the first print would end it.
    """
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115, PTH123 (for good)
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123


def main() -> int:
    """Run what was asked for and return its exit code."""
    backends.install()
    multiprocessing.freeze_support()
    open_streams()
    call = module_call(sys.argv[1:])
    if call is not None:
        module, words = call
        sys.argv = [module, *words]
        runpy.run_module(module, run_name="__main__", alter_sys=True)
        return 0
    from whichone_app.cli import main as command_line

    return command_line(sys.argv[1:] or ["run"])


if __name__ == "__main__":
    sys.exit(main())
