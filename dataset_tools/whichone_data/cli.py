"""The command line of the dataset tools: `whichone-data vizwiz load|analyze|...`.

Whatever goes wrong is one plain sentence on standard error, never a traceback
(`--verbose` shows the causes).

Exit codes: 0 done; 1 something broke; 2 usage, or something is not installed; 3 what was
given can't be used; 130 interrupted.
"""

from __future__ import annotations

import argparse
import importlib
import logging
import sys
from collections.abc import Sequence
from typing import NoReturn

from whichone_core.bytecode import spare_a_full_disk
from whichone_core.errors import InputError, SetupError, WhichOneError
from whichone_core.full_disk import drop_output, full_disk
from whichone_core.version import __version__

log = logging.getLogger(__name__)

FAMILIES = {
    "aqua": "questions of AQuA: levels from boxes, questions, filters, people, splits, judging",
    "vizwiz": "long answers of VizWiz-LF: load, analyze, score and report",
}
EXIT_CODES: dict[type[WhichOneError], int] = {SetupError: 2, InputError: 3}


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line; the usage is for `--help`."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}. For help: {self.prog} --help\n")


def _parser(chosen: str | None) -> Parser:
    parser = Parser(prog="whichone-data", description="Build and measure data sets.")
    parser.add_argument("--version", action="version", version=f"WhichOne {__version__}")
    parser.add_argument("--verbose", action="store_true", help="show the technical causes too")
    families = parser.add_subparsers(metavar="DATASET", required=True)
    for name, line in FAMILIES.items():
        family = families.add_parser(name, help=line, description=f"whichone-data {name}: {line}.")
        if name == chosen:
            importlib.import_module(f"whichone_data.{name}.commands").add_arguments(family)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    spare_a_full_disk()
    words = list(sys.argv[1:] if argv is None else argv)
    chosen = next((word for word in words if word in FAMILIES), None)
    arguments = _parser(chosen).parse_args(words)
    # Without a handler of ours, Python would print tracebacks on standard error.
    level = logging.DEBUG if arguments.verbose else logging.CRITICAL + 1
    logging.basicConfig(level=level, format="%(name)s: %(message)s")
    try:
        code = int(arguments.run(arguments))
        sys.stdout.flush()
    except WhichOneError as error:
        return _told(full_disk(error) or error)
    except ModuleNotFoundError as error:
        how = "Install WhichOne with its extra called data."
        _say(f"The library {error.name} is not installed. {how}")
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader went away (`whichone-data ... | head`)
        drop_output()
        return 0
    except Exception as error:
        full = full_disk(error)
        if full is not None:
            drop_output()
            return _told(full)
        log.exception("unexpected failure of a command")
        _say(f"Something went wrong inside WhichOne ({type(error).__name__}).")
        return 1
    return code


def _told(error: WhichOneError) -> int:
    """Say an error; its exit code."""
    log.info("%s (%s)", error.sentence, error.cause)
    _say(error.spoken)
    return next((code for kind, code in EXIT_CODES.items() if isinstance(error, kind)), 1)


def _say(sentence: str) -> None:
    encoding = sys.stderr.encoding or "utf-8"
    line = f"whichone-data: {' '.join(sentence.split())}\n"
    sys.stderr.write(line.encode(encoding, "replace").decode(encoding))
