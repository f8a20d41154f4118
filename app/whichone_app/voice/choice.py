"""Which voice speaks: chosen by name, or the first that works on this machine.

    in the window            qt, then espeak, then pyttsx
    command line, Linux      espeak, then pyttsx (which can hardly be interrupted there)
    command line, elsewhere  pyttsx (the system's own voices), then espeak

Nothing is imported before it is chosen: the command line must start quickly, and without Qt.
"""

from __future__ import annotations

import difflib
import importlib
import sys
from functools import partial

from whichone_core.errors import DeviceError, SetupError
from whichone_core.ports import Speaker

from .fallback import FallbackSpeaker
from .options import OnFailure, Voice, VoiceOptions

SPEAKERS = ("qt", "espeak", "pyttsx")
AUTO = "auto"


def choose_speaker(name: str = AUTO, options: VoiceOptions | None = None) -> Speaker:
    """The speaker of that name, or with "auto" the first that works, ready to speak.

    Raises SetupError for a name that is not known, DeviceError where the voice (or every
    voice) is missing, with what to install.
    """
    options = options or VoiceOptions()
    if name == AUTO:
        openers = [partial(_open, each, options) for each in _preferred()]
        return FallbackSpeaker(openers, _nothing_speaks())
    if name not in SPEAKERS:
        raise _unknown(name)
    return _open(name, options, None)


def available_voices(name: str) -> tuple[Voice, ...]:
    """The installed voices of espeak or pyttsx.  Raises SetupError or DeviceError."""
    if name not in ("espeak", "pyttsx"):
        raise _unknown(name)
    found: tuple[Voice, ...] = _module(name).voices()
    return found


def _open(name: str, options: VoiceOptions, on_failure: OnFailure | None) -> Speaker:
    try:
        module = _module(name)
    except ImportError as error:
        raise DeviceError(
            f"The voice {name} is not installed.",
            remedy="Install WhichOne with its extra called app.",
            cause=str(error),
        ) from error
    speaker: Speaker = module.open_speaker(options, on_failure)
    return speaker


def _module(name: str):  # type: ignore[no-untyped-def]  # a module's attributes have no types
    return importlib.import_module(f"whichone_app.voice.{name}")


def _preferred() -> tuple[str, ...]:
    if _is_in_window():
        return ("qt", "espeak", "pyttsx")
    return ("espeak", "pyttsx") if sys.platform.startswith("linux") else ("pyttsx", "espeak")


def _is_in_window() -> bool:
    """Whether this process runs a Qt application; found out without importing Qt."""
    qt = sys.modules.get("PySide6.QtCore")
    return qt is not None and qt.QCoreApplication.instance() is not None


def _nothing_speaks() -> DeviceError:
    if sys.platform.startswith("linux"):
        remedy = "Install espeak-ng: sudo apt install espeak-ng."
    else:
        remedy = "Install espeak-ng, or switch on a voice in the system's speech settings."
    return DeviceError("No voice is installed.", remedy=remedy)


def _unknown(name: str) -> SetupError:
    nearest = difflib.get_close_matches(name, [AUTO, *SPEAKERS], n=1)
    hint = f"Did you mean {nearest[0]}?" if nearest else f"Choose {AUTO}, {', '.join(SPEAKERS)}."
    return SetupError(f"There is no voice called {name}.", remedy=hint)
