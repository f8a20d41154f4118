"""The first run's test of the microphone: what is told of each kind of sound."""

from __future__ import annotations

import numpy as np
import pytest
from whichone_app.hearing import level as heard
from whichone_app.hearing.endpoint import IsVoice
from whichone_app.hearing.fake import FakeMicrophone
from whichone_core.errors import DeviceError, SetupError
from whichone_core.types.cancelling import Cancel

from tests.hearing import Samples, babble, noise, quiet, together


def every_block_is_a_voice() -> IsVoice:
    return lambda block: True


def no_block_is_a_voice() -> IsVoice:
    return lambda block: False


def told(microphone: FakeMicrophone, *, is_voice: bool = True) -> list[str]:
    judge = every_block_is_a_voice if is_voice else no_block_is_a_voice
    return list(heard.hear_somebody(microphone, Cancel(), judge, lambda _pitches: None))


def speech(level: float) -> Samples:
    return together(quiet(1), babble(2, level), quiet(10))


@pytest.mark.parametrize(
    ("level", "words"), [(300.0, heard.TOO_SOFT), (3_000.0, heard.WELL), (14_000.0, heard.TOO_LOUD)]
)
def test_a_voice_is_heard_and_its_level_is_told_in_words(level: float, words: str) -> None:
    microphone = FakeMicrophone(speech(level))
    assert told(microphone) == [words]
    assert not microphone.is_open


def test_it_ends_as_soon_as_somebody_was_heard() -> None:
    microphone = FakeMicrophone(speech(3_000.0))
    told(microphone)
    assert microphone.position < 16_000 * 4


def test_silence_is_nothing_and_noise_is_no_voice() -> None:
    assert told(FakeMicrophone(quiet(20))) == [heard.NOTHING]
    assert told(FakeMicrophone(noise(20)), is_voice=False) == [heard.NO_VOICE]


def test_zeros_name_what_to_do() -> None:
    with pytest.raises(DeviceError, match=r"no sound at all|not allowed"):
        told(FakeMicrophone(np.zeros(16_000 * 20, np.int16)))


def test_one_that_cannot_be_opened_says_so_and_a_missing_judge_too() -> None:
    microphone = FakeMicrophone()
    microphone.failure = DeviceError("The microphone is gone.")
    with pytest.raises(DeviceError, match="gone"):
        told(microphone)

    def missing() -> IsVoice:
        raise ImportError("webrtcvad")

    with pytest.raises(SetupError):
        list(heard.hear_somebody(FakeMicrophone(), Cancel(), missing, lambda _pitches: None))


def test_who_gives_up_is_told_nothing() -> None:
    cancel, microphone = Cancel(), FakeMicrophone(speech(3_000.0))
    cancel.request()
    assert (
        list(heard.hear_somebody(microphone, cancel, every_block_is_a_voice, lambda _pitches: None))
        == []
    )
    assert not microphone.is_open
