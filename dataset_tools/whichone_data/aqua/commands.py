"""`whichone-data aqua`: what each command needs, and what it prints."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from whichone_core.picture.saliency import DEFAULT_RULE, Rule

from ..page import as_html, as_markdown, markdown_table
from ..tables import Table
from . import (
    filter_command,
    generate_command,
    human_command,
    judge_command,
    parts_command,
    reporting,
    scale_command,
    split_command,
    two_turns_command,
)
from .generate import Generation, current_pairs
from .levels import Confusable, Crowds, Reading
from .stats import samples, stat_page, stat_tables
from .steps import Plan, kept_tables, made, write

RULES = {rule.value.replace(" ", "-"): rule for rule in Rule}
LINES = {
    "levels": "count levels from boxes under every reading, and draw pictures for each",
    "generate": generate_command.LINE,
    "filter": filter_command.LINE,
    "human-export": human_command.EXPORT_LINE,
    "human-form": human_command.FORM_LINE,
    "human-import": human_command.IMPORT_LINE,
    "split": split_command.SPLIT_LINE,
    "publish": split_command.PUBLISH_LINE,
    "clarify": judge_command.CLARIFY_LINE,
    "judge": judge_command.JUDGE_LINE,
    "two-turns": two_turns_command.LINE,
    "cut": parts_command.CUT_LINE,
    "join": parts_command.JOIN_LINE,
    "scale": scale_command.LINE,
    "report": reporting.LINE,
    "stats": "what the questions and answers hold, with samples",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The commands and their options; each leaves `run` in its arguments."""
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    adders = {
        "levels": _add_levels,
        "generate": generate_command.add_arguments,
        "filter": filter_command.add_arguments,
        "human-export": human_command.add_export,
        "human-form": human_command.add_form,
        "human-import": human_command.add_import,
        "split": split_command.add_split,
        "publish": split_command.add_publish,
        "clarify": judge_command.add_clarify,
        "judge": judge_command.add_judge,
        "two-turns": two_turns_command.add_arguments,
        "cut": parts_command.add_cut,
        "join": parts_command.add_join,
        "scale": scale_command.add_arguments,
        "report": reporting.add_arguments,
        "stats": _add_stats,
    }
    for name, line in LINES.items():
        adders[name](commands.add_parser(name, help=line, description=f"{name}: {line}."))


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


def _add_stats(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add("--output", type=Path, required=True, help="project folder that has questions")
    add("--samples", type=_count, default=3, help="how many of each level to print (3)")
    add("--seed", type=int, default=0, help="of the samples (0)")
    command.set_defaults(run=stats)


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


def stats(arguments: argparse.Namespace) -> int:
    """Count what there is and show some; also as stats.md and stats.html."""
    generation = Generation(arguments.output)
    project, pairs = generation.project, current_pairs(generation)
    tables = stat_tables(pairs)
    shown = samples(pairs, arguments.samples, arguments.seed)
    page = stat_page(pairs, tables, shown)
    project.write_text("stats.md", as_markdown(page))
    project.write_text("stats.html", as_html(page))
    _print(tables)
    for pair in shown:
        _say(f"level {pair.level}, picture {pair.picture}: {pair.question} {pair.answer}")
    return 0


def _print(tables: Iterable[Table]) -> None:
    for table in tables:
        lines = [table.caption, "", markdown_table(table), *table.notes]
        sys.stdout.write("\n".join(lines) + "\n\n")


def _say(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")
