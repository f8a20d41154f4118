"""A model's description that came from anywhere: everything in it has bounds."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from whichone_core.errors import ModelError
from whichone_core.prompting.words import CONTROL_WORDS
from whichone_models.files.sidecar import read_sidecar
from whichone_models.files.whole_file import MOST_BYTES

WORDS = {strategy.value: word for strategy, word in CONTROL_WORDS.items()}
FILE = {"bytes": 10, "sha256": "0" * 64, "tensors": 1}
GOOD: dict[str, Any] = {
    "name": "paper",
    "words": WORDS,
    "text": FILE | {"name": "text.gguf"},
    "tower": FILE | {"name": "mmproj.gguf"},
}
CALIBRATION = {"kind": "vector", "scale": [1] * 5, "items": 5, "ece_before": 0, "ece_after": 0}


def written(folder: Path, record: object) -> Path:
    (folder / "whichone.json").write_text(json.dumps(record))
    return folder


def test_a_whole_description_is_read(tmp_path: Path) -> None:
    sidecar = read_sidecar(written(tmp_path, GOOD | {"calibration": CALIBRATION}))
    assert sidecar is not None and sidecar.words == CONTROL_WORDS


@pytest.mark.parametrize(
    "change",
    [
        {"words": {"direct": "direct"}},
        {"words": WORDS | {"infer": "Direct"}},
        {"words": WORDS | {"infer": ""}},
        {"words": WORDS | {"infer": " infer"}},
        {"words": WORDS | {"infer": "in\nfer"}},
        {"words": WORDS | {"infer": "i" * 65}},
        {"processor": {"patch": 10**30}},
        {"processor": {"merge": 100}},
        {"processor": {"fixed_side": 10**6}},
        {"processor": {"min_pixels": 10**6, "max_pixels": 10**5}},
        {"processor": {"max_pixels": 10**12}},
        {"calibration": CALIBRATION | {"scale": [float("nan")] * 5}},
        {"calibration": CALIBRATION | {"scale": [0] * 5}},
        {"calibration": CALIBRATION | {"scale": [-1] * 5}},
        {"calibration": CALIBRATION | {"bias": [1e308] * 5}},
        {"calibration": CALIBRATION | {"bias": [float("inf")] * 5}},
        {"text": FILE | {"name": "../text.gguf"}},
        {"text": FILE | {"name": "/etc/text.gguf"}},
        {"text": FILE | {"name": "a\0b.gguf"}},
        {"text": FILE | {"name": "text.gguf\n"}},
        {"text": FILE | {"name": "mmproj.gguf"}},
        {"text": FILE | {"name": "text.gguf", "bytes": 10**40}},
        {"name": "\x1b[31mred"},
        {"name": "n" * 1000},
        {"system": "s" * 100_000},
        {"evil": 1},
    ],
    ids=str,
)
def test_what_no_model_can_be_is_refused(tmp_path: Path, change: dict[str, Any]) -> None:
    with pytest.raises(ModelError, match="cannot be read") as raised:
        read_sidecar(written(tmp_path, GOOD | change))
    assert raised.value.remedy


@pytest.mark.parametrize("raw", [b"", b"[]", b"\xff\xfe", b"[" * 100_000, b" " * (MOST_BYTES + 1)])
def test_what_is_no_description_is_refused(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "whichone.json").write_bytes(raw)
    with pytest.raises(ModelError, match="cannot be read"):
        read_sidecar(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with a name are a thing of POSIX")
def test_a_pipe_is_never_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "whichone.json")
    with pytest.raises(ModelError, match="cannot be read"):
        read_sidecar(tmp_path)
