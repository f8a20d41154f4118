"""One answer of a server as it comes: which strategy it named, how sure it was, and the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from whichone_core.prompting.protocol import OpeningReader
from whichone_core.types.cancelling import Cancel
from whichone_core.types.strategies import Strategy

from whichone_models.language.calibration import calibrated
from whichone_models.llama.loops import LoopDetector
from whichone_models.llama.runtime import Ending, Finished

from .reading import log_probabilities
from .wire import Piece


class Hearing:
    """Reads the opening first, then gives the rest.

    named: the strategy of the first line, None where there was none (once `open` was called).
    odds: how sure the server was of each strategy; None where it did not tell, or where the
    text did not begin with a strategy's word.
    """

    def __init__(
        self, pieces: Iterator[Piece], words: Mapping[Strategy, str], cancel: Cancel
    ) -> None:
        self._pieces = pieces
        self._words = words
        self._cancel = cancel
        self._reader = OpeningReader(words)
        self._loops = LoopDetector()
        self._first = ""
        self._candidates: tuple[tuple[str, float], ...] = ()
        self._finished: Finished | None = None
        self._tokens = 0
        self.said: list[str] = []
        """The text after the opening, as far as it was given."""

    def open(self) -> None:
        """Read until it is certain how the text begins.  Raises ModelError."""
        for piece in self._pieces:
            if not self._candidates and piece.text.strip():
                self._candidates = piece.candidates
            self._first += self._reader.feed(piece.text)
            if self._note(piece) or self._reader.is_open:
                break
        self._first += self._reader.end()

    @property
    def named(self) -> Strategy | None:
        return self._reader.strategy

    @property
    def odds(self) -> dict[Strategy, float] | None:
        if self.named is None or not self._candidates:
            return None
        logs = log_probabilities(self._candidates, self._words)
        return calibrated(logs, None) if logs is not None else None

    def rest(self) -> Iterator[str | Finished]:
        """The text after the opening as it comes, and how it ended.  Raises ModelError."""
        if self._first:
            self.said.append(self._first)
            yield self._first
        if self._finished is None:
            for piece in self._pieces:
                if piece.text:
                    self.said.append(piece.text)
                    yield piece.text
                if self._note(piece):
                    break
        self.hang_up()
        yield self._finished or Finished(self._unfinished(), self._tokens, 0.0)

    def hang_up(self) -> None:
        """Let the server stop: what is still to come is not wanted."""
        close = getattr(self._pieces, "close", None)
        if close is not None:
            close()

    def _note(self, piece: Piece) -> bool:
        """Whether the text is over with this piece."""
        self._tokens += bool(piece.text)
        if piece.text and self._loops.feed(piece.text):
            self._finished = Finished(Ending.LOOP, self._tokens, 0.0)
            self.hang_up()
        elif piece.ending:
            is_cut = piece.ending in ("length", "max_tokens")
            ending = Ending.LENGTH if is_cut else Ending.END
            self._finished = Finished(ending, self._tokens, 0.0)
        return self._finished is not None

    def _unfinished(self) -> Ending:
        return Ending.CANCELLED if self._cancel.is_requested else Ending.END
