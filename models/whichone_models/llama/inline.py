"""A model in this process, as a `ModelClient`: for evaluation, calibration and tests.

Nothing here survives a crash, and `see` only notes the picture: it is encoded when it is
asked about.  The application uses `supervisor.ModelProcess`.
"""

from __future__ import annotations

from collections.abc import Iterator

from whichone_core.types.cancelling import Cancel

from whichone_models.llama.faults import from_fault
from whichone_models.llama.protocol import sent
from whichone_models.llama.runtime import (
    Facts,
    Fault,
    Finished,
    LoadOrder,
    Odds,
    Picture,
    Request,
    Runtime,
    RuntimeFault,
)
from whichone_models.llama.shared_pixels import check_pixels


class InlineClient:
    """Calls a runtime directly, from the thread of the caller.

    order: loaded before the first question; None where the runtime is loaded already.
    """

    def __init__(self, runtime: Runtime, order: LoadOrder | None = None) -> None:
        self._runtime = runtime
        self._order = order
        self._picture: Picture | None = None
        self._seen = ""
        self._is_scored = False
        self.facts: Facts | None = None

    @property
    def is_loaded(self) -> bool:
        """Whether the runtime was loaded, here or before."""
        return self._order is None

    @property
    def held_bytes(self) -> int:
        """None that would come back: the model stays in this process until `close`."""
        return 0

    def see(self, picture: Picture, system: str) -> None:
        """Note a picture for the question about it."""
        self._picture = picture
        self._is_scored = False

    def ask(self, request: Request, picture: Picture | None, cancel: Cancel) -> Odds | None:
        """Score the words of a request.  None once cancelled.  Raises ModelError."""
        self._is_scored = False
        if cancel.is_requested:
            return None
        try:
            request = sent(request)
            return self._scored(request, picture or self._noted(request), cancel)
        except RuntimeFault as fault:
            raise from_fault(fault) from fault

    def go_on(self, word: str, cancel: Cancel) -> Iterator[str | Finished]:
        """The text after the forced word, then Finished.  Raises ModelError."""
        try:
            if not self._is_scored:
                raise RuntimeFault(Fault.REQUEST, "there is no question to go on with")
            self._is_scored = False
            yield from self._runtime.go_on(word, lambda: cancel.is_requested)
        except RuntimeFault as fault:
            raise from_fault(fault) from fault

    def release(self) -> int:
        """Nothing, as whoever made the runtime may hold it too."""
        return 0

    def close(self) -> None:
        """Free the model.  May be called twice."""
        self._runtime.close()

    def _noted(self, request: Request) -> Picture | None:
        noted = self._picture
        return noted if noted is not None and noted.key == request.picture else None

    def _scored(self, request: Request, picture: Picture | None, cancel: Cancel) -> Odds | None:
        if (picture.key if picture is not None else "") != request.picture:
            raise RuntimeFault(Fault.PICTURE, f"{request.picture!r} is not the picture given")
        if self._order is not None:
            self.facts, self._order = self._runtime.load(self._order), None
        if picture is not None and picture.key != self._seen:
            check_pixels(picture.pixels)
            self._seen = ""
            if self._runtime.see(picture, request.system, lambda: cancel.is_requested) is None:
                return None
            self._seen = picture.key
        odds = self._runtime.start(request, lambda: cancel.is_requested)
        self._is_scored = odds is not None
        return odds
