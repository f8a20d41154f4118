"""The program under the soak: the real window, offscreen, with hands at it.

    python -m tests.soak.app --questions 300 --minutes 30 [--fake-voice] PICTURE...

Prints "asked N" for each question and, at the end, what was done as one JSON object.
"""

from __future__ import annotations

import argparse
import json

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from whichone_app.bootstrap import build_assistant, build_speaker, take_picture
from whichone_app.gui import run_window
from whichone_app.voice.silent import SilentSpeaker
from whichone_app.window import MainWindow
from whichone_core.ports import Speaker
from whichone_core.settings import LogConsent, Settings, SpeakThrough, Voice

from tests.soak.hands import Hands
from tests.soak.session import Session

LOOK_MS = 50


class Begin:
    """Puts hands at the window once it stands."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self._arguments = arguments
        self.session: Session | None = None
        self._hands: Hands | None = None
        self._timer = QTimer(interval=LOOK_MS)
        self._timer.timeout.connect(self._look)
        self._timer.start()

    def _look(self) -> None:
        windows = [w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow)]
        if not windows or not windows[0].isVisible():
            return
        self._timer.stop()
        given = self._arguments
        pace_s = given.minutes * 60 / given.questions
        self.session = Session(windows[0], given.pictures, given.questions, pace_s, given.seed)
        self._hands = Hands(windows[0], self.session.script())


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.app")
    parser.add_argument("--questions", type=int, required=True)
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--seed", type=int, default=6)
    parser.add_argument("--fake-voice", action="store_true")
    parser.add_argument("pictures", nargs="+")
    arguments = parser.parse_args()
    application = QApplication([])
    application.setQuitOnLastWindowClosed(True)
    settings = Settings(log=LogConsent.TEXT, voice=Voice.ESPEAK)
    begin = Begin(arguments)

    def speaker() -> Speaker:
        return SilentSpeaker() if arguments.fake_voice else build_speaker(settings)

    assistant = build_assistant(settings)
    try:
        return run_window(
            assistant, speaker, take_picture, SpeakThrough.OWN_VOICE, settings=settings
        )
    finally:
        assistant.close()
        if begin.session is not None:
            print(json.dumps(begin.session.done), flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
