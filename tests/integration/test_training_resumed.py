"""What is stopped goes on exactly, and every checkpoint says what it was made from."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest
from whichone_training import rewards
from whichone_training.grpo import train_grpo
from whichone_training.sft import train_sft
from whichone_training.stages import GRPO, SFT, is_finished
from whichone_training.tuning import early_stopping, last_checkpoint, load_model

from tests.tiny_training import TINY, Trained, needs_trl, one_thread
from tests.varied_rewards import NAME, varied

__all__ = ["one_thread"]
pytestmark = needs_trl

STEADY = {"schedule": "constant", "warmup_share": 0, "patience": 9}
REWARDED = {**TINY["grpo"], "schedule": "constant", "rewards": [{"name": NAME}]}


def are_equal(one: Path, other: Path) -> bool:
    import torch

    first, second = (load_model(folder, None).state_dict() for folder in (one, other))
    assert first.keys() == second.keys()
    return all(torch.equal(first[name], second[name]) for name in first)


def last(folder: Path) -> Path:
    found = last_checkpoint(folder)
    assert found is not None
    return Path(found)


def test_grpo_that_was_stopped_goes_on_to_the_same_weights(
    trained: Trained, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Answers are drawn at random, so the generators' states have to come back too."""
    monkeypatch.setattr(rewards, "JUDGE_FREE", {NAME: varied})
    monkeypatch.setattr(rewards, "NAMES", (NAME,))
    start = trained.output / "sft"
    for name, epochs in (("whole", (2,)), ("parts", (1, 2))):
        for count in epochs:
            recipe = trained.elsewhere(tmp_path / name, grpo={**REWARDED, "epochs": count})
            train_grpo(recipe, start)
    whole, parts = (last(tmp_path / name / "grpo-checkpoints") for name in ("whole", "parts"))
    assert whole.name == parts.name and are_equal(whole, parts)
    assert not are_equal(whole, start)


def test_adapters_that_were_stopped_go_on_to_the_same_weights(
    trained: Trained, tmp_path: Path
) -> None:
    from safetensors.numpy import load_file

    lora = {"rank": 2, "alpha": 4, "dropout": 0.1}
    for name, epochs in (("whole", (2,)), ("parts", (1, 2))):
        for count in epochs:
            plan = {**TINY["sft"], **STEADY, "epochs": count}
            recipe = trained.elsewhere(tmp_path / name, sft=plan, lora=lora)
            train_sft(recipe, trained.output / "base")
    whole, parts = (
        load_file(tmp_path / name / "sft" / "adapter_model.safetensors")
        for name in ("whole", "parts")
    )
    assert whole.keys() == parts.keys()
    assert all((whole[name] == parts[name]).all() for name in whole)
    assert any(abs(values).max() > 0 for name, values in whole.items() if "lora_B" in name)


def test_a_checkpoint_that_was_cut_short_is_passed_over(tmp_path: Path) -> None:
    for step, state in ((5, '{"global_step": 5}'), (10, '{"global_st'), (15, None)):
        folder = tmp_path / f"checkpoint-{step}"
        folder.mkdir()
        if state is not None:
            (folder / "trainer_state.json").write_text(state)
    assert last_checkpoint(tmp_path) == str(tmp_path / "checkpoint-5")
    shutil.rmtree(tmp_path / "checkpoint-5")
    assert last_checkpoint(tmp_path) is None


@pytest.mark.parametrize(
    ("losses", "waited"), [((), 0), ((2.0, 1.0), 0), ((1.0, 2.0), 1), ((2.0, 1.0, 1.0, 3.0), 2)]
)
def test_how_long_a_run_waited_is_not_forgotten(losses: Sequence[float], waited: int) -> None:
    from transformers import IntervalStrategy

    arguments = SimpleNamespace(
        metric_for_best_model="eval_loss",
        greater_is_better=False,
        load_best_model_at_end=True,
        eval_strategy=IntervalStrategy.STEPS,
    )
    history = [{"loss": 9.0}, *({"eval_loss": loss} for loss in losses)]
    stopping = early_stopping(3)
    stopping.on_train_begin(arguments, SimpleNamespace(log_history=history), None)
    assert stopping.early_stopping_patience_counter == waited


@pytest.mark.parametrize("stage", ["base", "sft", "grpo"])
def test_every_checkpoint_says_what_it_was_made_from(trained: Trained, stage: str) -> None:
    records = [*(trained.output / f"{stage}-checkpoints").glob("*/run.json")]
    there = (trained.output / f"{stage}-checkpoints").iterdir()
    checkpoints = [path for path in there if path.is_dir()]
    assert len(records) == len(checkpoints) > 0
    for path in (*records, trained.output / stage / "run.json"):
        record = json.loads(path.read_text())
        wanted = trained.recipe.model_dump(mode="json", exclude={"output"})
        assert wanted.items() <= record["recipe"].items()
        assert record["seed"] == 1 and {"torch", "transformers", "trl"} <= record["versions"].keys()
        digests = record["data"]
        assert digests.keys() == ({"train"} if stage == "base" else {"train", "validation"})
        assert all(len(digest) == 64 for digest in digests.values())
    assert len({json.dumps(json.loads(path.read_text())["data"]) for path in records}) == 1


def test_other_pictures_are_other_data(trained: Trained) -> None:
    from PIL import Image
    from whichone_training.examples import Set, examples, rows
    from whichone_training.fingerprints import of_rows

    made = rows(examples(trained.recipe.data, Set.GRPO_TRAIN, 1), 56, words=True)
    record = json.loads((trained.output / "grpo" / "run.json").read_text())
    assert of_rows(made) == record["data"]["train"]
    changed: Image.Image = made[0]["images"][0].copy()
    changed.putpixel((3, 3), (1, 2, 3))
    assert of_rows([{**made[0], "images": [changed]}, *made[1:]]) != of_rows(made)


def test_a_key_that_recipes_have_got_since_leaves_what_was_trained_finished(
    trained: Trained, tmp_path: Path
) -> None:
    recipe = trained.elsewhere(tmp_path)
    for stage in (SFT, GRPO):
        record = json.loads((trained.output / stage / "run.json").read_text())
        record["finished"]["data"].pop("more", None)
        if stage == GRPO:
            record["finished"]["grpo"].pop("patience", None)
        (tmp_path / stage).mkdir()
        (tmp_path / stage / "run.json").write_text(json.dumps(record))
        assert is_finished(recipe, stage)


def test_both_logs_say_how_long_is_left_and_can_be_looked_at(trained: Trained) -> None:
    for stage in ("base", "sft", "grpo"):
        log = trained.output / f"{stage}-log"
        lines = [json.loads(line) for line in (log / "log.jsonl").read_text().splitlines()]
        assert all("left" in line for line in lines)
        events = log.glob("events.out.tfevents.*")
        assert max(path.stat().st_size for path in events) > 60  # more than its head
