"""Looking whether a file is there, by any name that somebody may type."""

from __future__ import annotations

from pathlib import Path

import pytest
from whichone_core.paths import is_file, is_folder, is_there

NO_NAMES = ("", "x" * 300, "a/" * 3000 + "b", "nul\0byte", "\ud83d", "/dev/null/x")


@pytest.mark.parametrize("name", NO_NAMES)
def test_a_name_that_no_file_can_have_is_of_none(name: str) -> None:
    assert not is_there(name) and not is_file(name) and not is_folder(name)


def test_where_one_may_not_look_there_is_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> bool:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "exists", refuse)
    assert not is_there("/root/x") and not is_file("/root/x") and not is_folder("/root/x")


def test_what_is_there_is_told_apart(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert is_there(tmp_path) and is_folder(tmp_path) and not is_file(tmp_path)
    assert is_file(str(tmp_path / "file")) and not is_folder(tmp_path / "file")
    assert not is_there(tmp_path / "none")
