"""How answers are spoken: speed, pitch, voices, signs, and how much."""

from __future__ import annotations

from whichone_app.chosen import Chosen
from whichone_app.presenters import phrases
from whichone_app.presenters.manner import KEYS, Manner, next_through, options_of
from whichone_core.settings import Punctuation, Settings, SpeakThrough, Verbosity
from whichone_core.speech.voices import Voice, VoiceOptions

from tests.conversations import (
    CODE_LINE,
    Scene,
    answered,
)

# ---------------------------------------------------------------------- how it is spoken


class Tuned:
    """Commands for the manner of speaking, and what they said."""

    def __init__(self, *, is_own_voice: bool = True, **settings: object) -> None:
        self.chosen = Chosen(Settings().model_copy(update=settings))
        self.said: list[str] = []
        self.voices = (Voice("Ada", "en"), Voice("Bea", "en-GB"), Voice("Carla", "es-MX"))
        self.manner = Manner(
            self.chosen, lambda: self.voices, lambda: is_own_voice, self.said.append
        )

    @property
    def now(self) -> Settings:
        return self.chosen.current


def test_speed_is_said_as_it_is_then_and_ends_at_its_limits() -> None:
    tuned = Tuned()
    for _press in range(7):
        tuned.manner.faster()
    assert tuned.said[:2] == ["Speed 60 percent.", "Speed 70 percent."]
    assert tuned.said[-1] == "Speed 100 percent."
    for _press in range(12):
        tuned.manner.faster(-1)
    assert tuned.said[-1] == "Speed 0 percent."
    assert tuned.now.speech_rate == -1.0


def test_who_speaks_comes_round_and_never_leaves_everybody_silent() -> None:
    own, reader, auto = (
        SpeakThrough.OWN_VOICE,
        SpeakThrough.SCREEN_READER,
        SpeakThrough.AUTOMATIC,
    )
    assert [next_through(now, has_reader=True) for now in (auto, own, reader)] == [
        own,
        reader,
        auto,
    ]
    assert [next_through(now, has_reader=False) for now in (auto, own, reader)] == [own, auto, auto]


def test_pitch_and_volume_change_too_and_never_to_silence() -> None:
    tuned = Tuned()
    tuned.manner.higher(-1)
    assert tuned.said == ["Pitch 40 percent."]
    for _press in range(15):
        tuned.manner.louder(-1)
    assert tuned.said[-1] == "Volume 10 percent."
    assert options_of(tuned.now) == VoiceOptions(pitch=-20, volume=10)


def test_voices_of_the_language_come_round_and_another_language_has_its_own() -> None:
    tuned = Tuned()
    for _press in range(3):
        tuned.manner.next_voice()
    assert tuned.said == ["Voice: Ada.", "Voice: Bea.", "Voice: Ada."]
    tuned.manner.next_language()
    assert tuned.said[-1] == "Idioma: español."
    assert (tuned.now.language, tuned.now.voice_name) == ("es", "")
    tuned.manner.next_voice()
    tuned.manner.next_voice()
    assert tuned.said[-2:] == ["Voz: Carla.", "No hay otra voz para este idioma."]


def test_a_language_without_an_alphabet_is_left_for_the_first() -> None:
    tuned = Tuned(language="fi")
    tuned.manner.next_language()
    assert tuned.now.language == "en"


def test_how_much_and_which_signs_come_round() -> None:
    tuned = Tuned(is_own_voice=False)
    heard = []
    for _press in range(3):
        tuned.manner.next_verbosity()
        tuned.manner.next_punctuation()
        heard.append((tuned.now.verbosity, tuned.now.punctuation))
    assert heard == [
        (Verbosity.EVERYTHING, Punctuation.ALL),
        (Verbosity.ANSWER_ONLY, Punctuation.NONE),
        (Verbosity.EXPLAINED, Punctuation.SOME),
    ]
    assert tuned.said[:2] == ["Everything is said.", "Punctuation: all."]


def test_a_change_that_the_screen_reader_does_not_take_up_is_said_to_be_one() -> None:
    tuned = Tuned(is_own_voice=False)
    tuned.manner.faster()
    assert tuned.said == [f"Speed 60 percent. {phrases.READER_SPEAKS}"]


def test_every_setting_of_the_manner_is_a_setting() -> None:
    assert set(KEYS) <= set(Settings.model_fields)


def test_all_signs_are_said_where_that_was_chosen() -> None:
    scene = Scene(answered(CODE_LINE))
    scene.talk.speak_as(punctuation=Punctuation.ALL)
    scene.ask("the code?")
    assert scene.voice.said == ["The code is AB dash 4 7 1 1, full stop"]
    assert scene.view.lines == ("The code is AB-4711.",)
