"""Quantizing makes a smaller model that loads and says nearly the same, or says why not."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from whichone_core.errors import ModelError, StorageError
from whichone_core.types.cancelling import Cancel
from whichone_models.files.disk import no_progress
from whichone_models.files.gguf_file import read_header
from whichone_models.getting.importing import import_model
from whichone_models.keeping.imatrix import (
    Importance,
    measure_importance,
    read_importance,
    write_importance,
)
from whichone_models.keeping.pins import check
from whichone_models.keeping.quantize import Kind, quantize
from whichone_models.keeping.smaller_copy import make_smaller
from whichone_models.keeping.store import Store

from tests.processes import has_ended
from tests.tiny_models import prototype, tiny_model

PROGRAM = """
import os, subprocess, sys
child = "from whichone_models.parent import end_with; import threading; end_with(%d, 1); " \\
    "print('ready', flush=True); threading.Event().wait()"
process = subprocess.Popen([sys.executable, "-c", child % os.getpid()], stdout=subprocess.PIPE)
process.stdout.readline()
print(process.pid, flush=True)
process.wait()
"""


@pytest.mark.parametrize(
    ("kind", "stored", "share"),
    [
        (Kind.Q4_K_M, {"Q4_K", "Q6_K"}, 0.36),
        (Kind.Q5_K_M, {"Q5_K", "Q6_K"}, 0.42),
        (Kind.Q8_0, {"Q8_0"}, 0.58),
        (Kind.F16, {"F16"}, 1.0),
    ],
)
def test_each_kind_makes_the_file_smaller(
    kind: Kind, stored: set[str], share: float, tmp_path: Path
) -> None:
    source = read_header(tiny_model().text)
    shares: list[float] = []
    made = quantize(source.path, tmp_path / "model.gguf", kind, on_progress=shares.append)
    assert made is not None
    kinds = {tensor.kind.name for tensor in made.tensors if len(tensor.shape) > 1}
    assert kinds == stored
    assert made.length <= source.length * share
    assert {t.name for t in made.tensors} == {t.name for t in source.tensors}
    assert shares[-1] == 1.0 and shares == sorted(shares)
    assert [path.name for path in tmp_path.iterdir()] == ["model.gguf"]


def test_a_quantized_model_is_not_quantized_again(tmp_path: Path) -> None:
    small = tmp_path / "small.gguf"
    quantize(tiny_model().text, small, Kind.Q8_0)
    with pytest.raises(ModelError, match="already quantized") as caught:
        quantize(small, tmp_path / "smaller.gguf", Kind.Q4_K_M)
    assert caught.value.remedy == "Start from the F16 file."


def test_a_tower_is_not_quantized(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="sees pictures is not quantized"):
        quantize(tiny_model().tower, tmp_path / "tower.gguf", Kind.Q8_0)


def test_rows_that_do_not_fit_are_said_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="shape does not fit Q4_K_M") as caught:
        quantize(prototype().text, tmp_path / "model.gguf", Kind.Q4_K_M)
    assert "192 elements" in caught.value.cause
    assert list(tmp_path.iterdir()) == []
    assert quantize(prototype().text, tmp_path / "model.gguf", Kind.Q8_0) is not None


def test_stopped_it_leaves_nothing(tmp_path: Path) -> None:
    target = tmp_path / "model.gguf"
    assert quantize(tiny_model().text, target, should_stop=lambda: True) is None
    assert list(tmp_path.iterdir()) == []


def test_a_copy_that_fails_leaves_nothing_on_a_full_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(tmp_path / "models")
    model = import_model([tiny_model().folder], store, no_progress, Cancel(), "tiny")
    assert model is not None

    def full(folder: Path, count: int) -> None:
        raise StorageError("There is not enough room.", remedy="Free some.")

    monkeypatch.setattr("whichone_models.keeping.smaller_copy.need_room", full)
    with pytest.raises(StorageError, match="not enough room"):
        make_smaller(model, store, " Small ", Kind.Q8_0, None, no_progress, Cancel())
    assert not list((store.root / ".partial").rglob("*.gguf"))
    monkeypatch.undo()
    made = make_smaller(model, store, " Small ", Kind.Q8_0, None, no_progress, Cancel())
    assert made is not None and made.name == "small"
    check(made)


@pytest.mark.skipif(sys.platform != "linux", reason="Linux ends a process with its parent")
def test_what_quantizes_ends_with_the_program() -> None:
    """Killed with -9 the program can end nobody itself."""
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout is not None
        child = int(program.stdout.readline())
        program.kill()
    assert has_ended(child, within_s=60)


def test_what_stood_there_before_stays_when_it_fails(tmp_path: Path) -> None:
    target = tmp_path / "model.gguf"
    target.write_bytes(b"before")
    unknown = {"no.such.weight": np.ones(3, np.float32)}
    bad: Importance = {"blk.0.attn_q.weight": np.ones(3, np.float32), **unknown}
    with pytest.raises(ModelError, match="could not be quantized"):
        quantize(tiny_model().text, target, Kind.Q4_K_M, imatrix=bad)
    assert target.read_bytes() == b"before"
    assert [path.name for path in tmp_path.iterdir()] == ["model.gguf"]


def test_too_little_space_is_said_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=1000))
    with pytest.raises(StorageError, match=r"not enough space for model\.gguf"):
        quantize(tiny_model().text, tmp_path / "model.gguf")


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="cannot be written"):
        quantize(tiny_model().text, tmp_path / "none" / "model.gguf")


def test_a_non_ascii_folder_is_no_obstacle(tmp_path: Path) -> None:
    folder = tmp_path / "Željko Hüttner"
    folder.mkdir()
    assert quantize(tiny_model().text, folder / "modèle.gguf", Kind.Q8_0) is not None


def test_importance_is_kept_in_a_file(tmp_path: Path) -> None:
    importance = {
        "blk.0.attn_q.weight": np.arange(4, dtype=np.float32),
        "blk.1.ffn_up.weight": np.ones(8, np.float32),
    }
    path = tmp_path / "imatrix.gguf"
    write_importance(path, importance)
    back = read_importance(path)
    assert list(back) == list(importance)
    assert all(np.array_equal(back[name], importance[name]) for name in importance)


def test_a_model_is_no_importance_matrix() -> None:
    with pytest.raises(ModelError, match="not an importance matrix"):
        read_importance(tiny_model().text)


def test_importance_comes_from_the_model_and_changes_the_rounding(tmp_path: Path) -> None:
    model = tiny_model()
    importance = measure_importance(model.hf_folder, ["What colour is the cup on the left?"])
    assert len(importance) == 2 * 7
    assert importance["blk.1.ffn_down.weight"].shape == (512,)
    assert all((values > 0).all() for values in importance.values())
    plain, careful = tmp_path / "plain.gguf", tmp_path / "careful.gguf"
    quantize(model.text, plain)
    quantize(model.text, careful, imatrix=importance)
    assert read_header(plain).length == read_header(careful).length
    assert plain.read_bytes() != careful.read_bytes()
