"""The manner of speaking, changed while the window is open: by key, or in the settings.

A feature of the window (`features.py`).  Whatever changes the settings, the voice and the
conversation take it up at once; no voice is opened again for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QTimer
from whichone_core.languages import N_
from whichone_core.settings import Settings

from . import local_model
from .catalogue import _
from .features import Desk, Offer
from .menus import SPEECH_MENU, Command
from .presenters import phrases
from .presenters.manner import KEYS, Manner, next_through, options_of
from .renewing import is_renewed

MODEL_LATER = N_("The language model answers in it after a restart.")


class Speaking:
    """Commands for speed, pitch, volume, voice, language, verbosity and punctuation."""

    def __init__(self, desk: Desk) -> None:
        self._announcer = desk.announcer
        self._talk = desk.conversation
        self._speak_through = desk.speak_through
        self._is_renewed = is_renewed(desk)
        desk.chosen.subscribe(self._settings_changed, *KEYS)
        self._talk.speak_as(punctuation=desk.chosen.current.punctuation)
        self.manner = Manner(
            desk.chosen,
            lambda: self._announcer.voices,
            lambda: self._announcer.is_own_voice,
            self._talk.tell_now,
        )

    def commands(self) -> Sequence[Offer]:
        how = self.manner
        return (
            _offer("faster", N_("&Faster"), "Ctrl+Shift+F", how.faster),
            _offer("slower", N_("S&lower"), "Ctrl+Shift+S", lambda: how.faster(-1)),
            _offer("higher", N_("&Higher"), "Ctrl+Shift+F10", how.higher),
            _offer("lower", N_("Lo&wer"), "Ctrl+Shift+F9", lambda: how.higher(-1)),
            _offer("louder", N_("Lou&der"), "Ctrl+Shift+F12", how.louder),
            _offer("quieter", N_("&Quieter"), "Ctrl+Shift+F11", lambda: how.louder(-1)),
            _offer("next voice", N_("&Next voice"), "Ctrl+Shift+N", how.next_voice),
            _offer("next language", N_("Next lan&guage"), "Shift+F2", how.next_language),
            _offer("how much", N_("How &much is said"), "Ctrl+Shift+M", how.next_verbosity),
            _offer("punctuation", N_("&Punctuation"), "Ctrl+Shift+P", how.next_punctuation),
            _offer("who speaks", N_("Who spea&ks"), "Ctrl+Shift+W", self.next_speaker),
        )

    def close(self) -> None:
        """Nothing is held; the voice is the window's."""

    def next_speaker(self) -> None:
        """Let the next one speak, and say who it is: in silence nobody finds the way back."""
        through = next_through(self._announcer.through, has_reader=self._announcer.has_reader)
        self._speak_through(through)
        self._talk.tell_now(phrases.who_speaks(through))

    def _settings_changed(self, before: Settings, after: Settings) -> None:
        if options_of(before) != options_of(after):
            self._announcer.adjust(options_of(after))
        is_other = before.language_code != after.language_code
        if is_other and not self._is_renewed and _asks_a_model(after):
            # After what is said of the change itself.
            QTimer.singleShot(0, self._announcer, lambda: self._talk.tell(_(MODEL_LATER)))
        verbosity = after.verbosity if before.verbosity is not after.verbosity else None
        self._talk.speak_as(verbosity, after.punctuation)


def _asks_a_model(settings: Settings) -> bool:
    """Whether a language model answers, which was told its language when it was made."""
    if settings.engine == "auto":
        return local_model.is_wanted(settings)
    return settings.engine != "builtin"


_HELP = {
    "faster": N_("speak faster"),
    "slower": N_("speak slower"),
    "higher": N_("speak higher"),
    "lower": N_("speak lower"),
    "louder": N_("speak louder"),
    "quieter": N_("speak more quietly"),
    "next voice": N_("take the next voice"),
    "next language": N_("take the next language for the voice and the window"),
    "how much": N_("choose how much is said at once"),
    "punctuation": N_("choose which signs are named"),
    "who speaks": N_("choose who speaks: the screen reader, WhichOne itself, or automatic"),
}


def _offer(name: str, text: str, keys: str, run: Callable[[], object]) -> Offer:
    return Offer(SPEECH_MENU, Command(name, text, keys, _HELP[name]), run)
