"""The window as a program of its own, for tests that drive it from outside.

`python -m tests.desk.app scripted [PICTURE]` answers by script; `builtin` with the real
built-in engine.  With `--voice FILE` it has a voice of its own that writes what it says.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from whichone_app.gui import run_window
from whichone_app.presenters.view import Partner
from whichone_app.voice.fake import FakeSpeaker
from whichone_app.voice.silent import SilentSpeaker
from whichone_core.picture.pictures import read_file
from whichone_core.settings import Settings, Verbosity
from whichone_core.types import Frame

from tests.desk.scripted import ScriptedAssistant


class WritingSpeaker(FakeSpeaker):
    """A voice that appends each sentence to a file as it is begun."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path

    def say(self, sentence: str) -> None:
        super().say(sentence)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(f"{sentence}\n")


def take(path: str) -> Frame:
    return read_file(Path(path))


def _builtin() -> Partner:
    from whichone_app.bootstrap import build_assistant

    return build_assistant(Settings())


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("scenario", choices=["scripted", "builtin"])
    parser.add_argument("picture", nargs="?", default="")
    parser.add_argument("--voice", type=Path)
    parser.add_argument("--camera", default="", help="the address of one on the network")
    arguments = parser.parse_args()
    assistant = ScriptedAssistant() if arguments.scenario == "scripted" else _builtin()
    if arguments.camera:
        # The real engine has loaded them before anybody aims; while they load, keys wait.
        import cv2  # noqa: F401
        import onnxruntime  # noqa: F401
    speaker = WritingSpeaker(arguments.voice) if arguments.voice else SilentSpeaker()
    return run_window(
        assistant,
        lambda: speaker,
        take,
        verbosity=Verbosity.ANSWER_ONLY,
        picture=arguments.picture,
        settings=Settings(camera=arguments.camera),
    )


if __name__ == "__main__":
    raise SystemExit(main())
