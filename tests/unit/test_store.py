"""Installed models: whole, checked before each load, and never half."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path

import pytest
from whichone_core.errors import InputError, ModelError, StorageError, WhichOneError
from whichone_core.types.cancelling import Cancel
from whichone_models.files.disk import checksum
from whichone_models.files.gguf_file import read_header
from whichone_models.files.pairing import sidecar_of
from whichone_models.files.whole_file import write_text
from whichone_models.keeping.installed import Installed
from whichone_models.keeping.pins import STAMP, check, is_unchanged, verify
from whichone_models.keeping.store import Store

from tests.hub import paper_text, paper_tower


def put(store: Store, name: str = "paper", seed: int = 1) -> Installed:
    """Install a paper model."""
    with store.staging(name) as folder:
        paper_text(folder / "text.gguf")
        paper_tower(folder / "mmproj.gguf", seed=seed)
        paths = folder / "text.gguf", folder / "mmproj.gguf"
        sums = {path.name: checksum(path) for path in paths}
        (folder / "rest.part").write_text("left by an earlier try")
        heads = [read_header(path) for path in paths]
        return store.install(folder, name, sidecar_of(name, heads[0], heads[1], sums))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "Modèles 模型")


@pytest.fixture
def model(store: Store) -> Installed:
    return put(store)


def refused(model: Installed) -> WhichOneError:
    with pytest.raises(ModelError) as raised:
        check(model)
    assert raised.value.remedy == "Pull or import the model again."
    return raised.value


def test_what_is_installed_is_listed_and_found(store: Store, model: Installed) -> None:
    put(store, "another")
    assert [each.name for each in store.installed()] == ["another", "paper"]
    assert store.find(" Paper ") == model
    assert sorted(path.name for path in model.folder.iterdir()) == [
        "mmproj.gguf",
        "text.gguf",
        STAMP,
        "whichone.json",
    ]
    check(model)


def test_an_empty_store_is_no_error(store: Store) -> None:
    assert store.installed() == () and store.damaged() == () and store.chosen == ""
    with pytest.raises(InputError, match="is not installed"):
        store.find("paper")


def test_a_wrong_name_is_answered_with_the_nearest(store: Store, model: Installed) -> None:
    with pytest.raises(InputError) as raised:
        store.find("papre")
    assert raised.value.remedy == "Did you mean 'paper'?"


@pytest.mark.parametrize("name", ["../up", "a/b", ".hidden", "", "x" * 70, "ü", "-a"])
def test_a_name_never_leads_out_of_the_folder(store: Store, name: str) -> None:
    with pytest.raises(InputError, match="cannot be the name of a model"):
        store.find(name)
    assert not store.has(name)


def test_a_truncated_file_is_refused(model: Installed) -> None:
    os.truncate(model.text, model.text.stat().st_size - 100)
    assert "is not the one that was installed" in refused(model).sentence


def test_a_file_that_is_gone_is_refused(model: Installed) -> None:
    assert model.tower is not None
    model.tower.unlink()
    assert "mmproj.gguf" in refused(model).sentence


def test_another_tower_of_the_same_size_is_refused(model: Installed, tmp_path: Path) -> None:
    """The runtime would take it in silence."""
    assert model.tower is not None
    before = model.tower.stat().st_size
    paper_tower(model.tower, seed=2)
    assert model.tower.stat().st_size == before
    assert "SHA-256" in refused(model).cause


def test_a_tower_with_other_tensors_is_refused(model: Installed) -> None:
    pins = model.sidecar.text.model_copy(update={"tensors": 4})
    lying = Installed(model.name, model.folder, model.sidecar.model_copy(update={"text": pins}))
    assert refused(lying).cause == "3 tensors, not 4"


def test_a_check_reads_all_bytes_only_after_a_change(
    model: Installed, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []

    def counted(path: Path, *more: object) -> str:
        read.append(path.name)
        return checksum(path)

    monkeypatch.setattr("whichone_models.keeping.pins.checksum", counted)
    check(model)
    assert read == []
    os.utime(model.text, ns=(1, 1))
    check(model)
    assert read == ["text.gguf", "mmproj.gguf"]
    check(model)
    assert len(read) == 2


def test_a_file_with_the_size_and_the_time_of_the_right_one_is_noticed(model: Installed) -> None:
    right = model.text.stat()
    model.text.write_bytes(bytes(reversed(model.text.read_bytes())))
    os.utime(model.text, ns=(right.st_atime_ns, right.st_mtime_ns))
    assert not is_unchanged(model)


def test_another_model_under_the_same_names_is_not_the_one_that_was_verified(
    store: Store, model: Installed
) -> None:
    """A program that runs holds the old one's checksums, the folder says that the new is right."""
    put(store, model.name, seed=2)
    check(store.find(model.name))
    assert not is_unchanged(model)
    assert "is not the one" in refused(model).sentence


def test_a_full_disk_leaves_nothing_of_a_small_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, text: str, **_: object) -> int:
        path.write_bytes(text.encode()[:3])
        raise OSError(errno.ENOSPC, "no space left on device")

    (tmp_path / "chosen.txt").write_text("old")
    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(OSError, match="no space"):
        write_text(tmp_path / "chosen.txt", "new model")
    assert [path.name for path in tmp_path.iterdir()] == ["chosen.txt"]
    assert (tmp_path / "chosen.txt").read_text() == "old"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with a name are a thing of POSIX")
def test_a_pipe_is_never_waited_for(store: Store, model: Installed) -> None:
    os.mkfifo(store.root / "chosen.txt")
    assert store.chosen == ""
    (model.folder / STAMP).unlink()
    os.mkfifo(model.folder / STAMP)
    assert not is_unchanged(model)
    check(model)
    assert is_unchanged(model), "it was verified, and the stamp written anew"


@pytest.mark.parametrize("noise", [b"\xff", b"[" * 100_000, b" " * 2_000_000, b"null", b"[1]"])
def test_notes_that_are_noise_count_as_absent(store: Store, model: Installed, noise: bytes) -> None:
    (store.root / "chosen.txt").write_bytes(noise)
    (model.folder / STAMP).write_bytes(noise)
    assert store.chosen == ""
    assert not is_unchanged(model)
    check(model)


def test_verify_reads_everything_and_can_be_stopped(model: Installed) -> None:
    told: list[tuple[int, int]] = []
    assert verify(model, lambda done, whole: told.append((done, whole)))
    assert told[-1] == (model.bytes, model.bytes)
    cancel = Cancel()
    cancel.request()
    assert not verify(model, cancel=cancel)
    with model.text.open("r+b") as file:
        file.seek(-1, os.SEEK_END)
        last = file.read(1)
        file.seek(-1, os.SEEK_END)
        file.write(bytes([last[0] ^ 1]))
    with pytest.raises(ModelError, match=r"text\.gguf is not the one"):
        verify(model)


def test_a_folder_without_its_description_is_no_model(store: Store, model: Installed) -> None:
    (model.folder / "whichone.json").unlink()
    assert store.installed() == ()
    ((name, error),) = store.damaged()
    assert name == "paper" and error.sentence == "The model paper is not complete."


def test_a_broken_description_is_said(store: Store, model: Installed) -> None:
    (model.folder / "whichone.json").write_text("{")
    ((_, error),) = store.damaged()
    assert "cannot be read" in error.sentence


def test_the_chosen_model_is_remembered_until_it_goes(store: Store, model: Installed) -> None:
    store.choose("paper")
    assert Store(store.root).chosen == "paper"
    store.remove("paper")
    assert store.chosen == ""


def test_a_damaged_model_cannot_be_chosen(store: Store, model: Installed) -> None:
    os.truncate(model.text, 100)
    with pytest.raises(ModelError):
        store.choose("paper")
    assert store.chosen == ""


def test_a_chosen_model_that_was_deleted_by_hand_is_none(store: Store, model: Installed) -> None:
    store.choose("paper")
    shutil.rmtree(model.folder)
    assert store.chosen == ""


def test_removing_frees_what_it_says_and_what_was_half_fetched(
    store: Store, model: Installed
) -> None:
    with store.staging("paper") as folder:
        (folder / "text.gguf.part").write_bytes(bytes(1000))
    size = sum(path.stat().st_size for path in model.folder.iterdir())
    assert store.remove("paper") == size + 1000
    assert store.installed() == ()
    assert not list(store.root.rglob("*.gguf")) and not list(store.root.rglob("*.part"))
    with pytest.raises(InputError):
        store.remove("paper")


def test_what_is_being_installed_is_not_removed(store: Store, model: Installed) -> None:
    with store.staging("paper"), pytest.raises(StorageError, match="being installed just now"):
        store.remove("paper")
    check(model)


def test_a_lock_ends_with_whoever_held_it(store: Store) -> None:
    with store.staging("paper"):
        pass
    with store.staging("paper"):
        pass


def test_installing_over_a_model_replaces_it(store: Store, model: Installed) -> None:
    again = put(store, seed=2)
    assert again.sidecar.tower != model.sidecar.tower
    check(store.find("paper"))


def test_a_place_where_nothing_can_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with (
        pytest.raises(StorageError, match="cannot be used"),
        Store(tmp_path / "file" / "models").staging("paper"),
    ):
        pass
