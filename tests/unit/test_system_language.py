"""Which language the computer's user has chosen, and what the settings make of it."""

from __future__ import annotations

import argparse
import plistlib
from pathlib import Path

import pytest
from whichone_app.bootstrap import load
from whichone_core import system_language as module
from whichone_core.languages import language_used
from whichone_core.settings import Settings
from whichone_core.settings_sources import load_settings
from whichone_core.system_language import system_language


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "es"}, "es"),
        ({"LANG": "fi_FI.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "es_MX.UTF-8"}, "es"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": ""}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "fi_FI.UTF-8", "LANGUAGE": "fi:sv:de:en"}, "de"),
        ({"LANG": "C", "LANGUAGE": "de"}, "en"),
        ({"LC_CTYPE": "de_DE.UTF-8"}, "en"),
    ],
)
def test_the_language_of_messages_is_read_from_the_environment(
    environ: dict[str, str], expected: str
) -> None:
    assert system_language(environ, "linux") == expected


def test_macos_tells_by_the_list_in_its_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / module._PREFERENCES
    file.parent.mkdir(parents=True)
    file.write_bytes(plistlib.dumps({"AppleLanguages": ["fr-CH", "de-CH", "en-CH"]}))
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert system_language({"LANG": "en_US.UTF-8"}, "darwin") == "de"


@pytest.mark.parametrize("content", [None, b"", b"no plist", plistlib.dumps({"AppleLanguages": 7})])
def test_macos_without_such_a_list_is_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None
) -> None:
    file = tmp_path / module._PREFERENCES
    file.parent.mkdir(parents=True)
    if content is not None:
        file.write_bytes(content)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert system_language({}, "darwin") == "en"


def test_windows_tells_by_the_language_of_its_own_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_of_windows", lambda: "es_MX")
    assert system_language({"LANG": "de_DE"}, "win32") == "es"


def test_without_a_setting_the_systems_language_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "de")
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert Settings().language_code == "de"
    assert Settings(language="auto").language_code == "de"
    assert Settings(language="es-MX").language_code == "es-MX"
    assert Settings(language="fr").language_code == "fr"


@pytest.mark.parametrize(("setting", "spoken"), [("es", "es"), ("fr", "en"), ("auto", "de")])
def test_a_command_speaks_the_language_of_its_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, setting: str, spoken: str
) -> None:
    monkeypatch.setenv("WHICHONE_HOME", str(tmp_path))
    monkeypatch.setenv("WHICHONE_LANGUAGE", setting)
    monkeypatch.setenv("LANGUAGE", "de")
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    load(argparse.Namespace())
    assert language_used() == spoken


def test_a_language_can_be_set_back_to_the_systems(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('language = "auto"\n')
    assert load_settings(file=file).language == "auto"
