"""What is really heard: voices recorded from a private sound card."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication, QWidget
from whichone_app.announcer import Announcer
from whichone_app.presenters.conversation import Conversation
from whichone_app.presenters.fake import RecordingView, ScriptedPartner, StepwiseJobs
from whichone_app.voice import espeak
from whichone_app.voice.choice import choose_speaker
from whichone_app.voice.fallback import FallbackSpeaker
from whichone_app.voice.options import VoiceOptions
from whichone_app.voice.qt import QtSpeaker
from whichone_app.voice.wav import read_wav
from whichone_core.errors import DeviceError
from whichone_core.ports import Speaker
from whichone_core.settings import SpeakThrough

from tests.processes import has_ended
from tests.sound import LOUD, RATE, NullSink, speech_service

pytestmark = pytest.mark.sound
TELL = "Nothing can be spoken."
LONG = "This sentence goes on and on, " * 12
HOURS = "word " * 20_000


Keep = Callable[[Speaker], Speaker]


@pytest.fixture
def closing_later() -> Iterator[Keep]:
    """Closes a speaker after its test, also where that failed: it would speak into the next."""
    with ExitStack() as stack:

        def keep(speaker: Speaker) -> Speaker:
            stack.callback(speaker.close)
            return speaker

        yield keep


def test_sentences_are_heard_one_after_the_other(null_sink: NullSink, closing_later: Keep) -> None:
    speaker = closing_later(espeak.open_speaker(VoiceOptions()))
    with null_sink.listen() as heard:
        began = time.monotonic()
        for sentence in ("One red mug.", "Two blue cups.", "Three green bowls."):
            speaker.say(sentence)
        assert speaker.wait(60)
        times = heard.sound_times()
    gaps = np.diff(times[times > began])
    assert np.count_nonzero(gaps > 0.15) >= 2  # a busy machine may add one
    assert times[-1] - times[0] > 2


def test_what_is_saved_is_what_is_heard(
    null_sink: NullSink, tmp_path: Path, closing_later: Keep
) -> None:
    speaker = closing_later(espeak.open_speaker(VoiceOptions()))
    wav = tmp_path / "answer.wav"
    speaker.save(["This is a red mug."], str(wav))
    with null_sink.listen() as heard:
        speaker.say("This is a red mug.")
        assert speaker.wait(60)
        heard_s = len(heard.sound_times()) / RATE
    sound = read_wav(wav)
    samples = np.frombuffer(sound.frames, np.int16).astype(np.int32)
    # Without the pauses: a busy machine makes them longer, but not the sound.
    assert heard_s == pytest.approx(np.count_nonzero(np.abs(samples) > LOUD) / sound.rate, rel=0.25)


def test_a_faster_and_a_quieter_voice_are_heard_as_such(tmp_path: Path) -> None:
    usual, fast, quiet = (tmp_path / f"{name}.wav" for name in ("usual", "fast", "quiet"))
    for wav, options in (
        (usual, VoiceOptions()),
        (fast, VoiceOptions(rate=60)),
        (quiet, VoiceOptions(volume=20)),
    ):
        espeak.saver(options)([LONG], str(wav))
    assert read_wav(fast).seconds < 0.75 * read_wav(usual).seconds
    assert _peak(quiet) < 0.4 * _peak(usual)


def _peak(wav: Path) -> int:
    return int(np.abs(np.frombuffer(read_wav(wav).frames, np.int16).astype(np.int32)).max())


def test_a_long_text_is_heard_while_it_is_made_and_stopped_in_the_middle(
    null_sink: NullSink, closing_later: Keep
) -> None:
    speaker = closing_later(espeak.open_speaker(VoiceOptions()))
    with null_sink.listen() as heard:
        for _ in range(10):
            asked = time.monotonic()
            speaker.say(HOURS)
            heard.wait_for_sound(asked)
            assert speaker.is_speaking
            speaker.stop()
            heard.wait_for_silence(time.monotonic())


def test_without_a_sound_device_it_says_so_and_does_not_hang(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, closing_later: Keep
) -> None:
    monkeypatch.setenv("PULSE_SERVER", f"unix:{tmp_path}/nothing")
    monkeypatch.setenv("HOME", str(tmp_path))
    speaker = closing_later(espeak.open_speaker(VoiceOptions()))
    speaker.say("Hello there.")
    with pytest.raises(DeviceError, match="No sound can be played") as caught:
        speaker.wait(60)
    assert "headphones" in caught.value.spoken
    speaker.say("It may be tried again.")
    with pytest.raises(DeviceError):
        speaker.wait(60)


def test_a_voice_that_does_not_exist_is_named(null_sink: NullSink, closing_later: Keep) -> None:
    speaker = closing_later(espeak.open_speaker(VoiceOptions(voice="Nobody")))
    speaker.say("Hello.")
    with pytest.raises(DeviceError, match="no voice called Nobody"):
        speaker.wait(60)


def test_every_listed_voice_name_can_be_chosen(tmp_path: Path) -> None:
    english = [voice for voice in espeak.voices() if voice.language.startswith("en")]
    assert len(english) > 3
    for number, voice in enumerate(english):
        wav = tmp_path / f"{number}.wav"
        espeak.saver(VoiceOptions(voice=voice.name))(["Hello."], str(wav))
        assert read_wav(wav).seconds > 0.2


def test_the_command_line_speaks_without_qt(null_sink: NullSink, closing_later: Keep) -> None:
    speaker = closing_later(choose_speaker("espeak"))
    with null_sink.listen() as heard:
        asked = time.monotonic()
        speaker.say("Hello.")
        heard.wait_for_sound(asked)
    seen = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys, whichone_app.voice.choice as c; c.choose_speaker().close();"
            "print('PySide6' in sys.modules, 'pyttsx3' in sys.modules)",
        ],
        capture_output=True,
        text=True,
    )
    assert seen.stdout.split() == ["False", "False"]


def test_a_faster_voice_is_heard_from_the_next_sentence_on(
    null_sink: NullSink, closing_later: Keep
) -> None:
    speaker = closing_later(espeak.open_speaker(VoiceOptions(rate=-100)))
    lengths = []
    with null_sink.listen() as heard:
        for rate in (-100, 100):
            speaker.adjust(VoiceOptions(rate=rate))
            asked = time.monotonic()
            speaker.say("One red mug and two blue cups stand beside three green bowls.")
            heard.wait_for_sound(asked)
            assert speaker.wait(60)
            heard.wait_for_silence(time.monotonic())
            lengths.append(np.count_nonzero(heard.sound_times() > asked))
    assert lengths[1] < 0.5 * lengths[0]


# ------------------------------------------------------------------ the window's voice


def test_escape_silences_the_window_fifty_times_in_the_middle_of_a_sentence(
    null_sink: NullSink, qapp: QApplication, closing_later: Keep
) -> None:
    """The way of the Escape key: conversation, announcer, own voice (field report 31)."""
    speaker = closing_later(espeak.open_speaker(VoiceOptions(rate=60)))
    window = QWidget()
    troubles: list[DeviceError] = []
    announcer = Announcer(window, speaker, SpeakThrough.OWN_VOICE, troubles.append)
    talk = Conversation(ScriptedPartner(), RecordingView(), announcer, StepwiseJobs())
    with null_sink.listen() as heard:
        for _ in range(50):
            asked = time.monotonic()
            talk.tell(HOURS)
            heard.wait_for_sound(asked)
            talk.stop()
            assert not speaker.is_speaking
            heard.wait_for_silence(time.monotonic())
    window.deleteLater()
    assert troubles == []


def test_loading_the_windows_voice_does_not_hold_up_the_window(
    null_sink: NullSink, qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Loading takes over a second; the window's thread needs a millisecond for each round.

    One that is held up comes round once.  A busy machine may do that to it too, but hardly
    three times.
    """
    monkeypatch.setattr("whichone_app.voice.qt_mouth.LOAD_S", 100.0)
    options = VoiceOptions()
    rounds: list[int] = []
    with speech_service(null_sink, tmp_path):
        while len(rounds) < 3 and max(rounds, default=0) < 10:
            opened = QtSpeaker(options, engine="speechd", saver=espeak.saver)
            with closing(opened) as speaker:
                speaker.say("Hello.")
                rounds.append(_rounds_until(lambda: speaker.wait_until_loaded(0)))
                assert speaker.wait(60)
    assert max(rounds) >= 10


def _rounds_until(is_so: Callable[[], bool]) -> int:
    """How often this thread's event loop comes round meanwhile, for at most a minute."""
    loop, timer, rounds = QEventLoop(), QTimer(), 0

    def come_round() -> None:
        nonlocal rounds
        rounds += 1
        if is_so():
            loop.quit()

    timer.timeout.connect(come_round)
    timer.start(0)
    QTimer.singleShot(60_000, loop.quit)
    loop.exec()
    timer.stop()
    return rounds


def test_a_dead_speech_service_hands_over_to_espeak(
    null_sink: NullSink,
    qapp: QApplication,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    closing_later: Keep,
) -> None:
    """What was said while the window's voice loaded in vain is spoken by the next voice."""
    monkeypatch.setenv("SPEECHD_ADDRESS", f"unix_socket:{tmp_path}/nobody.sock")
    options = VoiceOptions()
    saver = espeak.saver
    speaker = closing_later(
        FallbackSpeaker(
            [
                lambda failed: QtSpeaker(options, engine="speechd", saver=saver, on_failure=failed),
                lambda failed: espeak.open_speaker(options, failed),
            ],
            DeviceError(TELL),
        )
    )
    with null_sink.listen() as heard:
        asked = time.monotonic()
        assert speaker.name == "qt"
        speaker.say("Hello there.")
        heard.wait_for_sound(asked)
        assert speaker.name == "espeak"
        assert speaker.wait(60)


# ------------------------------------------------------------------ kill -9


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is POSIX")
@pytest.mark.parametrize("module", ["espeak", "pyttsx"])
def test_no_voice_outlives_a_killed_app(module: str, null_sink: NullSink, tmp_path: Path) -> None:
    script = tmp_path / "app.py"
    script.write_text(
        f"from whichone_app.voice.{module} import open_speaker\n"
        "from whichone_app.voice.options import VoiceOptions\n"
        "if __name__ == '__main__':\n"
        "    speaker = open_speaker(VoiceOptions())\n"
        f"    speaker.say({LONG * 10!r})\n"
        "    speaker.wait(600)\n"
    )
    with null_sink.listen() as heard:
        began = time.monotonic()
        app = subprocess.Popen([sys.executable, str(script)])
        try:
            heard.wait_for_sound(began)
            children = _descendants(app.pid)
        finally:
            app.send_signal(signal.SIGKILL)
            app.wait()
        heard.wait_for_silence(time.monotonic())
    assert children
    assert not [pid for pid in children if not has_ended(pid)]


def _descendants(pid: int) -> list[int]:
    path = Path(f"/proc/{pid}/task/{pid}/children")
    found = []
    for task in path.parent.parent.iterdir():
        for child in (task / "children").read_text().split():
            found += [int(child), *_descendants(int(child))]
    return found
