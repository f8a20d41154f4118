"""The three stages on a tiny model of the real architecture: they learn, stop and go on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from whichone_core.errors import InputError
from whichone_training.base import train_base
from whichone_training.grpo import train_grpo
from whichone_training.sft import train_sft
from whichone_training.tuning import last_checkpoint, load_model

from tests.tiny_training import TINY, Trained, needs_trl, one_thread

__all__ = ["one_thread"]
pytestmark = needs_trl


def weights(folder: Path) -> dict[str, Any]:
    return dict(load_model(folder, None).state_dict())


def are_equal(one: dict[str, Any], other: dict[str, Any]) -> bool:
    import torch

    assert one.keys() == other.keys()
    return all(torch.equal(one[name], other[name]) for name in one)


def test_a_base_run_that_was_stopped_goes_on_to_the_same_weights(
    trained: Trained, tmp_path: Path
) -> None:
    recipe = trained.elsewhere(tmp_path)
    train_base(recipe, stop_at=4)
    resumed = train_base(recipe)
    assert are_equal(weights(resumed.folder), weights(trained.output / "base"))


def test_a_checkpoint_says_what_it_was_made_from(trained: Trained) -> None:
    record = json.loads((trained.output / "base" / "run.json").read_text())
    assert record["recipe"]["base"]["steps"] == 6
    assert {"torch", "transformers", "whichone"} <= record["versions"].keys()
    assert record["data"] and record["seed"] == 1
    log = (trained.output / "base-log" / "log.jsonl").read_text().splitlines()
    assert "left" in json.loads(log[0])


def test_sft_learns_saves_its_best_and_its_record(trained: Trained) -> None:
    folder = trained.output / "sft"
    record = json.loads((folder / "run.json").read_text())
    assert record["steps"] == 3 and record["evaluations"]
    assert (folder / "preprocessor_config.json").is_file()
    assert not are_equal(weights(folder), weights(trained.output / "base"))


def test_a_fine_tune_that_was_stopped_goes_on_to_the_same_weights(
    trained: Trained, tmp_path: Path
) -> None:
    """transformers' own loading leaves the weights as they were, without a word."""
    plan = {**TINY["sft"], "schedule": "constant", "warmup_share": 0, "patience": 9}
    whole = trained.elsewhere(tmp_path / "whole", sft={**plan, "epochs": 2})
    stopped = trained.elsewhere(tmp_path / "parts", sft={**plan, "epochs": 1})
    train_sft(stopped, trained.output / "base")
    checkpoint = last_checkpoint(tmp_path / "parts" / "sft-checkpoints")
    assert checkpoint is not None
    before = weights(Path(checkpoint))
    resumed = trained.elsewhere(tmp_path / "parts", sft={**plan, "epochs": 2})
    parts = train_sft(resumed, trained.output / "base")
    assert are_equal(weights(parts), weights(train_sft(whole, trained.output / "base")))
    assert not are_equal(weights(parts), before)


def test_adapters_leave_the_tower_alone(trained: Trained, tmp_path: Path) -> None:
    recipe = trained.elsewhere(tmp_path, lora={"rank": 2, "alpha": 4})
    folder = train_sft(recipe, trained.output / "base")
    targets = json.loads((folder / "adapter_config.json").read_text())
    assert "language_model" in targets["target_modules"]
    from safetensors import safe_open

    with safe_open(folder / "adapter_model.safetensors", "pt") as file:
        names = list(file.keys())
    assert names and not [name for name in names if "visual" in name]


def test_grpo_rewards_samples_and_keeps_the_best(trained: Trained) -> None:
    record = json.loads((trained.output / "grpo" / "run.json").read_text())
    assert record["evaluations"] and "eval_reward" in record["evaluations"][0]
    lines = (trained.output / "grpo-log" / "log.jsonl").read_text().splitlines()
    assert any("rewards/strategy_and_facts/mean" in json.loads(line) for line in lines)


def test_an_unknown_reward_is_answered_with_the_nearest(trained: Trained, tmp_path: Path) -> None:
    grpo = {**TINY["grpo"], "rewards": [{"name": "control_wrd"}]}
    with pytest.raises(InputError) as caught:
        train_grpo(trained.elsewhere(tmp_path, grpo=grpo), trained.output / "base")
    assert "control_word" in caught.value.remedy
