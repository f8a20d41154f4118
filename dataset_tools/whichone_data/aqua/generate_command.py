"""`whichone-data aqua generate`: offline from templates, or by a language model."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ..llm.session import Terms, add_model_options, asked, estimate_of, terms_of
from .generate import Generation, generated, is_done
from .generate import write as write_pairs
from .written import orders_of, pairs_of

LINE = "write a question and an answer for each drawn picture, offline or by a model"


def add_arguments(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add("--output", type=Path, required=True, help="project folder that has drawn pictures")
    add("--pictures", type=Path, help="folder of the pictures (the one of the levels)")
    add("--seed", type=int, default=0, help="of kinds and wordings (0)")
    add("--dry-run", action="store_true", help="make or estimate them, but write nothing")
    add_model_options(command)
    command.set_defaults(run=generate)


def generate(arguments: argparse.Namespace) -> int:
    """Write the pairs; what was made goes to the project folder."""
    generation = Generation(arguments.output, arguments.pictures, arguments.seed)
    terms = terms_of(arguments)
    if terms is not None:
        return _by_model(generation, terms, arguments.dry_run)
    file = arguments.output / "pairs.jsonl"
    if not arguments.dry_run and is_done(generation):
        _say(f"Done before on just these inputs; kept in {file}.")
        return 0
    made = generated(generation)
    if not arguments.dry_run:
        write_pairs(generation, made)
    _say(f"{len(made.pairs)} pairs, {len(made.anomalies)} pictures left out.")
    _say("Nothing was written." if arguments.dry_run else f"Kept in {file}.")
    return 0


def _by_model(generation: Generation, terms: Terms, is_dry: bool) -> int:
    project = generation.project
    orders = orders_of(generation, terms.side)
    _say(estimate_of(project.folder, orders, terms).sentence)
    if is_dry:
        _say("Nothing was asked or written.")
        return 0
    answer = asked(project.folder, orders, terms)
    pairs, skips = pairs_of(generation.levels, answer.replies, generation.seed)
    project.write_rows("pairs", (pair.model_dump(mode="json") for pair in pairs))
    project.write_rows("pairs-skipped", (skip.as_row() for skip in skips))
    # The templates' step would take these pairs for its own.
    project.finish("generate", f"model {terms.model.name}")
    _say(answer.sentence)
    _say(f"{len(pairs)} pairs in {project.folder / 'pairs.jsonl'}, {len(skips)} skipped.")
    return 0


def _say(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")
