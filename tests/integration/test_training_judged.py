"""GRPO with a judge behind a server: its verdicts are learnt from, its failures are not."""

from __future__ import annotations

import base64
import io
import json
import threading
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from whichone_core.errors import SetupError
from whichone_training.examples import Set, examples
from whichone_training.grpo import _arguments, train_grpo
from whichone_training.recipe import Recipe
from whichone_training.tuning import last_checkpoint, load_model

from tests.stub_server import Handler, fails, serving
from tests.tiny_training import TINY, Trained, needs_trl, one_thread

__all__ = ["one_thread"]
pytestmark = [
    *needs_trl,
    pytest.mark.skipif(find_spec("openai") is None, reason="openai is not installed"),
]


GRPO = {**TINY["grpo"], "batch": 8, "generations": 8, "longest": 8, "beta": 0.0}
"""beta 0: nothing but rewards moves the weights."""


class Alternating:
    """A judge for whom every second answer to a picture is an invention, in the right style.

    So each group of answers that are not all the same has a spread, whatever the model says and
    in whatever order the calls come.
    """

    def __init__(self, recipe: Recipe) -> None:
        sets = (Set.GRPO_TRAIN, Set.GRPO_VALIDATION)
        made = [one for name in sets for one in examples(recipe.data, name, recipe.seed)]
        self._right = {pixels(one.image(recipe.data.side)): one.strategy.value for one in made}
        self._known: dict[bytes, list[str]] = {picture: [] for picture in self._right}
        self._lock = threading.Lock()

    def __call__(self, handler: Handler) -> None:
        shown, said = handler.asked["messages"][-1]["content"]
        kind, _, encoded = shown["image_url"]["url"].partition(",")
        question, _, answer = said["text"].partition("\n\nAnswer: ")
        assert kind == "data:image/png;base64" and question.startswith("Question: ")
        picture = pixels(Image.open(io.BytesIO(base64.b64decode(encoded))))
        with self._lock:
            known = self._known[picture]
            if answer not in known:
                known.append(answer)
            is_grounded = known.index(answer) % 2 == 0
        verdict = json.dumps({"style": self._right[picture], "is_grounded": is_grounded})
        message = {"role": "assistant", "content": verdict}
        choice = {"index": 0, "finish_reason": "stop", "message": message}
        reply = {"id": "1", "object": "chat.completion", "created": 1, "model": "judge"}
        handler.send(200, json.dumps({**reply, "choices": [choice]}))


def pixels(picture: Image.Image) -> bytes:
    return picture.convert("RGB").tobytes()


def judged(trained: Trained, folder: Path, url: str) -> Recipe:
    plan = {**GRPO, "rewards": [{"name": "judge"}]}
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
    with serving(Alternating(trained.recipe)) as stub:
        train_grpo(judged(trained, tmp_path, stub.url), start)
        assert stub.requests
    means = [line["rewards/judge/mean"] for line in log(tmp_path) if "rewards/judge/mean" in line]
    assert means and min(means) > 0
    assert any(line.get("frac_reward_zero_std", 1) < 1 for line in log(tmp_path))
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
