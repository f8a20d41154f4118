"""A Hugging Face folder becomes a complete model with its description, or a sentence."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

import pytest
from whichone_core.errors import InputError, ModelError
from whichone_core.types.strategies import Strategy
from whichone_models.files.gguf_file import read_header
from whichone_models.files.sidecar import Family, Processor, read_sidecar
from whichone_training import convert as conversion
from whichone_training.convert import About, convert, processor_of

from tests.tiny_models import tiny_model
from tests.tiny_shapes import FAMILIES


@pytest.mark.parametrize("family", FAMILIES)
def test_both_files_and_what_describes_them_are_written(family: Family) -> None:
    model = tiny_model(family)
    assert model.sidecar.family is family
    assert set(model.sidecar.words) == set(Strategy)
    for entry in (model.sidecar.text, model.sidecar.tower):
        assert entry is not None
        path = model.folder / entry.name
        assert entry.bytes == path.stat().st_size
        assert entry.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
        assert entry.tensors == len(read_header(path).tensors)
    assert read_header(model.tower).architecture == "clip"
    assert read_sidecar(model.folder) == model.sidecar


@pytest.mark.parametrize(
    ("family", "expected"),
    [
        (Family.QWEN2_5_VL, Processor(min_pixels=56 * 56, max_pixels=28 * 28 * 1280)),
        (Family.QWEN3_VL, Processor(patch=16, min_pixels=64 * 64, max_pixels=32 * 32 * 1280)),
        (Family.INTERNVL3, Processor(fixed_side=448)),
        (Family.SMOLVLM, Processor(patch=16, fixed_side=128)),
    ],
)
def test_the_picture_processors_limits_are_kept(family: Family, expected: Processor) -> None:
    assert tiny_model(family).sidecar.processor == expected


def test_older_settings_of_the_processor_are_read_too(tmp_path: Path) -> None:
    settings = {"min_pixels": 784, "max_pixels": 12544, "patch_size": 14, "merge_size": 2}
    (tmp_path / "preprocessor_config.json").write_text(json.dumps(settings), encoding="utf-8")
    found = processor_of(tmp_path, {"model_type": "qwen2_5_vl"})
    assert (found.min_pixels, found.max_pixels) == (784, 12544)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy that a test may damage."""
    copy = tmp_path / "model"
    shutil.copytree(tiny_model().hf_folder, copy)
    return copy


def test_a_word_of_several_tokens_is_refused(folder: Path, tmp_path: Path) -> None:
    about = About(words={Strategy.DIRECT: "unequivocally"})
    with pytest.raises(InputError, match='"unequivocally" is not one token'):
        convert(folder, tmp_path / "out", about=about)
    assert not (tmp_path / "out").exists()


def test_a_folder_without_weights_is_refused(folder: Path, tmp_path: Path) -> None:
    (folder / "model.safetensors").unlink()
    with pytest.raises(InputError, match="no weights in model"):
        convert(folder, tmp_path / "out")


def test_cut_weights_are_refused(folder: Path, tmp_path: Path) -> None:
    weights = folder / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:-1000])
    with pytest.raises(InputError, match="weights in model cannot be read"):
        convert(folder, tmp_path / "out")


@pytest.mark.parametrize("name", ["config.json", "preprocessor_config.json"])
def test_what_is_no_model_is_said(folder: Path, tmp_path: Path, name: str) -> None:
    (folder / name).write_text("{", encoding="utf-8")
    with pytest.raises(InputError, match=f"{name} cannot be read"):
        convert(folder, tmp_path / "out")


def test_an_unknown_architecture_is_said_and_leaves_no_file(folder: Path, tmp_path: Path) -> None:
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    config["architectures"] = ["NobodyKnowsThisModel"]
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    with pytest.raises(ModelError, match="cannot be converted") as caught:
        convert(folder, tmp_path / "out")
    assert "NobodyKnowsThisModel" in caught.value.cause
    assert list((tmp_path / "out").iterdir()) == []


def test_lost_weights_are_noticed() -> None:
    model = tiny_model(Family.INTERNVL3)
    headers = read_header(model.text), read_header(model.tower)
    weights = conversion._weights(
        model.hf_folder, json.loads((model.hf_folder / "config.json").read_text(encoding="utf-8"))
    )
    conversion._check_weights(headers, weights)
    with pytest.raises(ModelError, match="not complete"):
        conversion._check_weights(headers, weights + 1)
    with pytest.raises(ModelError, match="not complete"):
        conversion._check_weights((headers[0], headers[0]), weights)
