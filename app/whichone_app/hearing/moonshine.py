"""Moonshine (tiny, English): quick, offline, its weights inside its package (MIT).

Measured on two loaded cores: 0.12-0.19 s an utterance; real recordings nearly without errors,
synthetic voices 8-36% of the words wrong (facts, offline engine), which is why what it hears
is snapped onto what was asked.  It has a voice detector of its own, a third judge besides
energy and WebRTC's: silence, noise and hum give no line at all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whichone_core.errors import SetupError
from whichone_core.installation import part_remedy

from ..catalogue import _
from .audio import RATE
from .kept_model import KeptModel, not_understood

if TYPE_CHECKING:
    from .audio import Speech

NOISE_WORDS = frozenset({"you", "♪"})
"""What it writes for a breath or a knock where it writes anything."""


class MoonshineListener:
    """A `Listener`; the model is loaded when it is first needed and holds 120 MB."""

    name = "moonshine"

    def __init__(self) -> None:
        self._model = KeptModel(_load)

    def warm_up(self) -> None:
        self._model.needed()

    def hear(self, speech: Speech) -> str:
        model = self._model.needed()
        from moonshine_voice.errors import MoonshineError

        try:
            lines = model.transcribe_without_streaming(speech.tolist(), RATE).lines
        except MoonshineError as error:
            raise not_understood(error) from error
        texts = [line.text.strip() for line in lines]
        return " ".join(text for text in texts if text.casefold().strip(".,!♪") not in NOISE_WORDS)

    def close(self) -> None:
        model = self._model.let_go()
        if model is not None:
            model.close()


def open_listener() -> MoonshineListener:
    return MoonshineListener()


def _load() -> Any:
    try:
        from moonshine_voice.errors import MoonshineError
        from moonshine_voice.moonshine_api import ModelArch
        from moonshine_voice.transcriber import Transcriber
        from moonshine_voice.utils import get_model_path
    except (ImportError, OSError) as error:
        raise _not_installed(error) from error
    path = get_model_path("tiny-en")
    if not path.is_dir():  # releases from 0.1 on leave the weights out
        raise _not_installed(FileNotFoundError(str(path)))
    try:
        return Transcriber(path, ModelArch.TINY)
    except MoonshineError as error:
        raise not_understood(error) from error


def _not_installed(error: Exception) -> SetupError:
    return SetupError(
        _("What understands speech is not installed."),
        remedy=part_remedy("voice"),
        cause=str(error),
    )
