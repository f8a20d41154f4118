"""The commands `vizwiz human deal|write|evaluate`: sheets out, ratings in, what they say."""

from __future__ import annotations

import argparse
import csv
import json
import sys
from pathlib import Path

from whichone_core.errors import InputError, StorageError

from ..finite import finite
from ..page import Page, Section, as_html, as_markdown, markdown_table
from ..project import Project, open_project
from .collect import read_items
from .collected import Collected, read_collected
from .forms import rating_form, writing_form
from .plots import stacked
from .preferences import preference_tables
from .protocol import protocol
from .ratings import read_key, read_ratings
from .release import load_release
from .scales import Group
from .sheets import as_csv, conditions_of, deal, key_csv, released_answers
from .steps import KIND
from .workbook import as_workbook

FOLDER = "human"
KEY = f"{FOLDER}/key.csv"


def add_human(command: argparse.ArgumentParser) -> None:
    """The three parts of the command, and their options."""
    parts = command.add_subparsers(dest="part", metavar="PART", required=True)
    dealing = parts.add_parser("deal", help="write protocol, sheets and forms for raters")
    dealing.add_argument("--answers", type=Path, action="append", default=[], help="JSONL files")
    dealing.add_argument("--release", type=Path, help="folder of the release: its writers")
    dealing.add_argument(
        "--condition", action="append", required=True, help="an engine or writer; give each"
    )
    for group, count in ((Group.BLIND, 20), (Group.SIGHTED, 20)):
        dealing.add_argument(f"--{group.value}", type=int, default=count, help="raters")
    dealing.add_argument("--questions", type=int, default=10, help="for each rater")
    dealing.add_argument("--pictures", default="", help="folder of pictures, as the form sees it")
    dealing.add_argument("--seed", default="0")
    dealing.set_defaults(run=run_deal)
    writing = parts.add_parser("write", help="a form in which a person writes long answers")
    writing.add_argument("--items", type=Path, required=True, help="JSONL file of questions")
    writing.add_argument("--writer", required=True, help="the name that stands for the person")
    writing.add_argument("--pictures", required=True, help="folder, as the form sees it")
    writing.set_defaults(run=run_write)
    taking = parts.add_parser("take", help="take written answers from the form's file")
    taking.add_argument("--written", type=Path, action="append", required=True, help="CSV files")
    taking.set_defaults(run=run_take)
    reading = parts.add_parser("evaluate", help="read filled-in sheets, test and plot them")
    reading.add_argument("--ratings", type=Path, action="append", required=True, help="sheets")
    reading.add_argument("--key", type=Path, help="the study's key; without it, the project's")
    reading.set_defaults(run=run_evaluate)
    for part in (dealing, writing, taking, reading):
        part.add_argument("--output", type=Path, required=True, help="project folder")


def run_deal(arguments: argparse.Namespace) -> int:
    """Write the study into PROJECT/human."""
    answers = read_collected(arguments.answers)
    if arguments.release:
        answers += released_answers(load_release(arguments.release))
    conditions = conditions_of(answers, arguments.condition)
    raters = {Group.BLIND: arguments.blind, Group.SIGHTED: arguments.sighted}
    dealt = deal(conditions, raters, arguments.questions, arguments.seed)
    project = open_project(arguments.output, {"kind": KIND})
    project.write_text(KEY, key_csv(dealt))
    text = protocol(arguments.condition, raters, arguments.questions)
    project.write_text(f"{FOLDER}/protocol.md", text)
    for rater, lines in dealt.sheets.items():
        project.write_text(f"{FOLDER}/{rater}.csv", as_csv(lines))
        project.write_text(f"{FOLDER}/{rater}.html", rating_form(lines, arguments.pictures))
        _write_bytes(project.folder / FOLDER / f"{rater}.xlsx", as_workbook(lines))
    sys.stdout.write(f"{len(dealt.sheets)} raters in {project.folder / FOLDER}\n")
    return 0


def _write_bytes(path: Path, data: bytes) -> None:
    part = path.with_name(f"{path.name}.part")
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError as error:
        raise StorageError(f"{path} can't be written.", cause=str(error)) from error


def run_write(arguments: argparse.Namespace) -> int:
    """Write one form for answers."""
    items = [(one.item, one.picture, one.question) for one in read_items(arguments.items)]
    project = open_project(arguments.output, {"kind": KIND})
    form = writing_form(arguments.writer, items, arguments.pictures)
    path = project.write_text(f"{FOLDER}/answers-{arguments.writer}.html", form)
    sys.stdout.write(f"{path}\n")
    return 0


def run_take(arguments: argparse.Namespace) -> int:
    """Turn written answers into lines like an engine's; empty ones are left out and counted."""
    project = open_project(arguments.output, {"kind": KIND})
    answers = [answer for path in arguments.written for answer in _written(path)]
    kept = [answer for answer in answers if answer.text]
    project.write_rows("written", (json.loads(answer.model_dump_json()) for answer in kept))
    sys.stdout.write(
        f"{len(kept)} answers in {project.folder / 'written.jsonl'}; "
        f"{len(answers) - len(kept)} were empty\n"
    )
    return 0


def _written(path: Path) -> list[Collected]:
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
        return [
            Collected(
                item=row["item"],
                picture=row["picture"],
                question=row["question"],
                engine=row["engine"],
                prompting="written",
                text=" ".join(row["text"].split()),
                seconds=finite(row["seconds"]) if row["seconds"] else None,
            )
            for row in rows
        ]
    except (OSError, UnicodeDecodeError, KeyError, ValueError, AttributeError, csv.Error) as error:
        raise InputError(
            f"{path} holds no answers of the form.",
            remedy="Give the file that the form saved.",
            cause=str(error),
        ) from error


def run_evaluate(arguments: argparse.Namespace) -> int:
    """Print the tables of the ratings; keep them, the plots and a page in the project."""
    project = open_project(arguments.output, {"kind": KIND})
    key = read_key(arguments.key or project.folder / KEY)
    ratings = read_ratings(arguments.ratings, key)
    project.write_rows("ratings", (rating.as_row() for rating in ratings))
    tables = preference_tables(ratings)
    plots = [stacked(table) for table in tables if table.key.startswith("ranks-")]
    for plot, svg in plots:
        project.write_text(plot.file, svg)
    section = Section("Preferences", (), tuple(tables), tuple(plot for plot, _ in plots))
    _write_page(project, section)
    for table in tables:
        text = "\n".join([table.caption, "", markdown_table(table), *table.notes])
        sys.stdout.write(f"{text}\n\n")
    sys.stdout.write(f"Kept in {project.folder}\n")
    return 0


def _write_page(project: Project, section: Section) -> None:
    page = Page("What raters preferred", (), (section,))
    project.write_text("human.md", as_markdown(page))
    project.write_text("human.html", as_html(page))
