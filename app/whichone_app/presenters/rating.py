"""An answer rated by keyboard: VizWiz-LF's five questions, one after the other.

A digit rates, 0 skips, Backspace goes back; the dialog and the command line share this.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from whichone_core.languages import N_
from whichone_data.vizwiz.scales import POINTS, Scale

from ..catalogue import _

SCALES = tuple(Scale)
KEYS = N_("1 no, 2 partly, 3 yes, 0 skip")
FIRST = N_("This is the first question.")
UNKNOWN = N_("Please press {keys}.")
DONE = N_("All five questions are answered. Thank you.")
BROKEN_OFF = N_("Answered and kept: {count} of {most} questions.")
NOT_BEGUN = N_("Nothing was rated.")
_QUESTIONS = {
    Scale.RELEVANCE: N_("Is the answer about what was asked?"),
    Scale.HELPFULNESS: N_("Would the answer help the person who asked?"),
    Scale.PLAUSIBILITY: N_("Could the answer be true, as far as you can tell without seeing?"),
    Scale.FLUENCY: N_("Is the answer easy to follow?"),
    Scale.CORRECTNESS: N_("Does the answer fit the picture?"),
}
"""The questions of `Scale.question`, to be translated here; a test holds that they agree."""


class RatingRound:
    """One answer's ratings, as far as they are given.  clock: seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._began = clock()
        self._given: dict[Scale, int | None] = {}

    @property
    def is_done(self) -> bool:
        return len(self._given) == len(SCALES)

    @property
    def seconds(self) -> float:
        """Since the first question was shown."""
        return self._clock() - self._began

    @property
    def given(self) -> Mapping[str, int | None]:
        """Points by the name of the scale; None where it was skipped."""
        return {scale.value: points for scale, points in self._given.items()}

    @property
    def prompt(self) -> str:
        """The question that is open, and the keys; what is to be said once all are answered."""
        if self.is_done:
            return _(DONE)
        number = len(self._given)
        return _(
            "{number} of {count}. {question} {keys}.",
            number=number + 1,
            count=len(SCALES),
            question=_(_QUESTIONS[SCALES[number]]),
            keys=_(KEYS),
        )

    @property
    def broken_off(self) -> str:
        """What is kept of a round that ends before its last question."""
        if not self._given:
            return _(NOT_BEGUN)
        return _(BROKEN_OFF, count=len(self._given), most=len(SCALES))

    def press(self, digit: int) -> str:
        """Rate or skip the open question; what is to be said now."""
        if self.is_done:
            return _(DONE)
        if digit != 0 and digit not in POINTS:
            return _(UNKNOWN, keys=_(KEYS))
        self._given[SCALES[len(self._given)]] = digit or None
        return self.prompt

    def back(self) -> str:
        """Open the question before again; what is to be said now."""
        if not self._given:
            return f"{_(FIRST)} {self.prompt}"
        self._given.popitem()
        return self.prompt
