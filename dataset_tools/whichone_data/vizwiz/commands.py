"""`whichone-data vizwiz`: what each command needs, and what it prints."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..page import markdown_table
from ..tables import agreement, reasons
from .report import write_report
from .steps import STEPS, Study, run_step

LINES = {
    "load": "read the release and report every anomaly",
    "analyze": "words, roles and information sources beside the paper's figures",
    "abstention": "who abstains and when, beside the paper's figures",
    "score": "ROUGE and METEOR beside the paper's figures",
    "report": "everything, as Markdown and HTML",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The commands and their options; each leaves `run` in its arguments."""
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, line in LINES.items():
        command = commands.add_parser(name, help=line, description=f"{name}: {line}.")
        command.add_argument(
            "--release", type=Path, required=True, help="folder of the seven released JSON files"
        )
        command.add_argument("--output", type=Path, required=True, help="project folder to write")
        if name in ("score", "report"):
            command.add_argument("--wordnet", type=Path, help="folder of WordNet's database files")
            command.add_argument(
                "--human", type=Path, help="CSV of human scores: writer, row, score"
            )
        command.set_defaults(run=run, wordnet=None, human=None)


def run(arguments: argparse.Namespace) -> int:
    """Run one command; its tables go to standard output, its files to the project folder."""
    study = Study(arguments.release, arguments.output, arguments.wordnet, arguments.human)
    if arguments.command in STEPS:
        _print_tables(study, arguments.command)
    else:
        for path in write_report(study):
            sys.stdout.write(f"{path}\n")
    return 0


def _print_tables(study: Study, step: str) -> None:
    tables = run_step(study, step)
    for table in tables:
        lines = [table.caption, "", markdown_table(table), *table.notes, *reasons(table)]
        sys.stdout.write("\n".join(lines) + "\n\n")
    found = agreement(tables)
    if found.compared:
        sys.stdout.write(
            f"{found.agreeing} of {found.compared} figures agree with the paper within a point; "
            f"{found.explained} more differ for a known reason.\n"
        )
    sys.stdout.write(f"Kept in {study.project.folder}\n")
