"""The words that settings may be set to; `settings.py` gives them on.

What is typed is English in every language, so that a settings file works on every computer;
what is shown is `title` and `shown`.
"""

from __future__ import annotations

from enum import StrEnum

from whichone_core.catalogue import _
from whichone_core.languages import N_


class Voice(StrEnum):
    """Which program speaks; automatic takes the first that works."""

    AUTO = "auto"
    QT = "qt"
    ESPEAK = "espeak"
    PYTTSX3 = "pyttsx3"
    NONE = "none"


class Verbosity(StrEnum):
    """How much of an answer is spoken at once."""

    ANSWER_ONLY = "answer only"
    EXPLAINED = "explained"
    EVERYTHING = "everything"


class Punctuation(StrEnum):
    """How many of a text's signs are named when it is spoken."""

    NONE = "none"
    SOME = "some"
    ALL = "all"


class SpeakThrough(StrEnum):
    """Who speaks: two voices at once is the commonest complaint (field report 42)."""

    AUTOMATIC = "automatic"
    OWN_VOICE = "own voice"
    SCREEN_READER = "screen reader"


class CameraGuidance(StrEnum):
    """How somebody who can't see the camera's picture is told what to do."""

    SPEECH = "speech"
    TONES = "tones"
    OFF = "off"


class Moved(StrEnum):
    """What is moved to aim: the camera, a thing held up to a camera that faces its owner, or
    a page under a camera that stands above it."""

    CAMERA = "camera"
    THING = "thing"
    PAGE = "page"


class LogConsent(StrEnum):
    """What the user agreed to keep."""

    OFF = "off"
    TEXT = "text"
    PICTURES = "pictures"


class Listen(StrEnum):
    """When the microphone opens by itself; a key opens it at any time."""

    OFF = "off"
    WHEN_ASKED = "when asked"


class Recogniser(StrEnum):
    """What understands speech, on this computer."""

    MOONSHINE = "moonshine"
    WHISPER = "whisper"


class DoubleCheck(StrEnum):
    """How a language model checks its own answers (VizWiz-LF's self-consistency and
    self-correction)."""

    OFF = "off"
    ASK_AGAIN = "ask again"
    CORRECT_ITSELF = "correct itself"


class SaliencyReading(StrEnum):
    """The readings of AQuA's saliency; the same names as `saliency.Rule`."""

    PICTURE_DISTANCE = "picture distance"
    LARGEST_DISTANCE = "largest distance"
    LARGEST_CLOSENESS = "largest closeness"
    FIFTH_OF_PICTURE = "fifth of picture"


TITLES = {
    "engine": N_("Engine"),
    "model": N_("Model"),
    "idle_minutes": N_("Idle minutes"),
    "server": N_("Server"),
    "server_model": N_("Server model"),
    "double_check": N_("Double check"),
    "language": N_("Language"),
    "verbosity": N_("Verbosity"),
    "ask_more": N_("Ask more"),
    "speak_through": N_("Speak through"),
    "voice": N_("Voice"),
    "voice_name": N_("Voice name"),
    "speech_rate": N_("Speech rate"),
    "speech_pitch": N_("Speech pitch"),
    "speech_volume": N_("Speech volume"),
    "earcons": N_("Earcons"),
    "punctuation": N_("Punctuation"),
    "camera": N_("Camera"),
    "guidance": N_("Guidance"),
    "moved": N_("Moved"),
    "countdown": N_("Countdown"),
    "listen": N_("Listen"),
    "microphone": N_("Microphone"),
    "recogniser": N_("Recogniser"),
    "log": N_("Log"),
    "study": N_("Study"),
    "study_consent": N_("Study consent"),
    "release_feed": N_("Release feed"),
    "saliency": N_("Saliency"),
}
"""What each setting is called where it is shown."""

SHOWN = (
    *(N_("auto"), N_("none"), N_("some"), N_("all"), N_("off")),
    *(N_("answer only"), N_("explained"), N_("everything")),
    *(N_("automatic"), N_("own voice"), N_("screen reader")),
    *(N_("speech"), N_("tones"), N_("camera"), N_("thing"), N_("page")),
    *(N_("text"), N_("pictures"), N_("when asked"), N_("ask again"), N_("correct itself")),
    *(N_("picture distance"), N_("largest distance"), N_("largest closeness")),
    N_("fifth of picture"),
)
"""Words of settings that have a translation; the others are names of programs."""


def title(key: str) -> str:
    """What a setting is called, in the user's language."""
    return _(TITLES.get(key) or key.replace("_", " ").capitalize())


def shown(word: str) -> str:
    """A word that a setting may be set to, in the user's language."""
    return _(word) if word in SHOWN else word
