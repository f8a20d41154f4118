"""PyTorch and llama.cpp in one process, as in evaluations: neither ends the other."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.research import ROOT

DEMO = ROOT / "models" / "demo"

BY_TURNS = """
import sys
import numpy as np
import torch
from whichone_core.types.cancelling import Cancel
from whichone_models.llama.inline import InlineClient
from whichone_models.llama.native import NativeRuntime
from whichone_models.llama.runtime import Finished, LoadOrder, Picture, Request

torch.set_num_threads(1)
layer = torch.nn.Linear(1024, 1024).to(torch.bfloat16)
states = torch.randn(256, 1024, dtype=torch.bfloat16)
client = InlineClient(NativeRuntime(), LoadOrder(sys.argv[1], sys.argv[2], 512, threads=1))
grey = np.full((112, 112, 3), 128, dtype=np.uint8)
for turn in range(3):
    layer(states).sum().backward()
    picture = Picture(f"picture {turn}", grey)
    request = Request(picture.key, "", "What is this?")
    client.ask(request, picture, Cancel())
    said = [part for part in client.go_on("", Cancel()) if not isinstance(part, Finished)]
    print(turn, repr("".join(said)))
client.close()
"""


@pytest.mark.parametrize("kind", ["Q8_0", "Q4_K_M"])
def test_a_model_answers_between_steps_of_a_training(kind: str) -> None:
    pytest.importorskip("torch", reason="training's packages are not installed")
    text, tower = DEMO / kind / f"text-{kind.lower()}.gguf", DEMO / kind / "mmproj-f16.gguf"
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", BY_TURNS, str(text), str(tower)],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    answers = [line.partition(" ")[2] for line in ran.stdout.splitlines()]
    assert len(answers) == 3
    assert len({*answers}) == 1, "the same picture, the same answer"
    assert answers[0]
