"""Reading the answer sentence by sentence, word by word, letter by letter; earlier answers.

A feature of the window (`features.py`): it works from every control and moves no focus.  The
cursor of the answer's text follows only while the user is in that text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from whichone_core.languages import N_

from .features import Desk, Offer
from .menus import Command
from .presenters.reading import Reading

MENU = N_("&Reading")


class ReadingKeys:
    """The commands of `presenters.reading` in a menu of their own."""

    def __init__(self, desk: Desk) -> None:
        answer = desk.panels.answer
        self._talk = desk.conversation
        self.reading = Reading(
            desk.conversation, lambda: desk.chosen.current.language_code, answer.go_to
        )
        answer.turned.connect(self._talk.turn_back)

    def commands(self) -> Sequence[Offer]:
        read = self.reading
        return (
            _offer("next sentence", N_("&Next sentence"), "F3", read.next_sentence),
            _offer(
                "previous sentence", N_("&Previous sentence"), "Shift+F3", read.previous_sentence
            ),
            _offer("this sentence", N_("&This sentence again"), "F11", read.this_sentence),
            _offer("first sentence", N_("&First sentence"), "Shift+F12", read.first_sentence),
            _offer("last sentence", N_("&Last sentence"), "F12", read.last_sentence),
            _offer("slowly", N_("Sl&owly, numbers in groups"), "Shift+F11", read.slowly),
            _offer("next word", N_("Next &word"), "F5", read.next_word),
            _offer("previous word", N_("Previous wo&rd"), "Shift+F5", read.previous_word),
            _offer("spell", N_("&Spell it"), "F9", read.spell),
            _offer(
                "spell with words", N_("Sp&ell with words"), "Shift+F9", read.spell_phonetically
            ),
            _offer("copy sentence", N_("&Copy this sentence"), "Ctrl+Shift+J", read.copy_sentence),
            _offer(
                "earlier answer",
                N_("&Back to an earlier answer"),
                "Alt+PgUp",
                lambda: self._turn(-1),
            ),
            _offer("later answer", N_("&Go on to a later answer"), "Alt+PgDown", self._later),
        )

    def close(self) -> None:
        """Nothing is held."""

    def _turn(self, steps: int) -> None:
        self._talk.turn_back(steps)

    def _later(self) -> None:
        self._turn(1)


_HELP = {
    "next sentence": N_("hear the next sentence of the answer"),
    "previous sentence": N_("hear the sentence before"),
    "this sentence": N_("hear this sentence again"),
    "first sentence": N_("hear the first sentence"),
    "last sentence": N_("hear the last sentence"),
    "slowly": N_("hear this sentence with its numbers in groups of digits"),
    "next word": N_("hear the next word of the sentence"),
    "previous word": N_("hear the word before"),
    "spell": N_("hear the word, or the sentence, letter by letter"),
    "spell with words": N_("hear it letter by letter, with a word for each: A Alfa"),
    "copy sentence": N_("copy this sentence"),
    "earlier answer": N_("go back to an earlier answer; in the answer also Control Up"),
    "later answer": N_("go on to a later answer; in the answer also Control Down"),
}


def _offer(name: str, text: str, keys: str, run: Callable[[], object]) -> Offer:
    return Offer(MENU, Command(name, text, keys, _HELP[name]), run)
