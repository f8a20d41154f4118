"""The command line of the baselines: AQuA's Table 2 for any engine, one command per model.

    whichone-eval aqua --engine builtin|local|server | --model FOLDER | --server ADDRESS
                       --prompting vanilla|cot|strategy|abstention|self-correction|
                                   self-consistency|app  (several, or all)
                       [--project AQUA-PROJECT] --output FOLDER [--judge ADDRESS]
    whichone-eval tables FOLDER... --output FOLDER     one table of several runs
    whichone-eval agree RESULT.json --labels LABELS.csv     a judge beside people

A run that was stopped goes on with the same command; what was answered or judged is never
asked again.  Exit codes are those of whichone-train.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from whichone_core.errors import InputError
from whichone_core.version import __version__
from whichone_data.vizwiz.collect import ENGINES, Teller, collect

from whichone_training.drawnworld.scenes import World
from whichone_training.ending import exit_code
from whichone_training.recipe import Judge

from . import reliability
from .engines import PROMPTINGS, open_engine
from .judging import answers_of, ruled, verdicts
from .questions import PICTURES, Question, drawn_questions, project_questions
from .results import Result, keep, kept, read_result, write_tables

ANSWERS = "answers.jsonl"
ALL = "all"
RULES = "rules"


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    arguments = _parser().parse_args(argv)
    return exit_code(
        lambda: arguments.run(arguments),
        "whichone-eval",
        "extras called training and local",
        is_verbose=arguments.verbose,
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="whichone-eval", description="Measure how engines answer ambiguous questions."
    )
    parser.add_argument("--version", action="version", version=f"WhichOne {__version__}")
    parser.add_argument("--verbose", action="store_true", help="show technical causes too")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_aqua(commands.add_parser("aqua", help="ask an engine and make its tables"))
    joined = commands.add_parser("tables", help="one table of several runs")
    joined.add_argument("folders", nargs="+", type=Path, help="outputs of whichone-eval aqua")
    joined.add_argument("--output", type=Path, required=True)
    joined.set_defaults(run=run_tables)
    agree = commands.add_parser("agree", help="compare a judge with people")
    agree.add_argument("result", type=Path, help="a JSON file of results")
    agree.add_argument("--labels", type=Path, required=True, help="CSV: item, style, grounded")
    agree.set_defaults(run=run_agree)
    return parser


def _add_aqua(command: argparse.ArgumentParser) -> None:
    engine = command.add_mutually_exclusive_group()
    engine.add_argument("--engine", default="builtin", help=", ".join(ENGINES.names))
    engine.add_argument("--model", type=Path, help="a model's folder: GGUF or Hugging Face")
    engine.add_argument("--server", default="", help="address of an OpenAI-compatible server")
    command.add_argument("--name", default="", help="the model's name on the server, in tables")
    ways = [*PROMPTINGS, ALL]
    command.add_argument("--prompting", nargs="+", choices=ways, default=["vanilla"], metavar="WAY")
    command.add_argument("--project", type=Path, help="a project of whichone-data aqua")
    command.add_argument("--per-strategy", type=int, default=200, help="questions per strategy")
    command.add_argument("--seed", type=int, default=1, help="of the drawn questions")
    command.add_argument("--side", type=int, default=336, help="pixels of the drawn pictures")
    worlds = [world.value for world in World]
    command.add_argument("--world", choices=worlds, default=World.USUAL.value)
    command.add_argument("--judge", default="", help="address of the judge; without it, rules")
    command.add_argument("--judge-model", default="", help="the judge's name on its server")
    command.add_argument("--judge-calls", type=int, default=20_000, help="the most calls")
    command.add_argument("--output", type=Path, required=True)
    command.set_defaults(run=run_aqua)


def run_aqua(arguments: argparse.Namespace) -> None:
    """Ask what was not asked yet, judge, count, and write every table of the folder."""
    if arguments.per_strategy < 1:
        raise InputError("There must be at least one question per strategy.")
    teller = open_engine(arguments.engine, arguments.model, arguments.server, arguments.name)
    try:
        questions, pictures = _questions(arguments)
        for way in _ways(arguments.prompting, teller):
            _ask(teller, way, questions, pictures, arguments.output)
            _say(str(keep(arguments.output, _result(arguments, teller, way, questions, pictures))))
    finally:
        teller.close()
    _say(write_tables(arguments.output, kept(arguments.output)).read_text(encoding="utf-8"))


def run_tables(arguments: argparse.Namespace) -> None:
    """Put the results of several folders into one table."""
    results = [result for folder in arguments.folders for result in kept(folder)]
    if not results:
        raise InputError("There are no results in these folders.")
    _say(write_tables(arguments.output, results).read_text(encoding="utf-8"))


def run_agree(arguments: argparse.Namespace) -> None:
    """Say how often a judge agrees with people."""
    labels = reliability.read_labels(arguments.labels)
    measured = reliability.reliability(read_result(arguments.result).rows, labels)
    _say(reliability.table(measured))


def _questions(arguments: argparse.Namespace) -> tuple[list[Question], Path]:
    if arguments.project is not None:
        return project_questions(arguments.project, arguments.per_strategy)
    pictures = arguments.output / PICTURES
    world = World(arguments.world)
    made = drawn_questions(
        pictures, arguments.per_strategy, seed=arguments.seed, side=arguments.side, world=world
    )
    return made, pictures


def _ways(chosen: Sequence[str], teller: Teller) -> list[str]:
    """The promptings by their full names; "all" are those that the engine knows."""
    if ALL in chosen:
        return [str(way) for way in PROMPTINGS.values() if way in teller.promptings]
    return [str(PROMPTINGS[way]) for way in chosen]


def _ask(
    teller: Teller, way: str, questions: Sequence[Question], pictures: Path, output: Path
) -> None:
    asked = [one.asked for one in questions]
    for step in collect(teller, way, asked, pictures, output / ANSWERS):
        sys.stderr.write(f"{way}: {step.done} of {step.total}, {step.failed} failed\n")


def _result(
    arguments: argparse.Namespace,
    teller: Teller,
    way: str,
    questions: Sequence[Question],
    pictures: Path,
) -> Result:
    answers = answers_of(arguments.output / ANSWERS, teller.name, way)
    if arguments.judge:
        settings = Judge(
            url=arguments.judge,
            model=arguments.judge_model,
            calls=arguments.judge_calls,
            cache=arguments.output / "verdicts.sqlite",
        )
        rows = verdicts(questions, answers, pictures, settings)
    else:
        rows = ruled(questions, answers)
    source = str(arguments.project) if arguments.project else f"drawn world, {arguments.world}"
    return Result(
        engine=teller.name,
        prompting=way,
        questions=source,
        judge=arguments.judge_model or arguments.judge or RULES,
        missing=len(questions) - len(rows),
        rows=tuple(rows),
    )


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
