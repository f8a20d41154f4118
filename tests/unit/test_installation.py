"""What is said about a missing part: a bundle has no pip, no extras and no folder of a clone."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from whichone_app import device_checks, model_checks
from whichone_app.findings import Found, State
from whichone_app.voice import choice, pyttsx
from whichone_app.voice.choice import choose_speaker
from whichone_app.voice.options import VoiceOptions
from whichone_core import languages
from whichone_core.errors import DeviceError
from whichone_core.installation import has_pyttsx3, is_bundle, model_command, part_remedy

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


# ------------------------------------------------------------------ the voice that is left out


@pytest.fixture
def linux_bundle(bundle: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")


@pytest.mark.usefixtures("linux_bundle")
@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "The voice pyttsx3 is not in this package. Set voice to auto, or to espeak."),
        ("es", "La voz pyttsx3 no está en este paquete. Pon el ajuste voice en auto o en espeak."),
        ("de", "Die Stimme pyttsx3 ist nicht in diesem Paket. Stelle voice auf auto oder espeak."),
    ],
)
def test_who_chooses_the_voice_that_linux_packages_lack_hears_what_to_do(
    language: str, said: str
) -> None:
    languages.use_language(language)
    try:
        with pytest.raises(DeviceError) as caught:
            choose_speaker("pyttsx3")
        (doctors,) = device_checks.voice_pyttsx3(never_asked, 1.0, is_chosen=True)
    finally:
        languages.use_language("en")
    assert caught.value.spoken == said
    assert f"{doctors.sentence} {doctors.remedy}" == said
    assert doctors.state is State.MISSING


@pytest.mark.usefixtures("linux_bundle")
def test_nobody_else_is_told_of_it() -> None:
    assert device_checks.voice_pyttsx3(never_asked, 1.0, is_chosen=False) == ()


@pytest.mark.usefixtures("linux_bundle")
def test_without_espeak_a_linux_package_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(choice, "_is_in_window", lambda: False)
    with pytest.raises(DeviceError) as caught:
        choose_speaker()
    assert caught.value.spoken == (
        "No voice is installed. Install espeak-ng: sudo apt install espeak-ng."
    )


@pytest.mark.usefixtures("linux_bundle")
def test_what_saves_for_the_window_says_so_where_only_the_left_out_voice_could(
    tmp_path: Path,
) -> None:
    """QTextToSpeech writes no files: without espeak-ng another voice would have to."""
    with pytest.raises(DeviceError) as caught:
        pyttsx.saver(VoiceOptions())(["Hello."], str(tmp_path / "a.wav"))
    assert caught.value.spoken == (
        "This computer's voice cannot write a WAV file. Install espeak-ng."
    )


@pytest.mark.usefixtures("bundle")
@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_other_packages_have_it(platform: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    assert has_pyttsx3()


def never_asked(probe: str, limit_s: float) -> Found:
    raise AssertionError(f"{probe} was asked, though it is not there")
