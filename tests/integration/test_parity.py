"""The local runtime computes what transformers computes: same template, tokens and logits.

Logits here have a deviation of about three; a difference under 0.02 in F16 is the rounding of
the weights and nothing else (facts measured with llama.cpp: 0.004 to 0.016).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from whichone_models.files.gguf_types import TensorType
from whichone_models.files.sidecar import Family
from whichone_models.keeping.tower import Cpu, prepare_tower
from whichone_models.llama.context import Patch
from whichone_models.llama.geometry import fitted
from whichone_models.llama.native import NativeRuntime
from whichone_models.llama.runtime import LoadOrder, Picture, Request
from whichone_models.llama.template import GUARD, PICTURE, Message
from whichone_training.convert import convert, merge_adapter

from tests.tiny_models import TinyModel, prototype, tiny_model
from tests.tiny_shapes import FAMILIES
from tests.transformers_reference import Reference

LARGEST = 0.02
SYSTEM = "Answer in short, plain sentences."
QUESTION = "What colour is the cup on the left? It's 12,50 € – naïve…"


def never() -> bool:
    return False


def drawn(width: int, height: int) -> NDArray[np.uint8]:
    """Slopes, edges and fine noise: everything that resizing could spoil."""
    down, right = np.mgrid[0:height, 0:width]
    channels = [down % 256, right % 256, (3 * down + 5 * right) % 256]
    pixels = np.stack(channels, axis=2).astype(np.uint8)
    pixels[height // 5 : height // 2, width // 4 : width // 2] = (220, 30, 30)
    noise = np.random.default_rng(1).integers(0, 256, (height // 4, width // 3, 3))
    pixels[-(height // 4) :, : width // 3] = noise
    return pixels


class Loaded:
    """A model in the local runtime, and what it computes."""

    def __init__(self, model: TinyModel, tower: Path | None = None) -> None:
        self.model = model
        self.runtime = NativeRuntime()
        self.runtime.load(LoadOrder(str(model.text), str(tower or model.tower), threads=2))

    def logits(
        self, pixels: NDArray[np.uint8] | None, question: str = QUESTION
    ) -> tuple[list[int], NDArray[np.float32]]:
        """Token ids without those of the picture itself, and the last logits."""
        key = ""
        if pixels is not None:
            key = "picture"
            fit = fitted(pixels, self.model.sidecar.processor)
            assert self.runtime.see(Picture(key, fit), SYSTEM, never) is not None
        assert self.runtime.start(Request(key, SYSTEM, question), never) is not None
        held = self.runtime._parts.context
        tokens = [item for item in held.held if not isinstance(item, Patch)]
        return tokens, held.logits().copy()


@pytest.fixture(scope="module", params=FAMILIES)
def family(request: pytest.FixtureRequest) -> Family:
    found: Family = request.param
    return found


@pytest.fixture(scope="module")
def ours(family: Family) -> Iterator[Loaded]:
    loaded = Loaded(tiny_model(family))
    yield loaded
    loaded.runtime.close()


@pytest.fixture(scope="module")
def theirs(family: Family) -> Reference:
    return Reference(family, tiny_model(family).hf_folder)


def same(
    ours: Loaded, theirs: Reference, pixels: NDArray[np.uint8] | None, question: str = QUESTION
) -> float:
    """The largest difference of the logits; tokens and the most likely one must be equal."""
    tokens, logits = ours.logits(pixels, question)
    ids, expected = theirs.logits(SYSTEM, question, pixels)
    picture = theirs.model.config.image_token_id
    assert tokens == [token for token in ids if token != picture]
    assert logits.argmax() == expected.argmax()
    return float(np.abs(logits - expected).max())


def test_the_template_is_theirs_byte_for_byte(ours: Loaded, theirs: Reference) -> None:
    template = ours.runtime._parts.template
    for has_picture in (False, True):
        messages = [Message("system", SYSTEM), Message("user", QUESTION, has_picture)]
        rendered = template.render(messages).replace(GUARD, "")
        expected = theirs.rendered(SYSTEM, QUESTION, has_picture=has_picture)
        before, _, after = rendered.partition(PICTURE)
        assert expected.startswith(before)
        assert expected.endswith(after)
        if not has_picture:
            assert rendered == expected


def test_text_has_their_logits(ours: Loaded, theirs: Reference) -> None:
    assert same(ours, theirs, None) < LARGEST


@pytest.mark.parametrize("size", [(224, 224), (640, 488), (300, 900), (60, 40)])
def test_a_picture_has_their_logits(ours: Loaded, theirs: Reference, size: tuple[int, int]) -> None:
    assert same(ours, theirs, drawn(*size)) < LARGEST


def test_another_picture_has_other_logits(ours: Loaded) -> None:
    _, first = ours.logits(drawn(224, 224))
    _, second = ours.logits(np.full((224, 224, 3), 200, np.uint8))
    assert float(np.abs(first - second).max()) > 0.5


@pytest.mark.filterwarnings("ignore:`is_gradient_checkpointing`:FutureWarning")  # peft's
def test_a_merged_adapter_has_their_logits(tmp_path: Path) -> None:
    """With LoRA in the tower too: converting the adapter alone would drop that."""
    base = tiny_model()
    adapter = tmp_path / "adapter"
    _write_adapter(base.hf_folder, adapter)
    sidecar = convert(base.hf_folder, tmp_path / "merged", adapter=adapter)
    merge_adapter(base.hf_folder, adapter, tmp_path / "hf")
    loaded = Loaded(TinyModel(tmp_path / "hf", tmp_path / "merged", sidecar))
    pixels = drawn(224, 224)
    try:
        merged = Reference(Family.QWEN2_5_VL, tmp_path / "hf")
        assert same(loaded, merged, pixels) < LARGEST
        _, unmerged = Reference(Family.QWEN2_5_VL, base.hf_folder).logits(SYSTEM, QUESTION, pixels)
        assert float(np.abs(loaded.logits(pixels)[1] - unmerged).max()) > 0.5
    finally:
        loaded.runtime.close()


def test_the_padded_tower_has_their_logits(tmp_path: Path) -> None:
    model = tiny_model()
    report = prepare_tower(model.tower, tmp_path / "tower.gguf", Cpu(has_bf16=False))
    assert report is not None and report.format_after is TensorType.F16
    loaded = Loaded(model, tmp_path / "tower.gguf")
    try:
        theirs = Reference(Family.QWEN2_5_VL, model.hf_folder)
        assert same(loaded, theirs, drawn(640, 488)) < LARGEST
    finally:
        loaded.runtime.close()


def test_the_trained_prototype_has_their_logits() -> None:
    model = prototype()
    loaded = Loaded(model)
    try:
        theirs = Reference(Family.QWEN2_5_VL, model.hf_folder)
        question = "What color is it?"
        assert same(loaded, theirs, drawn(112, 112), question) < LARGEST * 3
    finally:
        loaded.runtime.close()


def _write_adapter(hf_folder: Path, folder: Path) -> None:
    """A LoRA over every linear layer, tower and text, that is far from zero."""
    import torch
    from peft import LoraConfig, get_peft_model

    model = Reference(Family.QWEN2_5_VL, hf_folder).model
    config = LoraConfig(r=4, lora_alpha=8, target_modules="all-linear")
    adapted = get_peft_model(model, config)
    torch.manual_seed(1)
    for name, weights in adapted.named_parameters():
        if "lora_B" in name:
            torch.nn.init.normal_(weights, 0, 0.05)
    adapted.save_pretrained(str(folder))
