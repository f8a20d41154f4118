"""What every microphone promises: one suite over the fake and PortAudio on a virtual one."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from whichone_app.hearing.audio import BLOCK, RATE
from whichone_app.hearing.fake import FakeMicrophone
from whichone_app.hearing.microphone import SoundDeviceMicrophone, microphones
from whichone_core.errors import DeviceError
from whichone_core.ports import Microphone

from tests.hearing import babble, together, write
from tests.sound import NullSink

PATIENCE = 4_000
"""Blocks that are read at most until sound comes: two minutes."""

Make = Callable[[], Microphone]


@pytest.fixture(params=["fake", "portaudio"])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Make]:
    """A microphone in front of which somebody speaks; again and again, as it may open late."""
    speech = babble(1.0)
    if request.param == "fake":
        yield lambda: FakeMicrophone(together(np.zeros(RATE, np.int16), speech))
        return
    sink: NullSink = request.getfixturevalue("null_sink")
    wav = write(tmp_path / "speech.wav", together(np.zeros(RATE, np.int16), speech))
    is_over = threading.Event()

    def speak() -> None:
        while not is_over.is_set():
            sink.speak_into_microphone(wav)

    speaker = threading.Thread(target=speak)
    speaker.start()
    yield SoundDeviceMicrophone
    is_over.set()
    speaker.join()


def _next(microphone: Microphone) -> np.ndarray[tuple[int], np.dtype[np.int16]]:
    for _ in range(PATIENCE):
        block = microphone.read(0.1)
        if block is not None:
            return block
    pytest.fail("the microphone gave nothing")


def test_sound_comes_in_blocks_of_thirty_milliseconds(make: Make) -> None:
    microphone = make()
    microphone.open()
    try:
        loud = 0
        for _ in range(PATIENCE):
            block = _next(microphone)
            assert block.dtype == np.int16 and block.shape == (BLOCK,)
            loud = max(loud, int(np.abs(block.astype(np.int32)).max()))
            if loud > 3_000:
                break
        assert loud > 3_000
    finally:
        microphone.close()


def test_it_may_be_closed_twice_and_opened_again(make: Make) -> None:
    microphone = make()
    microphone.close()
    for _ in range(3):
        microphone.open()
        _next(microphone)
        microphone.close()
        microphone.close()


# ----------------------------------------------------------------- what the real one promises


@pytest.mark.sound
def test_microphones_are_known_by_name(null_sink: NullSink) -> None:
    names = microphones()
    assert "pulse" in names
    microphone = SoundDeviceMicrophone("PULSE")
    microphone.open()
    assert microphones() == names, "looking for devices must not disturb who listens"
    _next(microphone)
    microphone.close()


@pytest.mark.sound
def test_one_that_is_not_connected_is_not_replaced_by_another(null_sink: NullSink) -> None:
    with pytest.raises(DeviceError, match="Yeti is not connected") as caught:
        SoundDeviceMicrophone("Yeti").open()
    assert "pulse" in caught.value.remedy


@pytest.mark.sound
def test_a_microphone_that_stops_is_noticed(
    null_sink: NullSink, monkeypatch: pytest.MonkeyPatch
) -> None:
    microphone = SoundDeviceMicrophone()
    microphone.open()
    try:
        _next(microphone)
        microphone._stream.stop()  # what an unplugged device comes to: no more blocks
        monkeypatch.setattr("whichone_app.hearing.microphone.STALL_S", 0.2)
        with pytest.raises(DeviceError, match="unplugged"):
            for _ in range(PATIENCE):
                microphone.read(0.05)
    finally:
        microphone.close()
