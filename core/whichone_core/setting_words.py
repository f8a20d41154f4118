"""The words that settings may be set to; `settings.py` gives them on."""

from __future__ import annotations

from enum import StrEnum


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
