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
from whichone_core.types.pictures import Frame

from .catalogue import _
from .presenters.view import Partner
from .voice.silent import SilentSpeaker

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from .jobs import QtJobRunner
    from .single_window import Request
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
    what to install.  Where a window of this user is open already, it gets picture and question.
    Raises DeviceError where that one does not answer.
    """
    # Not at the top: this module is imported where there is no Qt (see above).
    from .jobs import QtJobRunner
    from .single_window import Request, SingleWindow

    application = _application()
    single = SingleWindow(folders().cache / "window")
    if not single.is_first:
        single.hand_over(Request(picture, question))
        return 0
    speaker, trouble = _opened(open_speaker)
    jobs = QtJobRunner()
    window = _made(assistant, jobs, speaker, take, speak_through, verbosity, settings)
    _begin(window, trouble, picture, question)
    single.serve(lambda request: _take_over(window, request))
    try:
        return application.exec()
    finally:
        single.close()
        jobs.close()
        speaker.close()


def _application() -> QApplication:
    from PySide6.QtWidgets import QApplication

    from .qt_language import use_qt_language
    from .window import NAME

    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication)
    application.setApplicationName(NAME)
    use_qt_language()
    return application


def _made(
    assistant: Partner,
    jobs: QtJobRunner,
    speaker: Speaker,
    take: Callable[[str], Frame],
    through: SpeakThrough,
    verbosity: Verbosity,
    settings: Settings | None,
) -> MainWindow:
    """The window with what its user chose, shown."""
    from .chosen import Chosen
    from .keys_file import keys_file
    from .remembered import Remembered, window_file
    from .window import MainWindow
    from .window_features import FEATURES

    choices = Remembered(window_file())
    chosen = Chosen(settings or Settings(), folders().settings_file, os.environ)
    window = MainWindow(
        assistant, jobs, speaker, take, through, verbosity, choices, settings, FEATURES,
        chosen, keys_file(),
    )  # fmt: skip
    window.resize(*START_SIZE)
    window.show()
    return window


def _take_over(window: MainWindow, request: Request) -> None:
    """Do what a second start was asked for; its user wants to be here now."""
    if request.picture == "screen:":
        window.capture(request.question or None)  # as it is now, without this window
        return
    window.show()
    window.raise_()
    window.activateWindow()
    if request.picture:
        window.open_path(request.picture, request.question or None)
    else:
        window.conversation.tell(_("WhichOne is open already."))


def _begin(window: MainWindow, trouble: DeviceError | None, picture: str, question: str) -> None:
    """Say what is missing, then open the picture and ask, or leave the question to be sent."""
    window.key_help.tell_problems()
    if trouble is not None:
        window.conversation.report(trouble)
    if picture:
        window.open_path(picture, question or None)
    else:
        window.question.show_value(question)


def _opened(
    open_speaker: Callable[[], Speaker],
) -> tuple[Speaker, DeviceError | None]:
    """The voice; without one a silent stand-in and what to tell the user."""
    try:
        return open_speaker(), None
    except DeviceError as error:
        return SilentSpeaker(), error
