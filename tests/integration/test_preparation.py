"""An installed model's tower is made fast on this computer, once, and again on another one."""

from __future__ import annotations

import logging
import shutil
from pathlib import Path

import pytest
from whichone_app import local_model
from whichone_core.errors import ModelError, StorageError
from whichone_core.settings import Settings
from whichone_core.types.cancelling import Cancel
from whichone_models.files.disk import checksum, no_progress
from whichone_models.files.gguf_file import read_header
from whichone_models.files.gguf_types import TensorType
from whichone_models.files.sidecar import read_sidecar
from whichone_models.getting.importing import import_model
from whichone_models.keeping import installed, preparation, tower
from whichone_models.keeping.installed import Installed
from whichone_models.keeping.pins import check, is_unchanged
from whichone_models.keeping.preparation import is_prepared, prepare
from whichone_models.keeping.store import Store
from whichone_models.keeping.tower import Cpu
from whichone_models.llama.native import NativeRuntime
from whichone_models.llama.runtime import LoadOrder

from tests.tiny_models import prototype, tiny_model

BRAIN, HALF = Cpu(has_bf16=True), Cpu(has_bf16=False)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "models")


@pytest.fixture
def model(store: Store) -> Installed:
    found = import_model([tiny_model().folder], store, no_progress, Cancel(), "tiny")
    assert found is not None
    return found


def here(monkeypatch: pytest.MonkeyPatch, cpu: Cpu) -> None:
    """Be a computer with this processor."""
    monkeypatch.setattr(installed, "this_cpu", lambda: cpu)


def kind_of(path: Path | None) -> TensorType:
    assert path is not None
    header = read_header(path)
    return next(t.kind for t in header.tensors if t.name == "v.blk.0.ffn_up.weight")


def test_a_model_gets_a_tower_that_is_fast_here(
    store: Store, model: Installed, monkeypatch: pytest.MonkeyPatch
) -> None:
    here(monkeypatch, BRAIN)
    assert not is_prepared(model, BRAIN)
    assert model.tower_here == model.tower
    made = prepare(model, store, Cancel(), BRAIN)
    assert is_prepared(made, BRAIN)
    assert kind_of(made.tower_here) is TensorType.BF16
    assert kind_of(made.tower) is TensorType.F16, "the original stays"
    assert made.sidecar.prepared is not None and made.sidecar.prepared.cosine > 0.999
    runtime = NativeRuntime()
    assert runtime.load(LoadOrder(str(made.text), str(made.tower_here))).has_vision
    runtime.close()


def test_what_was_prepared_is_pinned_like_the_rest(store: Store, model: Installed) -> None:
    made = prepare(model, store, Cancel(), BRAIN)
    assert store.find("tiny").sidecar == made.sidecar == read_sidecar(made.folder)
    check(made)
    assert is_unchanged(made)
    pinned = made.files[-1]
    assert pinned.sha256 == checksum(made.folder / pinned.name)


def test_it_is_prepared_once(store: Store, model: Installed) -> None:
    made = prepare(model, store, Cancel(), BRAIN)
    stamp = (made.folder / made.files[-1].name).stat().st_mtime_ns
    assert prepare(model, store, Cancel(), BRAIN).sidecar == made.sidecar
    assert (made.folder / made.files[-1].name).stat().st_mtime_ns == stamp


def test_on_a_computer_with_another_processor_it_is_prepared_again(
    store: Store, model: Installed, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = prepare(model, store, Cancel(), BRAIN)
    here(monkeypatch, HALF)
    assert not is_prepared(first, HALF)
    assert first.tower_here == first.tower, "until then what came is used"
    second = prepare(first, store, Cancel(), HALF)
    assert kind_of(second.tower_here) is TensorType.F16
    assert second.tower_here != second.tower
    check(second)
    assert len(list(second.folder.glob("*.gguf"))) == 3, "the other one is gone"


def test_an_import_takes_only_what_came_from_the_hub(store: Store, model: Installed) -> None:
    made = prepare(model, store, Cancel(), BRAIN)
    copied = import_model([made.folder], store, no_progress, Cancel(), "copy")
    assert copied is not None
    assert copied.sidecar.prepared is None
    assert copied.sidecar.tower == model.sidecar.tower
    assert len(list(copied.folder.glob("*.gguf"))) == 2


def test_a_tower_that_would_see_something_else_is_not_used(
    store: Store, model: Installed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tower, "lowest_cosine", lambda *_: 0.5)
    kept = prepare(model, store, Cancel(), BRAIN)
    assert kept.sidecar == model.sidecar
    assert {path.name for path in kept.folder.glob("*.gguf")} == {f.name for f in model.files}


def test_without_room_the_model_is_used_as_it_came(
    store: Store,
    model: Installed,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def full(folder: Path, count: int) -> None:
        raise StorageError("The disk is full.", remedy="Free some space.")

    monkeypatch.setattr(preparation, "need_room", full)
    with caplog.at_level(logging.INFO):
        assert prepare(model, store, Cancel(), BRAIN).sidecar == model.sidecar
    assert "The disk is full." in caplog.text


def test_a_cancel_leaves_the_model_as_it_was(store: Store, model: Installed) -> None:
    cancel = Cancel()
    cancel.request()
    assert prepare(model, store, cancel, BRAIN).sidecar == model.sidecar
    check(model)
    assert len(list(model.folder.iterdir())) == 4


def test_a_damaged_prepared_tower_is_refused(store: Store, model: Installed) -> None:
    made = prepare(model, store, Cancel(), BRAIN)
    file = made.folder / made.files[-1].name
    shutil.copyfile(made.folder / model.files[-1].name, file)
    with pytest.raises(ModelError):
        check(made)


def test_a_model_is_prepared_before_it_is_tested(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pulling, importing and choosing a model all lead here; the test sees the new tower."""
    model = import_model([prototype().folder], store, no_progress, Cancel(), "prototype")
    assert model is not None
    monkeypatch.setattr(local_model, "store", lambda: store)
    assert not local_model.is_ready(model)
    test = local_model.tested(model, Settings(), Cancel())
    assert test is not None and test.is_sound
    ready = store.find("prototype")
    assert local_model.is_ready(ready)
    assert Path(local_model.order_of(ready).tower) == ready.tower_here != ready.tower
