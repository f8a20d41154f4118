"""The catalogue says what a model costs, and never what nobody saw."""

from __future__ import annotations

import re

import pytest
from whichone_core.errors import InputError
from whichone_models.files.sidecar import Family
from whichone_models.files.sizes import gigabytes
from whichone_models.getting.catalog import catalogue, entry, parsed


def test_every_model_has_both_files_and_says_where_that_was_seen() -> None:
    models = catalogue()
    assert {model.name for model in models} >= {
        "qwen2.5-vl-3b",
        "internvl3-2b",
        "smolvlm-500m",
        "qwen3-vl-2b",
    }
    for model in models:
        assert model.tower.startswith("mmproj-") and "f16" in model.tower.casefold(), model.name
        assert model.confirmed and model.licence and model.languages
        assert model.family is not Family.OTHER


def test_a_model_takes_more_memory_than_its_download() -> None:
    assert all(model.memory_bytes > model.download_bytes for model in catalogue())


def test_no_checksum_stands_in_the_catalogue() -> None:
    for model in catalogue():
        assert not re.search(r"[0-9a-f]{32}", model.model_dump_json())


def test_names_may_be_written_in_any_case_and_wrong_ones_are_answered() -> None:
    assert entry(" Qwen2.5-VL-3B ", catalogue()).name == "qwen2.5-vl-3b"
    with pytest.raises(InputError) as raised:
        entry("qwen2.5-vl-3", catalogue())
    assert raised.value.spoken == (
        "There is no model called 'qwen2.5-vl-3' to pull. Did you mean 'qwen2.5-vl-3b'?"
    )


@pytest.mark.parametrize(
    "wrong", ['tower = "../up.gguf"', 'sha256 = "00"', "download_bytes = 0", 'repository = "a"']
)
def test_a_wrong_catalogue_is_refused(wrong: str) -> None:
    good = catalogue()[0].model_dump(mode="json", exclude={"name"})
    key = wrong.partition(" ")[0]
    lines = [f"{name} = {value!r}" for name, value in good.items() if name != key]
    text = "\n".join(['[models."a"]', *lines])
    assert parsed(text + f"\n{key} = {good[key]!r}" if key in good else text)
    with pytest.raises(ValueError):
        parsed(f"{text}\n{wrong}")


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (3_270_000_000, "3.3 gigabytes"),
        (999_600_000, "1 gigabyte"),
        (2_000_000_000, "2 gigabytes"),
        (1_000_000, "1 megabyte"),
        (640_000_000, "640 megabytes"),
        (12_300, "12 kilobytes"),
        (5, "5 bytes"),
    ],
)
def test_sizes_are_said_as_people_say_them(count: int, said: str) -> None:
    assert gigabytes(count) == said
