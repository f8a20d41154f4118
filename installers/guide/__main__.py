"""`python -m installers.guide COMMAND`: the user guide and the site (`--help` lists all)."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from . import chapters, command_line

COMMANDS = {
    "update": "write what the guide repeats of the program, and the text for the window",
    "check": "say what is not in step, and end with 1 where something is not",
    "site": "build the site in three languages",
}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m installers.guide", description="The user guide and the site."
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    parsers = {
        name: commands.add_parser(name, help=line, description=line)
        for name, line in COMMANDS.items()
    }
    parsers["site"].add_argument(
        "folder", metavar="FOLDER", nargs="?", type=Path,
        default=chapters.ROOT / "build" / "site", help="build/site where none is given",
    )  # fmt: skip
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    given = _parser().parse_args(argv)
    if given.command == "site":
        from . import website

        website.build(given.folder)
        print(f"The site is in {given.folder}; open index.html in it, or for the search:")
        print(f"{sys.executable} -m http.server --bind 127.0.0.1 --directory {given.folder}")
        return 0
    if given.command == "update":
        written = [command_line.PAGE] if command_line.write() else []
        for path in [*chapters.update(), *written]:
            print(path.relative_to(chapters.ROOT))
        return 0
    stale = [*chapters.stale(), *([command_line.PAGE] if command_line.is_stale() else [])]
    for path in stale:
        print(f"Not in step: {path.relative_to(chapters.ROOT)}")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
