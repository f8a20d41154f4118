"""What a long command says while it works: printed line by line, and spoken where wanted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from whichone_core.errors import WhichOneError
from whichone_core.ports import Speaker
from whichone_core.settings import Settings
from whichone_core.speech.spoken import speakable

from ..catalogue import _
from ..presenters.tenths import Tenths
from .complaint import say

__all__ = ["Teller", "Tenths", "telling"]

LAST_WORDS_S = 30.0
"""How long the voice may still take at the end of a command."""


class Teller:
    """Prints sentences, and speaks them where there is a voice."""

    def __init__(self, speaker: Speaker | None = None) -> None:
        self._speaker = speaker
        self._is_number = False

    def tell(self, sentence: str, *, is_number: bool = False) -> None:
        """Say a sentence after what is being said; a number in place of the number before."""
        print(sentence, flush=True)
        if self._speaker is None:
            return
        try:
            if is_number and self._is_number:
                self._speaker.stop()  # the newest one is the one that matters
            self._speaker.say(speakable(sentence))
        except WhichOneError as error:
            self._speaker = None
            say(error.spoken)
        self._is_number = is_number

    def close(self) -> None:
        """Let the voice finish."""
        if self._speaker is not None:
            self._speaker.wait(LAST_WORDS_S)
            self._speaker.close()


@contextmanager
def telling(settings: Settings, *, is_spoken: bool) -> Iterator[Teller]:
    """A teller, with the voice where it is wanted and there is one; its lack is one sentence."""
    teller = Teller(_speaker(settings) if is_spoken else None)
    try:
        yield teller
    finally:
        teller.close()


def _speaker(settings: Settings) -> Speaker | None:
    from ..bootstrap import build_speaker

    try:
        return build_speaker(settings)
    except WhichOneError as error:
        say(" ".join((error.spoken, _("Progress is written, not spoken."))))
        return None
