"""`whichone-data aqua clarify` and `judge`: the clarification subset, and how answers did."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from whichone_core.errors import InputError

from ..llm.session import Terms, add_model_options, asked, estimate_of, terms_of
from ..page import Page, Section, as_html, as_markdown, markdown_table
from ..tables import Table
from . import clarifying, judging
from .checks import Case
from .filtering import cases_of
from .generate import Generation, current_pairs
from .schema import PairRow
from .written import Skip, picture_folder

CLARIFY_LINE = "hint, resolved question and answer for each question back"
JUDGE_LINE = "strategy and facts of an assistant's answers, by style or by a model"


def add_clarify(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add("--output", type=Path, required=True, help="project folder that has questions")
    add("--pictures", type=Path, help="folder of the pictures (the one of the levels)")
    add("--seed", type=int, default=0, help="of the choice of a thing (0)")
    add("--dry-run", action="store_true", help="make or estimate them, but write nothing")
    add_model_options(command)
    command.set_defaults(run=clarify)


def add_judge(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add("--output", type=Path, required=True, help="project folder that has questions")
    add("--pictures", type=Path, help="folder of the pictures (the one of the levels)")
    add("--answers", type=Path, required=True, help="JSONL of picture, level and answer")
    add("--human", type=Path, help="JSONL of picture, level, shows, facts: people's verdicts")
    add("--answer-alone", action="store_true", help="style without the question, as the paper")
    add("--dry-run", action="store_true", help="judge by style or estimate, but write nothing")
    add_model_options(command)
    command.set_defaults(run=judge)


def clarify(arguments: argparse.Namespace) -> int:
    """Write the clarification subset."""
    generation = Generation(arguments.output, arguments.pictures)
    terms = terms_of(arguments)
    cases = [case for case in cases_of(generation) if case.pair.level == 3]
    if terms is None:
        rows, skips = clarifying.offline(cases, arguments.seed)
    else:
        rows, skips = _clarified(generation, cases, terms, arguments.dry_run)
    if arguments.dry_run:
        _say("Nothing was written.")
        return 0
    project = generation.project
    project.write_rows("clarify", (row.model_dump(mode="json") for row in rows))
    project.write_rows("clarify-skipped", (skip.as_row() for skip in skips))
    _say(f"{len(rows)} items in {project.folder / 'clarify.jsonl'}, {len(skips)} skipped.")
    return 0


def _clarified(
    generation: Generation, cases: Sequence[Case], terms: Terms, is_dry: bool
) -> tuple[list[clarifying.ClarifyRow], list[Skip]]:
    folder = generation.project.folder
    orders = clarifying.orders_of(generation, cases, terms.side)
    _say(estimate_of(folder, orders, terms).sentence)
    if is_dry:
        return [], []
    answer = asked(folder, orders, terms)
    _say(answer.sentence)
    return clarifying.by_model([case.pair for case in cases], answer.replies)


def judge(arguments: argparse.Namespace) -> int:
    """Judge the answers in a file."""
    generation = Generation(arguments.output, arguments.pictures)
    terms = terms_of(arguments)
    answers = _answers(arguments.answers, current_pairs(generation))
    judged = judging.by_style(answers, not arguments.answer_alone)
    project = generation.project
    if terms is not None:
        orders = judging.orders_of(answers, picture_folder(generation), terms.side)
        _say(estimate_of(project.folder, orders, terms).sentence)
        if not arguments.dry_run:
            answer = asked(project.folder, orders, terms)
            judged = judging.by_model(answers, answer.replies)
            _say(answer.sentence)
    tables = judging.judge_tables(judged)
    if arguments.human is not None:
        labels = {(str(row["picture"]), int(row["level"])): row for row in _rows(arguments.human)}
        tables.append(judging.reliability_table(judged, labels))
    _print(tables)
    if arguments.dry_run:
        _say("Nothing was written.")
        return 0
    project.write_rows("judged", (each.as_row() for each in judged))
    page = Page("Answers as judged", (), (Section("Judged", (), tuple(tables)),))
    project.write_text("judged.md", as_markdown(page))
    project.write_text("judged.html", as_html(page))
    return 0


def _answers(path: Path, pairs: Sequence[PairRow]) -> list[tuple[PairRow, str]]:
    pair_of = {(pair.picture, pair.level): pair for pair in pairs}
    found = []
    for row in _rows(path):
        pair = pair_of.get((str(row["picture"]), int(row["level"])))
        if pair is None:
            raise InputError(
                f"{path.name} answers a question that this project doesn't have: picture "
                f"{row['picture']}, level {row['level']}.",
                remedy="Name answers to this project's questions.",
            )
        found.append((pair, str(row.get("answer", ""))))
    return found


def _rows(path: Path) -> list[dict[str, Any]]:
    try:
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        for row in rows:
            int(row["level"]), str(row["picture"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(
            f"{path.name} can't be read as lines of JSON with picture and level.",
            remedy="Write one JSON object a line.",
            cause=str(error),
        ) from error
    return rows


def _print(tables: Sequence[Table]) -> None:
    for table in tables:
        _say("\n".join([table.caption, "", markdown_table(table), *table.notes, ""]))


def _say(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")
