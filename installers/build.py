"""`python -m installers.build COMMAND`: makes and checks what people install.

What the commands are stands in COMMANDS, from which `--help` lists them.  Everything goes to
build/, which git ignores.  Each command says what it made, how large it is and how long it took.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from . import audit, licences, sbom
from .bundle import BUILD, BUNDLE, make_bundle
from .check import check_bundle, program_of
from .icon import write_icons
from .linux.package import make_deb, make_tar
from .locking import lock
from .reproducible import build_wheel, epoch, sha256, write_checksums
from .steps import BuildError

PACKAGES = BUILD / "packages"
ICONS = BUILD / "icons"


def _bundle(arguments: argparse.Namespace) -> int:
    make_bundle(with_runtime=not arguments.without_runtime)
    return 0


def _deb(arguments: argparse.Namespace) -> int:
    make_deb(_made_bundle(), ICONS, PACKAGES)
    return 0


def _tar(arguments: argparse.Namespace) -> int:
    make_tar(_made_bundle(), ICONS, PACKAGES)
    return 0


def _check(arguments: argparse.Namespace) -> int:
    program = arguments.program or program_of(_made_bundle())
    return int(any(result.problem for result in check_bundle(program)))


def _wheel(arguments: argparse.Namespace) -> int:
    PACKAGES.mkdir(parents=True, exist_ok=True)
    for old in PACKAGES.glob("whichone-*.whl"):
        old.unlink()
    with tempfile.TemporaryDirectory() as folder:
        # Asked once: a commit in between would change it.
        seconds = epoch()
        first = build_wheel(PACKAGES, seconds=seconds)
        again = build_wheel(Path(folder), seconds=seconds)
        if sha256(first) != sha256(again):
            raise BuildError(f"{first.name} was built twice and differs from itself.")
    print(f"{first.name}: built twice, the same bytes, {sha256(first)}")
    return 0


def _sums(arguments: argparse.Namespace) -> int:
    if not PACKAGES.is_dir():
        raise BuildError(f"There is nothing in {PACKAGES}.  Make packages first.")
    print(write_checksums(PACKAGES).read_text(), end="")
    return 0


def _feed(arguments: argparse.Namespace) -> int:
    # Not at the top: it needs WhichOne itself, which what only builds has not installed.
    from .feed import write_feed

    day = datetime.fromtimestamp(epoch(), UTC).date().isoformat()
    print(write_feed(PACKAGES, arguments.page, day).read_text(encoding="utf-8"), end="")
    return 0


def _icons(arguments: argparse.Namespace) -> int:
    write_icons(ICONS)
    return 0


def _lock(arguments: argparse.Namespace) -> int:
    lock()
    return 0


def _sbom(arguments: argparse.Namespace) -> int:
    return sbom.main(PACKAGES)


def _licences(arguments: argparse.Namespace) -> int:
    return licences.main(PACKAGES)


def _audit(arguments: argparse.Namespace) -> int:
    return audit.main(is_offline=arguments.offline)


def _made_bundle() -> Path:
    if not BUNDLE.is_dir():
        raise BuildError("There is no bundle yet.  Make it: python -m installers.build bundle")
    return BUNDLE


@dataclass(frozen=True, slots=True)
class Command:
    """What a command does, and the line that `--help` has for it."""

    run: Callable[[argparse.Namespace], int]
    help: str


COMMANDS = {
    "bundle": Command(_bundle, "make the folder that everything else is made from"),
    "check": Command(_check, "ask the bundle questions with known answers, and look into it"),
    "deb": Command(_deb, "make a package for Debian and Ubuntu, from the bundle"),
    "tar": Command(_tar, "make an archive for other Linux systems, from the bundle"),
    "sbom": Command(_sbom, "write the list of all parts of the bundle (CycloneDX)"),
    "licences": Command(_licences, "report the licence of every part, and refuse GPL code"),
    "audit": Command(_audit, "look for known vulnerabilities in the pinned versions"),
    "wheel": Command(_wheel, "build WhichOne's own wheel twice, and compare the bytes"),
    "sums": Command(_sums, "write SHA256SUMS of all packages"),
    "feed": Command(_feed, "write the file that says which version is the newest"),
    "lock": Command(_lock, "renew the hashed requirements from constraints.txt"),
    "icons": Command(_icons, "draw the icons for all systems"),
}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m installers.build",
        allow_abbrev=False,
        description="Make and check what people install.  Everything goes to the folder build.",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    parsers = {
        name: commands.add_parser(name, help=command.help, description=command.help)
        for name, command in COMMANDS.items()
    }
    parsers["bundle"].add_argument(
        "--without-runtime", action="store_true", help="leave out llama.cpp, which takes longest"
    )
    parsers["audit"].add_argument(
        "--offline", action="store_true", help="in a pinned list, fetched as packages are"
    )
    parsers["feed"].add_argument("page", metavar="PAGE", help="where people get it (https)")
    parsers["check"].add_argument(
        "program", metavar="PROGRAM", nargs="?", type=Path, help="another one than build/dist's"
    )
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; 0 where it succeeded, 1 where it failed or found something."""
    arguments = _parser().parse_args(argv)
    try:
        return COMMANDS[arguments.command].run(arguments)
    except BuildError as error:
        print(f"build: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
