"""Opens the window and runs it until it is closed.

Qt is loaded when a window is wanted, not before: a machine without it has the command line.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from whichone_core.errors import DeviceError
from whichone_core.paths import folders
from whichone_core.ports import Speaker
from whichone_core.settings import Settings, SpeakThrough, Verbosity
from whichone_core.types import Frame

from .presenters.view import Partner
from .voice.silent import SilentSpeaker

if TYPE_CHECKING:
    from .window import MainWindow

START_SIZE = (960, 640)


def run_window(
    assistant: Partner,
    open_speaker: Callable[[], Speaker],
    take: Callable[[str], Frame],
    speak_through: SpeakThrough = SpeakThrough.AUTOMATIC,
    verbosity: Verbosity = Verbosity.EXPLAINED,
    *,
    picture: str = "",
    question: str = "",
    settings: Settings | None = None,
) -> int:
    """Show the window, with a picture and a question where they are given; 0 when it closed.

    take: opens a picture by what the command line accepts (a path, "clipboard:", ...).  It
    runs in the worker thread.  open_speaker: called once the application stands, as Qt's
    voices need it; where it raises DeviceError the text still arrives, and the window says
    what to install.
    """
    from PySide6.QtWidgets import QApplication

    # Not at the top: this module is imported where there is no Qt (see above).
    from .chosen import Chosen
    from .jobs import QtJobRunner
    from .keys_file import keys_file
    from .remembered import Remembered, window_file
    from .window import NAME, MainWindow
    from .window_features import FEATURES

    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication)
    application.setApplicationName(NAME)
    speaker, trouble = _opened(open_speaker)
    jobs = QtJobRunner()
    choices = Remembered(window_file())
    chosen = Chosen(settings or Settings(), folders().settings_file, os.environ)
    window = MainWindow(
        assistant,
        jobs,
        speaker,
        take,
        speak_through,
        verbosity,
        choices,
        settings,
        FEATURES,
        chosen,
        keys_file(),
    )
    window.resize(*START_SIZE)
    window.show()
    _begin(window, trouble, picture, question)
    try:
        return application.exec()
    finally:
        jobs.close()
        speaker.close()


def _begin(window: MainWindow, trouble: DeviceError | None, picture: str, question: str) -> None:
    """Say what is missing, then open the picture and ask, or leave the question to be sent."""
    window.key_help.tell_problems()
    if trouble is not None:
        window.conversation.report(trouble)
    if picture:
        window.open_path(picture, question or None)
    else:
        window.question.setText(question)


def _opened(
    open_speaker: Callable[[], Speaker],
) -> tuple[Speaker, DeviceError | None]:
    """The voice; without one a silent stand-in and what to tell the user."""
    try:
        return open_speaker(), None
    except DeviceError as error:
        return SilentSpeaker(), error
