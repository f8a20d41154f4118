"""`whichone-data aqua report`: all that a project has so far, on one page.

What the levels counted, the questions with samples, what the filters dropped, the splits, and
what was asked of language models: by which prompt of which version, at which model as its server
names it, and what became of the answers.  Steps that weren't run are left out.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError
from whichone_core.errors import StorageError

from ..llm.answers import Reply, Status, kept_answers
from ..page import Page, Section, as_html, as_markdown
from ..project import Project
from ..state import STATE
from ..tables import ROWS, Cell, Column, Row, Table, Unit
from .filtering import drop_table, outcomes_of, reason_table
from .generate import Generation, current_pairs
from .split_command import dealt_of
from .splits import split_table
from .stats import samples, stat_page, stat_tables
from .steps import TABLES

LINE = "all that the project has so far, on one page"


def add_arguments(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add("--output", type=Path, required=True, help="project folder that has drawn pictures")
    add("--samples", type=int, default=20, help="how many of each level to print (20)")
    add("--seed", type=int, default=0, help="of the samples (0)")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Write report.md and report.html."""
    generation = Generation(arguments.output)
    sections = tuple(_sections(generation, arguments.samples, arguments.seed))
    page = Page(
        f"AQuA, rebuilt: {generation.project.folder.name}",
        (f"{len(generation.levels)} pictures were drawn.",),
        sections,
    )
    generation.project.write_text("report.md", as_markdown(page))
    path = generation.project.write_text("report.html", as_html(page))
    titles = ", ".join(section.title.lower() for section in sections)
    sys.stdout.write(f"{path}: {titles}.\n")
    return 0


def _sections(generation: Generation, count: int, seed: int) -> Iterator[Section]:
    project = generation.project
    yield Section("Levels", (), tuple(_level_tables(project)))
    if (project.folder / "pairs.jsonl").exists():
        pairs = current_pairs(generation)
        yield from stat_page(pairs, stat_tables(pairs), samples(pairs, count, seed)).sections
    if (project.folder / "kept.jsonl").exists():
        outcomes = outcomes_of(project)
        yield Section("Filters", (), (drop_table(outcomes), reason_table(outcomes)))
    if (project.folder / "splits.jsonl").exists():
        yield Section("Splits", (), (split_table(dealt_of(project)),))
    replies = _replies(project)
    if replies:
        cost = sum(reply.cost for reply in replies)
        said = (f"The answers have cost {cost:.4f} so far.",) if cost else ()
        yield Section("Language models", said, (asked_table(replies),))


def _level_tables(project: Project) -> list[Table]:
    try:
        return [ROWS.validate_python(row) for row in project.read_rows(TABLES)]
    except ValidationError as error:
        raise StorageError(
            f"{project.folder / TABLES}.jsonl is damaged, or of another version.",
            remedy="Delete it and run whichone-data aqua levels again.",
            cause=str(error),
        ) from error


def _replies(project: Project) -> list[Reply]:
    if not (project.folder / STATE).exists():
        return []
    with kept_answers(project.folder) as answers:
        return answers.all()


def asked_table(replies: list[Reply]) -> Table:
    """One row for each prompt and model: answers, skips and tokens."""
    names = sorted({(reply.prompt, reply.model, reply.served) for reply in replies})
    rows = []
    for prompt, model, served in names:
        some = [r for r in replies if (r.prompt, r.model, r.served) == (prompt, model, served)]
        good = sum(reply.status is Status.ANSWERED for reply in some)
        cells = (
            Cell(good),
            Cell(len(some) - good),
            Cell(sum(reply.tokens_in for reply in some)),
            Cell(sum(reply.tokens_out for reply in some)),
        )
        rows.append(Row(f"{prompt}, {model} ({served})", cells))
    counts = ("answered", "refused, malformed or cut", "tokens in", "tokens out")
    columns = tuple(Column(name, Unit.COUNT) for name in counts)
    caption = "What was asked of language models, and kept"
    return Table("asked", caption, "Prompt and its version, model", columns, tuple(rows))
