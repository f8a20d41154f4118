"""A text that is said again: what was given already is left out, and must be the same."""

from __future__ import annotations

from whichone_models.catalogue import _
from whichone_models.llama.faults import LocalModelError
from whichone_models.llama.runtime import Ending, Fault, Finished


class Again:
    """Compares the pieces of a repeated text with what was given of the first one."""

    def __init__(self, given: str) -> None:
        self._given = given
        self._left = given

    def fresh(self, piece: str) -> str:
        """The part of a piece that was not given yet.  Raises LocalModelError where it differs."""
        shared = min(len(piece), len(self._left))
        if piece[:shared] != self._left[:shared]:
            raise self._different()
        self._left = self._left[shared:]
        return piece[shared:]

    def check_end(self, finished: Finished) -> None:
        """Raises LocalModelError where the text ended before what was given."""
        if self._left and finished.ending is not Ending.CANCELLED:
            raise self._different()

    def _different(self) -> LocalModelError:
        """The cause tells no words: log files never hold answers."""
        same = len(self._given) - len(self._left)
        return LocalModelError(
            Fault.BROKEN,
            _("The model crashed in the middle of its answer."),
            remedy=_("Ask again."),
            cause=f"the repeated answer differs from the given one after {same} characters",
        )
