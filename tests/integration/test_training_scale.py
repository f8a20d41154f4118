"""More than one process: all have the same weights, and they learn what one alone learns."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import yaml
from whichone_core.errors import InputError, ModelError
from whichone_training import base, together
from whichone_training.base import train_base
from whichone_training.cli import main
from whichone_training.learner import Learner
from whichone_training.mini import build
from whichone_training.plan import count, model_of, needs
from whichone_training.pointing import LEAST_LAYERS
from whichone_training.recipe import Lora, Recipe, Shape, read_recipe
from whichone_training.sft import train_sft
from whichone_training.together import Group
from whichone_training.tuning import load_model

from tests.research import ROOT
from tests.tiny_training import TINY, Trained, needs_trl, one_thread
from tests.varied_rewards import NAME

__all__ = ["one_thread"]
pytestmark = needs_trl

RECIPES = ROOT / "training" / "recipes"
PLAN = {**TINY["sft"], "schedule": "constant", "warmup_share": 0, "patience": 9}


def in_processes(
    number: int, recipe: Path, stage: str, program: str = "whichone_training.cli"
) -> subprocess.CompletedProcess[str]:
    launch = ["torch.distributed.run", "--standalone", f"--nproc-per-node={number}"]
    words = [sys.executable, "-W", "ignore", "-m", *launch, "-m", program, stage, str(recipe)]
    return subprocess.run(words, capture_output=True, text=True, timeout=600, cwd=ROOT)


def losses(folder: Path) -> list[float]:
    lines = (folder / "sft-log" / "log.jsonl").read_text().splitlines()
    return [record["loss"] for record in map(json.loads, lines) if "loss" in record]


def test_two_processes_keep_the_same_weights_and_learn_what_one_learns(
    trained: Trained, tmp_path: Path
) -> None:
    start = str(trained.output / "base")
    parts: dict[str, Any] = {"model": start, "base": None, "sft": {**PLAN, "batch": 4}}
    recipe = {**TINY, **parts, "output": str(tmp_path / "two")}
    path = tmp_path / "two.yaml"
    path.write_text(yaml.safe_dump(recipe), encoding="utf-8")
    ran = in_processes(2, path, "sft")
    assert ran.returncode == 0, ran.stderr[-2000:]
    log = tmp_path / "two" / "sft-log"
    digests = [json.loads(file.read_text())["sha256"] for file in log.glob("weights-*.json")]
    assert len(digests) == 2 and len({*digests}) == 1

    alone = trained.elsewhere(tmp_path / "one", sft={**PLAN, "batch": 8})
    folder = train_sft(alone, trained.output / "base")
    assert losses(tmp_path / "two") == pytest.approx(losses(tmp_path / "one"), rel=0.02)
    one, two = (load_model(f, None).state_dict() for f in (folder, tmp_path / "two" / "sft"))
    assert max(float((one[name] - two[name]).abs().max()) for name in one) < 0.01


def test_two_processes_of_grpo_keep_the_same_weights(trained: Trained, tmp_path: Path) -> None:
    """Each draws its own answers, so what they learn is not what one alone would have learnt."""
    start = trained.output / "sft"
    parts: dict[str, Any] = {"model": str(start), "base": None, "sft": None, "shape": None}
    told = {**TINY["grpo"], "schedule": "constant", "rewards": [{"name": NAME}]}
    path = tmp_path / "two.yaml"
    recipe = {**TINY, **parts, "grpo": told, "output": str(tmp_path / "two")}
    path.write_text(yaml.safe_dump(recipe), encoding="utf-8")
    ran = in_processes(2, path, "grpo", "tests.varied_rewards")
    assert ran.returncode == 0, ran.stderr[-2000:]
    log = tmp_path / "two" / "grpo-log"
    digests = [json.loads(file.read_text())["sha256"] for file in log.glob("weights-*.json")]
    assert len(digests) == 2 and len({*digests}) == 1
    assert way_between(start, tmp_path / "two" / "grpo") > 0


def shared(trained: Trained, folder: Path, **changed: Any) -> Recipe:
    return trained.elsewhere(folder, base={**TINY["base"], **changed})


def test_the_base_stage_learns_the_same_in_two_processes_and_in_small_parts(
    trained: Trained, tmp_path: Path
) -> None:
    recipe = shared(trained, tmp_path / "two", processes=2, part=1, cells=0.0)
    stopped = train_base(recipe, stop_at=4)
    assert record(stopped.folder)["step"] == 4
    folder = train_base(recipe).folder
    log = tmp_path / "two" / "base-log"
    digests = [json.loads(file.read_text())["sha256"] for file in log.glob("weights-*.json")]
    assert len(digests) == 2 and len({*digests}) == 1
    one = train_base(shared(trained, tmp_path / "one", cells=0.0)).folder
    start = trained.output / "untrained"
    # Not the same to the bit: where a gradient is next to nothing, AdamW takes its sign.
    assert way_between(one, folder) < way_between(start, one) / 8
    assert record(folder)["loss"] == pytest.approx(record(one)["loss"], rel=0.02)


@pytest.mark.parametrize(
    "told",
    [
        {"evenly": False, "places": 0.0},
        {"evenly": True, "places": 0.3},
        {"evenly": True, "pointing": 0.3},
        {"tower_steps": 9},
    ],
    ids=["tokens", "answers and places", "pointing", "cells"],
)
def test_small_parts_give_the_gradients_of_a_whole_batch(
    trained: Trained, tmp_path: Path, told: dict[str, Any]
) -> None:
    words = "tower_steps" not in told

    def gradients(part: int) -> dict[str, Any]:
        changed = {"part": part, "tower_steps": 0, "cells": 0.0} | told
        recipe = shared(trained, tmp_path, **changed)
        assert recipe.base is not None
        if recipe.base.pointing:  # which needs a deeper model than the tests share
            shape = Shape(**{**TINY["shape"], "layers": LEAST_LAYERS})
            build(shape, tmp_path / "untrained", recipe.seed)
        model, processor = base._begun(recipe)
        learner = Learner(model, recipe.base, Group(), 2)
        learner.step(next(base._batches(recipe, processor.tokenizer, range(1), Group())))
        return {name: p.grad for name, p in model.named_parameters() if p.grad is not None}

    whole, parts = gradients(4), gradients(1)
    assert max(float(grad.abs().max()) for grad in whole.values()) > 0.01
    assert any("language_model" in name for name in whole) == words
    for name, grad in whole.items():
        assert (grad - parts[name]).abs().max() < 1e-5


def test_words_of_a_shallow_model_can_t_be_told_where_to_look(
    trained: Trained, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match="at least 4 layers") as raised:
        train_base(shared(trained, tmp_path, pointing=0.3))
    assert "base.pointing" in raised.value.remedy


def record(folder: Path) -> dict[str, Any]:
    return dict(json.loads((folder / "run.json").read_text()))


def way_between(one: Path, other: Path) -> float:
    """The length of the way from one model's weights to another's."""
    first, second = (load_model(folder, None).state_dict() for folder in (one, other))
    squares = [float((first[name] - second[name]).pow(2).sum()) for name in first]
    return math.sqrt(sum(squares))


def test_a_base_run_whose_other_process_dies_says_so_and_goes_on_later(
    trained: Trained, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recipe = shared(trained, tmp_path, processes=2, steps=5000)
    started: list[subprocess.Popen[bytes]] = []

    def start(*words: Any) -> subprocess.Popen[bytes]:
        started.append(launch(*words))
        return started[-1]

    def save(learner: Learner, folder: Path, recipe: Recipe) -> None:
        write(learner, folder, recipe)
        if learner.done == 4:
            started[0].kill()

    launch, write = together._start, Learner.save
    monkeypatch.setattr(together, "_start", start)
    monkeypatch.setattr(Learner, "save", save)
    with pytest.raises(ModelError) as raised:
        train_base(recipe)
    assert "goes on from the last checkpoint" in raised.value.spoken
    assert started[0].poll() is not None
    again = shared(trained, tmp_path, processes=2, steps=8)
    monkeypatch.setattr(Learner, "save", write)
    assert record(train_base(again).folder)["step"] == 11


def test_what_one_process_does_is_refused_to_several(
    trained: Trained, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("WORLD_SIZE", "2")
    assert main(["pipeline", str(trained.path)]) == 3
    assert "done by one process" in capsys.readouterr().err


def planned() -> Recipe:
    model = RECIPES / "scale" / "qwen2.5-vl-3b"
    return read_recipe(RECIPES / "qwen2.5-vl-3b" / "grpo.yaml", (f"model={model}",))


def test_a_plan_counts_the_weights_of_the_configuration(trained: Trained) -> None:
    tiny = count(trained.output / "base")
    assert tiny.weights == sum(
        p.numel() for p in load_model(trained.output / "base", None).parameters()
    )
    assert 3.7e9 < count(RECIPES / "scale" / "qwen2.5-vl-3b").weights < 3.8e9


def test_a_plan_shares_memory_and_work_among_gpus() -> None:
    recipe = planned()
    found = needs(recipe, count(RECIPES / "scale" / "qwen2.5-vl-3b"))
    one, four, eight = found[:3]
    assert one.grpo_bytes > four.grpo_bytes > eight.grpo_bytes
    assert one.grpo_bytes > one.sft_bytes  # the reference model
    assert not one.fits and eight.fits
    assert one.sft_hours == pytest.approx(8 * eight.sft_hours)
    assert one.grpo_hours == pytest.approx(8 * eight.grpo_hours)


def test_adapters_need_less_memory() -> None:
    model = count(RECIPES / "scale" / "qwen2.5-vl-3b")
    full = planned()
    adapted = full.model_copy(update={"lora": Lora(rank=16)})
    assert needs(adapted, model)[0].sft_bytes < needs(full, model)[0].sft_bytes / 2


def test_a_plan_without_a_model_says_what_is_missing(trained: Trained) -> None:
    with pytest.raises(InputError, match="nothing to count"):
        model_of(trained.recipe)


@pytest.mark.parametrize("name", ["ddp", "fsdp2", "deepspeed-zero3"])
def test_accelerate_reads_the_configurations(name: str) -> None:
    accelerate: Any = import_module("accelerate.commands.config.config_args")
    found = accelerate.load_config_from_file(str(RECIPES / "scale" / f"{name}.yaml"))
    assert found.mixed_precision == "bf16"
    wrapped = getattr(found, "fsdp_config", {}).get("fsdp_transformer_layer_cls_to_wrap", "")
    if name == "fsdp2":
        from transformers.models.qwen2_5_vl import modeling_qwen2_5_vl

        assert all(hasattr(modeling_qwen2_5_vl, layer) for layer in wrapped.split(","))


@pytest.mark.parametrize("name", ["fsdp2", "deepspeed-zero3"])
def test_accelerate_knows_every_key_of_the_configurations(name: str) -> None:
    """One that it doesn't know is passed over without a word."""
    launch: Any = import_module("accelerate.commands.launch")
    known = {action.dest for action in launch.launch_command_parser()._actions}
    record = yaml.safe_load((RECIPES / "scale" / f"{name}.yaml").read_text(encoding="utf-8"))
    parts = [part for part in record.values() if isinstance(part, dict)]
    assert parts and all(key in known for part in parts for key in part)


def test_the_slurm_script_is_one_that_bash_reads() -> None:
    script = RECIPES / "scale" / "slurm.sh"
    assert subprocess.run(["bash", "-n", str(script)], capture_output=True).returncode == 0
