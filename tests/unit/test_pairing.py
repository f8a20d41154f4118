"""Which tower belongs to which language model, and how pictures are prepared for it."""

from __future__ import annotations

import math
import time
from dataclasses import replace
from email.utils import formatdate
from pathlib import Path

import pytest
from whichone_core.errors import ModelError
from whichone_models.files.gguf_file import GgufHeader, read_header
from whichone_models.files.gguf_types import GgufValue, ValueType
from whichone_models.files.pairing import check_pair, family_of, processor_of
from whichone_models.files.sidecar import Family
from whichone_models.getting.hub import retry_after

from tests.hub import paper_text, paper_tower


def text(folder: Path, architecture: str = "qwen2vl", width: int = 64) -> GgufHeader:
    paper_text(folder / "text.gguf", architecture=architecture, width=width)
    return read_header(folder / "text.gguf")


def tower(folder: Path, projector: str = "qwen2.5vl_merger", width: int = 64) -> GgufHeader:
    paper_tower(folder / "tower.gguf", projector=projector, width=width)
    return read_header(folder / "tower.gguf")


@pytest.mark.parametrize(
    ("projector", "architecture", "family"),
    [
        ("qwen2.5vl_merger", "qwen2vl", Family.QWEN2_5_VL),
        ("qwen3vl_merger", "qwen3vl", Family.QWEN3_VL),
        ("internvl", "qwen2", Family.INTERNVL3),
        ("idefics3", "llama", Family.SMOLVLM),
        ("something_new", "anything", Family.OTHER),
    ],
)
def test_each_family_is_known_by_its_projector(
    tmp_path: Path, projector: str, architecture: str, family: Family
) -> None:
    head = tower(tmp_path, projector)
    assert family_of(head) is family
    check_pair(text(tmp_path, architecture), head)


@pytest.mark.parametrize(
    ("architecture", "projector", "width"),
    [("qwen2vl", "idefics3", 64), ("llama", "qwen2.5vl_merger", 64), ("qwen2vl", "new", 128)],
)
def test_a_tower_of_another_model_is_refused(
    tmp_path: Path, architecture: str, projector: str, width: int
) -> None:
    with pytest.raises(ModelError, match="does not belong to"):
        check_pair(text(tmp_path, architecture), tower(tmp_path, projector, width))


def test_two_of_a_kind_are_no_pair(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="not its language model"):
        check_pair(tower(tmp_path), tower(tmp_path))
    with pytest.raises(ModelError, match="is not the part of a model that sees"):
        check_pair(text(tmp_path), text(tmp_path))


def test_pictures_are_prepared_as_the_family_was_trained(tmp_path: Path) -> None:
    any_size = processor_of(tower(tmp_path))
    assert (any_size.patch, any_size.merge, any_size.fixed_side) == (14, 2, 0)
    assert (any_size.min_pixels, any_size.max_pixels) == (56 * 56, 28 * 28 * 1280)
    assert processor_of(tower(tmp_path, "internvl")).fixed_side == 448
    assert processor_of(None).fixed_side == 0


@pytest.mark.parametrize(
    ("key", "kind", "value"),
    [
        ("patch_size", ValueType.UINT32, 0),
        ("patch_size", ValueType.UINT32, 2**32 - 1),
        ("image_max_pixels", ValueType.UINT64, 2**63),
        ("image_min_pixels", ValueType.UINT32, 10**7),
    ],
)
def test_a_tower_that_cannot_be_is_refused(
    tmp_path: Path, key: str, kind: ValueType, value: int
) -> None:
    head = tower(tmp_path)
    changed = {**head.metadata, f"clip.vision.{key}": GgufValue.of(kind, value)}
    with pytest.raises(ModelError, match="is damaged"):
        processor_of(replace(head, metadata=changed))


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_a_number_that_is_none_counts_as_absent(tmp_path: Path, value: float) -> None:
    head = tower(tmp_path)
    odd = GgufValue.of(ValueType.FLOAT32, value)
    changed = replace(head, metadata={**head.metadata, "clip.vision.patch_size": odd})
    assert processor_of(changed) == processor_of(head)


def test_a_server_may_ask_to_wait_in_seconds_or_until_a_date() -> None:
    assert retry_after("7") == 7
    assert 0 < retry_after(formatdate(time.time() + 60, usegmt=True)) <= 60
    assert retry_after("Wed, 21 Oct 2015 07:28:00 GMT") == 0
    assert retry_after("soon") == 0 and retry_after("") == 0
    assert retry_after("\u00b2") == 0 and retry_after("\u0663") == 0, "digits, but no number"
    assert retry_after("1" * 5000) > 10**8
    assert retry_after("Mon, 01 Jan 0001 00:00:00 -0000") == 0
