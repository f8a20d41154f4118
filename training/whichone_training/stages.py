"""The stages of a recipe in their order, and what of them is already done.

A finished stage is not done again.  One that was finished under other settings stops the run:
its model would not be what the recipe says.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from whichone_core.errors import InputError

from .ranks import rank
from .recipe import Recipe, checked
from .record import RUN, write_json

BASE, SFT, GRPO = "base", "sft", "grpo"
DEPENDS = {
    BASE: ("seed", "shape", "base"),
    SFT: ("seed", "model", "shape", "base", "data", "sft", "lora"),
    GRPO: ("seed", "model", "shape", "base", "data", "sft", "lora", "grpo"),
}
"""The parts of a recipe that change what a stage learns."""


def stages_of(recipe: Recipe) -> list[str]:
    """The stages that the recipe has."""
    parts = {BASE: recipe.base, SFT: recipe.sft, GRPO: recipe.grpo}
    return [name for name, part in parts.items() if part is not None]


def run_stage(recipe: Recipe, stage: str) -> Path:
    """Train one stage, or go on with it; gives its folder, at once where it is finished."""
    folder = recipe.output / stage
    if is_finished(recipe, stage):
        return folder
    if stage == BASE:
        from .base import train_base

        train_base(recipe)
    elif stage == SFT:
        from .sft import train_sft

        train_sft(recipe, start_of(recipe, SFT))
    else:
        from .grpo import train_grpo

        train_grpo(recipe, start_of(recipe, GRPO))
    if not rank():
        _finish(recipe, stage)
    return folder


def is_finished(recipe: Recipe, stage: str) -> bool:
    """Whether it was finished with these settings.  Raises InputError for other settings."""
    record = _record(recipe.output / stage)
    if "finished" not in record:
        return False
    if _complete(record["finished"]) != _settings(recipe, stage):
        raise InputError(
            f"{recipe.output / stage} was trained with other settings.",
            remedy="Choose another output folder, or delete this one.",
        )
    return True


def start_of(recipe: Recipe, stage: str) -> Path:
    """The model that a stage starts from: the stage before it, or the recipe's own model.

    An adapter of the stage before is merged first.  Raises InputError where there is none.
    """
    before = [
        name for name in stages_of(recipe) if [*DEPENDS].index(name) < [*DEPENDS].index(stage)
    ]
    for name in reversed(before):
        folder = recipe.output / name
        if is_finished(recipe, name):
            return merged(recipe, folder)
    if recipe.model is None or before:
        missing = before[-1] if before else "model"
        raise InputError(
            f"There is no model for the stage {stage} to start from.",
            remedy=f"Train the stage {missing} first." if before else "Name a model.",
        )
    return recipe.model


def merged(recipe: Recipe, folder: Path) -> Path:
    """The folder as a whole model: an adapter is merged into what it was trained on."""
    if not (folder / "adapter_config.json").is_file():
        return folder
    target = folder.with_name(f"{folder.name}-merged")
    if not (target / "config.json").is_file():
        from .convert import merge_adapter

        settings = json.loads((folder / "adapter_config.json").read_text(encoding="utf-8"))
        merge_adapter(Path(settings["base_model_name_or_path"]), folder, target)
    return target


def best_of(recipe: Recipe, wanted: Sequence[str] = (GRPO, SFT, BASE)) -> Path:
    """The model of the last finished stage.  Raises InputError where none is finished."""
    for stage in wanted:
        if stage in stages_of(recipe) and is_finished(recipe, stage):
            return merged(recipe, recipe.output / stage)
    raise InputError("Nothing of this recipe is trained yet.", remedy="Run its stages first.")


def _settings(recipe: Recipe, stage: str) -> dict[str, Any]:
    """A model that lies beside the output is named from there: both may be moved together."""
    plain = recipe.model_dump(mode="json")
    if recipe.model is not None and recipe.model.is_relative_to(recipe.output.parent):
        plain["model"] = os.path.relpath(recipe.model, recipe.output)
    return {name: plain[name] for name in DEPENDS[stage]}


def _complete(settings: dict[str, Any]) -> dict[str, Any]:
    """Settings of a finished stage with the keys that recipes have got since, at their defaults:
    a recipe that says nothing of them still is the one that was trained."""
    try:
        whole = checked({"name": "", "output": "", **settings}).model_dump(mode="json")
    except InputError:
        return settings
    return {name: whole[name] for name in settings}


def _record(folder: Path) -> dict[str, Any]:
    try:
        return dict(json.loads((folder / RUN).read_text(encoding="utf-8")))
    except FileNotFoundError:
        return {}


def _finish(recipe: Recipe, stage: str) -> None:
    folder = recipe.output / stage
    write_json(folder / RUN, _record(folder) | {"finished": _settings(recipe, stage)})
