"""`whichone camera list` and `whichone camera aim [NAME]`: a camera without a window.

`aim` prints and says one piece of advice at a time until a picture is good.  Nothing is
written unless `--save FILE` says where to.  Ctrl+C leaves.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path

from whichone_core.errors import DeviceError, StorageError
from whichone_core.languages import N_
from whichone_core.paths import is_there
from whichone_core.picture.directions import advice_words, speaking_s
from whichone_core.picture.guidance import Guide
from whichone_core.records import one_line
from whichone_core.settings import CameraGuidance, Moved, Settings
from whichone_core.types.pictures import Frame

from ..aiming.eyes import QuickEyes
from ..aiming.live import opened_camera
from ..aiming.watching import Looked, News, Started, Took, watch
from ..bootstrap import build_speaker
from ..camera import list_cameras
from ..catalogue import _
from ..presenters.aiming import OFF, READY, STARTING, TAKEN
from .complaint import say

NONE_FOUND = N_("No camera was found.")
SPEECH_S = 10.0
"""How long to wait for the voice to finish before leaving."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the actions and their options."""
    actions = parser.add_subparsers(dest="action", metavar=_("ACTION"), required=True)
    actions.add_parser("list", help=_("the cameras of this computer by name"))
    aim = actions.add_parser("aim", help=_("advice until the picture is good"))
    aim.add_argument(
        "name",
        metavar=_("NAME"),
        nargs="?",
        default="",
        help=_("a camera by name, a recording, or the address of a camera on the network"),
    )
    aim.add_argument(
        "--save", metavar=_("FILE"), type=Path, help=_("write the picture, a PNG or JPEG")
    )
    aim.add_argument("--moved", choices=list(map(str, Moved)), help=_("what you move to aim"))
    aim.add_argument(
        "--speak",
        action=argparse.BooleanOptionalAction,
        help=_("say the advice (the default at a terminal)"),
    )


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """List or aim and return 0; failures are raised as WhichOneError."""
    if arguments.action == "list":
        return _list()
    name = arguments.name or settings.camera
    speaks = sys.stdout.isatty() if arguments.speak is None else arguments.speak
    if arguments.save is not None and is_there(arguments.save):
        raise StorageError(
            _("There already is a file {file}.", file=arguments.save),
            remedy=_("Name another one after --save."),
        )
    frame = _aimed(name, settings, _voice(settings) if speaks else lambda _text: None)
    if frame is not None and arguments.save is not None:
        _save(frame, arguments.save)
        print(_("The picture is in {file}.", file=one_line(str(arguments.save))))
    return 0


def _list() -> int:
    names = [camera.name for camera in list_cameras()]
    print("\n".join(names) if names else _(NONE_FOUND))
    return 0


def _aimed(name: str, settings: Settings, speak: Callable[[str], None]) -> Frame | None:
    """The picture that took itself, with everything said on the way."""
    # Not at the top: listing cameras needs no networks.
    from whichone_models.builtin.glimpses import Glimpser

    def tell(text: str) -> None:
        print(text, flush=True)
        speak(text)

    tell(_(STARTING))
    moved = settings.moved
    is_silent = settings.guidance is CameraGuidance.OFF
    guide = Guide(lambda trouble: speaking_s(advice_words(trouble, moved)), time.monotonic() + 1)
    eyes = QuickEyes(Glimpser().look)
    with closing(opened_camera(name)) as camera, closing(eyes):
        frame = _heard(watch(camera, eyes, guide), moved, tell, is_silent=is_silent)
    if frame is not None:
        tell(_(TAKEN))
    tell(_(OFF))
    return frame


def _heard(
    news: Iterable[News], moved: Moved, tell: Callable[[str], None], *, is_silent: bool
) -> Frame | None:
    for one in news:
        if isinstance(one, Started):
            tell(_(READY))
        elif isinstance(one, Took):
            return one.frame
        elif isinstance(one, Looked) and one.guidance.advice is not None and not is_silent:
            tell(advice_words(one.guidance.advice, moved))
    return None


def _voice(settings: Settings) -> Callable[[str], None]:
    """What says a text; where there is no voice the printed lines are enough."""
    try:
        speaker = build_speaker(settings)
    except DeviceError as error:
        say(error.spoken)
        return lambda _text: None

    def speak(text: str) -> None:
        try:
            speaker.say(text)
            if text == _(OFF):
                speaker.wait(SPEECH_S)
                speaker.close()
        except DeviceError as error:
            say(error.spoken)

    return speak


def _save(frame: Frame, path: Path) -> None:
    """Raises StorageError."""
    from PIL import Image

    try:
        Image.fromarray(frame.pixels).save(path)
    except (OSError, ValueError) as error:
        raise StorageError(
            _("The picture could not be written to {path}.", path=path),
            remedy=_("Name a file that ends in .png or .jpg, in a folder where you may write."),
            cause=str(error),
        ) from error
