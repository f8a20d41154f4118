"""`whichone-data vizwiz`: what each command needs, and what it prints."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from whichone_core.errors import InputError

from ..page import markdown_table
from ..tables import agreement, reasons
from .asking import add_annotate, add_bertscore, add_encoder, add_labels, add_lave
from .collecting import add_collect, add_engines, add_sample
from .human import add_human
from .report import write_report
from .rounds import RoundsTold
from .steps import STEPS, Study, run_step

LINES = {
    "load": "read the release and report every anomaly",
    "analyze": "words, roles and information sources beside the paper's figures",
    "abstention": "who abstains and when, beside the paper's figures",
    "score": "ROUGE and METEOR beside the paper's figures",
    "train": "train a role classifier on the release and test it on held-out questions",
    "report": "everything, as Markdown and HTML",
}
MORE: dict[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "sample": ("draw questions of VizWiz's annotations, as many of each type", add_sample),
    "collect": ("ask an engine about photos, under one of the paper's promptings", add_collect),
    "annotate": ("label the sentences of answers: the classifier, or a model", add_annotate),
    "labels": ("sheets for people who label sentences, and how they agree", add_labels),
    "lave": ("answers graded by a language model, beside the paper's figures", add_lave),
    "bertscore": ("answers against references by a local encoder", add_bertscore),
    "human": ("a study of people: sheets, forms, ratings and their tests", add_human),
    "engines": ("when engines abstain, on photos that people judged", add_engines),
}
"""Commands with options of their own, and what adds those."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The commands and their options; each leaves `run` in its arguments."""
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, line in LINES.items():
        command = commands.add_parser(name, help=line, description=f"{name}: {line}.")
        _add(command, "--release", "folder of the seven released JSON files", True)
        _add(command, "--output", "project folder, made where it is missing", True)
        if name in ("score", "report"):
            _add(command, "--wordnet", "folder of WordNet's database files")
            _add(command, "--human", "CSV of human scores: writer, row, score")
        if name == "train":
            add_encoder(command)
            _add_fine_tune(command)
        command.set_defaults(run=run)
    for name, (line, add) in MORE.items():
        add(commands.add_parser(name, help=line, description=f"{name}: {line}."))


def _add(command: argparse.ArgumentParser, name: str, line: str, is_required: bool = False) -> None:
    command.add_argument(name, type=Path, required=is_required, help=line)


def _add_fine_tune(command: argparse.ArgumentParser) -> None:
    line = "train the encoder's layers along too (with --encoder; many minutes)"
    command.add_argument("--fine-tune", action="store_true", dest="is_tuned", help=line)


def run(arguments: argparse.Namespace) -> int:
    """Run one command; its tables go to standard output, its files to the project folder."""
    options = {name: getattr(arguments, name, None) for name in ("wordnet", "human", "encoder")}
    is_tuned = getattr(arguments, "is_tuned", False)
    if is_tuned and not options["encoder"]:
        raise InputError(
            "An encoder has to be named to be trained along.",
            remedy="Add --encoder package, or --encoder and a folder.",
        )
    told = RoundsTold(sys.stderr)
    study = Study(arguments.release, arguments.output, **options, is_tuned=is_tuned, told=told)
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
