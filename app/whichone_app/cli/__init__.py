"""The command line: `whichone ask`, `run`, `listen`, `models`, `log`, `doctor`, `--version`.

Each command is a module with `add_arguments(parser)` and `run(arguments, settings)`, loaded
only when it is the one that was asked for, so that `--version` takes no time.  `main` is
one of the three places where anything unexpected is caught: a user gets one sentence and
never sees a traceback; the technical cause goes to the log file.

Exit codes: 0 answered, listed, asked or abstained; 1 something broke; 2 usage;
3 picture unreadable; 4 engine not available; 130 interrupted.
"""

from __future__ import annotations

import importlib
import io
import os
import sys
from collections.abc import Sequence

from whichone_core.version import __version__


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    _open_streams()
    _replace_missing_letters()
    words = list(sys.argv[1:] if argv is None else argv)
    if words == ["--version"]:  # before anything is loaded
        print(f"WhichOne {__version__}")
        return 0
    return _mending(words)


def _mending(words: Sequence[str]) -> int:
    """Run a command; what a full disk left of our compiled modules is made anew first."""
    from whichone_core.bytecode import mended, spare_a_full_disk

    spare_a_full_disk()
    while True:
        try:
            return _run(words)
        except (EOFError, ValueError, TypeError) as error:  # nothing was done yet (see guard)
            if not mended(error):
                raise


def _run(words: Sequence[str]) -> int:
    from ..catalogue import _
    from .parsing import COMMANDS, parser_for
    from .wording import speak_early

    speak_early()
    chosen = next((word for word in words if not word.startswith("-")), None)
    if chosen not in COMMANDS:
        parser_for(None, None).parse_args(words)
        return 2
    try:
        module = importlib.import_module(f"{__name__}.{chosen}")
        guard = importlib.import_module(f"{__name__}.guard")
    except ImportError as error:
        return _complain(_incomplete(error))
    except MemoryError:
        return _complain(_("There is not enough memory. Close other programs."))
    except KeyboardInterrupt:
        return 130
    arguments = parser_for(chosen, module).parse_args(words)
    return int(guard.run(module.run, arguments))


def _complain(sentence: str) -> int:
    """Say what keeps the engine from answering; its exit code."""
    print(f"whichone: {sentence}", file=sys.stderr)
    return 4


def _incomplete(error: ImportError) -> str:
    from ..catalogue import _

    if error.name:
        said = _("A part of WhichOne is not installed: {package}.", package=error.name)
    else:
        said = _("A part of WhichOne is not installed.")
    return " ".join((said, _("Install WhichOne again.")))


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

    A console of Windows, or LC_ALL=C without UTF-8, would otherwise end the command.  So would
    the name of a file that is no UTF-8: where all letters are there, it is printed as it is.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            has_all = "utf" in stream.encoding.lower()
            stream.reconfigure(errors="surrogateescape" if has_all else "replace")
