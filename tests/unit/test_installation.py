"""What is said about a missing part: a bundle has no pip, no extras and no folder of a clone."""

from __future__ import annotations

import re
import sys

import pytest
from whichone_app import model_checks
from whichone_app.findings import Found
from whichone_core import languages
from whichone_core.installation import is_bundle, model_command, part_remedy

EXTRAS = ("app", "voice", "server", "local", "whisper")
CLONE_WORDS = re.compile(r"pip|make|extra|\{")


@pytest.fixture
def bundle(monkeypatch: pytest.MonkeyPatch) -> None:
    """This process says that it is a bundle, as PyInstaller's loader does."""
    monkeypatch.setattr(sys, "frozen", True, raising=False)


def test_python_packages_name_the_extra_and_the_command() -> None:
    assert not is_bundle()
    assert part_remedy("voice") == "Install WhichOne with its extra called voice."
    assert part_remedy("local", "make run MODEL=NAME").endswith(
        "called local, or run: make run MODEL=NAME"
    )
    assert model_command("small") == "make run MODEL=small"


@pytest.mark.usefixtures("bundle")
@pytest.mark.parametrize("extra", EXTRAS)
@pytest.mark.parametrize("language", languages.LANGUAGES)
def test_a_bundle_never_sends_anybody_to_pip_or_make(extra: str, language: str) -> None:
    languages.use_language(language)
    try:
        said = part_remedy(extra, "make run")
    finally:
        languages.use_language("en")
    assert said.endswith(".") and not CLONE_WORDS.search(said)
    assert model_command("small") == "whichone models get small"


@pytest.mark.usefixtures("bundle")
def test_a_missing_part_is_told_from_one_that_was_left_out() -> None:
    said = {extra: part_remedy(extra) for extra in EXTRAS}
    assert said["voice"] == said["app"] == said["server"]
    assert len(set(said.values())) == 3
    assert "inside" in said["whisper"] and "full package" in said["local"]


@pytest.mark.usefixtures("bundle")
def test_the_doctor_of_a_bundle_never_sends_anybody_to_pip_or_make() -> None:
    absent = model_checks.runtime(lambda _probe, _limit: Found({"package": "llama_cpp"}), 1.0)
    broken = model_checks.runtime(lambda _probe, _limit: Found(failure="crashed (SIGILL)"), 1.0)
    for check in (absent, broken):
        assert check.remedy and not CLONE_WORDS.search(check.remedy)
