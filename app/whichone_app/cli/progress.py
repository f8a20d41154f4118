"""How far something long is, said every ten per cent: printed, and spoken where wanted."""

from __future__ import annotations

from whichone_core.errors import WhichOneError
from whichone_core.ports import Speaker
from whichone_core.settings import Settings
from whichone_models.catalog import gigabytes

from .complaint import say


class Tenths:
    """Says "20 percent of 3.3 gigabytes." once for each ten per cent, and nothing in between.

    what: completes "20 percent of ...", empty for the size in bytes.
    goes_on: whether something that was done earlier may be gone on from.
    """

    def __init__(self, speaker: Speaker | None, what: str = "", *, goes_on: bool = False) -> None:
        self._speaker = speaker
        self._what = what
        self._goes_on = goes_on
        self._said = 0

    def __call__(self, done: int, whole: int) -> None:
        """Take how far it is."""
        tenth = 10 * done // whole if whole else 10
        if self._goes_on and 0 < tenth < 10:
            self._said = tenth
            self._tell(f"Going on from {10 * tenth} percent.")
        self._goes_on = False
        if tenth > self._said:
            self._said = tenth
            self._tell(f"{10 * tenth} percent of {self._what or gigabytes(whole)}.")

    def _tell(self, sentence: str) -> None:
        print(sentence, flush=True)
        if self._speaker is not None:
            try:
                self._speaker.stop()  # the newest number is the one that matters
                self._speaker.say(sentence)
            except WhichOneError as error:
                self._speaker = None
                say(error.spoken)


def speaker_for(settings: Settings, *, is_wanted: bool) -> Speaker | None:
    """The voice, where it is wanted and there is one; its lack is one sentence."""
    if not is_wanted:
        return None
    from ..bootstrap import build_speaker

    try:
        return build_speaker(settings)
    except WhichOneError as error:
        say(f"{error.spoken} Progress is written, not spoken.")
        return None
