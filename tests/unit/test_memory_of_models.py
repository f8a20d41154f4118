"""A model that does not fit is told before it is loaded, with one that does."""

from __future__ import annotations

from pathlib import Path

import pytest
from whichone_core.errors import ModelError
from whichone_models.files.gguf_file import read_header
from whichone_models.trusting.memory_need import (
    FIXED_BYTES,
    Need,
    Smaller,
    estimate,
    free_bytes,
    need_memory,
)

from tests.hub import paper_text, paper_tower

GB = 1_000_000_000


def test_the_estimate_counts_files_cache_and_steps(tmp_path: Path) -> None:
    paper_text(tmp_path / "text.gguf")
    paper_tower(tmp_path / "tower.gguf")
    text, tower = read_header(tmp_path / "text.gguf"), read_header(tmp_path / "tower.gguf")
    need = estimate(text, tower, context_tokens=1000, batch_tokens=10, picture_tokens=4)
    assert need.weights == text.length + tower.length
    context = 2 * 2 * (16 + 16) * 2 * 1000  # layers, KV heads, keys and values, F16
    assert need.cache == 4 * context, "and three more conversations are kept"
    heads = text.of_architecture("attention.head_count")
    language = (10 * (8 * 64 + 2 * 128) + heads * 10 * 1000 + 512) * 4
    assert need.compute == language + 16 * (8 * 32 + 2 * 64) * 4
    assert need.whole == need.weights + need.cache + need.compute + FIXED_BYTES
    assert estimate(text, None, context_tokens=2000).cache == 2 * need.cache


def test_a_model_that_fits_or_cannot_be_told_passes() -> None:
    need = Need(weights=3 * GB, cache=0, compute=0)
    need_memory(need, 4 * GB, "big")
    need_memory(need, None, "big")


OTHERS = [
    Smaller("tiny", GB // 2, is_installed=True),
    Smaller("small", 2 * GB, is_installed=False),
    Smaller("huge", 20 * GB, is_installed=True),
]


@pytest.mark.parametrize(
    ("free", "others", "remedy"),
    [
        (
            1 * GB,
            OTHERS,
            "Close other programs, or take a smaller model: whichone models use tiny.",
        ),
        (
            int(2.5 * GB),
            OTHERS[1:],
            "Close other programs, or take a smaller model: whichone models pull small.",
        ),
        (GB, [], "Close other programs, then ask again."),
    ],
)
def test_a_smaller_model_is_offered(free: int, others: list[Smaller], remedy: str) -> None:
    with pytest.raises(ModelError) as raised:
        need_memory(Need(3 * GB, 0, 0), free, "big", others)
    assert raised.value.sentence.startswith(
        "There is not enough memory for the model big: about 3.5 gigabytes needed, only "
    )
    assert raised.value.remedy == remedy


def put(root: Path, **files: str) -> Path:
    """8,000,000 kB are available; more files by their path with "__" for "/"."""
    named = {"proc/meminfo": "MemTotal: 1 kB\nMemAvailable: 8000000 kB\n"}
    named |= {name.replace("__", "/"): text for name, text in files.items()}
    for name, text in named.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


def test_free_is_what_the_system_says(tmp_path: Path) -> None:
    assert free_bytes(put(tmp_path)) == 8_000_000 * 1024


def test_a_container_may_have_less(tmp_path: Path) -> None:
    """Control groups of version 2; pages of files that were read do not count."""
    root = put(tmp_path, proc__self__cgroup="0::/a/b\n")
    group = root / "sys/fs/cgroup/a/b"
    group.mkdir(parents=True)
    (group / "memory.max").write_text("max\n")
    (group.parent / "memory.max").write_text("4000000000\n")
    (group.parent / "memory.current").write_text("1500000000\n")
    (group.parent / "memory.stat").write_text("anon 1\ninactive_file 400000000\nactive_file 0\n")
    assert free_bytes(root) == 2_900_000_000


def test_so_may_one_of_the_older_kind(tmp_path: Path) -> None:
    root = put(tmp_path, proc__self__cgroup="5:cpu:/x\n4:memory:/x\n")
    group = root / "sys/fs/cgroup/memory"
    group.mkdir(parents=True)
    (group / "memory.limit_in_bytes").write_text("2000000000\n")
    (group / "memory.usage_in_bytes").write_text("500000000\n")
    assert free_bytes(root) == 1_500_000_000
    (group / "memory.limit_in_bytes").write_text("9223372036854771712\n")
    assert free_bytes(root) == 8_000_000 * 1024


def test_where_it_cannot_be_told_it_is_none(tmp_path: Path) -> None:
    put(tmp_path)
    (tmp_path / "proc/meminfo").write_text("strange\n")
    assert free_bytes(tmp_path) is None


def test_this_machine_has_some() -> None:
    free = free_bytes()
    assert free is None or free > 0
