"""What a project remembers survives, and projects of earlier versions open."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from whichone_core.errors import StorageError
from whichone_data.project import open_project
from whichone_data.state import finish_step, steps_done


def test_steps_of_an_earlier_version_are_taken_over(tmp_path: Path) -> None:
    (tmp_path / "state.json").write_text(json.dumps({"levels": "a", "generate": "b"}))
    assert steps_done(tmp_path) == {"levels": "a", "generate": "b"}
    assert not (tmp_path / "state.sqlite").exists(), "looking writes nothing"
    finish_step(tmp_path, "generate", "c")
    assert steps_done(tmp_path) == {"levels": "a", "generate": "c"}
    assert not (tmp_path / "state.json").exists()


def test_a_damaged_earlier_state_is_told_and_kept(tmp_path: Path) -> None:
    (tmp_path / "state.json").write_text("{")
    with pytest.raises(StorageError, match=r"state\.json is damaged"):
        finish_step(tmp_path, "levels", "a")
    assert (tmp_path / "state.json").exists()


def test_looking_at_a_new_project_makes_no_file(tmp_path: Path) -> None:
    project = open_project(tmp_path / "new", {"kind": "aqua"})
    assert not project.is_done("levels", "a")
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["project.toml"]
