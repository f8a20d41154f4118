"""What every voice promises: one suite over the fake and the real ones that run here."""

from __future__ import annotations

import shutil
import time
import wave
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from whichone_app.voice import espeak, pyttsx
from whichone_app.voice.fake import FakeSpeaker
from whichone_app.voice.options import VoiceOptions
from whichone_core.errors import DeviceError
from whichone_core.ports import Speaker

from tests.sound import NullSink, speech_service

Opener = Callable[[], Speaker]
SERVICE = "qt speech-dispatcher"
SHORT = "Yes."
LONG = "This sentence goes on and on, " * 12
MINUTES = LONG * 10
HOURS = "word " * 20_000
"""What is still spoken is not waited for: no machine is so busy that this has ended."""
STUCK_S = 100.0
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
    speaker = QtSpeaker(options, engine=engine, saver=espeak.saver, has_own_thread=has_own_thread)
    try:
        assert speaker.wait_until_loaded(STUCK_S)
    except (AssertionError, DeviceError):
        speaker.close()
        raise
    return speaker


OPENERS: dict[str, Opener] = {
    "fake": _fake,
    "espeak": _espeak,
    "pyttsx3": _pyttsx,
    "qt mock": lambda: _qt("mock", has_own_thread=False),
    "qt mock in its own thread": lambda: _qt("mock", has_own_thread=True),
    SERVICE: lambda: _qt("speechd", has_own_thread=True),
}
REAL = ("espeak", "pyttsx3", SERVICE)


@pytest.fixture(scope="module")
def sink(sound_card: NullSink) -> Iterator[NullSink]:
    """The private sound card for all tests here, as opening a voice takes seconds."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in sound_card.environment.items():
            patch.setenv(name, value)
        patch.setattr(pyttsx, "START_S", STUCK_S)
        yield sound_card


@pytest.fixture(scope="module", params=list(OPENERS))
def voice(
    request: pytest.FixtureRequest,
    sink: NullSink,
    qapp: QApplication,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Speaker]:
    with ExitStack() as stack:
        if request.param == SERVICE:
            stack.enter_context(
                speech_service(sink, tmp_path_factory.mktemp("service"), has_variants=False)
            )
        speaker = OPENERS[request.param]()
        stack.callback(speaker.close)
        yield speaker


@pytest.fixture
def speaker(voice: Speaker) -> Iterator[Speaker]:
    yield voice
    voice.stop()
    voice.wait(STUCK_S)


def test_speaks_what_it_was_told_and_then_is_silent(speaker: Speaker) -> None:
    assert not speaker.is_speaking
    speaker.say(SHORT)
    speaker.say(SHORT)
    assert speaker.is_speaking
    assert speaker.wait(STUCK_S)
    assert not speaker.is_speaking


def test_a_sentence_of_another_language_is_spoken_between_others(speaker: Speaker) -> None:
    speaker.say(SHORT)
    speaker.say("Ja.", "de")
    speaker.say(SHORT)
    assert speaker.wait(STUCK_S)
    assert not speaker.is_speaking


def test_wait_gives_up_in_time(speaker: Speaker) -> None:
    speaker.say(HOURS)
    assert not speaker.wait(0.05)
    assert speaker.is_speaking


def test_saying_returns_at_once(speaker: Speaker) -> None:
    speaker.say(HOURS)
    assert speaker.is_speaking


def test_stop_forgets_what_was_queued(speaker: Speaker) -> None:
    for _ in range(5):
        speaker.say(LONG)
    speaker.stop()
    assert not speaker.is_speaking
    assert speaker.wait(STUCK_S)


def test_speaks_after_every_one_of_fifty_stops(speaker: Speaker) -> None:
    rounds = 5 if speaker.name == "pyttsx3" else 50  # a new engine for each costs 0.5 s
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
    speaker.say(HOURS)
    assert not speaker.wait(0.05)
    speaker.stop()
    assert speaker.wait(STUCK_S)


def test_a_change_of_speed_keeps_the_queue_and_holds_from_then_on(
    speaker: Speaker, tmp_path: Path
) -> None:
    speaker.say(SHORT)
    speaker.adjust(VoiceOptions(rate=-80, pitch=20, volume=50))
    assert speaker.is_speaking
    assert speaker.wait(STUCK_S)
    slow, fast = tmp_path / "slow.wav", tmp_path / "fast.wav"
    speaker.save([LONG], str(slow))
    speaker.adjust(VoiceOptions(rate=100))
    speaker.save([LONG], str(fast))
    assert _seconds(slow) > 1.5 * _seconds(fast)
    speaker.say(SHORT)
    assert speaker.wait(STUCK_S)


def test_an_adjusted_voice_stops_and_speaks_as_before(speaker: Speaker) -> None:
    for rate in range(-100, 101, 20):
        speaker.say(LONG)
        speaker.adjust(VoiceOptions(rate=rate))
        speaker.stop()
    speaker.adjust(VoiceOptions(rate=100))
    speaker.say(SHORT)
    assert speaker.wait(STUCK_S)


def test_names_voices_that_can_be_chosen(speaker: Speaker) -> None:
    voices = speaker.voices
    if not voices:
        assert speaker.name == "qt"  # its mock has none here
        return
    chosen = next(voice for voice in voices if voice.language.startswith("en"))
    speaker.adjust(VoiceOptions(rate=100, voice=chosen.name, language=chosen.language))
    speaker.say(SHORT)
    assert speaker.wait(STUCK_S)
    speaker.adjust(VoiceOptions(rate=100))


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


def _seconds(path: Path) -> float:
    with wave.open(str(path)) as wav:
        return float(wav.getnframes() / wav.getframerate())


# ------------------------------------------------- what the real ones promise besides


@pytest.mark.sound
@pytest.mark.parametrize("voice", REAL, indirect=True)
def test_stop_silences_in_the_middle_of_a_text(speaker: Speaker, sink: NullSink) -> None:
    with sink.listen() as heard:
        for _ in range(3):
            asked = time.monotonic()
            speaker.say(MINUTES)
            heard.wait_for_sound(asked, STUCK_S)
            speaker.stop()
            heard.wait_for_silence(time.monotonic())


@pytest.mark.sound
@pytest.mark.parametrize("voice", REAL, indirect=True)
def test_what_is_said_right_after_a_stop_is_heard(speaker: Speaker, sink: NullSink) -> None:
    with sink.listen() as heard:
        for _ in range(3):
            asked = time.monotonic()
            speaker.say(MINUTES)
            heard.wait_for_sound(asked, STUCK_S)
            speaker.stop()
            stopped = time.monotonic()
            speaker.say("This is a new sentence.")
            assert speaker.wait(STUCK_S)
            heard.wait_for_sound(stopped + 0.2)


@pytest.mark.parametrize("name", OPENERS)
def test_a_closed_voice_says_nothing_more(
    name: str, sink: NullSink, qapp: QApplication, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        if name == SERVICE:
            stack.enter_context(speech_service(sink, tmp_path, has_variants=False))
        speaker = OPENERS[name]()
        speaker.say(LONG)
        speaker.close()
        speaker.close()
        speaker.adjust(VoiceOptions())
        assert not speaker.is_speaking
        with pytest.raises(DeviceError):
            speaker.say(SHORT)
