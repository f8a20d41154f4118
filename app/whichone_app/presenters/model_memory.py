"""The memory that the language model takes: given back when asked, and how much that was.

give_back() -> a worker waits until it is free -> one sentence
"""

from __future__ import annotations

from collections.abc import Iterator

from whichone_core.errors import WhichOneError
from whichone_core.types.cancelling import Cancel
from whichone_models.files.sizes import gigabytes

from ..catalogue import _
from . import phrases
from .conversation import Conversation
from .view import Jobs, Partner


class ModelMemory:
    """Ends what holds the model; the next picture or question loads it again.

    jobs: a worker of its own, as a process takes up to a second to end.
    """

    def __init__(self, partner: Partner, talk: Conversation, jobs: Jobs) -> None:
        self._partner = partner
        self._talk = talk
        self._jobs = jobs

    def give_back(self) -> None:
        """Give the memory back, and say how much it was; not while an answer is on its way."""
        if self._talk.situation.is_busy:
            self._talk.tell(_(phrases.STILL_WORKING))
        elif not self._jobs.is_busy:
            self._jobs.start(self._work, lambda freed: self._talk.tell(told(freed)), self._ended)

    def _work(self, cancel: Cancel) -> Iterator[int]:
        yield self._partner.release()

    def _ended(self, error: WhichOneError | None) -> None:
        if error is not None:
            self._talk.report(error)


def told(freed: int) -> str:
    """What is said of so many bytes."""
    if not freed:
        return _("No language model is in memory, so there is nothing to give back.")
    return _(
        "The language model gave back {size} of memory. The next picture or question loads it "
        "again.",
        size=gigabytes(freed),
    )
