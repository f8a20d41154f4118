"""The commands `vizwiz sample`, `collect` and `engines`: questions, answers, who abstains."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path

from whichone_core.errors import InputError

from ..page import Plot, markdown_table
from ..project import Project, open_project
from ..tables import ROWS, Table
from .collect import ENGINES, PROMPTINGS, Teller, collect, failures, photo_items, read_items
from .collected import AS_IN_THE_APP, Collected, read_collected
from .engines import by_engine, engine_tables, risk_curves
from .kept import ANSWERS, read_kept
from .photos import Verdicts, read_verdicts
from .plots import lines
from .sample import PER_TYPE, built_in_type, draw, listed_types, rows_of, sample_tables
from .steps import KIND
from .vqa import read_annotations

SERVER = "server"
ENGINE_TABLES = "engines-tables"
RISK_PLOT = "risk-coverage.svg"


def add_sample(command: argparse.ArgumentParser) -> None:
    """The options of `sample`."""
    command.add_argument(
        "--annotations", type=Path, action="append", required=True, help="train.json, val.json"
    )
    command.add_argument("--per-type", type=int, default=PER_TYPE, help="questions of each type")
    command.add_argument("--seed", default="0", help="another seed draws another sample")
    command.add_argument("--types", type=Path, help="CSV file of question types: picture, type")
    command.add_argument("--output", type=Path, required=True, help="project folder")
    command.set_defaults(run=run_sample)


def run_sample(arguments: argparse.Namespace) -> int:
    """Draw the questions; they go to items.jsonl, what is left out to left-out.jsonl."""
    if arguments.per_type < 1:
        raise InputError("At least one question of each type has to be drawn.")
    found = read_annotations(arguments.annotations)
    type_of = listed_types(arguments.types) if arguments.types else built_in_type
    drawn = draw(found.asked, arguments.seed, arguments.per_type, type_of)
    project = open_project(arguments.output, {"kind": KIND, "seed": arguments.seed})
    project.write_rows("items", rows_of(drawn))
    faults = [{"file": file, "entry": n, "reason": why.value} for file, n, why in found.faults]
    unfit = [
        {"picture": one.picture, "question": one.question, "reason": why.value}
        for one, why in drawn.unfit
    ]
    project.write_rows("left-out", [*faults, *unfit])
    _print(sample_tables(found, drawn, arguments.per_type), project)
    return 0


def add_collect(command: argparse.ArgumentParser) -> None:
    """The options of `collect`."""
    command.add_argument("--photos", type=Path, required=True, help="folder of the photos")
    command.add_argument("--items", type=Path, help="JSONL file: item, picture, question")
    command.add_argument("--question", action="append", help="ask this about every photo")
    command.add_argument("--engine", default="builtin", help=", ".join(ENGINES.names))
    command.add_argument("--at", default="", help="the model's folder, or the server's address")
    command.add_argument("--model", default="", help="the model's name")
    command.add_argument("--parallel", type=int, default=1, help="calls to a server at once (1)")
    command.add_argument("--prompting", choices=PROMPTINGS, default=AS_IN_THE_APP, metavar="WAY")
    command.add_argument("--output", type=Path, required=True, help="project folder")
    command.set_defaults(run=run_collect)


def add_engines(command: argparse.ArgumentParser) -> None:
    """The options of `engines`."""
    command.add_argument("--photos", type=Path, required=True, help="folder with index.json")
    command.add_argument(
        "--answers", type=Path, action="append", help="JSONL files; without one, what was collected"
    )
    command.add_argument("--output", type=Path, required=True, help="project folder")
    command.set_defaults(run=run_engines)


def run_collect(arguments: argparse.Namespace) -> int:
    """Ask what was not answered yet; the answers go to answers.jsonl of the project."""
    if arguments.parallel < 1 or (arguments.parallel > 1 and arguments.engine != SERVER):
        raise InputError(
            "Only a server is asked several questions at once.",
            remedy="Leave out --parallel, or ask with --engine server.",
        )
    if arguments.items and arguments.question:
        raise InputError("Give questions with --items or with --question, not both.")
    items = (
        read_items(arguments.items)
        if arguments.items
        else photo_items(arguments.photos, *([arguments.question] if arguments.question else []))
    )
    project = open_project(arguments.output, {"kind": KIND})
    kept = project.folder / ANSWERS
    with ExitStack() as open_ones:
        teller, *more = (
            open_ones.enter_context(closing(_opened(arguments))) for _ in range(arguments.parallel)
        )
        for step in collect(teller, arguments.prompting, items, arguments.photos, kept, more):
            sys.stderr.write(f"{step.done} of {step.total} answered, {step.failed} failed\n")
    answers = [answer for answer in read_kept(kept) if answer.engine == teller.name]
    failed = failures(answers)
    sys.stdout.write("\n".join([*failed, f"{len(answers) - len(failed)} answers in {kept}"]) + "\n")
    return 0


def _opened(arguments: argparse.Namespace) -> Teller:
    return ENGINES.load(arguments.engine)(arguments.at, arguments.model)


def run_engines(arguments: argparse.Namespace) -> int:
    """Print the tables of engines and keep them, with the plot, in the project."""
    project = open_project(arguments.output, {"kind": KIND})
    kept = project.folder / ANSWERS
    answers = read_collected(arguments.answers) if arguments.answers else read_kept(kept)
    _print(keep_engines(project, answers, read_verdicts(arguments.photos)), project)
    return 0


def _print(tables: Sequence[Table], project: Project) -> None:
    for table in tables:
        text = "\n".join([table.caption, "", markdown_table(table), *table.notes])
        sys.stdout.write(f"{text}\n\n")
    sys.stdout.write(f"Kept in {project.folder}\n")


def keep_engines(
    project: Project, answers: Sequence[Collected], verdicts: Verdicts
) -> tuple[Table, ...]:
    """Make the tables and the plot of some answers, keep them, and give the tables."""
    tables = engine_tables(answers, verdicts)
    curves = risk_curves(by_engine(answers, verdicts), verdicts)
    project.write_rows(ENGINE_TABLES, (ROWS.dump_python(t, mode="json") for t in tables))
    plots = []
    if curves:
        points = {name: (c.coverage.tolist(), c.risk.tolist()) for name, c in curves.items()}
        plot, svg = lines(points, RISK_PLOT, "Coverage", "Risk", "Risk at each coverage")
        project.write_text(RISK_PLOT, svg)
        plots.append({"file": plot.file, "alternative": plot.alternative, "caption": plot.caption})
    project.write_rows("engines-plots", plots)
    return tables


def kept_engines(project: Project) -> tuple[list[Table], list[Plot]]:
    """What `engines` kept in a project; nothing where it was not run."""
    tables = [ROWS.validate_python(row) for row in project.read_rows(ENGINE_TABLES)]
    return tables, [Plot(**row) for row in project.read_rows("engines-plots")]
