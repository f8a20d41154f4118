"""Tones tell how near and where to, without a sound card."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest
from whichone_app.aiming.tones import RATE, SoundedTones, tone
from whichone_app.hearing import portaudio
from whichone_core.errors import DeviceError
from whichone_core.types.quality import Side


def pitch(nearness: float, way: Side | None = None, part: slice = slice(None)) -> float:
    """The strongest frequency of a tone, in hertz."""
    wave = tone(nearness, way)[part].sum(axis=1)
    spectrum = np.abs(np.fft.rfft(wave, RATE))
    return float(np.argmax(spectrum))


def test_nearer_is_higher() -> None:
    heard = [pitch(nearness) for nearness in (0.0, 0.3, 0.6, 0.9)]
    assert heard == sorted(heard)
    assert abs(heard[0] - 220) < 12


def test_left_is_left_and_the_middle_is_on_both_sides() -> None:
    left, right = np.abs(tone(0.5, Side.LEFT)).max(axis=0)
    assert left > 0.2 and right == 0
    middle = np.abs(tone(0.5, None)).max(axis=0)
    assert middle[0] == pytest.approx(middle[1])


def test_up_glides_up_and_down_glides_down() -> None:
    half = RATE // 22
    for way, rises in ((Side.TOP, True), (Side.BOTTOM, False)):
        begin, end = pitch(0.5, way, slice(half)), pitch(0.5, way, slice(half, None))
        assert (end > begin) is rises


def test_good_is_an_octave_of_two_tones() -> None:
    spectrum = np.abs(np.fft.rfft(tone(1.0, None).sum(axis=1), RATE))
    assert spectrum[880] > spectrum.max() / 2 and spectrum[1760] > spectrum.max() / 2


@pytest.mark.parametrize("nearness", [-1, 0, 0.5, 1, 2])
def test_no_tone_clicks_or_is_too_loud(nearness: float) -> None:
    wave = tone(nearness, Side.RIGHT)
    assert np.abs(wave).max() <= 0.5
    assert np.abs(wave[0]).max() < 0.01 and np.abs(wave[-1]).max() < 0.01


def test_without_sound_it_says_so_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = threading.Event()

    @contextmanager
    def none() -> Iterator[object]:
        asked.set()
        raise DeviceError("There is no sound output.", cause="none")
        yield None

    monkeypatch.setattr(portaudio, "in_use", none)
    player = SoundedTones()
    assert player.play(0.5, None)
    assert asked.wait(60)
    while player.play(0.5, None):
        pass
    player.close()


def test_tones_after_the_end_are_not_played() -> None:
    player = SoundedTones()
    player.close()
    assert not player.play(0.5, None)
