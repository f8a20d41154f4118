"""From an AQuA project of photos to a measured model: with control words, and without."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from whichone_core.types.strategies import Strategy
from whichone_data.aqua.schema import read_pairs
from whichone_models.files.sidecar import Sidecar, read_sidecar
from whichone_training.cli import main
from whichone_training.drawnworld.items import item
from whichone_training.drawnworld.rows import write_project
from whichone_training.drawnworld.splits import Split

from tests.tiny_training import SIDE, TINY, Trained, needs_everything, one_thread

__all__ = ["one_thread"]
pytestmark = needs_everything

LEARNT, TESTED = 9, 2


def project(folder: Path, strategies: list[Strategy]) -> str:
    """Drawn pictures stand for photos: a recipe that reads a project knows no facts of them."""
    numbers = range(LEARNT + TESTED)
    items = [item(1, Split.TRAIN, n, strategy) for n in numbers for strategy in strategies]
    made = write_project(folder, items, SIDE, 1)
    rows = [
        {
            "split": "test" if number < TESTED * len(strategies) else "train",
            "group": number,
            "pair": pair.model_dump(mode="json"),
        }
        for number, pair in enumerate(read_pairs(made))
    ]
    made.write_rows("splits", rows)
    return str(folder)


def recipe_file(folder: Path, model: Path, data: dict[str, Any]) -> Path:
    kept = {key: value for key, value in TINY.items() if key not in ("shape", "base", "grpo")}
    sets = {"source": "aqua", "grpo_train": 1, "grpo_validation": 1, "side": SIDE, **data}
    parts = {
        "model": str(model),
        "data": sets,
        "export": {"name": "photos", "quantizations": ["F16"], "calibrated_on": 5},
        "output": str(folder / "out"),
    }
    path = folder / "photos.yaml"
    path.write_text(yaml.safe_dump({**kept, **parts}), encoding="utf-8")
    return path


def run(path: Path) -> None:
    for stage in ("sft", "evaluate", "export"):
        assert main([stage, str(path)]) == 0, stage


def exported(folder: Path) -> tuple[Sidecar, str]:
    found = read_sidecar(folder / "out" / "export" / "F16")
    assert found is not None
    return found, (folder / "out" / "export" / "F16" / "README.md").read_text()


@pytest.fixture
def answerable() -> list[Strategy]:
    return [strategy for strategy in Strategy if strategy is not Strategy.ABSTAIN]


def test_photos_are_learnt_measured_and_calibrated_on_as_they_were_dealt(
    trained: Trained, tmp_path: Path, answerable: list[Strategy]
) -> None:
    folder = project(tmp_path / "aqua", answerable)
    more = project(tmp_path / "unanswerable", [Strategy.ABSTAIN])
    data = {"folder": folder, "more": [more], "train": 20, "validation": 25}
    run(recipe_file(tmp_path, trained.output / "base", data))
    record = json.loads((tmp_path / "out/evaluation/evaluation-sft.json").read_text())
    assert [one["gold"]["strategy"] for one in record["items"]] == [
        strategy.value for strategy in Strategy for _ in range(TESTED)
    ]
    assert record["scores"]["usual"]["facts"]["of"] == 0 and record["two_turn"] is None
    assert record["scores"].keys() == {"usual", "shuffled"}
    sidecar, card = exported(tmp_path)
    assert sidecar.calibration is not None and sidecar.calibration.items == 25
    assert "questions about photos" in card and "(aqua, unanswerable)" in card
    report = (tmp_path / "out/evaluation/report.md").read_text()
    assert "| sft |  |" in report  # nobody knows the facts


def test_a_model_without_control_words_is_exported_as_one(
    trained: Trained, tmp_path: Path, answerable: list[Strategy]
) -> None:
    folder = project(tmp_path / "aqua", answerable)
    data = {"folder": folder, "train": 16, "validation": 20, "words": False}
    run(recipe_file(tmp_path, trained.output / "base", data))
    sidecar, card = exported(tmp_path)
    assert not sidecar.words and sidecar.calibration is None
    assert "answers in plain sentences" in card and "ask (clarify)" not in card


def test_the_application_takes_an_exported_folder(trained: Trained, tmp_path: Path) -> None:
    program = "import sys; from whichone_app.cli import main; sys.exit(main())"
    folder = str(trained.output / "export" / "Q8_0")
    words = ["models", "import", folder, "--name", "mine", "--no-test"]
    environment = {"PATH": os.environ["PATH"], "WHICHONE_HOME": str(tmp_path)}
    ran = subprocess.run(
        [sys.executable, "-c", program, *words],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
    )
    assert ran.returncode == 0, ran.stderr
    assert "The model mine is installed" in ran.stdout
