"""Compiled copies of modules that a full disk cut short."""

from __future__ import annotations

import importlib
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from whichone_core.bytecode import mended, spare_a_full_disk

NAME = "a_module_of_test_bytecode"


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A module that is imported anew, and leaves a compiled copy."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    monkeypatch.syspath_prepend(str(tmp_path))
    file = tmp_path / f"{NAME}.py"
    file.write_text("ANSWER = 42\n" + "WORDS = ('a', 'b', 'c')\n" * 50)
    yield file
    sys.modules.pop(NAME, None)


def imported() -> ModuleType:
    sys.modules.pop(NAME, None)
    importlib.invalidate_caches()
    return importlib.import_module(NAME)


def copy_of(source: Path) -> Path:
    imported()
    (copy,) = (source.parent / "__pycache__").iterdir()
    return copy


@pytest.mark.parametrize("left", [16, 17, 60, 200])
def test_a_copy_that_was_cut_short_is_taken_away_and_made_anew(source: Path, left: int) -> None:
    copy = copy_of(source)
    whole = copy.read_bytes()
    copy.write_bytes(whole[:left])
    with pytest.raises((EOFError, ValueError, TypeError)) as caught:
        imported()
    assert mended(caught.value) and not copy.exists()
    assert imported().ANSWER == 42
    assert copy.read_bytes() == whole


def test_it_is_found_behind_the_error_that_it_became(source: Path) -> None:
    copy = copy_of(source)
    copy.write_bytes(copy.read_bytes()[:40])
    try:
        try:
            imported()
        except EOFError as error:
            raise RuntimeError("no engine") from error
    except RuntimeError as error:
        assert mended(error)
    assert not copy.exists()


@pytest.mark.parametrize("error", [EOFError("the end"), ValueError("marshal"), KeyError("x")])
def test_other_errors_cost_no_file(source: Path, error: Exception) -> None:
    copy = copy_of(source)
    assert not mended(error)
    assert copy.exists()


def test_one_that_cannot_be_taken_away_is_not_mended(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = copy_of(source)
    copy.write_bytes(copy.read_bytes()[:40])

    def refuse(_path: Path) -> None:
        raise PermissionError("read-only")

    with pytest.raises(EOFError) as caught:
        imported()
    monkeypatch.setattr(Path, "unlink", refuse)
    assert not mended(caught.value)


@pytest.mark.parametrize(("free", "spares"), [(63_000_000, True), (65_000_000, False)])
def test_a_disk_that_is_nearly_full_gets_no_copies(
    monkeypatch: pytest.MonkeyPatch, free: int, spares: bool
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: SimpleNamespace(free=free))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "")
    spare_a_full_disk()
    assert sys.dont_write_bytecode is spares
    assert (os.environ["PYTHONDONTWRITEBYTECODE"] == "1") is spares
