"""The contract of a chat server, and the values that cross it.

An order is a conversation with at most one picture; what comes back is a stream of pieces.
`openai_server.py` is the real one; `ScriptedServer` says what it is told to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from whichone_core.errors import ModelError
from whichone_core.types.cancelling import Cancel

from .pictures import SentPicture

Speaker = Literal["system", "user", "assistant"]


@dataclass(frozen=True, slots=True)
class Message:
    """What one side says; the picture goes before the text."""

    speaker: Speaker
    text: str
    picture: SentPicture | None = None


@dataclass(frozen=True, slots=True)
class Order:
    """One conversation to go on with.

    wants_odds: whether the candidates of the first tokens are asked for; a server that has
    none just does not send them.  temperature 0 is greedy.
    """

    messages: tuple[Message, ...]
    wants_odds: bool = False
    temperature: float = 0.0
    seed: int = 0
    most_tokens: int = 256


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of the answer.

    candidates: what the server could have said instead of this token, with natural
    log-probabilities; empty where it does not tell.  ending: "stop", "length" or another
    word of the server on the last piece, else empty.
    """

    text: str
    candidates: tuple[tuple[str, float], ...] = ()
    ending: str = ""


class ChatServer(Protocol):
    """A server that goes on with conversations, one at a time."""

    def chat(self, order: Order, cancel: Cancel) -> Iterator[Piece]:
        """The answer as it comes; ends early once cancelled, and hangs up.

        Raises ModelError, with a sentence for its cause.
        """
        ...

    def close(self) -> None:
        """Hang up for good.  May be called twice."""
        ...


Script = Sequence[Piece] | ModelError


class ScriptedServer:
    """Answers with its scripts in order, the last one again and again; keeps the orders.

    scripts: what is said, cut into pieces, or an error to raise; or a function that says it.
    """

    def __init__(self, scripts: Sequence[Script] | Callable[[Order], Script]) -> None:
        self._scripts = scripts if callable(scripts) else list(scripts)
        self.orders: list[Order] = []
        self.is_closed = False

    def chat(self, order: Order, cancel: Cancel) -> Iterator[Piece]:
        """The next script.  Raises the error where it is one."""
        self.orders.append(order)
        script = self._script(order)
        if isinstance(script, ModelError):
            raise script
        for piece in script:
            if cancel.is_requested:
                return
            yield piece

    def close(self) -> None:
        self.is_closed = True

    def _script(self, order: Order) -> Script:
        if callable(self._scripts):
            return self._scripts(order)
        return self._scripts.pop(0) if len(self._scripts) > 1 else self._scripts[0]


def pieces(text: str, candidates: dict[str, float] | None = None) -> list[Piece]:
    """A script: a text word by word, with candidates for its first word."""
    head, *rest = text.replace(" ", "\0 ").replace("\n", "\0\n").split("\0")
    first = Piece(head, tuple((candidates or {}).items()))
    return [first, *(Piece(part) for part in rest), Piece("", ending="stop")]
