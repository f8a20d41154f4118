"""One command from nothing to a folder that the local engine loads, on a tiny model."""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path

import pytest
from whichone_core.types.strategies import Strategy
from whichone_models.files.sidecar import read_sidecar
from whichone_training.baselines.cli import main as measure
from whichone_training.baselines.results import kept
from whichone_training.batches import Sample, tensors
from whichone_training.cli import main
from whichone_training.drawnworld.items import item
from whichone_training.drawnworld.splits import Split

from tests.tiny_training import SIDE, TINY, Trained, needs_everything, one_thread

__all__ = ["one_thread"]
pytestmark = needs_everything


def test_the_command_ends_with_folders_that_the_engine_loads(trained: Trained) -> None:
    for kind in ("F16", "Q8_0"):
        folder = trained.output / "export" / kind
        sidecar = read_sidecar(folder)
        assert sidecar is not None and sidecar.plain_prompt and sidecar.system == ""
        assert sidecar.calibration is not None and sidecar.calibration.items == 25
        assert set(sidecar.words) == set(Strategy)
        for line in (folder / "SHA256SUMS").read_text().splitlines():
            digest, name = line.split("  ")
            assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest


def test_every_stage_is_measured_with_every_answer_kept(trained: Trained) -> None:
    for stage in ("base", "sft", "grpo", "grpo-doubled"):
        record = json.loads(
            (trained.output / "evaluation" / f"evaluation-{stage}.json").read_text()
        )
        assert len(record["items"]) == 10
        assert {"usual", "shuffled", "shifted"} == record["scores"].keys()
        assert record["two_turn"]["of"] == 2
    report = (trained.output / "evaluation" / "report.md").read_text()
    assert "| sft |" in report and "Confusion: grpo" in report
    for plot in (trained.output / "evaluation").glob("*.png"):
        assert f"]({plot.name})" in report


def test_the_base_model_is_tried_with_a_strategy_prompt_too(trained: Trained) -> None:
    path = trained.output / "evaluation" / "evaluation-base-prompted.json"
    assert len(json.loads(path.read_text())["items"]) == 5
    assert "| base-prompted |" in (trained.output / "evaluation" / "report.md").read_text()


def test_grpo_is_tried_with_twice_the_items(trained: Trained) -> None:
    run = json.loads((trained.output / "doubled" / "grpo" / "run.json").read_text())
    assert run["recipe"]["data"]["grpo_train"] == 2 * TINY["data"]["grpo_train"]
    assert "GRPO with twice the items" in (trained.output / "evaluation" / "report.md").read_text()


def test_a_model_card_says_what_the_golden_pictures_showed(trained: Trained) -> None:
    card = (trained.output / "export" / "Q8_0" / "README.md").read_text()
    assert "Golden pictures" in card and "tiny" in card.partition("Golden pictures")[2]


def test_what_is_finished_is_not_done_again_and_other_settings_are_refused(
    trained: Trained, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(trained.path)
    before = (trained.output / "sft" / "run.json").stat().st_mtime_ns
    assert main(["sft", path]) == 0
    assert (trained.output / "sft" / "run.json").stat().st_mtime_ns == before
    assert main(["sft", path, "--set", "sft.rate=0.5"]) == 3
    assert "other settings" in capsys.readouterr().err


def test_what_the_repository_keeps_is_copied_with_one_tower_and_without_private_places(
    trained: Trained, tmp_path: Path
) -> None:
    plan = {"models": str(tmp_path / "demo"), "results": str(tmp_path / "results")}
    places = [f"publish.{key}={value}" for key, value in plan.items()]
    kinds = 'publish.quantizations=["F16", "Q8_0"]'
    settings = [part for pair in (*places, kinds) for part in ("--set", pair)]
    assert main(["publish", str(trained.path), *settings]) == 0
    tower, same = (tmp_path / "demo" / kind / "mmproj-f16.gguf" for kind in ("F16", "Q8_0"))
    assert same.is_symlink() and same.resolve() == tower.resolve() and tower.stat().st_size
    assert read_sidecar(tmp_path / "demo" / "Q8_0") is not None
    packed = tmp_path / "results" / "evaluation-sft.json.gz"
    assert len(json.loads(gzip.decompress(packed.read_bytes()))["items"]) == 10
    for path in (tmp_path / "results").iterdir():
        text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        assert str(trained.output).encode() not in text, path.name
    names = {path.name for path in (tmp_path / "results").iterdir()}
    assert {"report.md", "export.md", "grpo-log.jsonl", "grpo-run.json"} <= names


def test_what_is_not_made_yet_is_not_published(
    trained: Trained, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["publish", str(trained.path)]) == 3
    assert "publishes nothing" in capsys.readouterr().err
    places = [f"publish.{key}={tmp_path / key}" for key in ("models", "results")]
    settings = [part for pair in places for part in ("--set", pair)]
    assert main(["publish", str(trained.path), *settings]) == 3
    assert "There is no Q4_K_M of tiny." in capsys.readouterr().err


def test_own_batches_are_what_the_processor_makes(trained: Trained) -> None:
    from PIL import Image
    from whichone_training.processors import load_processor

    processor = load_processor(trained.output / "untrained")
    made = item(1, Split.TRAIN, 3, Strategy.CLARIFY)
    picture = made.picture(SIDE)
    said = {"type": "text", "text": made.question}
    content = [{"type": "image", "image": Image.fromarray(picture)}, said]
    theirs = processor.apply_chat_template(
        [{"role": "user", "content": content}],
        tokenize=True,
        return_dict=True,
        return_tensors="pt",
        add_generation_prompt=True,
    )
    own = tensors([Sample(picture, (made.question,))], processor.tokenizer, learns=False)
    assert (own["input_ids"] == theirs["input_ids"]).all()
    assert (own["pixel_values"] - theirs["pixel_values"]).abs().max() < 1e-6
    assert (own["image_grid_thw"] == theirs["image_grid_thw"]).all()


@pytest.mark.parametrize("folder", ["sft", "export/F16"])
def test_what_was_trained_can_be_measured_as_any_engine(
    trained: Trained, folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("whichone_data.vizwiz.huggingface", "whichone_training.tellers"):
        monkeypatch.setattr(f"{module}.LONGEST", 3)
    words = ["--model", str(trained.output / folder), "--per-strategy", "1", "--side", str(SIDE)]
    ways = ["--prompting", "vanilla", "self-consistency"]
    assert measure(["aqua", *words, *ways, "--output", str(tmp_path)]) == 0
    assert [len(result.rows) for result in kept(tmp_path)] == [5, 5]
