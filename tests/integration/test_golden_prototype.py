"""The self-test on a real small model: whole it passes, and each broken part is caught."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from whichone_models.gguf_file import GgufHeader, GgufTensor, read_header, read_tensor
from whichone_models.gguf_types import TensorType
from whichone_models.gguf_writer import NewTensor, rewrite_gguf
from whichone_models.llama.inline import InlineClient
from whichone_models.llama.native import NativeRuntime
from whichone_models.llama.runtime import LoadOrder
from whichone_models.selftest import Failing, SelfTest, self_test
from whichone_models.sidecar import Family

from tests.tiny_models import TinyModel, prototype, tiny_model

Spoil = Callable[[NDArray[np.float32]], NDArray[np.float32]]

NOT_SEEING = {Failing.BLIND, Failing.WRONG, Failing.GARBAGE}
THREADS = 1
"""Two would wait for each other wherever other tests run beside."""


def verdict(model: TinyModel, text: Path, tower: Path | None) -> SelfTest:
    order = LoadOrder(str(text), str(tower) if tower else "", context_tokens=2048, threads=THREADS)
    client = InlineClient(NativeRuntime(), order)
    try:
        result = self_test(client, model.sidecar)
    finally:
        client.close()
    assert result is not None
    return result


def spoilt(source: Path, target: Path, is_meant: Callable[[str], bool], spoil: Spoil) -> Path:
    """A copy with some tensors changed; same names, shapes and formats, as a bad file has."""
    header = read_header(source)
    chosen = [tensor for tensor in header.tensors if is_meant(tensor.name)]
    assert chosen
    changed = {tensor.name: _changed(header, tensor, spoil) for tensor in chosen}
    rewrite_gguf(header, target, tensors=changed)
    return target


def _changed(header: GgufHeader, tensor: GgufTensor, spoil: Spoil) -> NewTensor:
    values = spoil(read_tensor(header, tensor)).astype(np.float32)
    stored = values.astype(np.float16) if tensor.kind is TensorType.F16 else values
    data = stored.tobytes()

    def pieces() -> Iterable[bytes]:
        return [data]

    return NewTensor(tensor.name, tensor.shape, tensor.kind, pieces)


def random_like(values: NDArray[np.float32]) -> NDArray[np.float32]:
    """Numbers of the same size and spread: what a part of another model looks like."""
    rng = np.random.default_rng(values.size)
    return rng.normal(values.mean(), values.std() + 1e-6, values.shape).astype(np.float32)


def is_weight(name: str) -> bool:
    return name.endswith(".weight") and "norm" not in name and "ln" not in name


def test_a_whole_model_passes() -> None:
    model = prototype()
    result = verdict(model, model.text, model.tower)
    assert result.is_sound, result.sentence
    assert result.picture_tokens == 18


def test_the_vision_part_of_another_model_of_the_same_width_is_caught(tmp_path: Path) -> None:
    model = prototype()
    tower = spoilt(model.tower, tmp_path / "other.gguf", is_weight, random_like)
    result = verdict(model, model.text, tower)
    assert result.failing in NOT_SEEING
    assert "vision part" in result.remedy or result.failing is Failing.GARBAGE


def test_a_vision_part_of_zeros_is_caught(tmp_path: Path) -> None:
    model = prototype()
    tower = spoilt(model.tower, tmp_path / "zero.gguf", is_weight, np.zeros_like)
    assert verdict(model, model.text, tower).failing is Failing.BLIND


def test_a_lost_projector_is_caught(tmp_path: Path) -> None:
    model = prototype()
    tower = spoilt(
        model.tower, tmp_path / "lost.gguf", lambda name: name.startswith("mm."), random_like
    )
    assert verdict(model, model.text, tower).failing in NOT_SEEING


def test_random_weights_are_caught(tmp_path: Path) -> None:
    model = prototype()
    text = spoilt(model.text, tmp_path / "text.gguf", is_weight, random_like)
    assert verdict(model, text, model.tower).failing in NOT_SEEING


def test_one_layer_of_wrong_numbers_is_caught(tmp_path: Path) -> None:
    """As a broken kernel, or a block of the file that was not written."""
    model = prototype()
    text = spoilt(
        model.text, tmp_path / "text.gguf", lambda name: name == "blk.1.ffn_down.weight",
        lambda values: -8 * values,
    )  # fmt: skip
    assert not verdict(model, text, model.tower).is_sound


def test_numbers_that_are_none_are_caught(tmp_path: Path) -> None:
    model = prototype()
    text = spoilt(
        model.text, tmp_path / "text.gguf", lambda name: name == "output_norm.weight",
        lambda values: np.full_like(values, np.nan),
    )  # fmt: skip
    assert not verdict(model, text, model.tower).is_sound


def test_a_model_without_its_vision_part_is_caught() -> None:
    model = prototype()
    assert not verdict(model, model.text, None).is_sound


def test_a_folder_with_any_name_does(tmp_path: Path) -> None:
    model = prototype()
    folder = tmp_path / "Modèle d'Ümit № 1"
    shutil.copytree(model.folder, folder)
    result = verdict(model, folder / model.text.name, folder / model.tower.name)
    assert result.is_sound


@pytest.mark.parametrize("family", [Family.QWEN2_5_VL, Family.INTERNVL3, Family.SMOLVLM])
def test_a_model_that_learned_nothing_never_passes(family: Family) -> None:
    """Each architecture with random weights, asked as one that was tuned."""
    model = tiny_model(family)
    result = verdict(model, model.text, model.tower)
    assert not result.is_sound
    assert result.failing is not Failing.STOPPED, result.cause
    assert result.sentence
