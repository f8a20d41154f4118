"""The self-test on a real small model: whole it passes, and each broken part is caught."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from whichone_models.files.sidecar import Family
from whichone_models.llama.inline import InlineClient
from whichone_models.llama.native import NativeRuntime
from whichone_models.llama.runtime import LoadOrder
from whichone_models.trusting.selftest import Failing, SelfTest, self_test

from tests.spoilt_models import DAMAGES, Damage
from tests.tiny_models import TinyModel, prototype, tiny_model

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


def test_a_whole_model_passes() -> None:
    model = prototype()
    result = verdict(model, model.text, model.tower)
    assert result.is_sound, result.sentence
    assert result.picture_tokens == 18


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.name)
def test_every_broken_part_is_caught(damage: Damage, tmp_path: Path) -> None:
    model = prototype()
    result = verdict(model, *damage.files(model, tmp_path))
    assert not result.is_sound
    assert result.failing is not Failing.STOPPED, result.cause
    if damage.is_tower:
        assert result.failing in {Failing.BLIND, Failing.WRONG}
        assert "vision part" in result.remedy


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
