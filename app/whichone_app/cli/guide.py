"""`whichone guide`: the user guide, as text or as braille, printed or written to a file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from whichone_core.languages import language_used
from whichone_core.log.logexport import new_file
from whichone_core.records import one_line
from whichone_core.settings import Settings

from ..catalogue import _
from ..guide import guide_text
from ..guide.plain import as_braille, as_plain


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument(
        "--language", metavar=_("CODE"), help=_("en, es or de; without it your own")
    )
    parser.add_argument(
        "--braille",
        action="store_true",
        help=_("as a BRF file: 40 cells, 25 lines, for a display or an embosser"),
    )
    parser.add_argument(
        "--output", type=Path, metavar=_("FILE"), help=_("instead of standard output")
    )


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Print or write it.  Raises SetupError where braille cannot be made, StorageError."""
    text = guide_text()
    made = as_braille(text, language_used()) if arguments.braille else as_plain(text)
    if arguments.output is None:
        sys.stdout.write(made)
        return 0
    with new_file(arguments.output, encoding="utf-8") as stream:
        stream.write(made)
    print(_("The guide is in {path}.", path=one_line(str(arguments.output))), file=sys.stderr)
    return 0
