"""`whichone run [PICTURE] [QUESTION]`: the window where there is a display, else a demo here.

Without a display it answers on the terminal and writes the spoken answer to a WAV file; a
bundled example picture stands in where none is given.  What is not installed costs no more
than itself: without a voice there is no WAV file, without Qt's libraries no window.
"""

from __future__ import annotations

import argparse
import ctypes
import logging
import os
import sys
from functools import partial
from pathlib import Path

from whichone_core.errors import DeviceError, WhichOneError
from whichone_core.languages import N_
from whichone_core.records import one_line
from whichone_core.settings import Settings, Voice

from .. import gui
from ..bootstrap import build_assistant, build_speaker, take_picture
from ..catalogue import _
from ..display import has_display
from . import ask
from .complaint import say

log = logging.getLogger(__name__)

DEMO_PICTURE = "example:label"
DEMO_QUESTION = N_("What is the expiry date?")
DEMO_AUDIO = "whichone-answer.wav"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("picture", metavar=_("PICTURE"), nargs="?", default="")
    parser.add_argument("question", metavar=_("QUESTION"), nargs="*")
    parser.add_argument(
        "--save-audio",
        metavar=_("FILE"),
        default=DEMO_AUDIO,
        help=_("where the spoken answer goes without a display (default: {file})", file=DEMO_AUDIO),
    )


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Open the window and return when it is closed, or answer here."""
    question = " ".join(arguments.question)
    if has_display():
        try:
            _need_qt()
        except DeviceError as error:
            log.warning("%s (%s)", error.sentence, error.cause)
            say(error.spoken)
        else:
            return _open_window(settings, arguments.picture, question)
    return _answer_here(settings, arguments.picture, question, arguments.save_audio)


def _answer_here(settings: Settings, picture: str, question: str, audio_file: str) -> int:
    if not picture:
        picture, question = DEMO_PICTURE, question or _(DEMO_QUESTION)
    shown = one_line(picture)
    print(_("There is no window, so the answer comes here. Picture: {picture}.", picture=shown))
    asked = one_line(question) or _("none, so the picture is described")
    print(
        _("Question: {question}", question=asked),
        flush=True,
    )
    parser = argparse.ArgumentParser()
    ask.add_arguments(parser)
    arguments = parser.parse_args([DEMO_PICTURE])
    # Not parsed: a name or a question may look like an option.
    arguments.picture, arguments.question = picture, [question]
    arguments.save_audio = audio_file if _has_voice(settings) else None
    return ask.run(arguments, settings)


def _has_voice(settings: Settings) -> bool:
    """Whether there is a voice to record; says what to install where there is none."""
    if settings.voice is Voice.NONE:
        return False
    try:
        build_speaker(settings).close()
    except WhichOneError as error:
        say(" ".join((error.spoken, _("The answer is written, not spoken."))))
        return False
    return True


def _need_qt() -> None:
    """Raises DeviceError where Qt would end the process, for a system library is missing."""
    try:
        from PySide6.QtCore import QLibraryInfo
        from PySide6.QtWidgets import QApplication  # noqa: F401  (loads what widgets need)

        if _opens_at_x11():
            plugins = QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)
            ctypes.CDLL(str(Path(plugins) / "platforms" / "libqxcb.so"))
    except (ImportError, OSError) as error:
        raise DeviceError(
            _("The window cannot open, because Qt or a system library that it needs is missing."),
            remedy=_("What to install, says: whichone doctor."),
            cause=str(error),
        ) from error


def _opens_at_x11() -> bool:
    """Whether Qt will take its X11 plug-in; without a word from the user Wayland comes first."""
    platform = os.environ.get("QT_QPA_PLATFORM") or "xcb"
    is_wayland = bool(os.environ.get("WAYLAND_DISPLAY"))
    is_linux = sys.platform.startswith("linux")
    return is_linux and platform.startswith("xcb") and not is_wayland


def _open_window(settings: Settings, picture: str, question: str) -> int:
    from ..renewing import RenewedAssistant  # loads Qt

    assistant = RenewedAssistant(build_assistant, settings)
    try:
        return gui.run_window(
            assistant,
            partial(build_speaker, settings),
            take_picture,
            settings.speak_through,
            settings.verbosity,
            picture=picture,
            question=question,
            settings=settings,
        )
    finally:
        assistant.close()
