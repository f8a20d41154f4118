"""GRPO with a judge behind a server: its verdicts are learnt from, its failures are not."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from whichone_core.errors import SetupError
from whichone_training.grpo import _arguments, train_grpo
from whichone_training.recipe import Recipe
from whichone_training.tuning import last_checkpoint, load_model

from tests.stub_server import Answer, Handler, fails, serving
from tests.tiny_training import TINY, Trained, needs_trl, one_thread

__all__ = ["one_thread"]
pytestmark = [
    *needs_trl,
    pytest.mark.skipif(find_spec("openai") is None, reason="openai is not installed"),
]


def judge() -> Answer:
    """Calls every second answer an invention, so that groups have a spread."""
    count = 0

    def answer(handler: Handler) -> None:
        nonlocal count
        count += 1
        asked = handler.asked["messages"][-1]["content"]
        assert asked[0]["image_url"]["url"].startswith("data:image/png;base64,")
        assert "Question: " in asked[1]["text"]
        said = json.dumps({"style": "direct", "is_grounded": bool(count % 2)})
        message = {"role": "assistant", "content": said}
        choice = {"index": 0, "finish_reason": "stop", "message": message}
        reply = {"id": "1", "object": "chat.completion", "created": 1, "model": "judge"}
        handler.send(200, json.dumps({**reply, "choices": [choice]}))

    return answer


def judged(trained: Trained, folder: Path, url: str) -> Recipe:
    """beta 0: nothing but rewards moves the weights."""
    plan = {**TINY["grpo"], "beta": 0.0, "rewards": [{"name": "judge"}]}
    cache = str(folder / "verdicts.sqlite")
    asked = {"url": url, "model": "judge", "cache": cache, "calls": 500}
    return trained.elsewhere(folder, grpo=plan, judge=asked)


def log(folder: Path) -> list[dict[str, Any]]:
    lines = (folder / "grpo-log" / "log.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def moved(folder: Path, start: Path) -> bool:
    import torch

    checkpoint = last_checkpoint(folder / "grpo-checkpoints")
    assert checkpoint is not None
    one, other = (load_model(Path(path), None).state_dict() for path in (checkpoint, start))
    return any(not torch.equal(one[name], other[name]) for name in one)


def test_a_judges_verdicts_are_learnt_from_and_kept(trained: Trained, tmp_path: Path) -> None:
    start = trained.output / "sft"
    with serving(judge()) as stub:
        train_grpo(judged(trained, tmp_path, stub.url), start)
        assert stub.requests
    means = [line["rewards/judge/mean"] for line in log(tmp_path) if "rewards/judge/mean" in line]
    assert means and max(means) > 0
    assert moved(tmp_path, start)
    assert (tmp_path / "verdicts.sqlite").stat().st_size


def test_a_judge_that_fails_moves_nothing(trained: Trained, tmp_path: Path) -> None:
    """A failure that counted as 0 would punish the answers that it hits."""
    start = trained.output / "sft"
    with serving(fails(400, "no")) as stub:
        train_grpo(judged(trained, tmp_path, stub.url), start)
        assert stub.requests
    assert not moved(tmp_path, start)
    assert all("reward" not in line and "rewards/judge/mean" not in line for line in log(tmp_path))


def test_vllm_is_an_option_and_missed_in_one_sentence(trained: Trained, tmp_path: Path) -> None:
    recipe = trained.elsewhere(tmp_path, grpo={**TINY["grpo"], "vllm": True})
    assert recipe.grpo is not None
    assert _arguments(recipe, recipe.grpo, tmp_path).use_vllm
    if find_spec("vllm") is None:
        with pytest.raises(SetupError, match="vLLM is not installed"):
            train_grpo(recipe, trained.output / "sft")
