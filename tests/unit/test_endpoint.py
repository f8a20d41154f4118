"""Where an utterance begins and ends, with sound that was made up."""

from __future__ import annotations

import numpy as np
import pytest
from whichone_app.hearing.audio import BLOCK, BLOCK_MS, RATE, as_speech, resampled
from whichone_app.hearing.endpoint import Endpoint, Heard, Limits, is_hiss, webrtc_voice

from tests.hearing import Samples, babble, hum, noise, quiet, spoken, together


def listen(
    samples: Samples, endpoint: Endpoint | None = None
) -> tuple[list[tuple[float, Heard]], Endpoint]:
    """What is new at which second, and the endpoint afterwards."""
    endpoint = endpoint or Endpoint(lambda block: True)
    news: list[tuple[float, Heard]] = []
    for start in range(0, len(samples) - BLOCK + 1, BLOCK):
        heard = endpoint.feed(samples[start : start + BLOCK])
        if heard in (Heard.BEGAN, Heard.ENDED):
            news.append(((start + BLOCK) / RATE, heard))
            if heard is Heard.ENDED:
                break
    return news, endpoint


def test_an_utterance_ends_600_ms_after_the_last_word() -> None:
    news, endpoint = listen(together(quiet(1), babble(1.1), quiet(2)))
    (began, first), (ended, last) = news
    assert (first, last) == (Heard.BEGAN, Heard.ENDED)
    assert 1.0 < began < 1.2
    assert ended == pytest.approx(2.1 + 0.6, abs=0.07)
    assert not endpoint.is_speaking


def test_a_pause_between_words_ends_nothing() -> None:
    news, _ = listen(together(quiet(1), babble(0.5), quiet(0.45), babble(0.5), quiet(1)))
    assert [heard for _, heard in news] == [Heard.BEGAN, Heard.ENDED]
    assert news[1][0] > 2.9


def test_the_first_sound_of_a_word_is_kept_and_long_silence_is_not() -> None:
    voice = babble(0.8)
    _, endpoint = listen(together(quiet(1), voice, quiet(1)))
    utterance = endpoint.utterance()
    loud = np.flatnonzero(np.abs(utterance) > 1_000)
    assert loud[0] > 0.05 * RATE
    assert len(utterance) < (0.8 + 0.21 + 0.15 + 0.1) * RATE
    assert np.count_nonzero(np.abs(utterance) > 1_000) == np.count_nonzero(np.abs(voice) > 1_000)


@pytest.mark.parametrize("samples", [np.zeros(5 * RATE, np.int16), quiet(5), noise(5, 60)])
def test_silence_never_begins(samples: Samples) -> None:
    assert listen(samples)[0] == []


def test_a_click_is_no_speech() -> None:
    click = together(quiet(1), noise(0.05, 8_000), quiet(2))
    assert listen(click)[0] == []


@pytest.mark.parametrize("steady", [noise(6, 2_000), hum(6)])
def test_what_does_not_change_becomes_background(steady: Samples) -> None:
    """A fan that is on from the start is taken for speech for as long as it can't be known."""
    news, endpoint = listen(steady)
    assert [heard for _, heard in news] == [Heard.BEGAN, Heard.ENDED]
    assert news[1][0] < 2.6
    rest = [endpoint.feed(steady[at : at + BLOCK]) for at in range(0, 3 * RATE, BLOCK)]
    assert set(rest) == {Heard.SILENCE}


def test_speech_stands_out_of_a_fan() -> None:
    fan = noise(6, 400)
    voice = together(np.zeros(3 * RATE, np.int16), babble(1), np.zeros(2 * RATE, np.int16))
    _, endpoint = listen(fan[: 3 * RATE])
    endpoint.end()
    news, _ = listen((fan + voice)[2 * RATE :], endpoint)
    assert [heard for _, heard in news] == [Heard.BEGAN, Heard.ENDED]


def test_a_radio_never_keeps_the_microphone_open() -> None:
    news, _ = listen(babble(30), Endpoint(lambda block: True, Limits(longest_ms=5_000)))
    assert news[-1][1] is Heard.ENDED and news[-1][0] < 5.5


def test_both_judges_have_to_agree() -> None:
    loud = together(quiet(1), babble(2))
    assert listen(loud, Endpoint(lambda block: False))[0] == []


def test_the_user_may_end_it() -> None:
    _, endpoint = listen(together(quiet(1), babble(0.5)))
    assert endpoint.is_speaking
    assert endpoint.end()
    assert len(endpoint.utterance()) > 0.4 * RATE
    assert not endpoint.end()


def test_webrtc_takes_a_voice_for_one_and_nothing_for_nothing() -> None:
    is_voice, voice = webrtc_voice(), babble(1.5)
    blocks = [voice[at : at + BLOCK] for at in range(0, len(voice) - BLOCK + 1, BLOCK)]
    assert sum(is_voice(block) for block in blocks) > len(blocks) / 2
    silence = [is_voice(np.zeros(BLOCK, np.int16)) for _ in range(40)]
    assert not any(silence[20:])


@pytest.mark.parametrize("rate", [8_000, 11_025, 44_100, 48_000])
def test_every_rate_becomes_ours_without_a_change_of_pitch(rate: int) -> None:
    count = rate * BLOCK_MS // 1000
    times = np.arange(count) / count
    given = np.round(8_000 * np.sin(2 * np.pi * 12 * times)).astype(np.int16)
    got = resampled(given, BLOCK)
    assert len(got) == BLOCK
    assert np.argmax(np.abs(np.fft.rfft(got))) == 12
    assert np.abs(got).max() == pytest.approx(8_000, rel=0.2)


def test_samples_become_numbers_between_minus_one_and_one() -> None:
    speech = as_speech(np.array([-32_768, 0, 16_384], np.int16))
    assert speech.tolist() == [-1.0, 0.0, 0.5] and speech.dtype == np.float32


@pytest.mark.parametrize("level", [100.0, 1_500.0, 8_000.0])
def test_noise_is_a_hiss_at_any_loudness_also_with_gaps(level: float) -> None:
    sound = noise(4, level)
    assert is_hiss(sound)
    sound[RATE : RATE + 3_000] = 0
    sound[3 * RATE : 3 * RATE + 1_111] = 0
    assert is_hiss(sound)
    assert is_hiss(sound[: BLOCK - 1]), "too short for anything"


@pytest.mark.parametrize("voice", ["en-us", "en-us+whisper", "en-us+f3"])
@pytest.mark.parametrize("text", ["six", "yes", "this", "What does the label say?"])
def test_a_voice_is_none_also_whispered_and_in_noise(text: str, voice: str) -> None:
    said = together(quiet(0.1), spoken(text, voice), quiet(0.1))
    assert not is_hiss(said)
    assert not is_hiss(said + noise(len(said) / RATE + 1, 150)[: len(said)])


@pytest.mark.parametrize("sound", [hum(2), babble(2)], ids=["hum", "babble"])
def test_a_tone_is_none(sound: Samples) -> None:
    assert not is_hiss(sound)
