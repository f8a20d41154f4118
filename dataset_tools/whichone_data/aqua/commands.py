"""`whichone-data aqua`: what each command needs, and what it prints."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from whichone_core.picture.saliency import DEFAULT_RULE, Rule

from ..page import markdown_table
from ..tables import Table
from .levels import Confusable, Crowds, Reading
from .steps import Plan, kept_tables, made, write

RULES = {rule.value.replace(" ", "-"): rule for rule in Rule}
LINES = {"levels": "count levels from boxes under every reading, and draw pictures for each"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The commands and their options; each leaves `run` in its arguments."""
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _add_levels(commands.add_parser("levels", help=LINES["levels"], description=LINES["levels"]))


def _add_levels(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add(
        "--annotations", type=Path, required=True, help="COCO's instances JSON, or Open Images' CSV"
    )
    add("--output", type=Path, required=True, help="project folder, made where it is missing")
    add("--classes", type=Path, help="CSV of the names of Open Images' labels")
    add("--pictures", type=Path, help="folder of the pictures: only those that are there are drawn")
    name = DEFAULT_RULE.value.replace(" ", "-")
    add("--rule", choices=sorted(RULES), default=name, help=f"reading of saliency ({name})")
    add(
        "--crowds", choices=[c.value for c in Crowds], default="drop", help="what a crowd counts as"
    )
    kinds = [kind.value for kind in Confusable]
    add("--confusable", choices=kinds, default="any", help="which salient boxes are ambiguous")
    add("--only", action="append", default=[], metavar="CATEGORY", help="look at these alone")
    add("--without", action="append", default=[], metavar="CATEGORY", help="pass these over")
    add("--least-share", type=_share, default=0.0, help="pass over boxes that cover less (0 to 1)")
    add("--per-level", type=_count, help="how many to draw for each level (all)")
    add("--seed", type=int, default=0, help="of the draw (0)")
    add("--dry-run", action="store_true", help="count and draw, but write nothing")
    command.set_defaults(run=levels)


def _share(text: str) -> float:
    value = float(text)
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError("a share is between 0 and 1")
    return value


def _count(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("at least 1 is needed")
    return value


def levels(arguments: argparse.Namespace) -> int:
    """Count and draw; tables go to standard output, files to the project folder."""
    reading = Reading(
        rule=RULES[arguments.rule],
        crowds=Crowds(arguments.crowds),
        confusable=Confusable(arguments.confusable),
        only=tuple(arguments.only),
        without=tuple(arguments.without),
        least_share=arguments.least_share,
    )
    names = ("annotations", "output", "classes", "pictures", "per_level", "seed")
    plan = Plan(**{name: getattr(arguments, name) for name in names}, reading=reading)
    if arguments.dry_run:
        result = made(plan)
        _print(result.tables)
        _say(f"Nothing was written. {len(result.rows)} rows would go to {plan.output}.")
        return 0
    kept = kept_tables(plan)
    if kept is not None:
        _print(kept)
        _say(f"Done before on just these inputs; kept in {plan.output}.")
        return 0
    result = made(plan)
    write(plan, result)
    _print(result.tables)
    _say(f"{len(result.rows)} rows in {plan.output / 'levels.jsonl'}")
    return 0


def _print(tables: Iterable[Table]) -> None:
    for table in tables:
        lines = [table.caption, "", markdown_table(table), *table.notes]
        sys.stdout.write("\n".join(lines) + "\n\n")


def _say(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")
