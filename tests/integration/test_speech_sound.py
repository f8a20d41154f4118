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
from PySide6.QtWidgets import QApplication
from whichone_app.voice import espeak
from whichone_app.voice.choice import choose_speaker
from whichone_app.voice.fallback import FallbackSpeaker
from whichone_app.voice.options import VoiceOptions
from whichone_app.voice.qt import QtSpeaker
from whichone_app.voice.wav import read_wav
from whichone_core.errors import DeviceError
from whichone_core.ports import Speaker

from tests.processes import has_ended
from tests.sound import NullSink, speech_service

pytestmark = pytest.mark.sound
TELL = "Nothing can be spoken."
LONG = "This sentence goes on and on, " * 12


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
        assert speaker.wait(30)
        times = heard.sound_times()
    gaps = np.diff(times[times > began])
    assert np.count_nonzero(gaps > 0.15) == 2
    assert times[-1] - times[0] > 2


def test_what_is_saved_is_what_is_heard(
    null_sink: NullSink, tmp_path: Path, closing_later: Keep
) -> None:
    speaker = closing_later(espeak.open_speaker(VoiceOptions()))
    wav = tmp_path / "answer.wav"
    speaker.save(["This is a red mug."], str(wav))
    with null_sink.listen() as heard:
        speaker.say("This is a red mug.")
        assert speaker.wait(30)
        times = heard.sound_times()
    sound = read_wav(wav)
    loud = np.flatnonzero(np.abs(np.frombuffer(sound.frames, np.int16).astype(np.int32)) > 200)
    assert times[-1] - times[0] == pytest.approx((loud[-1] - loud[0]) / sound.rate, abs=0.1)


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


def test_a_long_text_is_heard_at_once_and_stopped_at_once(
    null_sink: NullSink, closing_later: Keep
) -> None:
    speaker = closing_later(espeak.open_speaker(VoiceOptions()))
    with null_sink.listen() as heard:
        for _ in range(10):
            asked = time.monotonic()
            speaker.say("word " * 20_000)
            assert heard.wait_for_sound(asked) - asked < 1
            stopped = time.monotonic()
            speaker.stop()
            heard.listen_until(stopped + 0.4)
            assert (heard.last_sound() or 0.0) - stopped < 0.2


def test_without_a_sound_device_it_says_so_and_does_not_hang(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, closing_later: Keep
) -> None:
    monkeypatch.setenv("PULSE_SERVER", f"unix:{tmp_path}/nothing")
    monkeypatch.setenv("HOME", str(tmp_path))
    speaker = closing_later(espeak.open_speaker(VoiceOptions()))
    began = time.monotonic()
    speaker.say("Hello there.")
    with pytest.raises(DeviceError, match="No sound can be played") as caught:
        speaker.wait(10)
    assert "headphones" in caught.value.spoken
    assert time.monotonic() - began < 5
    speaker.say("It may be tried again.")
    with pytest.raises(DeviceError):
        speaker.wait(10)


def test_a_voice_that_does_not_exist_is_named(null_sink: NullSink, closing_later: Keep) -> None:
    speaker = closing_later(espeak.open_speaker(VoiceOptions(voice="Nobody")))
    speaker.say("Hello.")
    with pytest.raises(DeviceError, match="no voice called Nobody"):
        speaker.wait(10)


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


# ------------------------------------------------------------------ the window's voice


def test_loading_the_windows_voice_does_not_hold_up_the_window(
    null_sink: NullSink, qapp: QApplication, tmp_path: Path
) -> None:
    """The engine takes over a second to load; the window's thread goes on meanwhile."""
    with speech_service(null_sink, tmp_path):
        options = VoiceOptions()
        began = time.monotonic()
        with closing(QtSpeaker(options, engine="speechd", saver=espeak.saver(options))) as speaker:
            speaker.say("Hello.")
            assert time.monotonic() - began < 0.2
            gap = _longest_gap_until(lambda: not speaker.is_speaking)
            assert speaker.wait(30)
        assert gap < 0.25


def _longest_gap_until(is_done: Callable[[], bool]) -> float:
    loop, longest, last = QEventLoop(), 0.0, time.monotonic()
    end = last + 30

    def tick() -> None:
        nonlocal longest, last
        now = time.monotonic()
        longest, last = max(longest, now - last), now
        if is_done() or now > end:
            loop.quit()

    timer = QTimer()
    timer.timeout.connect(tick)
    timer.start(10)
    loop.exec()
    timer.stop()
    return longest


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
    saver = espeak.saver(options)
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
        heard.wait_for_sound(asked, 30)
        assert speaker.name == "espeak"
        assert speaker.wait(30)


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
        f"    speaker.say({LONG!r})\n"
        "    speaker.wait(60)\n"
    )
    with null_sink.listen() as heard:
        began = time.monotonic()
        app = subprocess.Popen([sys.executable, str(script)])
        try:
            heard.wait_for_sound(began, 60)
            children = _descendants(app.pid)
        finally:
            app.send_signal(signal.SIGKILL)
            app.wait()
        killed = time.monotonic()
        heard.listen_until(killed + 1)
        assert (heard.last_sound() or 0.0) - killed < 0.3
    assert children
    assert not [pid for pid in children if not has_ended(pid)]


def _descendants(pid: int) -> list[int]:
    path = Path(f"/proc/{pid}/task/{pid}/children")
    found = []
    for task in path.parent.parent.iterdir():
        for child in (task / "children").read_text().split():
            found += [int(child), *_descendants(int(child))]
    return found
