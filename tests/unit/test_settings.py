from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError
from whichone_core.errors import SetupError, StorageError
from whichone_core.picture.saliency import DEFAULT_RULE, Rule
from whichone_core.settings import (
    CameraGuidance,
    Listen,
    LogConsent,
    Moved,
    Recogniser,
    SaliencyReading,
    Settings,
    SpeakThrough,
    Verbosity,
    Voice,
    write_default,
)
from whichone_core.settings_sources import load_settings


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "settings.toml"


def test_nothing_is_kept_unless_the_user_says_so() -> None:
    assert load_settings({}, {}).log is LogConsent.OFF


def test_command_line_wins_over_environment_over_file_over_default(file: Path) -> None:
    file.write_text('voice = "qt"\nspeech_rate = 0.1\nask_more = 0.1\n')
    environ = {"WHICHONE_SPEECH_RATE": "0.2", "WHICHONE_ASK_MORE": "0.2"}
    settings = load_settings({"ask_more": 0.3, "voice": None}, environ, file)
    assert (settings.voice, settings.speech_rate, settings.ask_more) == (Voice.QT, 0.2, 0.3)
    assert settings.verbosity is Verbosity.EXPLAINED


def test_the_microphone_stays_closed_unless_the_user_says_so() -> None:
    settings = load_settings({}, {})
    assert (settings.listen, settings.microphone) == (Listen.OFF, "")
    allowed = load_settings({}, {"WHICHONE_LISTEN": "when-asked", "WHICHONE_MICROPHONE": "Yeti"})
    assert (allowed.listen, allowed.microphone) == (Listen.WHEN_ASKED, "Yeti")


def test_what_understands_speech_is_chosen_by_name() -> None:
    assert load_settings({}, {}).recogniser is Recogniser.MOONSHINE
    assert load_settings({"recogniser": "Whisper"}, {}).recogniser is Recogniser.WHISPER
    with pytest.raises(SetupError) as caught:
        load_settings({}, {"WHICHONE_RECOGNISER": "sphinx"})
    assert caught.value.remedy == 'It must be "moonshine" or "whisper".'


@pytest.mark.parametrize("text", ["own voice", "own-voice", "Own_Voice", "OWN  VOICE"])
def test_words_may_be_joined_as_shells_need_it(text: str) -> None:
    settings = load_settings({}, {"WHICHONE_SPEAK_THROUGH": text})
    assert settings.speak_through is SpeakThrough.OWN_VOICE


def test_settings_cannot_be_changed() -> None:
    with pytest.raises(ValidationError):
        Settings().voice = Voice.NONE


def test_our_other_variables_and_empty_ones_are_no_settings() -> None:
    environ = {"WHICHONE_HOME": "/x", "WHICHONE_RESEARCH_DATA": "/y", "WHICHONE_VOICE": ""}
    assert load_settings({}, environ) == Settings()


def test_a_missing_file_counts_as_empty(file: Path) -> None:
    assert load_settings({}, {}, file) == Settings()


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        (
            '\n\nvoise = "qt"',
            "There is no setting called 'voise' (in line 3 of {file}). Did you mean 'voice'?",
        ),
        (
            "speech_rate = 2",
            "The setting speech_rate cannot be 2 (in line 1 of {file})."
            " It must be a number from -1 to 1.",
        ),
        (
            '# log = "text"\nlog = "all"',
            'The setting log cannot be "all" (in line 2 of {file}).'
            ' It must be "off", "text" or "pictures".',
        ),
        (
            "speech_volume = true",
            "The setting speech_volume cannot be true (in line 1 of {file})."
            " It must be a number from 0 to 1.",
        ),
        ("[voice]\nname = 1", "The setting voice cannot be {{'name': 1}} (in line 1 of {file})."),
        ("ask_more = nan", "The setting ask_more cannot be nan (in line 1 of {file})."),
    ],
)
def test_what_is_wrong_in_the_file_is_said_with_its_line(
    file: Path, text: str, spoken: str
) -> None:
    file.write_text(text)
    with pytest.raises(SetupError) as caught:
        load_settings({}, {}, file)
    assert caught.value.spoken.startswith(spoken.format(file=file))


@pytest.mark.parametrize("content", [b"voice = ", b"\xff\xfe\x00", b"voice = espeak"])
def test_a_file_that_is_no_toml_is_one_sentence(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    with pytest.raises(SetupError, match="not valid TOML"):
        load_settings({}, {}, file)


def test_a_file_that_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="cannot be read"):
        load_settings({}, {}, tmp_path)


def test_wrong_variables_and_options_are_named() -> None:
    with pytest.raises(SetupError, match="environment variable WHICHONE_ENGIN") as caught:
        load_settings({}, {"WHICHONE_ENGIN": "builtin"})
    assert caught.value.remedy == "Did you mean 'engine'?"
    with pytest.raises(SetupError, match="in the option --speech-rate"):
        load_settings({"speech_rate": "fast"}, {})


def test_the_default_file_changes_nothing_commented_or_not(file: Path) -> None:
    write_default(file)
    assert load_settings({}, {}, file) == Settings()
    lines = file.read_text().splitlines()
    told = [line[2:] for line in lines if " = " in line]
    assert len(told) == len(Settings.model_fields)
    file.write_text("\n".join(told))
    assert load_settings({}, {}, file) == Settings()


def test_a_settings_file_is_never_written_over(file: Path) -> None:
    file.write_text('voice = "qt"')
    with pytest.raises(StorageError, match="already is"):
        write_default(file)
    assert file.read_text() == 'voice = "qt"'


def test_every_reading_of_saliency_is_a_rule() -> None:
    assert [reading.name for reading in SaliencyReading] == [rule.name for rule in Rule]
    assert Settings().saliency.name == DEFAULT_RULE.name


def test_how_the_camera_guides_can_be_chosen() -> None:
    settings = load_settings({}, {"WHICHONE_GUIDANCE": "Tones", "WHICHONE_MOVED": "thing"})
    assert (settings.guidance, settings.moved) == (CameraGuidance.TONES, Moved.THING)
    with pytest.raises(SetupError) as caught:
        load_settings({"guidance": "smell"}, {})
    assert caught.value.remedy == 'It must be "speech", "tones" or "off".'
