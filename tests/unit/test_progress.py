"""What long commands say: every ten per cent, printed and spoken, in short sentences."""

from __future__ import annotations

from itertools import count

import pytest
from whichone_app.cli.progress import Teller, Tenths
from whichone_app.presenters.model_words import languages, offer
from whichone_app.voice.fake import FakeSpeaker
from whichone_core.errors import DeviceError
from whichone_models.getting.catalog import catalogue


class Ear(FakeSpeaker):
    """Hears each sentence, and how often the voice was stopped for a newer one."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []

    def say(self, sentence: str, language: str = "") -> None:
        super().say(sentence, language)
        self.heard.append(sentence)

    def stop(self) -> None:
        super().stop()
        self.heard.append("(stopped)")


class Broken(FakeSpeaker):
    def say(self, sentence: str, language: str = "") -> None:
        raise DeviceError("The voice stopped.", remedy="Run: whichone doctor.")


def test_each_ten_per_cent_is_said_once_and_a_newer_number_replaces_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    ear = Ear()
    teller = Teller(ear)
    teller.tell("Fetching a model.")
    seconds = count(0.0, 1.0)
    tenths = Tenths(teller, now=lambda: next(seconds))
    for done in range(0, 2_000_001, 50_000):
        tenths(done, 2_000_000)
    teller.tell("The model is installed.")
    printed = capsys.readouterr().out.splitlines()
    assert printed[1:-1] == [f"{10 * n} percent of 2 megabytes." for n in range(1, 11)]
    assert ear.heard[:4] == [
        "Fetching a model.",
        "10 percent of 2 megabytes.",
        "(stopped)",
        "20 percent of 2 megabytes.",
    ]
    assert ear.heard[-2:] == ["100 percent of 2 megabytes.", "The model is installed."]


def test_what_was_done_before_is_said_and_not_counted_up_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    seconds = count(0.0, 2.0)
    tenths = Tenths(Teller(), "the test", goes_on=True, now=lambda: next(seconds))
    for done in (5, 6, 6, 10):
        tenths(done, 10)
    assert capsys.readouterr().out.splitlines() == [
        "Going on from 50 percent.",
        "60 percent of the test.",
        "100 percent of the test.",
    ]


def test_work_that_is_done_in_a_moment_says_no_percentages_and_long_work_says_some(
    capsys: pytest.CaptureFixture[str],
) -> None:
    clock = [0.0]
    tenths = Tenths(Teller(), "the test", now=lambda: clock[0])
    for seconds, done in ((0.1, 1), (0.5, 2), (1.9, 3), (2.0, 4), (3.9, 5), (4.0, 5), (4.1, 10)):
        clock[0] = seconds
        tenths(done, 10)
    assert capsys.readouterr().out.splitlines() == [
        "40 percent of the test.",
        "50 percent of the test.",
    ]


def test_a_voice_that_fails_costs_one_sentence_and_no_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    teller = Teller(Broken())
    teller.tell("One.")
    teller.tell("Two.")
    told = capsys.readouterr()
    assert told.out.splitlines() == ["One.", "Two."]
    assert told.err.splitlines() == ["whichone: The voice stopped. Run: whichone doctor."]


def test_an_offer_is_short_sentences_without_codes() -> None:
    lines = {known.name: offer(known) for known in catalogue()}
    assert lines["qwen2.5-vl-3b"] == (
        "To pull: qwen2.5-vl-3b. 3.3 gigabytes to fetch, 3.9 gigabytes of memory. Languages: "
        "English, Chinese, German, French and 8 more. Licence: Qwen Research License. Not for "
        "commercial use."
    )
    assert all(line.endswith(".") and "zh" not in line.split() for line in lines.values())
    assert languages(("en", "zh", "de", "fr", "es")) == (
        "English, Chinese, German, French and Spanish"
    )
