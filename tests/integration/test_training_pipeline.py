"""One command from nothing to a folder that the local engine loads, on a tiny model."""

from __future__ import annotations

import hashlib
import json
from importlib.util import find_spec
from pathlib import Path

import pytest
import yaml
from whichone_core.types import Strategy
from whichone_models.sidecar import read_sidecar
from whichone_training.batches import Sample, tensors
from whichone_training.cli import main
from whichone_training.drawnworld.items import item
from whichone_training.drawnworld.splits import Split

from tests.integration.test_training_stages import TINY, one_thread

__all__ = ["one_thread"]
pytestmark = [
    pytest.mark.skipif(
        not all(map(find_spec, ("torch", "trl", "llama_cpp"))), reason="llama_cpp is not installed"
    ),
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.timeout(900),
]

MEASURED_LITTLE = {
    "evaluate": {
        "per_strategy": 2, "two_turn": 2, "shifted_per_strategy": 1, "batch": 5, "longest": 8,
    },
    "export": {"name": "tiny", "quantizations": ["F16", "Q8_0"], "calibrated_on": 5},
}  # fmt: skip


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the whole pipeline has written."""
    folder = tmp_path_factory.mktemp("pipeline")
    recipe = {**TINY, **MEASURED_LITTLE, "output": str(folder / "out")}
    (folder / "tiny.yaml").write_text(yaml.safe_dump(recipe))
    assert main(["pipeline", str(folder / "tiny.yaml")]) == 0
    return folder / "out"


def test_the_command_ends_with_folders_that_the_engine_loads(output: Path) -> None:
    for kind in ("F16", "Q8_0"):
        folder = output / "export" / kind
        sidecar = read_sidecar(folder)
        assert sidecar is not None and sidecar.plain_prompt and sidecar.system == ""
        assert sidecar.calibration is not None and sidecar.calibration.items == 25
        assert set(sidecar.words) == set(Strategy)
        for line in (folder / "SHA256SUMS").read_text().splitlines():
            digest, name = line.split("  ")
            assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest


def test_every_stage_is_measured_with_every_answer_kept(output: Path) -> None:
    for stage in ("base", "sft", "grpo"):
        record = json.loads((output / "evaluation" / f"evaluation-{stage}.json").read_text())
        assert len(record["items"]) == 10
        assert {"usual", "shuffled", "shifted"} == record["scores"].keys()
        assert record["two_turn"]["of"] == 2
    report = (output / "evaluation" / "report.md").read_text()
    assert "| sft |" in report and "Confusion: grpo" in report


def test_what_is_finished_is_not_done_again_and_other_settings_are_refused(
    output: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(output.parent / "tiny.yaml")
    before = (output / "sft" / "run.json").stat().st_mtime_ns
    assert main(["sft", path]) == 0
    assert (output / "sft" / "run.json").stat().st_mtime_ns == before
    assert main(["sft", path, "--set", "sft.rate=0.5"]) == 3
    assert "other settings" in capsys.readouterr().err


def test_own_batches_are_what_the_processor_makes(output: Path) -> None:
    from PIL import Image
    from whichone_training.processors import load_processor

    processor = load_processor(output / "untrained")
    made = item(1, Split.TRAIN, 3, Strategy.CLARIFY)
    picture = made.picture(56)
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
