"""The window as a program of its own, for tests that drive it from outside.

`python -m tests.desk.app scripted [PICTURE]` answers by script; `builtin` with the real
built-in engine.  With `--voice FILE` it has a voice of its own that writes what it says, with
`--hears TEXT` an ear that understands these texts, one at a time; `--open-ear` lets it listen by
itself after a question back, and `--study` is the study mode.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from whichone_app import window_features
from whichone_app.gui import run_window
from whichone_app.hearing.ear import Ear
from whichone_app.hearing.fake import FakeMicrophone, ScriptedListener
from whichone_app.listening import Listening
from whichone_app.presenters.view import Partner
from whichone_app.voice.fake import FakeSpeaker
from whichone_app.voice.silent import SilentSpeaker
from whichone_core.picture.pictures import read_file
from whichone_core.settings import Listen, Settings, Verbosity
from whichone_core.types.pictures import Frame

from tests.desk.scripted import ScriptedAssistant
from tests.hearing import babble, quiet, together

LOUD = 500
"""Of 32,767: far above the noise of a silent room."""


class WritingSpeaker(FakeSpeaker):
    """A voice that appends each sentence to a file as it is begun."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path

    def say(self, sentence: str, language: str = "") -> None:
        super().say(sentence, language)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(f"{sentence}\n")


def take(path: str) -> Frame:
    return read_file(Path(path))


def _builtin(settings: Settings) -> Partner:
    from whichone_app.bootstrap import build_assistant

    return build_assistant(settings)


def _listen_to(texts: Sequence[str]) -> None:
    """Give the window an ear that hears one of these texts each time; "" is a silent room."""
    listener, left = ScriptedListener(), list(texts)

    def make_ear(_settings: Settings) -> Ear:
        return Ear(_Room(listener, left), listener, lambda: _is_loud, lambda pitches: None)

    window_features.FEATURES = tuple(
        partial(Listening, make_ear=make_ear) if made is Listening else made
        for made in window_features.FEATURES
    )


def _is_loud(block: NDArray[np.int16]) -> bool:
    return bool(np.abs(block.astype(np.int32)).max() > LOUD)


class _Room(FakeMicrophone):
    """A room in which, each time the microphone opens, the next text is said."""

    def __init__(self, listener: ScriptedListener, texts: list[str]) -> None:
        super().__init__()
        self._listener, self._texts = listener, texts

    def open(self) -> None:
        super().open()
        text, self.position = self._texts.pop(0) if self._texts else "", 0
        self._listener.script = [text] if text else []
        self.samples = together(quiet(1), babble(1)) if text else quiet(1)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("scenario", choices=["scripted", "builtin"])
    parser.add_argument("picture", nargs="?", default="")
    parser.add_argument("--voice", type=Path)
    parser.add_argument("--hears", nargs="*", default=None, metavar="TEXT")
    parser.add_argument("--open-ear", action="store_true")
    parser.add_argument("--study", action="store_true")
    parser.add_argument("--camera", default="", help="the address of one on the network")
    arguments = parser.parse_args()
    listen = Listen.WHEN_ASKED if arguments.open_ear else Listen.OFF
    settings = Settings(camera=arguments.camera, study=arguments.study, listen=listen)
    is_scripted = arguments.scenario == "scripted"
    assistant = ScriptedAssistant() if is_scripted else _builtin(settings)
    if arguments.hears is not None:
        _listen_to(arguments.hears)
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
        settings=settings,
    )


if __name__ == "__main__":
    raise SystemExit(main())
