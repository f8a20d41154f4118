"""`whichone-data aqua cut` and `join`: one project as many, for many machines, and back."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .generate import Generation
from .parts import cut, joined

CUT_LINE = "make many projects of one, for many machines"
JOIN_LINE = "put the rows of the parts together again"


def add_cut(command: argparse.ArgumentParser) -> None:
    _common(command)
    command.add_argument("--count", type=_count, required=True, help="how many parts")
    command.set_defaults(run=run_cut)


def add_join(command: argparse.ArgumentParser) -> None:
    _common(command)
    command.set_defaults(run=run_join)


def _common(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add("--output", type=Path, required=True, help="project folder that has drawn pictures")
    add("--parts", type=Path, required=True, help="folder of the parts")


def _count(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("at least 1 is needed")
    return value


def run_cut(arguments: argparse.Namespace) -> int:
    """Write the parts."""
    folders = cut(Generation(arguments.output), arguments.parts, arguments.count)
    _say(f"{len(folders)} parts in {arguments.parts}; run generate and filter on each.")
    return 0


def run_join(arguments: argparse.Namespace) -> int:
    """Read the parts back."""
    counts = joined(Generation(arguments.output), arguments.parts)
    _say(", ".join(f"{count} {name}" for name, count in counts.items()) + ".")
    return 0


def _say(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")
