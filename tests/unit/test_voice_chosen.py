"""Which voice is chosen, its numbers, and the files that it saves."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from whichone_app.voice import choice, wav
from whichone_app.voice.choice import choose_speaker
from whichone_app.voice.fake import FakeSpeaker
from whichone_app.voice.options import VoiceOptions
from whichone_core.errors import DeviceError, InputError, SetupError

# ------------------------------------------------------------------ choosing


def test_an_unknown_voice_is_answered_with_the_nearest() -> None:
    with pytest.raises(SetupError, match="espeek") as caught:
        choose_speaker("espeek")
    assert "espeak" in caught.value.remedy


def test_without_any_program_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    with pytest.raises(DeviceError) as caught:
        choose_speaker("espeak")
    assert caught.value.spoken == (
        "No voice is installed. Install espeak-ng: sudo apt install espeak-ng."
    )
    # Without the window's voice, as another test may have left a Qt application here.
    monkeypatch.setattr(choice, "_is_in_window", lambda: False)
    with pytest.raises(DeviceError) as caught:
        choose_speaker()
    assert caught.value.remedy == "Install espeak-ng: sudo apt install espeak-ng."


def test_no_voice_is_a_voice_that_says_nothing(tmp_path: Path) -> None:
    speaker = choose_speaker("none")
    speaker.say("Hello.")
    assert speaker.wait(0)
    with pytest.raises(DeviceError, match="switched off"):
        speaker.save(["Hello."], str(tmp_path / "a.wav"))


def test_choosing_loads_nothing_that_is_not_chosen() -> None:
    program = (
        "import sys, whichone_app.voice.choice\n"
        "heavy = ('PySide6', 'pyttsx3', 'whichone_app.voice.qt', 'whichone_app.voice.espeak')\n"
        "print([name for name in heavy if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert ran.stdout.strip() == "[]"


@pytest.mark.parametrize(("rate", "words"), [(-100, 80), (0, 175), (100, 450)])
def test_rates_are_words_a_minute(rate: int, words: int) -> None:
    assert VoiceOptions(rate=rate).words_per_minute == words


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: VoiceOptions(rate=101),
        lambda: VoiceOptions(pitch=-101),
        lambda: VoiceOptions(volume=-1),
    ],
)
def test_numbers_out_of_range_name_the_range(wrong: Callable[[], VoiceOptions]) -> None:
    with pytest.raises(InputError) as caught:
        wrong()
    assert "100" in caught.value.remedy


# ------------------------------------------------------------------ files and the fake


def test_sounds_are_joined_with_pauses_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    one = wav.Sound(b"\x01\x00" * 100, 8_000)
    wav.write_wav(wav.joined([one, one]), str(path))
    back = wav.read_wav(path)
    assert back.seconds == pytest.approx(2 * one.seconds + wav.PAUSE_S)
    assert back.frames.startswith(one.frames)
    assert back.frames.endswith(one.frames)


def test_nothing_said_is_an_empty_file_and_an_old_file_survives_a_failure(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    wav.write_wav(wav.joined([]), str(path))
    assert wav.read_wav(path).frames == b""
    for bad in (str(path / "b.wav"), "", "\0", str(tmp_path)):
        with pytest.raises(DeviceError, match="could not be saved"):
            wav.write_wav(wav.EMPTY, bad)
    assert [file.name for file in tmp_path.iterdir()] == ["a.wav"]


def test_time_passes_for_the_fake_when_it_is_told_to() -> None:
    fake = FakeSpeaker(seconds_per_character=1)
    fake.say("abc")
    fake.say("de")
    fake.advance(3.5)
    assert fake.spoken == ["abc"]
    assert fake.is_speaking
    fake.stop()
    assert [(said.sentence, said.ended, said.was_cut) for said in fake.said] == [
        ("abc", 3, False),
        ("de", 3.5, True),
    ]
    fake.say("f")
    assert fake.wait(10)
    assert fake.now == pytest.approx(4.5)


def test_a_wav_never_replaces_what_is_no_file(tmp_path: Path) -> None:
    """As root a device such as /dev/null would be lost to the whole system."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    link = tmp_path / "link.wav"
    link.symlink_to(pipe)
    for path in (pipe, link, tmp_path):
        with pytest.raises(DeviceError, match="could not be saved"):
            wav.write_wav(wav.EMPTY, str(path))
    assert pipe.is_fifo()


def test_a_wav_goes_where_a_link_points(tmp_path: Path) -> None:
    (tmp_path / "link.wav").symlink_to(tmp_path / "answer.wav")
    wav.write_wav(wav.EMPTY, str(tmp_path / "link.wav"))
    assert (tmp_path / "link.wav").is_symlink()
    assert wav.read_wav(tmp_path / "answer.wav").seconds == 0
