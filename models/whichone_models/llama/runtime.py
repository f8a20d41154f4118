"""The contract between the worker's loop and what computes, and the values that cross it.

One question goes: `see` (picture encoded, system prompt and picture prefilled, before the
question is there) -> `start` (the question prefilled; log-probabilities of the strategy words
from that same forward pass) -> the app chooses -> `go_on` (the chosen word forced, then text).
The runtime finds out by itself how much of the conversation its KV cache still holds and
evaluates only what is new; nothing here names a cache.

All values are plain and small, so that they travel over the pipe (`protocol.py`); only
pixels go another way, through shared memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from whichone_core.types.cancelling import Cancel

IsCancelled = Callable[[], bool]
"""Polled often (per layer, per token): True ends what is running, within 0.3 s."""


@dataclass(frozen=True, slots=True)
class LoadOrder:
    """Which files to load, and how.

    text: path of the language model; tower: path of the mmproj, empty for text only.
    context_tokens: counts tokens, not M-RoPE positions (facts, llama.cpp).
    threads: 0 for one per physical core.
    cache_bytes: bound of the cache of picture embeddings.
    """

    text: str
    tower: str = ""
    context_tokens: int = 4096
    batch_tokens: int = 512
    threads: int = 0
    cache_bytes: int = 256_000_000


@dataclass(frozen=True, slots=True)
class Facts:
    """What was loaded: sizes in bytes, times in milliseconds."""

    description: str
    vocabulary: int
    context_tokens: int
    embedding: int
    has_vision: bool
    load_ms: float
    resident_bytes: int


@dataclass(frozen=True, eq=False, slots=True)
class Picture:
    """Pixels at the size the tower gets them: uint8 RGB, (height, width, 3), contiguous.

    key: what the picture is known by; differs where pixels or size differ.
    """

    key: str
    pixels: NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Seen:
    """A picture in the KV cache: its tokens and what encoding and prefilling took."""

    key: str
    tokens: int
    encode_ms: float
    prefill_ms: float
    was_cached: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """One finished exchange about the picture, in the model's own words.

    assistant starts with its control word where the model uses them.
    """

    user: str
    assistant: str


@dataclass(frozen=True, slots=True)
class Sampling:
    """temperature 0 is greedy.  seed makes the rest repeatable."""

    temperature: float = 0.0
    top_p: float = 1.0
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Request:
    """One question about one picture.

    picture: key of a picture that was seen; empty for a question without one.
    system, earlier, user: the conversation; text in them is never parsed for control tokens.
    words: the control words to score as the answer's beginning; empty to score nothing.
    grammar: GBNF that the text after the word must keep to; empty for none.
    """

    picture: str
    system: str
    user: str
    earlier: tuple[Turn, ...] = ()
    words: tuple[str, ...] = ()
    grammar: str = ""
    sampling: Sampling = field(default_factory=Sampling)
    most_tokens: int = 192


@dataclass(frozen=True, slots=True)
class Odds:
    """Natural log-probabilities of the request's words, in their order, and what it took.

    evaluated: tokens that had to be evaluated; reused: tokens that the KV cache still held.
    """

    log_probabilities: tuple[float, ...]
    evaluated: int
    reused: int
    prefill_ms: float


class Ending(StrEnum):
    """Why an answer ended."""

    END = "end"  # the model said so
    LENGTH = "length"  # most_tokens, or the context is full
    CANCELLED = "cancelled"
    LOOP = "loop"  # repeated tokens or an endless "?" (field reports 3, 12, 84)


@dataclass(frozen=True, slots=True)
class Finished:
    """The end of an answer: tokens generated and their time in milliseconds."""

    ending: Ending
    tokens: int
    decode_ms: float


class Runtime(Protocol):
    """One loaded model in one process; called from one thread only.

    Every call may raise RuntimeFault with a kind that the app can act on.
    """

    def load(self, order: LoadOrder) -> Facts:
        """Load the files; what was loaded before is freed first."""
        ...

    def see(self, picture: Picture, system: str, is_cancelled: IsCancelled) -> Seen | None:
        """Encode a picture and prefill the system prompt and it.  None once cancelled."""
        ...

    def start(self, request: Request, is_cancelled: IsCancelled) -> Odds | None:
        """Prefill the question and score the words.  None once cancelled."""
        ...

    def go_on(self, word: str, is_cancelled: IsCancelled) -> Iterator[str | Finished]:
        """Say the rest after the forced word ("" for none): text pieces, Finished last.

        Pieces are whole characters (no half of a UTF-8 sequence); control words and control
        tokens never appear in them.
        """
        ...

    def forget(self) -> None:
        """Drop every picture and conversation; the model stays loaded."""
        ...

    def close(self) -> None:
        """Free everything."""
        ...


class Fault(StrEnum):
    """Kinds of failure that the app treats differently."""

    FILE = "file"  # missing, truncated, not a model, tower and text do not fit
    MEMORY = "memory"
    CONTEXT = "context"  # the conversation does not fit
    PICTURE = "picture"  # unknown key, or a size that the tower refuses
    REQUEST = "request"  # a broken grammar, an unknown word
    BROKEN = "broken"  # anything else; the worker is restarted


class RuntimeFault(Exception):
    """A failure inside the worker: its kind and the technical cause."""

    def __init__(self, kind: Fault, cause: str) -> None:
        super().__init__(cause)
        self.kind = kind
        self.cause = cause


class ModelClient(Protocol):
    """A model as the engine uses it, wherever it runs: `see` early, then `ask`, then `go_on`.

    Called from one thread at a time; cancel may come from any.  What can be mended (a worker
    that died, was killed, hangs) is mended inside, without the caller doing anything;
    ModelError is raised when it can't.
    """

    @property
    def is_loaded(self) -> bool:
        """Whether a question would be answered now, without the model being loaded first."""
        ...

    @property
    def held_bytes(self) -> int:
        """Memory that the model takes now and that ending it gives back; 0 where none does."""
        ...

    def see(self, picture: Picture, system: str) -> None:
        """Begin to encode a picture.  Returns at once, never raises."""
        ...

    def ask(self, request: Request, picture: Picture | None, cancel: Cancel) -> Odds | None:
        """Score the words of a request; the picture is encoded first where it was not yet.

        None once cancelled.  Raises ModelError.
        """
        ...

    def go_on(self, word: str, cancel: Cancel) -> Iterator[str | Finished]:
        """The text after the forced word, then Finished.  Raises ModelError."""
        ...

    def release(self) -> int:
        """Give that memory back, and wait for it; bytes of it.  Any thread may call it.

        The next picture or question loads the model again.
        """
        ...

    def close(self) -> None:
        """End the process behind it.  May be called twice."""
        ...
