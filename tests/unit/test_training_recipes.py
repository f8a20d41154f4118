"""Recipes: the shipped ones are sound, mistakes are answered with what was meant."""

from __future__ import annotations

from pathlib import Path

import pytest
from whichone_core.errors import InputError
from whichone_training.recipe import checked, read_recipe

RECIPES = Path(__file__).resolve().parents[2] / "training" / "recipes"
MINI = RECIPES / "mini" / "mini.yaml"


SHIPPED = [path for path in sorted(RECIPES.rglob("*.yaml")) if path.parent.name != "scale"]
"""Those of scale are accelerate's."""


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_shipped_recipe_can_be_read(path: Path) -> None:
    assert read_recipe(path).name


def test_the_papers_settings_stand_in_the_recipes() -> None:
    qwen = read_recipe(RECIPES / "qwen2.5-vl-3b" / "grpo.yaml")
    assert qwen.sft is not None and qwen.grpo is not None
    assert (qwen.sft.rate, qwen.sft.epochs, qwen.sft.accumulation) == (5e-5, 3, 4)
    assert (qwen.grpo.rate, qwen.grpo.beta, qwen.grpo.generations) == (5e-6, 0.01, 4)
    assert (qwen.data.grpo_train, qwen.data.grpo_validation) == (15, 5)
    internvl = read_recipe(RECIPES / "internvl3-2b" / "sft.yaml")
    assert internvl.sft is not None
    assert (internvl.sft.rate, internvl.sft.weight_decay, internvl.sft.batch) == (2e-5, 0.05, 4)


def test_a_model_that_would_never_be_read_is_refused() -> None:
    with pytest.raises(InputError, match="model=models/mine would not be used") as caught:
        read_recipe(MINI, ("model=models/mine",))
    assert "--set base=null" in caught.value.remedy
    recipe = read_recipe(MINI, ("model=models/mine", "base=null"))
    assert recipe.model == Path("models/mine") and recipe.base is None


def test_values_are_replaced_from_the_command_line() -> None:
    recipe = read_recipe(MINI, ("sft.epochs=1", "seed=7", "lora.rank=4"))
    assert recipe.sft is not None and recipe.sft.epochs == 1
    assert recipe.seed == 7
    assert recipe.lora is not None and recipe.lora.rank == 4


@pytest.mark.parametrize(
    ("replaced", "part"),
    [
        ("sft.epoch=1", "epochs"),
        ("grpo.generation=2", "generations"),
        ("sed=1", "seed"),
        ("grpo.rewards=[{nam: style}]", "name"),
    ],
)
def test_a_wrong_key_is_answered_with_the_nearest(replaced: str, part: str) -> None:
    with pytest.raises(InputError) as caught:
        read_recipe(MINI, (replaced,))
    assert part in caught.value.spoken


@pytest.mark.parametrize("replaced", ["seed", "shape.hidden=250", "sft.epochs=many", "=3"])
def test_what_cannot_be_used_is_one_sentence(replaced: str) -> None:
    with pytest.raises(InputError):
        read_recipe(MINI, (replaced,))


def test_a_recipe_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("[1, 2")
    (tmp_path / "list.yaml").write_text("- 1")
    for name in ("bad.yaml", "list.yaml", "missing.yaml"):
        with pytest.raises(InputError):
            read_recipe(tmp_path / name)
    with pytest.raises(InputError):
        checked({"name": "nothing else"})
