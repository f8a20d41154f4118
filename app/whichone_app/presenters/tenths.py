"""How far a long piece of work is, said once for each ten per cent (field reports 52, 70).

Work that is done in a moment says only that it is done.  Ten percentages within a second were one
long sentence before it, and made so much news of the window that Orca 43 dropped both.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from whichone_models.files.sizes import gigabytes

from ..catalogue import _

APART_S = 2.0
"""How far apart percentages are said at least; one takes a second and a half to hear."""


class Tells(Protocol):
    """Whoever passes sentences on to the user."""

    def tell(self, sentence: str, *, is_number: bool = False) -> None:
        """Say a sentence after what is being said; a number in place of the number before."""
        ...


class Tenths:
    """Says "20 percent of 3.3 gigabytes." once for each ten per cent, and nothing in between.

    The first two seconds say nothing, and of what comes closer together the first is said.

    what: completes "20 percent of ...", empty for the size in bytes.
    goes_on: whether something that was done earlier may be gone on from.
    now: seconds of a clock that never goes back.
    """

    def __init__(
        self,
        teller: Tells,
        what: str = "",
        *,
        goes_on: bool = False,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._teller = teller
        self._what = what
        self._goes_on = goes_on
        self._said = 0
        self._now = now
        self._said_at = now()

    def __call__(self, done: int, whole: int) -> None:
        """Take how far it is."""
        tenth = 10 * done // whole if whole else 10
        if self._goes_on and 0 < tenth < 10:
            self._said = tenth
            self._teller.tell(_("Going on from {percent} percent.", percent=10 * tenth))
        self._goes_on = False
        now = self._now()
        if tenth > self._said and now >= self._said_at + APART_S:
            self._said, self._said_at = tenth, now
            what = self._what or gigabytes(whole)
            words = _("{percent} percent of {what}.", percent=10 * tenth, what=what)
            self._teller.tell(words, is_number=True)
