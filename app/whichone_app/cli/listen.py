"""`whichone listen`: hear one question and print it, for scripts and for who has no window.

    whichone ask photo.jpg "$(whichone listen)"

The words go to standard output and nothing else does.  Ctrl+C ends it.  Exit code 0 where
there were words, 1 where there were none or the microphone does not work.
"""

from __future__ import annotations

import argparse
import sys

from whichone_core.languages import N_
from whichone_core.settings import Recogniser, Settings
from whichone_core.types.cancelling import Cancel

from ..bootstrap import build_ear
from ..catalogue import _
from ..hearing.ear import Nothing, Opened, Sounded, SpeechEnded, Why, Words
from ..hearing.microphone import microphones
from .complaint import say

_NOTHING = {
    Why.SILENCE: N_("I heard nothing."),
    Why.NO_WORDS: N_("I heard no words."),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--list", action="store_true", help=_("list the microphones"))
    parser.add_argument("--microphone", metavar=_("NAME"), help=_("by name, or a part of it"))
    parser.add_argument(
        "--recogniser",
        metavar=_("NAME"),
        help=_("what understands: {names}", names=", ".join(Recogniser)),
    )


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Listen until there are words or 8 s passed without any; failures are raised."""
    if arguments.list:
        names = microphones()
        print("\n".join(names) if names else _("There is no microphone."))
        return 0
    ear = build_ear(settings)
    try:
        for sounded in ear.listen(Cancel()):
            if isinstance(sounded, Words):
                print(sounded.text, flush=True)
                return 0
            _tell(sounded)
    finally:
        ear.close()
    return 1


def _tell(sounded: Sounded) -> None:
    """What goes on, on standard error: at a terminal only, as a script has no use for it."""
    if isinstance(sounded, Nothing):
        say(_(_NOTHING[sounded.why]))
    elif sys.stderr.isatty() and isinstance(sounded, Opened):
        say(_("Listening."))
    elif sys.stderr.isatty() and isinstance(sounded, SpeechEnded):
        say(_("Understanding."))
