from __future__ import annotations

import sys
from pathlib import Path

import pytest
from whichone_core.errors import SetupError
from whichone_core.paths import folders
from whichone_core.registry import Registry, nearest

VOICES: Registry[object] = Registry(
    "voice", {"join": "posixpath:join", "gone": "whichone_no_such_module:Voice"}
)


def test_a_name_gives_its_attribute() -> None:
    import posixpath

    assert VOICES.load("join") is posixpath.join


def test_looking_at_the_names_imports_nothing() -> None:
    before = set(sys.modules)
    assert Registry[object]("engine", {"slow": "antigravity:x"}).names == ("slow",)
    assert "antigravity" not in set(sys.modules) - before


def test_a_wrong_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(SetupError, match="no voice called 'jion'") as caught:
        VOICES.load("jion")
    assert caught.value.remedy == "Did you mean 'join'?"


def test_a_name_far_from_all_is_answered_with_all() -> None:
    with pytest.raises(SetupError) as caught:
        VOICES.load("zzz")
    assert caught.value.remedy == "There is gone, join."


def test_a_missing_package_is_one_sentence() -> None:
    with pytest.raises(SetupError, match="not installed") as caught:
        VOICES.load("gone")
    assert "whichone_no_such_module" in caught.value.remedy


def test_nearness_does_not_mind_capitals() -> None:
    assert nearest("ESPEEK", ["espeak", "qt"]) == "espeak"


def test_one_variable_puts_everything_into_one_folder(tmp_path: Path) -> None:
    found = folders({"WHICHONE_HOME": str(tmp_path)})
    assert found.settings_file == tmp_path / "settings.toml"
    assert found.log_file == tmp_path / "log" / "whichone.db"
    assert found.cache == tmp_path / "cache"


def test_without_it_the_folders_are_the_users_own() -> None:
    found = folders({})
    assert all("whichone" in str(folder) for folder in (found.config, found.data, found.cache))
