"""How far a long piece of work is, said once for each ten per cent (field reports 52, 70)."""

from __future__ import annotations

from typing import Protocol

from whichone_models.files.sizes import gigabytes

from ..catalogue import _


class Tells(Protocol):
    """Whoever passes sentences on to the user."""

    def tell(self, sentence: str, *, is_number: bool = False) -> None:
        """Say a sentence after what is being said; a number in place of the number before."""
        ...


class Tenths:
    """Says "20 percent of 3.3 gigabytes." once for each ten per cent, and nothing in between.

    what: completes "20 percent of ...", empty for the size in bytes.
    goes_on: whether something that was done earlier may be gone on from.
    """

    def __init__(self, teller: Tells, what: str = "", *, goes_on: bool = False) -> None:
        self._teller = teller
        self._what = what
        self._goes_on = goes_on
        self._said = 0

    def __call__(self, done: int, whole: int) -> None:
        """Take how far it is."""
        tenth = 10 * done // whole if whole else 10
        if self._goes_on and 0 < tenth < 10:
            self._said = tenth
            self._teller.tell(_("Going on from {percent} percent.", percent=10 * tenth))
        self._goes_on = False
        if tenth > self._said:
            self._said = tenth
            what = self._what or gigabytes(whole)
            words = _("{percent} percent of {what}.", percent=10 * tenth, what=what)
            self._teller.tell(words, is_number=True)
