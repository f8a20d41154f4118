"""A question and a reply, spoken by espeak-ng, heard and understood.

Words are proven with sound from memory: the same samples in the same blocks on every machine,
through the real endpoint, the real recogniser and what a reply means.  One phrase, and all that
needs no words, goes the whole way: PortAudio records it from PulseAudio.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from whichone_app.hearing.ear import Ear, Nothing, Opened, Sounded, Why, Words
from whichone_app.hearing.fake import FakeMicrophone
from whichone_app.hearing.microphone import SoundDeviceMicrophone
from whichone_app.hearing.moonshine import MoonshineListener
from whichone_core.answering.spoken_reply import Said, understand
from whichone_core.errors import DeviceError, SetupError
from whichone_core.types.answers import Option
from whichone_core.types.cancelling import Cancel
from whichone_core.types.pictures import Box

from tests.hearing import Samples, hum, quiet, spoken, together, write
from tests.sound import NullSink

pytestmark = pytest.mark.sound

TRIES = 6
STARTS_S = tuple(0.5 + 0.0137 * step for step in range(5))
"""When somebody begins to speak: a recogniser that is on the brink hears other words then."""

OPTIONS = (
    Option(1, "the grey cup on the left", "cup", "on the left", "grey", Box(0.05, 0.3, 0.2, 0.6)),
    Option(2, "the blue cup on the right", "cup", "on the right", "blue", Box(0.7, 0.3, 0.9, 0.6)),
)


@dataclass
class Room:
    """A person who speaks as soon as the microphone is open, and the ear that listens."""

    ear: Ear
    sink: NullSink
    wav: Path

    def hear(self, samples: Samples | None) -> list[Sounded]:
        """What came of it, when this was played into the microphone."""
        events: list[Sounded] = []
        person: threading.Thread | None = None
        for event in self.ear.listen(Cancel()):
            events.append(event)
            if isinstance(event, Opened) and samples is not None:
                write(self.wav, samples)
                play = self.sink.speak_into_microphone
                person = threading.Thread(target=play, args=(self.wav,))
                person.start()
        if person is not None:
            person.join()
        return events

    def say(self, text: str) -> str:
        last = self.hear(together(quiet(0.5), spoken(text), quiet(1.5)))[-1]
        return last.text if isinstance(last, Words) else ""


def opened_listener() -> MoonshineListener:
    listener = MoonshineListener()
    try:
        listener.warm_up()
    except SetupError as error:
        pytest.skip(f"not on this machine: {error.cause}")
    return listener


@pytest.fixture(scope="module")
def listener() -> Iterator[MoonshineListener]:
    listener = opened_listener()
    yield listener
    listener.close()


@pytest.fixture
def room(null_sink: NullSink, listener: MoonshineListener, tmp_path: Path) -> Room:
    ear = Ear(SoundDeviceMicrophone(), listener)
    return Room(ear, null_sink, tmp_path / "said.wav")


def from_memory(text: str) -> list[str]:
    """What was understood, for each moment at which somebody began to speak.

    The recogniser is a new one each time: it hears a little else after other sounds.
    """
    texts, listener = [], opened_listener()
    for start_s in STARTS_S:
        microphone = FakeMicrophone(together(quiet(start_s), spoken(text), quiet(1.5)))
        last = list(Ear(microphone, listener, play=lambda _: None).listen(Cancel()))[-1]
        texts.append(last.text if isinstance(last, Words) else "")
    listener.close()
    return texts


def test_a_spoken_question_is_understood() -> None:
    for text in from_memory("What does the label say?"):
        got = understand(text)
        assert got.is_sure and got.text.endswith("What does the label say?")


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("number one please", (Said.REPLY, "1")),
        ("repeat", (Said.REPEAT, "")),
        ("stop", (Said.STOP, "")),
        ("cancel", (Said.STOP, "")),
    ],
)
def test_a_spoken_reply_or_command_is_what_was_meant(words: str, meant: tuple[Said, str]) -> None:
    for text in from_memory(words):
        got = understand(text, OPTIONS, is_asked=True)
        assert (got.said, got.text) == meant


def test_a_reply_goes_the_whole_way_from_the_microphone(room: Room) -> None:
    """Who is not understood says it again, as a person would; a wrong choice fails at once."""
    for _ in range(TRIES):
        got = understand(room.say("number one please"), OPTIONS, is_asked=True)
        if got.said not in (Said.UNCLEAR, Said.NOTHING):
            assert (got.said, got.text) == (Said.REPLY, "1")
            return
    pytest.fail(f"not understood {TRIES} times")


def test_it_tells_what_goes_on_in_order(room: Room) -> None:
    events = room.hear(together(quiet(0.5), spoken("number one please"), quiet(1.5)))
    names = [type(event).__name__ for event in events]
    assert names[:3] == ["Opened", "SpeechBegan", "SpeechEnded"]
    assert names[-1] in ("Words", "Nothing")


def test_hum_gives_no_words() -> None:
    listener = opened_listener()
    for start_s in STARTS_S:
        microphone = FakeMicrophone(together(quiet(start_s), hum(3), quiet(12)))
        last = list(Ear(microphone, listener, play=lambda _: None).listen(Cancel()))[-1]
        assert isinstance(last, Nothing)
    listener.close()


def test_a_quiet_room_gives_no_words(room: Room) -> None:
    assert room.hear(quiet(12))[-1] == Nothing(Why.SILENCE)


def test_a_muted_microphone_is_named_as_one(room: Room) -> None:
    with pytest.raises(DeviceError, match="probably muted"):
        room.hear(None)


def test_tones_are_played_at_both_ends(room: Room) -> None:
    with room.sink.listen() as heard:
        room.hear(quiet(12))
        heard.wait_for_silence(0.0)
        loud = np.abs(heard.samples.astype(np.int32)) > 2_000
    edges = np.flatnonzero(np.diff(np.flatnonzero(loud)) > 48_000)
    assert len(edges) == 1, "two tones, seconds apart"
