"""Puts what a recipe made where the repository keeps it: demo models, tables, plots and logs.

    models/   one folder per quantization; files that are the same in several are links to one
    results/  report.md and export.md, confusion plots, every answer (gzip), logs and records

The output folder's own place is private to the machine that trained, so records name it as the
recipe does.
"""

from __future__ import annotations

import gzip
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from whichone_core.errors import InputError

from .recipe import Publish, Recipe
from .record import LOG, RUN
from .stages import stages_of

REPORTS = {"evaluation": "report.md", "export": "export.md"}


def publish(recipe: Recipe) -> list[Path]:
    """Write everything; gives the files.  Raises InputError where something is not made yet."""
    plan = recipe.publish
    if plan is None:
        raise InputError("This recipe publishes nothing.", remedy="Give it a part called publish.")
    return [*_models(recipe, plan), *_results(recipe, plan.results)]


def _models(recipe: Recipe, plan: Publish) -> Iterator[Path]:
    shutil.rmtree(plan.models, ignore_errors=True)
    written: dict[bytes, Path] = {}
    for kind in plan.quantizations:
        folder = recipe.output / "export" / kind
        if not folder.is_dir():
            raise InputError(f"There is no {kind} of {recipe.name}.", remedy="Export it first.")
        for source in sorted(folder.iterdir()):
            yield _kept_once(source, plan.models / kind / source.name, written)


def _kept_once(source: Path, target: Path, written: dict[bytes, Path]) -> Path:
    """A copy, or a link to a file that has the same bytes and was written before."""
    target.parent.mkdir(parents=True, exist_ok=True)
    content = source.read_bytes()
    twin = written.setdefault(content, target)
    if twin == target:
        target.write_bytes(content)
    else:
        target.symlink_to(os.path.relpath(twin, target.parent))
    return target


def _results(recipe: Recipe, folder: Path) -> Iterator[Path]:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for part, name in REPORTS.items():
        source = recipe.output / part / "report.md"
        if not source.is_file():
            raise InputError(f"There are no tables of {recipe.name}.", remedy="Evaluate it first.")
        yield _text(recipe, source, folder / name)
    for plot in sorted((recipe.output / "evaluation").glob("*.png")):
        yield Path(shutil.copyfile(plot, folder / plot.name))
    for answers in sorted((recipe.output / "evaluation").glob("*.json")):
        yield _packed(recipe, answers, folder / f"{answers.name}.gz")
    for stage in stages_of(recipe):
        log, record = recipe.output / f"{stage}-log" / LOG, recipe.output / stage / RUN
        yield _text(recipe, log, folder / f"{stage}-{LOG}")
        yield _text(recipe, record, folder / f"{stage}-{RUN}")


def _text(recipe: Recipe, source: Path, target: Path) -> Path:
    target.write_text(_public(recipe, source.read_text(encoding="utf-8")), encoding="utf-8")
    return target


def _packed(recipe: Recipe, source: Path, target: Path) -> Path:
    """Packed without a time in it, so that the same answers are the same bytes."""
    text = _public(recipe, source.read_text(encoding="utf-8"))
    target.write_bytes(gzip.compress(text.encode(), mtime=0))
    return target


def _public(recipe: Recipe, text: str) -> str:
    return text.replace(str(recipe.output), f"runs/{recipe.name}")
