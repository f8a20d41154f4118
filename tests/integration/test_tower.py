"""A prepared tower sees what the original saw, in the format that suits the processor."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from whichone_core.errors import ModelError
from whichone_models.files.gguf_file import read_header, read_tensor
from whichone_models.files.gguf_types import TensorType
from whichone_models.files.gguf_writer import NewTensor, rewrite_gguf
from whichone_models.files.sidecar import Family
from whichone_models.keeping.tower import Cpu, _has_bf16, prepare_tower, this_cpu, to_bf16
from whichone_models.keeping.tower_check import lowest_cosine

from tests.tiny_models import tiny_model
from tests.tiny_shapes import FAMILIES

BRAIN, HALF = Cpu(has_bf16=True), Cpu(has_bf16=False)


@pytest.mark.parametrize("family", FAMILIES)
def test_padding_changes_nothing_of_what_is_seen(family: Family, tmp_path: Path) -> None:
    model = tiny_model(family)
    report = prepare_tower(model.tower, tmp_path / "tower.gguf", HALF, text=model.text)
    assert report is not None
    assert (report.width_before, report.width_after) == (172, 192)
    assert report.format_after is TensorType.F16
    assert report.cosine is not None and report.cosine > 0.99999


@pytest.mark.parametrize("family", FAMILIES)
def test_where_the_processor_has_bf16_the_tower_uses_it(family: Family, tmp_path: Path) -> None:
    model = tiny_model(family)
    report = prepare_tower(model.tower, tmp_path / "tower.gguf", BRAIN, text=model.text)
    assert report is not None and report.is_changed
    assert report.format_after is TensorType.BF16
    assert report.cosine is not None and report.cosine > 0.9995


def test_only_the_mlp_is_wider_and_only_with_zeros(tmp_path: Path) -> None:
    model = tiny_model()
    target = tmp_path / "tower.gguf"
    prepare_tower(model.tower, target, HALF)
    before, after = read_header(model.tower), read_header(target)
    assert after.number("clip.vision.feed_forward_length") == 192
    assert [t.name for t in after.tensors] == [t.name for t in before.tensors]
    for old, new in zip(before.tensors, after.tensors, strict=True):
        wide = read_tensor(after, new)
        cut = wide[tuple(slice(side) for side in old.shape)]
        assert np.array_equal(cut, read_tensor(before, old))
        assert np.count_nonzero(wide) == np.count_nonzero(cut)
        if ".ffn_" not in old.name:
            assert (new.shape, new.kind) == (old.shape, old.kind)


def test_a_prepared_tower_stays_as_it_is(tmp_path: Path) -> None:
    model = tiny_model()
    first, second = tmp_path / "first.gguf", tmp_path / "second.gguf"
    prepare_tower(model.tower, first, BRAIN)
    report = prepare_tower(first, second, BRAIN)
    assert report is not None and not report.is_changed
    assert first.read_bytes() == second.read_bytes()


def test_without_a_language_model_nothing_is_compared(tmp_path: Path) -> None:
    report = prepare_tower(tiny_model().tower, tmp_path / "tower.gguf", HALF)
    assert report is not None and report.cosine is None


def test_a_language_model_is_no_tower(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="not the part of a model that sees"):
        prepare_tower(tiny_model().text, tmp_path / "tower.gguf", HALF)


def test_a_quantized_tower_is_refused(tmp_path: Path) -> None:
    header = read_header(tiny_model().tower)
    name = "v.blk.0.attn_q.weight"
    quantized = NewTensor(name, (128, 128), TensorType.Q8_0, lambda: [bytes(128 * 4 * 34)])
    source = tmp_path / "quantized.gguf"
    rewrite_gguf(header, source, tensors={name: quantized})
    with pytest.raises(ModelError, match="is quantized"):
        prepare_tower(source, tmp_path / "tower.gguf", HALF)


def test_stopped_it_leaves_nothing(tmp_path: Path) -> None:
    target = tmp_path / "tower.gguf"
    assert prepare_tower(tiny_model().tower, target, HALF, should_stop=lambda: True) is None
    assert list(tmp_path.iterdir()) == []


def test_another_tower_is_noticed(tmp_path: Path) -> None:
    model = tiny_model()
    header = read_header(model.tower)
    name = "mm.2.weight"
    tensor = header.tensor(name)
    assert tensor is not None
    turned = np.ascontiguousarray(read_tensor(header, tensor)[::-1]).astype(np.float16)
    other = tmp_path / "other.gguf"
    changed = NewTensor(name, tensor.shape, TensorType.F16, lambda: [turned.tobytes()])
    rewrite_gguf(header, other, tensors={name: changed})
    assert lowest_cosine(model.text, model.tower, other) < 0.9


def test_a_tower_that_does_not_load_is_said(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="cannot be used here"):
        lowest_cosine(tiny_model().text, tiny_model().text, tiny_model().text)


def test_bf16_is_the_nearest_with_ties_to_even() -> None:
    values = np.array([1.0, -2.5, 1 + 2**-8, 1 + 3 * 2**-8, 3.14159265, 0.0], np.float32)
    back = (to_bf16(values).astype(np.uint32) << 16).view(np.float32)
    assert back.tolist() == [1.0, -2.5, 1.0, 1 + 2**-6, 3.140625, 0.0]


@pytest.mark.parametrize(
    ("system", "content", "has_bf16"),
    [
        ("Linux", "flags\t\t: fpu avx2 avx512_bf16 amx_int8\n", True),
        ("Linux", "flags\t\t: fpu avx2 avx512f\n", False),
        ("Linux", "Features\t: fp asimd bf16 i8mm\n", True),
        ("Linux", "", False),
        ("Windows", "flags\t\t: avx512_bf16\n", False),
    ],
)
def test_the_processor_says_whether_it_has_bf16(
    tmp_path: Path, system: str, content: str, has_bf16: bool
) -> None:
    info = tmp_path / "cpuinfo"
    info.write_text(content, encoding="utf-8")
    assert _has_bf16(system, info) is has_bf16


def test_a_processor_that_says_nothing_has_no_bf16(tmp_path: Path) -> None:
    assert not _has_bf16("Linux", tmp_path / "none")
    assert this_cpu().format in (TensorType.F16, TensorType.BF16)
