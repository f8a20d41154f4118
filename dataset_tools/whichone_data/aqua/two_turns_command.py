"""`whichone-data aqua two-turns`: an assistant's answers to the clarification subset, judged."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from whichone_core.errors import InputError

from ..llm.session import add_model_options, asked, estimate_of, terms_of
from ..page import Page, Section, as_html, as_markdown, markdown_table
from . import two_turns
from .clarifying import ClarifyRow, read_items
from .generate import Generation
from .two_turns import Turns
from .written import picture_folder

LINE = "a question back, then the fact after the hint: both turns judged, by rules or by a model"


def add_arguments(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add("--output", type=Path, required=True, help="project folder that has the subset")
    add("--pictures", type=Path, help="folder of the pictures (the one of the levels)")
    add("--answers", type=Path, required=True, help="JSONL of picture, first and second answer")
    add("--dry-run", action="store_true", help="judge by rules or estimate, but write nothing")
    add_model_options(command)
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Judge the two answers to each item in a file."""
    generation = Generation(arguments.output, arguments.pictures)
    terms, project = terms_of(arguments), generation.project
    turns = _turns(arguments.answers, read_items(project))
    pictures = {row.picture: row for row in generation.levels}
    judged = two_turns.by_rules(turns, pictures)
    if terms is not None:
        orders = two_turns.orders_of(turns, picture_folder(generation), terms.side)
        _say(estimate_of(project.folder, orders, terms).sentence)
        if not arguments.dry_run:
            answer = asked(project.folder, orders, terms)
            judged = two_turns.by_model(turns, answer.replies)
            _say(answer.sentence)
    table = two_turns.turns_table(judged)
    _say("\n".join([table.caption, "", markdown_table(table), *table.notes, ""]))
    if arguments.dry_run:
        _say("Nothing was written.")
        return 0
    project.write_rows("two-turns", (each.as_row() for each in judged))
    page = Page("Two turns as judged", (), (Section("Judged", (), (table,)),))
    project.write_text("two-turns.md", as_markdown(page))
    project.write_text("two-turns.html", as_html(page))
    return 0


def _turns(path: Path, items: list[ClarifyRow]) -> list[Turns]:
    """The answers in a file, each with its item.  Raises InputError."""
    item_of = {item.picture: item for item in items}
    found = []
    try:
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            item = item_of.get(str(row["picture"]))
            if item is None:
                raise _unknown(path, str(row["picture"]))
            found.append(Turns(item, str(row["first"]), str(row["second"])))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(
            f"{path.name} can't be read as lines of JSON with picture, first and second.",
            remedy="Write one JSON object a line.",
            cause=str(error),
        ) from error
    return found


def _unknown(path: Path, picture: str) -> InputError:
    return InputError(
        f"{path.name} answers an item that this project doesn't have: picture {picture}.",
        remedy="Name answers to the items of clarify.jsonl.",
    )


def _say(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")
