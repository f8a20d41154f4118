"""Which voice speaks: chosen by name, or the first that works on this machine.

    in the window            qt, then espeak, then pyttsx3
    command line, Linux      espeak, then pyttsx3
    command line, elsewhere  pyttsx3 (the system's own voices), then espeak

Nothing is imported before it is chosen: the command line must start quickly, and without Qt.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial

from whichone_core.errors import DeviceError, SetupError
from whichone_core.ports import Speaker
from whichone_core.registry import Registry

from ..catalogue import _
from .fallback import FallbackSpeaker
from .options import OnFailure, Voice, VoiceOptions

AUTO = "auto"
SPEAKERS: Registry[Callable[[VoiceOptions, OnFailure | None], Speaker]] = Registry(
    "voice",
    {
        "qt": "whichone_app.voice.qt:open_speaker",
        "espeak": "whichone_app.voice.espeak:open_speaker",
        "pyttsx3": "whichone_app.voice.pyttsx:open_speaker",
        "none": "whichone_app.voice.silent:open_speaker",
    },
)
_VOICES: Registry[Callable[[], tuple[Voice, ...]]] = Registry(
    "list of voices for",
    {
        "espeak": "whichone_app.voice.espeak:voices",
        "pyttsx3": "whichone_app.voice.pyttsx:voices",
    },
)


def choose_speaker(name: str = AUTO, options: VoiceOptions | None = None) -> Speaker:
    """The speaker of that name, or with "auto" the first that works, ready to speak.

    Raises SetupError for a name that is not known, DeviceError where the voice (or every
    voice) is missing, with what to install.
    """
    options = options or VoiceOptions()
    if name == AUTO:
        openers = [partial(_open, each, options) for each in _preferred()]
        return FallbackSpeaker(openers, _nothing_speaks())
    return SPEAKERS.load(name)(options, None)


def available_voices(name: str) -> tuple[Voice, ...]:
    """The installed voices of espeak or pyttsx3.  Raises SetupError or DeviceError."""
    return _VOICES.load(name)()


def _open(name: str, options: VoiceOptions, on_failure: OnFailure) -> Speaker:
    try:
        opener = SPEAKERS.load(name)
    except SetupError as error:
        raise DeviceError(error.sentence, remedy=error.remedy, cause=error.cause) from error
    return opener(options, on_failure)


def _preferred() -> tuple[str, ...]:
    if _is_in_window():
        return ("qt", "espeak", "pyttsx3")
    return ("espeak", "pyttsx3") if sys.platform.startswith("linux") else ("pyttsx3", "espeak")


def _is_in_window() -> bool:
    """Whether this process runs a Qt application; found out without importing Qt."""
    qt = sys.modules.get("PySide6.QtCore")
    return qt is not None and qt.QCoreApplication.instance() is not None


def _nothing_speaks() -> DeviceError:
    if sys.platform.startswith("linux"):
        remedy = _("Install espeak-ng: sudo apt install espeak-ng.")
    else:
        remedy = _("Install espeak-ng, or switch on a voice in the system's speech settings.")
    return DeviceError(_("No voice is installed."), remedy=remedy)
