"""What cannot be loaded is told apart; every family's files are seen, asked and gone on with."""

from __future__ import annotations

import logging
import shutil
from pathlib import Path

import numpy as np
import pytest
from whichone_models.files.sidecar import Family
from whichone_models.llama.geometry import fitted
from whichone_models.llama.native import NativeRuntime
from whichone_models.llama.runtime import (
    Fault,
    Finished,
    LoadOrder,
    Picture,
    Request,
    RuntimeFault,
)

from tests.tiny_models import TinyModel, tiny_model


def never() -> bool:
    return False


def order(text: Path, tower: Path | None = None) -> LoadOrder:
    return LoadOrder(str(text), str(tower or ""), context_tokens=1024, threads=1)


@pytest.fixture(scope="module")
def model() -> TinyModel:
    return tiny_model(Family.QWEN2_5_VL)


@pytest.mark.parametrize("family", [family for family in Family if family is not Family.OTHER])
def test_every_family_sees_is_asked_and_goes_on(family: Family) -> None:
    tiny = tiny_model(family)
    runtime = NativeRuntime()
    facts = runtime.load(order(tiny.text, tiny.tower))
    assert facts.has_vision and facts.context_tokens == 1024
    noise = np.random.default_rng(1).integers(0, 256, (300, 400, 3), np.uint8)
    pixels = fitted(noise, tiny.sidecar.processor, 64)
    seen = runtime.see(Picture("a", pixels), "Look.", never)
    words = tuple(tiny.sidecar.words.values())
    odds = runtime.start(Request("a", "Look.", "What is this?", words=words), never)
    end = list(runtime.go_on(f"{words[0]}\n", never))[-1]
    runtime.close()
    assert seen is not None and seen.tokens > 1
    assert odds is not None and odds.reused >= seen.tokens
    assert all(np.isfinite(odds.log_probabilities)) and isinstance(end, Finished)


def test_files_in_a_folder_with_letters_of_all_kinds(model: TinyModel, tmp_path: Path) -> None:
    folder = tmp_path / "Željko Hüttner 模型"
    folder.mkdir()
    text = Path(shutil.copy(model.text, folder))
    tower = Path(shutil.copy(model.tower, folder))
    runtime = NativeRuntime()
    assert runtime.load(order(text, tower)).has_vision
    runtime.close()


def test_what_is_no_model_is_a_file_fault(model: TinyModel, tmp_path: Path) -> None:
    whole = model.text.read_bytes()
    (tmp_path / "cut.gguf").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "text.gguf").write_text("not a model")
    (tmp_path / "empty.gguf").touch()
    (tmp_path / "cut-tower.gguf").write_bytes(model.tower.read_bytes()[:9000])
    wrong = [
        order(tmp_path / "missing.gguf"),
        order(tmp_path / "cut.gguf"),
        order(tmp_path / "text.gguf"),
        order(tmp_path / "empty.gguf"),
        order(tmp_path),
        order(model.tower),
        order(model.text, tmp_path / "cut-tower.gguf"),
        order(model.text, tmp_path / "missing.gguf"),
        order(model.text, model.text),
    ]
    for asked in wrong:
        with pytest.raises(RuntimeFault) as caught:
            NativeRuntime().load(asked)
        assert caught.value.kind is Fault.FILE, asked
        assert caught.value.cause


def test_a_failed_load_leaves_a_runtime_that_can_load(model: TinyModel, tmp_path: Path) -> None:
    runtime = NativeRuntime()
    runtime.load(order(model.text, model.tower))
    with pytest.raises(RuntimeFault):
        runtime.load(order(tmp_path / "missing.gguf"))
    assert not runtime.load(order(model.text)).has_vision
    with pytest.raises(RuntimeFault) as caught:
        runtime.see(Picture("a", np.zeros((56, 56, 3), np.uint8)), "", never)
    assert caught.value.kind is Fault.PICTURE
    runtime.close()
    runtime.close()


def test_the_terminal_stays_quiet_and_complaints_go_to_the_log(
    model: TinyModel,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    runtime = NativeRuntime()
    runtime.load(order(model.text, model.tower))
    runtime.close()
    (tmp_path / "text.gguf").write_text("not a model")
    with caplog.at_level(logging.WARNING, "whichone.llama"), pytest.raises(RuntimeFault):
        runtime.load(order(tmp_path / "text.gguf"))
    assert "text.gguf" in caplog.text
    assert capfd.readouterr().out == ""


def test_the_cache_of_pictures_keeps_within_its_bound(model: TinyModel) -> None:
    """256 values of 4 bytes a token: room for two pictures of 16 tokens and no more."""
    runtime = NativeRuntime()
    bound = LoadOrder(
        str(model.text), str(model.tower), context_tokens=512, threads=1, cache_bytes=40_000
    )
    runtime.load(bound)
    pixels = np.zeros((112, 112, 3), np.uint8)
    for key in "abc":
        runtime.see(Picture(key, pixels), "", never)
    cached = {}
    for key in "cb":
        seen = runtime.see(Picture(key, pixels), "", never)
        assert seen is not None
        cached[key] = seen.was_cached
    with pytest.raises(RuntimeFault) as caught:
        runtime.start(Request("a", "", "What is it?"), never)
    runtime.close()
    assert cached == {"c": True, "b": True}
    assert caught.value.kind is Fault.PICTURE
