"""`whichone-data aqua human-export`, `human-form` and `human-import`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from whichone_core.errors import InputError

from ..page import Page, Section, as_html, as_markdown, markdown_table
from ..tables import Table
from .form import Desk, new_token, serve
from .generate import Generation
from .giving_out import label_studio_config, label_studio_tasks, turk_csv, turk_layout
from .human import check_tables, checked, study_table
from .split_command import kept_pairs
from .taking_in import Said, read_said
from .tasks import FAKE_SHARE, Study, Task, check_tasks, read_tasks, rows_name, strategy_tasks
from .written import marked_things

EXPORT_LINE = "tasks for people: Mechanical Turk, Label Studio and the local form"
FORM_LINE = "judge the tasks here in a browser, by keyboard and with a screen reader too"
IMPORT_LINE = "what people said: who counts, what passes, agreement, Table 1"


def add_export(command: argparse.ArgumentParser) -> None:
    add = _common(command)
    add("--per-level", type=int, default=50, help="questions of each level, strategy study (50)")
    add("--fakes", type=float, default=FAKE_SHARE, help="share of planted fakes, check (0.1)")
    add("--base", default="", help="address before each picture's file name")
    add("--seed", type=int, default=0, help="of the order and the fakes (0)")
    command.set_defaults(run=export)


def add_form(command: argparse.ArgumentParser) -> None:
    add = _common(command)
    add("--worker", required=True, help="who judges; any name")
    add("--pictures", type=Path, help="folder of the pictures (the one of the levels)")
    add("--port", type=int, default=0, help="of 127.0.0.1 (a free one)")
    command.set_defaults(run=form)


def add_import(command: argparse.ArgumentParser) -> None:
    add = _common(command)
    add("files", nargs="*", type=Path, help="results; without any, what the local form kept")
    command.set_defaults(run=take_in)


def _common(command: argparse.ArgumentParser) -> Any:
    add = command.add_argument
    add("--output", type=Path, required=True, help="project folder that has questions")
    kinds = [study.value for study in Study]
    add("--study", choices=kinds, default="check", help="check pairs, or choose a strategy")
    return add


def export(arguments: argparse.Namespace) -> int:
    """Write the tasks, and the files for both platforms."""
    generation, study = Generation(arguments.output), Study(arguments.study)
    pairs = kept_pairs(generation)
    if study is Study.CHECK:
        tasks = check_tasks(pairs, generation.levels, arguments.fakes, arguments.seed)
    else:
        tasks = strategy_tasks(pairs, arguments.per_level, arguments.seed)
    project, folder = generation.project, f"human/{study.value}"
    project.write_rows(rows_name(study), (task.model_dump(mode="json") for task in tasks))
    project.write_text(f"{folder}/mechanical-turk.html", turk_layout(study))
    project.write_text(f"{folder}/mechanical-turk.csv", turk_csv(tasks, arguments.base))
    project.write_text(f"{folder}/label-studio.xml", label_studio_config(study))
    project.write_text(f"{folder}/label-studio.json", label_studio_tasks(tasks, arguments.base))
    fakes = sum(bool(task.fake) for task in tasks)
    _say(f"{len(tasks)} tasks, {fakes} of them planted fakes, in {project.folder / folder}.")
    return 0


def form(arguments: argparse.Namespace) -> int:
    """Serve the local form until it is interrupted."""
    generation, study = Generation(arguments.output, arguments.pictures), Study(arguments.study)
    tasks = read_tasks(generation.project, study)
    if generation.folder is None:
        raise InputError("The form needs the pictures.", remedy="Name them with --pictures.")
    desk = Desk(
        tasks=tasks,
        worker=arguments.worker,
        pictures=generation.folder,
        file=_form_file(generation, study),
        alternatives={row.picture: marked_things(row, False) for row in generation.levels},
        token=new_token(),
    )
    try:
        serve(desk, arguments.port, _say_address)
    except KeyboardInterrupt:
        _say("Stopped. What was judged is kept.")
    return 0


def take_in(arguments: argparse.Namespace) -> int:
    """Read verdicts, print what comes of them, keep the pairs that passed."""
    generation, study = Generation(arguments.output), Study(arguments.study)
    tasks = read_tasks(generation.project, study)
    files = arguments.files or [_form_file(generation, study)]
    said = [each for file in files for each in read_said(file, study, tasks)]
    if study is Study.STRATEGY:
        tables = [study_table(tasks, said)]
    else:
        tables = _checked(generation, tasks, said)
    page = Page("Human verdicts", (), (Section("What people said", (), tuple(tables)),))
    name = f"human-{study.value}"
    generation.project.write_text(f"{name}.md", as_markdown(page))
    generation.project.write_text(f"{name}.html", as_html(page))
    for table in tables:
        _say("\n".join([table.caption, "", markdown_table(table), *table.notes, ""]))
    return 0


def _checked(generation: Generation, tasks: Sequence[Task], said: Sequence[Said]) -> list[Table]:
    found = checked(tasks, said)
    task_of = {task.id: task for task in tasks}
    passed = {_words(task_of[name]) for name in found.passed}
    pairs = [
        pair
        for pair in kept_pairs(generation)
        if (pair.picture, pair.level, pair.question, pair.answer) in passed
    ]
    rows = (pair.model_dump(mode="json") for pair in pairs)
    generation.project.write_rows("validated", rows)
    _say(f"{len(pairs)} pairs passed both, kept in {generation.output / 'validated.jsonl'}.")
    return check_tables(tasks, found)


def _words(task: Task) -> tuple[str, int, str, str]:
    return task.picture, task.level, task.question, task.answer


def _form_file(generation: Generation, study: Study) -> Path:
    return generation.project.folder / f"human-{study.value}-said.jsonl"


def _say_address(address: str) -> None:
    _say(f"Open {address} in a browser on this computer. Control and C ends it.")
    sys.stdout.flush()


def _say(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")
