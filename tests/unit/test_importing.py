"""Models from a stick: found, compared, copied, read back; nonsense is answered in a sentence."""

from __future__ import annotations

import os
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from whichone_core.errors import InputError, ModelError, StorageError, WhichOneError
from whichone_core.types.cancelling import Cancel
from whichone_models.files import disk
from whichone_models.files.sidecar import Family, write_sidecar
from whichone_models.getting.importing import import_model
from whichone_models.keeping.installed import Installed
from whichone_models.keeping.pins import check
from whichone_models.keeping.store import Store

from tests.hub import paper_text, paper_tower


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    """A stick with a language model and its tower."""
    folder = tmp_path / "STICK ä"
    folder.mkdir()
    paper_text(folder / "Paper-Q4_K_M.gguf")
    paper_tower(folder / "mmproj-Paper-f16.gguf")
    return folder


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "models")


def take(store: Store, *paths: Path, name: str = "") -> Installed:
    told: list[tuple[int, int]] = []
    model = import_model(
        paths, store, lambda done, whole: told.append((done, whole)), Cancel(), name
    )
    assert model is not None
    check(store.find(model.name))
    assert not told or told[-1][0] == told[-1][1]
    return model


def refused(store: Store, *paths: Path, name: str = "") -> WhichOneError:
    with pytest.raises((InputError, ModelError, StorageError)) as raised:
        import_model(paths, store, disk.no_progress, Cancel(), name)
    assert raised.value.sentence.endswith(".") and raised.value.remedy
    assert not list(store.root.rglob("*.gguf")), "nothing is left half done"
    return raised.value


def test_a_pair_is_told_apart_and_installed_in_any_order(store: Store, stick: Path) -> None:
    model = take(store, stick / "mmproj-Paper-f16.gguf", stick / "Paper-Q4_K_M.gguf")
    assert model.name == "paper-q4_k_m"
    assert model.text.read_bytes() == (stick / "Paper-Q4_K_M.gguf").read_bytes()
    assert model.sidecar.family is Family.QWEN2_5_VL
    assert model.sidecar.source == "imported"


def test_the_tower_beside_a_language_model_is_found(store: Store, stick: Path) -> None:
    paper_tower(stick / "mmproj-Other-f16.gguf", width=128)
    paper_tower(stick / "mmproj-Paper-bf16.gguf")
    model = take(store, stick / "Paper-Q4_K_M.gguf", name="mine")
    assert model.name == "mine"
    assert model.tower is not None and model.tower.name == "mmproj-Paper-f16.gguf"


def test_a_folder_is_enough(store: Store, stick: Path) -> None:
    (stick / "._Paper-Q4_K_M.gguf").write_bytes(b"what a Mac leaves on a stick")
    assert take(store, stick).name == "paper-q4_k_m"


def test_a_model_of_ours_keeps_its_description(store: Store, stick: Path, tmp_path: Path) -> None:
    first = take(store, stick, name="first")
    moved = tmp_path / "copied"
    shutil.copytree(first.folder, moved)
    second = take(store, moved, name="second")
    assert second.sidecar == first.sidecar.model_copy(update={"name": "second"})


def test_the_files_of_a_model_of_ours_keep_it_too(
    store: Store, stick: Path, tmp_path: Path
) -> None:
    first = take(store, stick)
    described = first.sidecar.model_copy(update={"plain_prompt": True})
    write_sidecar(first.folder, described)
    assert first.tower is not None
    for number, paths in enumerate([[first.text], [first.tower, first.text]]):
        other = Store(tmp_path / f"other {number}")
        assert take(other, *paths).sidecar.plain_prompt


def test_a_name_that_llama_cpp_may_not_open_is_changed(store: Store, stick: Path) -> None:
    (stick / "Paper-Q4_K_M.gguf").rename(stick / "Модель 模型.gguf")
    model = take(store, stick)
    assert model.text.name == "model.gguf" and model.name == "model"


def packed(stick: Path, path: Path, **names: str) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as target:
        for file in stick.iterdir():
            target.write(file, names.get(file.stem.partition("-")[0], "models/") + file.name)
    return path


def test_a_zip_is_unpacked_without_its_folders(store: Store, stick: Path, tmp_path: Path) -> None:
    packed(stick, tmp_path / "Paper Model.zip", mmproj="../../")
    model = take(store, tmp_path / "Paper Model.zip")
    assert model.name == "paper-model"
    assert not list(tmp_path.glob("*.gguf")), "a name in a zip never leads out of the folder"


def test_a_zip_of_something_else_is_refused(store: Store, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "photos.zip", "w") as target:
        target.writestr("photo.jpg", b"jpeg")
    assert "no model in this zip" in refused(store, tmp_path / "photos.zip").sentence


def test_a_damaged_zip_is_refused(store: Store, stick: Path, tmp_path: Path) -> None:
    path = packed(stick, tmp_path / "paper.zip")
    raw = bytearray(path.read_bytes())
    raw[2000:2100] = bytes(100)
    path.write_bytes(raw)
    assert "cannot be unpacked" in refused(store, path).sentence


@pytest.mark.parametrize("way", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_data_that_do_not_unpack_are_refused(
    store: Store, stick: Path, tmp_path: Path, way: int
) -> None:
    path = tmp_path / "paper.zip"
    with zipfile.ZipFile(path, "w", way) as target:
        target.writestr("Paper-Q4_K_M.gguf", os.urandom(9000))
    raw = bytearray(path.read_bytes())
    raw[4000:4900] = bytes(900)
    path.write_bytes(raw)
    assert "cannot be unpacked" in refused(store, path).sentence


def test_a_zip_that_was_cut_short_is_said_to_be_one(
    store: Store, stick: Path, tmp_path: Path
) -> None:
    path = packed(stick, tmp_path / "paper.zip")
    os.truncate(path, path.stat().st_size // 2)
    assert "cannot be unpacked" in refused(store, path).sentence


@pytest.mark.parametrize(
    ("file", "name"),
    [("Модель.zip", "model"), ("-My Model (1).zip", "my-model-1"), ("x" * 100 + ".zip", "x" * 64)],
)
def test_any_name_of_a_zip_gives_a_model_a_name(
    store: Store, stick: Path, tmp_path: Path, file: str, name: str
) -> None:
    assert take(store, packed(stick, tmp_path / file)).name == name


def test_other_files_in_the_same_folder_may_be_anything(
    store: Store, stick: Path, tmp_path: Path
) -> None:
    (stick / "half.gguf").write_bytes(b"GGUFhalf")
    (stick / "folder.gguf").mkdir()
    assert take(store, stick, name="by-folder").text.is_file()
    assert take(store, stick / "Paper-Q4_K_M.gguf", name="by-file").tower is not None


def test_a_file_that_is_given_twice_is_one(store: Store, stick: Path) -> None:
    text = stick / "Paper-Q4_K_M.gguf"
    assert take(store, text, text, stick / "mmproj-Paper-f16.gguf").text.is_file()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with a name are a thing of POSIX")
@pytest.mark.parametrize("name", ["pipe", "pipe.gguf", "pipe.zip"])
def test_a_pipe_is_never_waited_for(store: Store, tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / name)
    assert "There is no file" in refused(store, tmp_path / name).sentence


@pytest.mark.parametrize("name", ["a\0b", "a" * 5000])
def test_a_name_that_no_file_can_have_is_no_file(store: Store, name: str) -> None:
    assert "There is no file" in refused(store, Path(name)).sentence


def cut_text(stick: Path) -> list[Path]:
    os.truncate(stick / "Paper-Q4_K_M.gguf", 5000)
    return [stick]


def no_gguf(stick: Path) -> list[Path]:
    (stick / "Paper-Q4_K_M.gguf").write_text("<html>not found</html>")
    return [stick]


def alone(stick: Path) -> list[Path]:
    (stick / "mmproj-Paper-f16.gguf").unlink()
    return [stick / "Paper-Q4_K_M.gguf"]


def only_tower(stick: Path) -> list[Path]:
    return [stick / "mmproj-Paper-f16.gguf"]


def wrong_width(stick: Path) -> list[Path]:
    paper_tower(stick / "mmproj-Paper-f16.gguf", width=128)
    return [stick]


def wrong_kind(stick: Path) -> list[Path]:
    paper_tower(stick / "mmproj-Paper-f16.gguf", projector="idefics3")
    return [stick]


def two_models(stick: Path) -> list[Path]:
    paper_text(stick / "Other-Q4_K_M.gguf")
    return [stick]


def nothing(stick: Path) -> list[Path]:
    return [stick / "no such file.gguf"]


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (cut_text, "Paper-Q4_K_M.gguf is not complete"),
        (no_gguf, "is not a model in GGUF format"),
        (alone, "The part that sees is missing"),
        (only_tower, "There is no language model"),
        (wrong_width, "does not belong to"),
        (wrong_kind, "does not belong to"),
        (two_models, "more than one language model"),
        (nothing, "There is no file"),
    ],
)
def test_nonsense_is_refused_in_one_sentence(
    store: Store, stick: Path, spoil: Callable[[Path], list[Path]], said: str
) -> None:
    assert said in refused(store, *spoil(stick)).sentence


def test_a_description_that_does_not_fit_its_files_is_refused(
    store: Store, stick: Path, tmp_path: Path
) -> None:
    first = take(store, stick, name="first")
    moved = tmp_path / "copied"
    shutil.copytree(first.folder, moved)
    store.remove("first")
    paper_tower(moved / "mmproj-Paper-f16.gguf", seed=2)
    assert "is damaged" in refused(store, moved).sentence
    text = (moved / "whichone.json").read_text()
    (moved / "whichone.json").write_text(text.replace("mmproj-Paper-f16", "../mmproj-Paper-f16"))
    assert "description of the model" in refused(store, moved).sentence


def test_a_name_that_is_taken_is_not_overwritten(store: Store, stick: Path) -> None:
    take(store, stick)
    for name in ("", " PAPER-q4_k_m "):
        with pytest.raises(InputError, match=r"(?i)There is a model called paper-q4_k_m already"):
            import_model([stick], store, disk.no_progress, Cancel(), name)


def test_too_little_room_is_said_before_the_copy(
    store: Store, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk, "SPARE_BYTES", 10**18)
    assert "not enough room" in refused(store, stick).sentence


def test_a_cancelled_copy_leaves_nothing(store: Store, stick: Path) -> None:
    cancel = Cancel()
    cancel.request()
    assert import_model([stick], store, disk.no_progress, cancel) is None
    assert store.installed() == () and not list(store.root.rglob("*.gguf"))
