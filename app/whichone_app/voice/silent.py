"""No voice, because the user wants none: answers are text only."""

from __future__ import annotations

from whichone_core.errors import DeviceError

from ..catalogue import _
from .options import OnFailure, Voice, VoiceOptions


class SilentSpeaker:
    """A Speaker that says nothing and cannot save."""

    name = "none"
    is_speaking = False
    voices: tuple[Voice, ...] = ()

    def say(self, sentence: str, language: str = "") -> None:
        """Nothing is said."""

    def stop(self) -> None:
        """Nothing is to be stopped."""

    def wait(self, timeout_s: float) -> bool:
        return True

    def adjust(self, options: VoiceOptions) -> None:
        """Nothing is said, however."""

    def save(self, sentences: list[str], path: str) -> None:
        raise DeviceError(
            _("The spoken answer cannot be saved, because the voice is switched off."),
            remedy=_("Set voice to auto."),
        )

    def close(self) -> None:
        """Nothing is to be freed."""


def open_speaker(options: VoiceOptions, on_failure: OnFailure | None = None) -> SilentSpeaker:
    return SilentSpeaker()
