"""Queues, hand-overs and choices of voices, with mouths that speak no sound."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence

import pytest
from whichone_app.voice import wav
from whichone_app.voice.fake import FakeSpeaker
from whichone_app.voice.fallback import FallbackSpeaker
from whichone_app.voice.options import OnFailure, TakeUnspoken, Voice, VoiceOptions
from whichone_app.voice.queue import QueuedSpeaker, Saver
from whichone_core.errors import DeviceError
from whichone_core.ports import Speaker

BROKEN = DeviceError("The voice is broken.")


SOON = 60.0
"""A limit that only a hang reaches."""


class ScriptedMouth:
    """Speaks each sentence until it is let go or cut; says what happened, in order."""

    def __init__(self) -> None:
        self.events: list[str] = []
        self.let_go = threading.Event()
        self.begun = threading.Semaphore(0)
        self.failing: set[str] = set()

    def begin(self, sentence: str) -> ScriptedUtterance:
        self.events.append(f"begin {sentence}")
        if f"begin {sentence}" in self.failing:
            raise BROKEN
        self.begun.release()
        return ScriptedUtterance(self, sentence)

    def adjust(self, options: VoiceOptions) -> None:
        self.events.append(f"rate {options.rate}")

    def voices(self) -> tuple[Voice, ...]:
        raise BROKEN

    def close(self) -> None:
        self.events.append("close")


class ScriptedUtterance:
    def __init__(self, mouth: ScriptedMouth, sentence: str) -> None:
        self._mouth = mouth
        self._sentence = sentence
        self._cut = threading.Event()

    def cut(self) -> None:
        self._mouth.events.append(f"cut {self._sentence}")
        self._cut.set()

    def finish(self) -> None:
        while not self._cut.is_set() and not self._mouth.let_go.wait(0.001):
            pass
        if self._sentence in self._mouth.failing:
            raise BROKEN


def _save(options: VoiceOptions) -> Saver:
    def save(sentences: Sequence[str], path: str) -> None:
        wav.write_wav(wav.EMPTY, path)

    return save


@pytest.fixture
def mouth() -> ScriptedMouth:
    return ScriptedMouth()


@pytest.fixture
def speaker(mouth: ScriptedMouth) -> Iterator[QueuedSpeaker]:
    speaker = QueuedSpeaker("scripted", mouth, _save)
    yield speaker
    mouth.let_go.set()
    speaker.close()


def test_sentences_are_spoken_in_turn(speaker: QueuedSpeaker, mouth: ScriptedMouth) -> None:
    mouth.let_go.set()
    for sentence in "abc":
        speaker.say(sentence)
    assert speaker.wait(SOON)
    assert mouth.events == ["begin a", "begin b", "begin c"]


def test_each_sentence_is_spoken_in_its_own_language(mouth: ScriptedMouth) -> None:
    mouth.adjust = lambda options: mouth.events.append(  # type: ignore[method-assign]
        f"{options.language} {options.voice or 'usual'}"
    )
    speaker = QueuedSpeaker("scripted", mouth, _save, None, VoiceOptions(voice="Ada"))
    mouth.let_go.set()
    for sentence, language in (("a", ""), ("b", "de"), ("c", "de"), ("d", "en"), ("e", "")):
        speaker.say(sentence, language)
    assert speaker.wait(SOON)
    speaker.close()
    assert mouth.events[:-1] == [
        "begin a", "de usual", "begin b", "begin c", "en Ada", "begin d", "begin e",
    ]  # fmt: skip


def test_a_country_is_kept_in_the_language_that_is_spoken_anyway() -> None:
    british = VoiceOptions(language="en-GB", voice="Bea")
    assert british.in_language("en") is british
    assert british.in_language("es") == VoiceOptions(language="es")


def test_what_another_voice_takes_over_keeps_its_language() -> None:
    mouth, fake = ScriptedMouth(), FakeSpeaker()
    mouth.failing.add("begin a")
    speaker = FallbackSpeaker(
        [lambda failed: QueuedSpeaker("failing", mouth, _save, failed), lambda _failed: fake],
        DeviceError("No voice is installed."),
    )
    speaker.say("a", "de")
    assert speaker.wait(SOON)
    assert (fake.asked, fake.languages) == (["a"], ["de"])
    speaker.close()


def test_a_stop_cuts_what_is_spoken_and_forgets_the_rest(
    speaker: QueuedSpeaker, mouth: ScriptedMouth
) -> None:
    for sentence in "abc":
        speaker.say(sentence)
    mouth.begun.acquire(timeout=SOON)
    speaker.stop()
    assert not speaker.is_speaking
    mouth.let_go.set()
    speaker.say("d")
    assert speaker.wait(SOON)
    assert mouth.events == ["begin a", "cut a", "begin d"]


def test_a_thousand_stops_leave_nothing_speaking(
    speaker: QueuedSpeaker, mouth: ScriptedMouth
) -> None:
    for number in range(1000):
        speaker.say(str(number))
        speaker.stop()
    speaker.say("last")
    mouth.let_go.set()
    assert speaker.wait(SOON)
    begun = [event for event in mouth.events if event.startswith("begin")]
    assert begun[-1] == "begin last"
    cut = [event for event in mouth.events if event.startswith("cut")]
    assert len(cut) == len(begun) - 1


@pytest.mark.parametrize("when", ["b", "begin b"])
def test_a_failure_is_raised_once_and_then_it_speaks_again(
    speaker: QueuedSpeaker, mouth: ScriptedMouth, when: str
) -> None:
    mouth.failing.add(when)
    mouth.let_go.set()
    speaker.say("a")
    speaker.say("b")
    with pytest.raises(DeviceError, match="broken"):
        speaker.wait(SOON)
    speaker.say("c")
    assert speaker.wait(SOON)


def test_a_failure_of_what_was_cut_bothers_nobody(
    speaker: QueuedSpeaker, mouth: ScriptedMouth
) -> None:
    mouth.failing.add("a")
    speaker.say("a")
    mouth.begun.acquire(timeout=SOON)
    speaker.stop()
    mouth.let_go.set()
    speaker.say("b")
    assert speaker.wait(SOON)


def test_closing_ends_the_thread_and_frees_the_mouth(mouth: ScriptedMouth) -> None:
    before = set(threading.enumerate())
    speaker = QueuedSpeaker("scripted", mouth, _save)
    speaker.say("a")
    mouth.begun.acquire(timeout=SOON)
    (thread,) = set(threading.enumerate()) - before
    speaker.close()
    assert mouth.events[-1] == "close"
    assert not thread.is_alive()


def test_a_change_waits_for_the_next_sentence(speaker: QueuedSpeaker, mouth: ScriptedMouth) -> None:
    speaker.say("a")
    speaker.say("b")
    mouth.begun.acquire(timeout=SOON)
    speaker.adjust(VoiceOptions(rate=40))
    mouth.let_go.set()
    assert speaker.wait(SOON)
    assert mouth.events == ["begin a", "rate 40", "begin b"]


def test_voices_that_cannot_be_listed_are_none(speaker: QueuedSpeaker) -> None:
    assert speaker.voices == ()


# ------------------------------------------------------------------ handing over


def _failing_voice(failed: OnFailure) -> Speaker:
    mouth = ScriptedMouth()
    mouth.failing.add("b")
    mouth.let_go.set()
    return QueuedSpeaker("failing", mouth, _save, failed)


def _missing_voice(_: OnFailure) -> Speaker:
    raise DeviceError("It is missing.", cause="not on PATH")


def test_the_next_voice_says_what_the_failed_one_did_not() -> None:
    fake = FakeSpeaker()
    speaker = FallbackSpeaker([_missing_voice, _failing_voice, lambda _: fake], BROKEN)
    assert speaker.name == "failing"
    speaker.say("a")
    speaker.say("b")
    speaker.say("c")
    speaker.wait(SOON)
    assert fake.asked == ["b", "c"]
    speaker.close()
    assert fake.is_closed


class Halted:
    """Fallback voices of which the first fails at "b" and is then held before it is left."""

    def __init__(self) -> None:
        self.fake = FakeSpeaker()
        self._has_failed, self._go_on = threading.Event(), threading.Event()
        self.voice = FallbackSpeaker([self._failing, lambda _: self.fake], BROKEN)

    def _failing(self, failed: OnFailure) -> Speaker:
        def hold(failure: DeviceError, take_unspoken: TakeUnspoken) -> None:
            self._has_failed.set()
            self._go_on.wait(SOON)
            failed(failure, take_unspoken)

        return _failing_voice(hold)

    def fail(self) -> None:
        self.voice.say("b")
        assert self._has_failed.wait(SOON)

    def go_on(self) -> list[str]:
        """What the next voice was told in the end."""
        self._go_on.set()
        assert self.voice.wait(SOON)
        self.voice.close()
        return self.fake.asked


def test_what_is_said_while_a_voice_fails_comes_after_what_it_did_not_say() -> None:
    halted = Halted()
    halted.fail()
    halted.voice.say("c")
    assert halted.voice.is_speaking
    assert halted.go_on() == ["b", "c"]


def test_a_stop_while_a_voice_fails_silences_what_it_did_not_say() -> None:
    halted = Halted()
    halted.fail()
    halted.voice.stop()
    halted.voice.say("c")
    assert halted.go_on() == ["c"]


def test_a_voice_that_fails_while_it_is_closed_opens_no_other() -> None:
    opened: list[Speaker] = []
    closing = threading.Event()

    def following(_: OnFailure) -> Speaker:
        opened.append(FakeSpeaker())
        return opened[-1]

    class Closing(QueuedSpeaker):
        def close(self) -> None:
            closing.set()
            super().close()

    def failing(failed: OnFailure) -> Speaker:
        def hold(failure: DeviceError, take_unspoken: TakeUnspoken) -> None:
            closing.wait(SOON)
            failed(failure, take_unspoken)

        mouth = ScriptedMouth()
        mouth.failing.add("begin b")
        return Closing("failing", mouth, _save, hold)

    speaker = FallbackSpeaker([failing, following], BROKEN)
    speaker.say("b")
    speaker.close()
    assert not opened


def test_the_next_voice_speaks_as_the_failed_one_was_told_to() -> None:
    fake = FakeSpeaker()
    speaker = FallbackSpeaker([_failing_voice, lambda _: fake], BROKEN)
    speaker.adjust(VoiceOptions(rate=40, language="de"))
    speaker.say("b")
    speaker.wait(SOON)
    assert fake.options == VoiceOptions(rate=40, language="de")
    speaker.close()


def test_the_last_voice_that_fails_says_why() -> None:
    speaker = FallbackSpeaker([_failing_voice], BROKEN)
    speaker.say("b")
    with pytest.raises(DeviceError, match="broken"):
        speaker.wait(SOON)
    speaker.close()


def test_a_voice_that_hands_over_is_not_done() -> None:
    """Otherwise a program that waits for it ends before the next voice has begun."""
    busy: list[bool] = []
    mouth = ScriptedMouth()
    mouth.failing.add("begin a")

    def hand_over(failure: DeviceError, take_unspoken: TakeUnspoken) -> None:
        busy.append(failing.is_speaking)
        assert take_unspoken() == (("a", ""),)
        busy.append(failing.is_speaking)

    failing = QueuedSpeaker("failing", mouth, _save, hand_over)
    failing.say("a")
    assert failing.wait(SOON)
    assert busy == [True, True]
    failing.close()


def test_where_nothing_speaks_the_remedy_and_every_cause_are_told() -> None:
    nothing = DeviceError("No voice is installed.", remedy="Install one.")
    with pytest.raises(DeviceError, match="No voice is installed") as caught:
        FallbackSpeaker([_missing_voice, _missing_voice], nothing)
    assert caught.value.spoken == "No voice is installed. Install one."
    assert caught.value.cause.count("not on PATH") == 2
