"""`whichone run [PICTURE] [QUESTION]`: the window where there is a display, else a demo here.

Without a display it answers on the terminal and writes the spoken answer to a WAV file; a
bundled example picture stands in where none is given.
"""

from __future__ import annotations

import argparse
from functools import partial

from whichone_core.settings import Settings

from .. import gui
from ..bootstrap import build_assistant, build_speaker, take_picture
from ..display import has_display
from . import ask

DEMO_PICTURE = "example:label"
DEMO_QUESTION = "What is the expiry date?"
DEMO_AUDIO = "whichone-answer.wav"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("picture", metavar="PICTURE", nargs="?", default="")
    parser.add_argument("question", metavar="QUESTION", nargs="*")
    parser.add_argument(
        "--save-audio",
        metavar="FILE",
        default=DEMO_AUDIO,
        help=f"where the spoken answer goes without a display (default: {DEMO_AUDIO})",
    )


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Open the window and return when it is closed, or answer here."""
    question = " ".join(arguments.question)
    if has_display():
        return _open_window(settings, arguments.picture, question)
    if not arguments.picture:
        question = question or DEMO_QUESTION
    picture = arguments.picture or DEMO_PICTURE
    print(f"There is no display, so the answer comes here. Picture: {picture}.")
    print(f"Question: {question or 'none, so the picture is described'}")
    words = [picture, question, "--save-audio", arguments.save_audio]
    parser = argparse.ArgumentParser()
    ask.add_arguments(parser)
    return ask.run(parser.parse_args(words), settings)


def _open_window(settings: Settings, picture: str, question: str) -> int:
    assistant = build_assistant(settings)
    try:
        return gui.run_window(
            assistant,
            partial(build_speaker, settings),
            take_picture,
            settings.speak_through,
            settings.verbosity,
            picture=picture,
            question=question,
        )
    finally:
        assistant.close()
