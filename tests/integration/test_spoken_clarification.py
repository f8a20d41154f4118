"""A question and a reply, spoken by espeak-ng into a virtual microphone and understood.

Everything is real but the person and the sound card: PortAudio records from PulseAudio, the
endpoint is found in what it gives, moonshine understands it, and the reply chooses an option.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from whichone_app.hearing.ear import Ear, Nothing, Opened, Sounded, Why, Words
from whichone_app.hearing.microphone import SoundDeviceMicrophone
from whichone_app.hearing.moonshine import MoonshineListener
from whichone_core.answering.spoken_reply import Said, Spoken, understand
from whichone_core.errors import DeviceError, SetupError
from whichone_core.types import Box, Cancel, Option

from tests.hearing import Samples, hum, noise, quiet, spoken, together, write
from tests.sound import NullSink

pytestmark = pytest.mark.sound

TRIES = 6

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

    def reply(self, text: str) -> Spoken:
        """What was understood; who is not understood says it again, as a person would.

        This recogniser makes something else of a synthetic voice where the same words begin a
        few hundredths of a second later, so once is no proof either way.
        """
        for _ in range(TRIES):
            got = understand(self.say(text), OPTIONS, is_asked=True)
            if got.said not in (Said.UNCLEAR, Said.NOTHING):
                return got
        pytest.fail(f"{text} was not understood {TRIES} times")


@pytest.fixture(scope="module")
def listener() -> Iterator[MoonshineListener]:
    listener = MoonshineListener()
    try:
        listener.warm_up()
    except SetupError as error:
        pytest.skip(f"not on this machine: {error.cause}")
    yield listener
    listener.close()


@pytest.fixture
def room(null_sink: NullSink, listener: MoonshineListener, tmp_path: Path) -> Room:
    ear = Ear(SoundDeviceMicrophone(), listener)
    return Room(ear, null_sink, tmp_path / "said.wav")


def test_a_spoken_question_is_understood(room: Room) -> None:
    for _ in range(TRIES):
        got = understand(room.say("What does the label say?"))
        if got.is_sure and got.text.endswith("What does the label say?"):
            return
    pytest.fail("the question was never understood")


def test_it_tells_what_goes_on_in_order(room: Room) -> None:
    events = room.hear(together(quiet(0.5), spoken("number one please"), quiet(1.5)))
    names = [type(event).__name__ for event in events]
    assert names[:3] == ["Opened", "SpeechBegan", "SpeechEnded"]
    assert names[-1] in ("Words", "Nothing")


def test_a_spoken_reply_chooses_what_was_meant(room: Room) -> None:
    got = room.reply("number one please")
    assert (got.said, got.text) == (Said.REPLY, "1")


def test_a_spoken_command_is_one(room: Room) -> None:
    assert room.reply("repeat").said is Said.REPEAT


@pytest.mark.parametrize("sound", [noise(12), hum(12)], ids=["noise", "hum"])
def test_noise_and_hum_give_no_words(room: Room, sound: Samples) -> None:
    assert room.hear(sound)[-1] in (Nothing(Why.NO_WORDS), Nothing(Why.SILENCE))


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
