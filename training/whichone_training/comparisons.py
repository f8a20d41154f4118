"""What a recipe's report compares: its stages, and the two runs that only the report needs.

base             zero-shot: the paper's bias to level 0 shows here
base-prompted    the same model with a strategy prompt (Table 2)
sft, grpo        after each stage
grpo-doubled     GRPO on twice the items, from the same SFT (Table 8)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from whichone_core.prompting.systems import Layout, system_prompt

from .recipe import Recipe
from .stages import BASE, GRPO, is_finished, merged, stages_of, start_of

PROMPTED = "base-prompted"
DOUBLED = "grpo-doubled"


@dataclass(frozen=True, slots=True)
class Compared:
    """One line of the report: a model, how it is asked, and how much of it is measured."""

    name: str
    folder: Path
    recipe: Recipe
    system: str = ""
    is_base: bool = False


def compared(recipe: Recipe) -> Iterator[Compared]:
    """What is trained already, in the order of the report.

    Raises InputError where something was trained with other settings.
    """
    for stage in stages_of(recipe):
        if not is_finished(recipe, stage):
            continue
        folder, is_base = merged(recipe, recipe.output / stage), stage == BASE
        yield Compared(stage, folder, recipe, is_base=is_base)
        if is_base and recipe.evaluate.prompted_per_strategy:
            told = system_prompt(Layout.INSTRUCTED)
            yield Compared(PROMPTED, folder, _fewer(recipe), told, is_base=True)
    if recipe.evaluate.double_grpo and recipe.grpo is not None:
        twice = doubled(recipe)
        if is_finished(twice, GRPO):
            yield Compared(DOUBLED, merged(twice, twice.output / GRPO), twice)


def doubled(recipe: Recipe) -> Recipe:
    """The recipe of a GRPO on twice the items, from the model that the usual one starts from.

    Raises InputError where that is not trained yet.
    """
    more = recipe.data.model_copy(update={"grpo_train": 2 * recipe.data.grpo_train})
    changed = {
        "name": f"{recipe.name}-doubled",
        "output": recipe.output / "doubled",
        "model": start_of(recipe, GRPO),
        "shape": None,
        "base": None,
        "sft": None,
        "data": more,
    }
    return recipe.model_copy(update=changed)


def _fewer(recipe: Recipe) -> Recipe:
    """With the items of the strategy prompt, and without the other worlds."""
    plan = recipe.evaluate.model_copy(
        update={
            "per_strategy": recipe.evaluate.prompted_per_strategy,
            "shifted_per_strategy": 0,
            "two_turn": 0,
        }
    )
    return recipe.model_copy(update={"evaluate": plan})
