"""A model that says what a test tells it to: a ModelClient without a process or weights."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from whichone_core.errors import ModelError
from whichone_core.prompting.words import CONTROL_WORDS
from whichone_core.types.cancelling import Cancel
from whichone_core.types.strategies import Strategy
from whichone_models.files.sidecar import Family, ModelFile, Processor, Sidecar
from whichone_models.llama.runtime import Ending, Finished, Odds, Picture, Request

FILE = ModelFile(name="model.gguf", bytes=1, sha256="0" * 64, tensors=1)


def sidecar(*, words: bool = True, plain: bool = False, system: str | None = None) -> Sidecar:
    """What is stored beside a model: tuned with control words, or plain, or neither."""
    return Sidecar(
        name="Tiny",
        family=Family.QWEN2_5_VL,
        words=dict(CONTROL_WORDS) if words else {},
        system=system,
        plain_prompt=plain,
        processor=Processor(min_pixels=784, max_pixels=784 * 64),
        text=FILE,
    )


@dataclass
class Text:
    """One text of the model; pieces of a few characters, and how it ends."""

    text: str
    ending: Ending = Ending.END
    size: int = 3

    def pieces(self) -> Iterator[str | Finished]:
        for start in range(0, len(self.text), self.size):
            yield self.text[start : start + self.size]
        yield Finished(self.ending, len(self.text), 1.0)


@dataclass
class ScriptedClient:
    """Says its texts in order, the last one again and again; by strategy where they differ.

    odds: the chance of each strategy; the rest of 1 is spread evenly.
    """

    texts: Sequence[Text | str] = ("It is red.",)
    odds: Mapping[Strategy, float] = field(default_factory=lambda: {Strategy.DIRECT: 0.9})
    by_strategy: Mapping[Strategy, str] = field(default_factory=dict)
    error: ModelError | None = None
    cancel_at: int = -1
    seen: list[tuple[Picture, str]] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)
    pictures: list[Picture | None] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    closed: int = 0
    is_loaded: bool = True
    held_bytes: int = 0
    _is_open: bool = False

    def see(self, picture: Picture, system: str) -> None:
        self.seen.append((picture, system))

    def ask(self, request: Request, picture: Picture | None, cancel: Cancel) -> Odds | None:
        assert not self._is_open, "asked while an answer is still being read"
        self.requests.append(request)
        self.pictures.append(picture)
        if self.error is not None:
            raise self.error
        if cancel.is_requested:
            return None
        left = [s for s in Strategy if s not in self.odds]
        rest = max(1e-4, 1 - sum(self.odds.values())) / max(1, len(left))
        chances = [self.odds.get(strategy, rest) for strategy in Strategy]
        return Odds(tuple(map(math.log, chances[: len(request.words)])), 9, 0, 1.0)

    def go_on(self, word: str, cancel: Cancel) -> Iterator[str | Finished]:
        self.said.append(word)
        text = self._text(word)
        self._is_open = True
        try:
            for count, piece in enumerate(text.pieces()):
                if count == self.cancel_at:
                    cancel.request()
                if cancel.is_requested:
                    yield Finished(Ending.CANCELLED, count, 1.0)
                    return
                yield piece
        finally:
            self._is_open = False

    def _text(self, word: str) -> Text:
        strategy = next((s for s, w in CONTROL_WORDS.items() if f"{w}\n" == word), None)
        if strategy is not None and strategy in self.by_strategy:
            return Text(self.by_strategy[strategy])
        place = min(len(self.said) - 1, len(self.texts) - 1)
        text = self.texts[place]
        return Text(text) if isinstance(text, str) else text

    def release(self) -> int:
        freed, self.held_bytes, self.is_loaded = self.held_bytes, 0, False
        return freed

    def close(self) -> None:
        self.closed += 1
