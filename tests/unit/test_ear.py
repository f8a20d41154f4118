"""One utterance from the microphone to its words, in the order in which it happens."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from whichone_app.hearing import tone, trouble
from whichone_app.hearing.audio import BLOCK_MS, RATE
from whichone_app.hearing.ear import (
    Ear,
    Nothing,
    Opened,
    Sounded,
    SpeechBegan,
    SpeechEnded,
    Why,
    Words,
)
from whichone_app.hearing.fake import FakeMicrophone, ScriptedListener
from whichone_core.errors import DeviceError, SetupError
from whichone_core.types.cancelling import Cancel

from tests.hearing import Samples, babble, noise, quiet, together


class Scene:
    """An ear with sound from memory, and the tones that were heard."""

    def __init__(self, samples: Samples, *script: str) -> None:
        self.microphone, self.listener = FakeMicrophone(samples), ScriptedListener(script)
        self.tones: list[tuple[int, ...]] = []
        self.ear = Ear(self.microphone, self.listener, lambda: lambda block: True, self.play)
        self.cancel = Cancel()

    def play(self, pitches: tuple[int, ...]) -> None:
        assert not self.microphone.is_open, "the tone would be heard"
        self.tones.append(pitches)

    def listen(self) -> Iterator[Sounded]:
        return self.ear.listen(self.cancel)


def test_words_come_after_a_tone_at_each_end() -> None:
    scene = Scene(together(quiet(1), babble(1), quiet(1)), " The left one. ")
    assert list(scene.listen()) == [
        Opened("scripted"),
        SpeechBegan(),
        SpeechEnded(),
        Words("The left one."),
    ]
    assert scene.tones == [tone.OPENED, tone.CLOSED]
    assert not scene.microphone.is_open


def test_eight_seconds_without_a_word_are_nothing() -> None:
    scene = Scene(quiet(30))
    assert list(scene.listen()) == [Opened("scripted"), Nothing(Why.SILENCE)]
    assert scene.microphone.position / RATE == pytest.approx(8.0, abs=2 * BLOCK_MS / 1000)
    assert scene.listener.heard == []


def test_after_a_cough_it_goes_on_listening() -> None:
    samples = together(quiet(1), babble(0.3), quiet(1), babble(1), quiet(1))
    events = list(Scene(samples, "", "Two.").listen())
    assert events[-1] == Words("Two.")
    assert events.count(SpeechBegan()) == 2


def test_noise_without_words_is_told_apart_from_silence() -> None:
    scene = Scene(together(quiet(1), babble(1), quiet(20)), "  ")
    assert list(scene.listen())[-1] == Nothing(Why.NO_WORDS)


def test_a_hiss_has_no_words_whatever_a_recogniser_makes_of_it() -> None:
    """Measured: white noise became "You can" (moonshine, after it had heard other things)."""
    scene = Scene(together(quiet(1), noise(2), quiet(20)), "You can")
    assert list(scene.listen())[-1] == Nothing(Why.NO_WORDS)
    assert scene.listener.heard == []


def test_who_speaks_when_the_time_is_over_is_heard_out() -> None:
    scene = Scene(together(quiet(7.5), babble(2), quiet(1)), "A late word.")
    assert list(scene.listen())[-1] == Words("A late word.")


def test_the_key_ends_it_without_waiting_for_silence() -> None:
    scene = Scene(together(quiet(1), babble(60)), "What is this?")
    events = []
    for event in scene.listen():
        events.append(event)
        if event == SpeechBegan():
            scene.ear.finish()
    assert events[-2:] == [SpeechEnded(), Words("What is this?")]
    assert scene.microphone.position < 2 * RATE


def test_the_key_before_any_word_is_nothing() -> None:
    scene = Scene(quiet(60))
    events = []
    for event in scene.listen():
        events.append(event)
        scene.ear.finish()
    assert events == [Opened("scripted"), Nothing(Why.SILENCE)]


def test_cancelled_it_says_nothing_more_and_lets_go_of_the_microphone() -> None:
    scene = Scene(together(quiet(1), babble(2), quiet(1)), "Never heard.")
    events = []
    for event in scene.listen():
        events.append(event)
        if event == SpeechBegan():
            scene.cancel.request()
    assert events == [Opened("scripted"), SpeechBegan()]
    assert not scene.microphone.is_open
    assert scene.tones[-1] == tone.CLOSED


def test_exact_zeros_are_a_muted_microphone_and_no_silence() -> None:
    scene = Scene(np.zeros(0, np.int16))
    with pytest.raises(DeviceError, match="no sound at all"):
        list(scene.listen())
    assert not scene.microphone.is_open


def test_an_unplugged_microphone_is_said_and_closed() -> None:
    scene = Scene(quiet(30))
    scene.microphone.unplugged_after = (50, trouble.went_away())
    with pytest.raises(DeviceError, match="unplugged"):
        list(scene.listen())
    assert not scene.microphone.is_open


def test_what_cannot_understand_never_opens_the_microphone() -> None:
    scene = Scene(quiet(3))
    scene.listener.failure = SetupError("Not installed.")
    with pytest.raises(SetupError):
        list(scene.listen())
    assert scene.microphone.opened == 0 and scene.tones == []


def test_without_a_voice_detector_the_extra_is_named() -> None:
    def missing() -> None:
        raise ImportError("webrtcvad")

    ear = Ear(FakeMicrophone(), ScriptedListener(), missing)  # type: ignore[arg-type]
    with pytest.raises(SetupError, match="not installed") as caught:
        list(ear.listen(Cancel()))
    assert "voice" in caught.value.remedy


@pytest.mark.parametrize(
    ("platform", "remedy"),
    [("darwin", "System Settings"), ("linux", "sound settings"), ("win32", "sound settings")],
)
def test_zeros_name_the_setting_of_the_system(platform: str, remedy: str) -> None:
    assert remedy in trouble.nothing_but_zeros(platform).remedy


def test_windows_refusing_is_a_permission_and_a_busy_device_is_none() -> None:
    refused = OSError("Error opening InputStream: Unanticipated host error [PaErrorCode -9999]")
    error = trouble.would_not_open(refused, "", "win32")
    assert "does not let" in error.sentence and "Privacy" in error.remedy
    busy = trouble.would_not_open(
        OSError("Device unavailable [PaErrorCode -9985]"), "Yeti", "linux"
    )
    assert busy.sentence == "The microphone Yeti could not be opened."
    assert "Another program" in busy.remedy


def test_tones_rise_and_fall_and_do_not_click() -> None:
    opened, closed = tone.tone(tone.OPENED), tone.tone(tone.CLOSED)
    assert len(opened) == len(closed) < RATE // 5
    assert abs(int(opened[0])) < 50 and abs(int(opened[-1])) < 50
    assert np.abs(opened).max() < 32_767 / 2
    assert not np.array_equal(opened, closed)
    assert tone.as_wav(opened).startswith(b"RIFF")
