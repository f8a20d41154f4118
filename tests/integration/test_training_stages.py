"""The three stages on a tiny model of the real architecture: they learn, stop and go on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from whichone_core.errors import InputError
from whichone_training.base import train_base
from whichone_training.grpo import train_grpo
from whichone_training.recipe import Recipe, checked
from whichone_training.sft import train_sft
from whichone_training.tuning import last_checkpoint, load_model

# The libraries warn about versions to come; what they warn of is pinned.
pytestmark = [
    pytest.mark.skipif(not all(map(find_spec, ("torch", "trl"))), reason="trl is not installed"),
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.timeout(600),
]

TINY: dict[str, Any] = {
    "name": "tiny",
    "report_every": 1,
    "shape": {
        "layers": 1, "heads": 4, "feed_forward": 256, "tower_hidden": 32, "tower_depth": 4,
        "tower_heads": 2, "tower_feed_forward": 64, "vocabulary": 560, "side": 56,
    },
    "data": {"train": 40, "validation": 10, "grpo_train": 2, "grpo_validation": 1, "side": 56},
    "base": {"steps": 6, "batch": 4, "save_every": 2, "warmup": 2, "validation": 8, "bf16": False},
    "sft": {"epochs": 1, "rate": 1e-3, "batch": 8, "accumulation": 1, "bf16": False},
    "grpo": {
        "epochs": 1, "rate": 1e-4, "batch": 4, "accumulation": 1, "generations": 2, "longest": 6,
        "evaluate_every": 2, "bf16": False,
        "rewards": [{"name": "strategy_and_facts"}, {"name": "control_word", "weight": 0.1}],
    },
}  # fmt: skip


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@dataclass(frozen=True, slots=True)
class Made:
    recipe: Recipe
    base: Path


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """A base model trained for six steps without a break."""
    recipe = checked({**TINY, "output": str(tmp_path_factory.mktemp("tiny"))})
    return Made(recipe, train_base(recipe).folder)


def weights(folder: Path) -> dict[str, Any]:
    return dict(load_model(folder, None).state_dict())


def are_equal(one: dict[str, Any], other: dict[str, Any]) -> bool:
    import torch

    assert one.keys() == other.keys()
    return all(torch.equal(one[name], other[name]) for name in one)


def elsewhere(made: Made, folder: Path, **parts: Any) -> Recipe:
    """The same recipe with another output, the untrained model already there."""
    import shutil

    untrained = made.recipe.output / "untrained"
    shutil.copytree(untrained, folder / "untrained", dirs_exist_ok=True)
    return checked({**TINY, "output": str(folder), **parts})


def test_a_base_run_that_was_stopped_goes_on_to_the_same_weights(
    made: Made, tmp_path: Path
) -> None:
    recipe = elsewhere(made, tmp_path)
    train_base(recipe, stop_at=4)
    resumed = train_base(recipe)
    assert are_equal(weights(resumed.folder), weights(made.base))


def test_a_checkpoint_says_what_it_was_made_from(made: Made) -> None:
    record = json.loads((made.base / "run.json").read_text())
    assert record["recipe"]["base"]["steps"] == 6
    assert {"torch", "transformers", "whichone"} <= record["versions"].keys()
    assert record["data"] and record["seed"] == 1
    log = (made.recipe.output / "base-log" / "log.jsonl").read_text().splitlines()
    assert "left" in json.loads(log[0])


def test_sft_learns_saves_its_best_and_its_record(made: Made, tmp_path: Path) -> None:
    recipe = elsewhere(made, tmp_path)
    folder = train_sft(recipe, made.base)
    record = json.loads((folder / "run.json").read_text())
    assert record["steps"] >= 5 and record["evaluations"]
    assert (folder / "preprocessor_config.json").is_file()
    assert not are_equal(weights(folder), weights(made.base))


def test_a_fine_tune_that_was_stopped_goes_on_to_the_same_weights(
    made: Made, tmp_path: Path
) -> None:
    """transformers' own loading leaves the weights as they were, without a word."""
    plan = {**TINY["sft"], "schedule": "constant", "warmup_share": 0, "patience": 9}
    whole = elsewhere(made, tmp_path / "whole", sft={**plan, "epochs": 2})
    stopped = elsewhere(made, tmp_path / "parts", sft={**plan, "epochs": 1})
    train_sft(stopped, made.base)
    checkpoint = last_checkpoint(tmp_path / "parts" / "sft-checkpoints")
    assert checkpoint is not None
    before = weights(Path(checkpoint))
    resumed = elsewhere(made, tmp_path / "parts", sft={**plan, "epochs": 2})
    parts = train_sft(resumed, made.base)
    assert are_equal(weights(parts), weights(train_sft(whole, made.base)))
    assert not are_equal(weights(parts), before)


def test_adapters_leave_the_tower_alone(made: Made, tmp_path: Path) -> None:
    recipe = elsewhere(made, tmp_path, lora={"rank": 2, "alpha": 4})
    folder = train_sft(recipe, made.base)
    targets = json.loads((folder / "adapter_config.json").read_text())
    assert "language_model" in targets["target_modules"]
    from safetensors import safe_open

    with safe_open(folder / "adapter_model.safetensors", "pt") as file:
        names = list(file.keys())
    assert names and not [name for name in names if "visual" in name]


def test_grpo_rewards_samples_and_keeps_the_best(made: Made, tmp_path: Path) -> None:
    recipe = elsewhere(made, tmp_path)
    folder = train_grpo(recipe, made.base)
    record = json.loads((folder / "run.json").read_text())
    assert record["evaluations"] and "eval_reward" in record["evaluations"][0]
    log = [json.loads(line) for line in (tmp_path / "grpo-log" / "log.jsonl").open()]
    assert any("rewards/strategy_and_facts/mean" in line for line in log)


def test_an_unknown_reward_is_answered_with_the_nearest(made: Made, tmp_path: Path) -> None:
    grpo = {**TINY["grpo"], "rewards": [{"name": "control_wrd"}]}
    with pytest.raises(InputError) as caught:
        train_grpo(elsewhere(made, tmp_path, grpo=grpo), made.base)
    assert "control_word" in caught.value.remedy
