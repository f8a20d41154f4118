"""What every voice promises: one suite over the fake and the real ones that run here."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
import wave
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from whichone_app.voice import espeak, pyttsx
from whichone_app.voice.fake import FakeSpeaker
from whichone_app.voice.options import VoiceOptions
from whichone_core.errors import DeviceError
from whichone_core.ports import Speaker

from tests.sound import NullSink, speech_service

Opener = Callable[[], Speaker]
SHORT = "Yes."
LONG = "This sentence goes on and on, " * 12
STUCK_S = 60.0
HOSTILE = (
    "-f /etc/passwd --help",
    "<speak>\"quoted\" & 'quoted'</speak>",
    "a NUL \0 and an escape \x1b[0m",
    "[[h@'loU]] {{x}}",
    "\ud800 half a character, ünïcödé 漢字",
    "$(touch x) `touch x` ; touch x",
    "%s %d \\n",
)


def _need(program: str) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not on this machine")


def _fake() -> Speaker:
    return FakeSpeaker()


def _espeak() -> Speaker:
    _need("espeak-ng")
    return espeak.open_speaker(VoiceOptions(rate=100))


def _pyttsx() -> Speaker:
    _need("aplay")
    return pyttsx.open_speaker(VoiceOptions(rate=100))


def _qt(engine: str, *, has_own_thread: bool) -> Speaker:
    from whichone_app.voice.qt import QtSpeaker

    options = VoiceOptions(rate=100)
    saver = espeak.saver(options)
    speaker = QtSpeaker(options, engine=engine, saver=saver, has_own_thread=has_own_thread)
    assert speaker.wait_until_loaded(STUCK_S)
    return speaker


OPENERS: dict[str, Opener] = {
    "fake": _fake,
    "espeak": _espeak,
    "pyttsx": _pyttsx,
    "qt mock": lambda: _qt("mock", has_own_thread=False),
    "qt mock in its own thread": lambda: _qt("mock", has_own_thread=True),
    "qt speech-dispatcher": lambda: _qt("speechd", has_own_thread=True),
}
REAL = ("espeak", "pyttsx", "qt speech-dispatcher")


@contextmanager
def _opened(name: str, null_sink: NullSink, tmp_path: Path) -> Iterator[Speaker]:
    if name == "qt speech-dispatcher":
        with speech_service(null_sink, tmp_path), _closing(OPENERS[name]()) as speaker:
            yield speaker
    else:
        with _closing(OPENERS[name]()) as speaker:
            yield speaker


@contextmanager
def _closing(speaker: Speaker) -> Iterator[Speaker]:
    try:
        yield speaker
    finally:
        speaker.close()


@pytest.fixture(params=list(OPENERS))
def speaker(
    request: pytest.FixtureRequest, null_sink: NullSink, qtbot: QtBot, tmp_path: Path
) -> Iterator[Speaker]:
    with _opened(request.param, null_sink, tmp_path) as speaker:
        yield speaker


def test_speaks_what_it_was_told_and_then_is_silent(speaker: Speaker) -> None:
    assert not speaker.is_speaking
    speaker.say(SHORT)
    speaker.say(SHORT)
    assert speaker.is_speaking
    assert speaker.wait(STUCK_S)
    assert not speaker.is_speaking


def test_wait_gives_up_in_time(speaker: Speaker) -> None:
    speaker.say(LONG)
    began = time.monotonic()
    assert not speaker.wait(0.05)
    assert time.monotonic() - began < 1
    assert speaker.is_speaking


def test_saying_returns_at_once(speaker: Speaker) -> None:
    began = time.monotonic()
    speaker.say(LONG)
    assert time.monotonic() - began < 0.2


def test_stop_forgets_what_was_queued(speaker: Speaker) -> None:
    for _ in range(5):
        speaker.say(LONG)
    speaker.stop()
    assert not speaker.is_speaking
    assert speaker.wait(STUCK_S)


def test_speaks_after_every_one_of_fifty_stops(speaker: Speaker) -> None:
    rounds = 5 if speaker.name == "pyttsx" else 50  # a new engine for each costs 0.5 s
    for _ in range(rounds):
        speaker.say(LONG)
        speaker.stop()
    speaker.say(SHORT)
    assert speaker.is_speaking
    assert speaker.wait(STUCK_S)


def test_stopping_a_silent_voice_is_nothing(speaker: Speaker) -> None:
    speaker.stop()
    speaker.stop()
    assert speaker.wait(STUCK_S)


def test_no_text_is_taken_for_anything_but_text(speaker: Speaker) -> None:
    for text in HOSTILE:
        speaker.say(text)
        speaker.wait(0.2)  # raises where the voice failed on it
        speaker.stop()
    speaker.say(SHORT)
    assert speaker.wait(STUCK_S)


def test_a_very_long_text_is_taken_and_cut(speaker: Speaker) -> None:
    speaker.say("word " * 20_000)
    assert not speaker.wait(0.05)
    speaker.stop()
    assert speaker.wait(STUCK_S)


def test_empty_text_is_silence(speaker: Speaker) -> None:
    speaker.say("")
    speaker.say(" \n")
    assert not speaker.is_speaking


def test_saves_a_wav_file_that_holds_every_sentence(speaker: Speaker, tmp_path: Path) -> None:
    one, two = tmp_path / "one.wav", tmp_path / "two, with ünïcödé.wav"
    speaker.save(["This is the first sentence."], str(one))
    speaker.save(["This is the first sentence.", "- And a second, \0 longer one."], str(two))
    assert 0.3 < _seconds(one) < _seconds(two) - 0.3
    assert sorted(path.name for path in tmp_path.glob("*.wav")) == [one.name, two.name]


def test_saving_where_it_cannot_says_so_and_keeps_what_was_there(
    speaker: Speaker, tmp_path: Path
) -> None:
    with pytest.raises(DeviceError, match=r"could not be saved") as caught:
        speaker.save([SHORT], str(tmp_path / "no such folder" / "a.wav"))
    assert caught.value.remedy
    folder = tmp_path / "folder.wav"
    folder.mkdir()
    with pytest.raises(DeviceError, match=r"could not be saved"):
        speaker.save([SHORT], str(folder))
    assert [path.name for path in tmp_path.glob("*.part")] == []


def test_a_closed_voice_says_nothing_more(speaker: Speaker) -> None:
    speaker.say(LONG)
    speaker.close()
    speaker.close()
    assert not speaker.is_speaking
    with pytest.raises(DeviceError):
        speaker.say(SHORT)


def _seconds(path: Path) -> float:
    with wave.open(str(path)) as wav:
        return float(wav.getnframes() / wav.getframerate())


# ------------------------------------------------- what the real ones promise besides


@pytest.mark.sound
@pytest.mark.parametrize("name", REAL)
def test_is_silent_within_a_fifth_of_a_second_of_stop(
    name: str, null_sink: NullSink, qtbot: QtBot, tmp_path: Path
) -> None:
    with _opened(name, null_sink, tmp_path) as speaker, null_sink.listen() as heard:
        for _ in range(3):
            asked = time.monotonic()
            speaker.say(LONG)
            heard.wait_for_sound(asked, STUCK_S)
            stopped = time.monotonic()
            speaker.stop()
            heard.listen_until(stopped + 0.6)
            assert (heard.last_sound() or 0.0) - stopped < 0.2


@pytest.mark.sound
@pytest.mark.parametrize("name", REAL)
def test_what_is_said_right_after_a_stop_is_heard(
    name: str, null_sink: NullSink, qtbot: QtBot, tmp_path: Path
) -> None:
    with _opened(name, null_sink, tmp_path) as speaker, null_sink.listen() as heard:
        for _ in range(3):
            speaker.say(LONG)
            heard.wait_for_sound(time.monotonic(), STUCK_S)
            speaker.stop()
            stopped = time.monotonic()
            speaker.say(SHORT)
            assert speaker.wait(STUCK_S)
            assert heard.first_sound(stopped + 0.1) or heard.wait_for_sound(stopped + 0.1)


@pytest.mark.skipif(sys.platform == "win32", reason="process ids are POSIX here")
@pytest.mark.parametrize("name", ["espeak", "pyttsx"])
def test_no_voice_outlives_a_killed_app(name: str, null_sink: NullSink, tmp_path: Path) -> None:
    """kill -9 of the app silences it: the sound server has no player left."""
    program = (
        f"from whichone_app.voice.{name} import open_speaker\n"
        "from whichone_app.voice.options import VoiceOptions\n"
        "if __name__ == '__main__':\n"
        "    speaker = open_speaker(VoiceOptions())\n"
        f"    speaker.say({LONG!r})\n"
        "    speaker.wait(60)\n"
    )
    script = tmp_path / "app.py"
    script.write_text(program)
    with null_sink.listen() as heard:
        began = time.monotonic()
        app = subprocess.Popen([sys.executable, str(script)])
        try:
            heard.wait_for_sound(began, STUCK_S)
        finally:
            app.kill()
            app.wait()
        killed = time.monotonic()
        heard.listen_until(killed + 1)
        assert (heard.last_sound() or 0.0) - killed < 0.3
