"""`whichone-data aqua scale`: generate and filter in parts, by many workers, as one command."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from whichone_core.errors import InputError, ModelError

from ..llm.answers import answered_keys
from ..llm.costs import estimated
from ..llm.orders import key_of
from ..llm.session import Terms, add_model_options, terms_of
from . import filtering, written
from .generate import Generation
from .parts import cut, joined
from .work import Job, Result
from .workers import LOCAL, Workers, processes, ray_data

LINE = "generate and filter in parts, by many workers here or on a Ray cluster"
STEPS = ("generate", "filter")
SHARED = {"budget": "parts", "requests_a_minute": "workers", "tokens_a_minute": "workers"}
"""Limits of the whole, of which each part or worker gets its share."""
PASSED_ON = (
    "model", "url", "temperature", "most_tokens", "side", "price_in", "price_out", "parallel",
)  # fmt: skip
SWITCHES = ("plain_json", "batch")


def add_arguments(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add("--output", type=Path, required=True, help="project folder that has drawn pictures")
    add("--parts", type=Path, required=True, help="folder of the parts; all workers must see it")
    add("--count", type=_count, required=True, help="how many parts")
    add("--workers", type=_count, default=2, help="how many parts at once (2)")
    add("--ray", metavar="ADDRESS", nargs="?", const=LOCAL, help="by Ray: a cluster's address, "
        "or one that is started here (without it: processes of this computer)")  # fmt: skip
    add("--step", action="append", choices=STEPS, help="only this one (both, one after the other)")
    add("--pictures", type=Path, help="folder of the pictures (the one of the levels)")
    add("--seed", type=int, default=0, help="of kinds and wordings (0)")
    add("--dry-run", action="store_true", help="estimate, but write and ask nothing")
    add_model_options(command)
    command.set_defaults(run=run)


def _count(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("at least 1 is needed")
    return value


def run(arguments: argparse.Namespace) -> int:
    """Cut, have the workers work, join.  Run again, it goes on where it was."""
    generation = Generation(arguments.output, arguments.pictures, arguments.seed)
    terms, steps = terms_of(arguments), arguments.step or list(STEPS)
    _check_parts(arguments.parts, arguments.count)
    if terms is not None:
        _say(_estimate(generation, terms, steps, arguments.parts))
    if arguments.dry_run:
        _say("Nothing was asked or written.")
        return 0
    folders = cut(generation, arguments.parts, arguments.count)
    jobs = jobs_of(arguments, generation, folders)
    _check(_workers(arguments)(jobs))
    counts = joined(generation, arguments.parts)
    _say(", ".join(f"{count} {name}" for name, count in counts.items()) + ".")
    return 0


def _workers(arguments: argparse.Namespace) -> Workers:
    if arguments.ray:
        return ray_data(arguments.workers, arguments.ray)
    return processes(arguments.workers)


def jobs_of(
    arguments: argparse.Namespace, generation: Generation, folders: Sequence[Path]
) -> list[Job]:
    """One job for each part.  All paths are whole ones: a worker may run anywhere."""
    words: list[str] = []
    if generation.folder is not None:
        words += ["--pictures", str(generation.folder.resolve())]
    words += _model_words(arguments)
    options = {"generate": ["--seed", str(arguments.seed)], "filter": []}
    chosen = [name for name in STEPS if name in (arguments.step or STEPS)]
    steps = tuple((name, *words, *options[name]) for name in chosen)
    return [Job(str(folder.resolve()), steps) for folder in folders]


def _model_words(arguments: argparse.Namespace) -> list[str]:
    if not arguments.model:
        return []
    words = [f"--{name.replace('_', '-')}" for name in SWITCHES if getattr(arguments, name)]
    shares = {"parts": arguments.count, "workers": min(arguments.workers, arguments.count)}
    values = {name: getattr(arguments, name) for name in PASSED_ON}
    for name, among in SHARED.items():
        limit = getattr(arguments, name)
        values[name] = None if limit is None else limit / shares[among]
    for name, value in values.items():
        if value is not None:
            words += [f"--{name.replace('_', '-')}", str(value)]
    return words


def _check_parts(folder: Path, count: int) -> None:
    """Another number of parts would move pictures away from the answers that they have."""
    there = len(list(folder.glob("part-*")))
    if there not in (0, count):
        raise InputError(
            f"{folder} holds {there} parts, not {count}.",
            remedy=f"Go on with --count {there}, or name an empty folder.",
        )


def _check(results: Sequence[Result]) -> None:
    """Raises ModelError where a part isn't done, with what is said about the first."""
    wrong = [result for result in results if result.code]
    if wrong:
        raise ModelError(
            f"{len(wrong)} of {len(results)} parts are not done. {Path(wrong[0].part).name}: "
            f"{wrong[0].said.removeprefix('whichone-data: ')}",
            remedy="Run the command again to go on: what was paid for is kept.",
        )


def _estimate(generation: Generation, terms: Terms, steps: Sequence[str], parts: Path) -> str:
    """What is still to be asked; the filters' share is known only once there are questions."""
    kept = frozenset().union(*map(answered_keys, sorted(parts.glob("part-*"))))
    if "generate" in steps:
        orders = written.orders_of(generation, terms.side)
    else:
        cases = filtering.cases_of(generation)
        passed = zip(cases, filtering.checked(cases), strict=True)
        some = [case for case, outcome in passed if outcome.is_kept]
        orders = filtering.orders_of(generation, some, terms.side)
    fresh = [order for order in orders if key_of(order, terms.model) not in kept]
    sentence = estimated(fresh, terms.price).sentence
    if set(steps) == set(STEPS):
        sentence += " The filters then ask up to three times about each question."
    return sentence


def _say(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")
