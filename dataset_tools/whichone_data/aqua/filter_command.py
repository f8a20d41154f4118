"""`whichone-data aqua filter`: the three filters by checks, and by a model where one is named."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from ..llm.session import Terms, add_model_options, asked, estimate_of, terms_of
from ..page import markdown_table
from . import filtering
from .checks import Case
from .generate import Generation

LINE = "drop what doesn't fit its level, fits another better, or isn't sound"


def add_arguments(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add("--output", type=Path, required=True, help="project folder that has questions")
    add("--pictures", type=Path, help="folder of the pictures (the one of the levels)")
    add("--dry-run", action="store_true", help="check, but write and ask nothing")
    add_model_options(command)
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Filter the pairs; tables go to standard output, rows and a page to the project."""
    generation = Generation(arguments.output, arguments.pictures)
    terms = terms_of(arguments)
    cases = filtering.cases_of(generation)
    outcomes = filtering.checked(cases)
    if terms is not None:
        outcomes = _by_model(generation, terms, cases, outcomes, arguments.dry_run)
    tables = (filtering.drop_table(outcomes), filtering.reason_table(outcomes))
    for table in tables:
        _say("\n".join([table.caption, "", markdown_table(table), *table.notes, ""]))
    if arguments.dry_run:
        _say("Nothing was written.")
        return 0
    project = generation.project
    filtering.write(project, outcomes)
    filtering.write_page(project, outcomes)
    _say(f"{sum(o.is_kept for o in outcomes)} pairs in {project.folder / 'kept.jsonl'}")
    return 0


def _by_model(
    generation: Generation,
    terms: Terms,
    cases: Sequence[Case],
    outcomes: Sequence[filtering.Outcome],
    is_dry: bool,
) -> list[filtering.Outcome]:
    """What a model says too; what the checks dropped needs no model."""
    folder = generation.project.folder
    passed = [place for place, outcome in enumerate(outcomes) if outcome.is_kept]
    orders = filtering.orders_of(generation, [cases[place] for place in passed], terms.side)
    _say(estimate_of(folder, orders, terms).sentence)
    found = list(outcomes)
    if is_dry:
        return found
    answer = asked(folder, orders, terms)
    some = [outcomes[place] for place in passed]
    judged = filtering.with_verdicts(some, answer.replies, terms.model.name)
    for place, outcome in zip(passed, judged, strict=True):
        found[place] = outcome
    _say(answer.sentence)
    return found


def _say(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")
