"""A chat server over the openai SDK: Ollama, LM Studio, llama-server, vLLM and hosted ones.

    chat() --queue--> reading thread -> openai SDK -> HTTP

The reading thread exists so that a cancel acts at once, also while the server still looks at
the picture.  Each request has a connection of its own, which hanging up closes: that is how
servers notice that nobody listens any more.  Nothing is sent twice except where the server
refused an option that it does not know (log-probabilities, temperature), without that option;
redirects are never followed, as the picture would go where the user did not choose.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from whichone_core.errors import ModelError
from whichone_core.types.cancelling import Cancel

from .address import Address
from .bounds import CHARACTERS_PER_TOKEN, bound
from .failures import Asked, Trouble, complaint, connection_trouble, said_in, status_trouble
from .hanging_up import Lines
from .reading import piece_of
from .wire import Message, Order, Piece

if TYPE_CHECKING:
    from openai import APIStatusError, OpenAI, Stream
    from openai.types.chat import ChatCompletionChunk

CONNECT_S = 5.0
PATIENCE_S, LOCAL_PATIENCE_S = 60.0, 300.0
"""Longest silence of a server; one on a slow computer looks at a picture for minutes."""
_STALLED = 2
"""Times the patience without a word, while something does come: then it is given up too."""
_LONGEST_WAIT_S = 3600
_POLL_S = 0.05
_MOST_CANDIDATES, _FEWER_CANDIDATES = 20, 5
_NO_KEY = "none"
"""Servers that want no key take any; the SDK insists on one."""


class OpenAIServer:
    """One model on one server.

    model: its name there; empty takes the only one that the server has.
    patience_s: the longest silence, in seconds; None for what suits the address.
    """

    def __init__(
        self, address: Address, model: str, key: str | None, patience_s: float | None = None
    ) -> None:
        self._asked = Asked(address, model, key is not None)
        self._key = key
        fitting = LOCAL_PATIENCE_S if address.is_loopback else PATIENCE_S
        self._patience_s = fitting if patience_s is None else patience_s
        self._refused: set[str] = set()
        self._running: Lines | None = None

    def chat(self, order: Order, cancel: Cancel) -> Iterator[Piece]:
        """The answer as it comes.  Raises ServerError with a sentence for its cause."""
        lines, found = Lines(), queue.Queue[Piece | ModelError | None]()
        self._running = lines
        thread = threading.Thread(
            target=self._read, args=(order, lines, found), name="server", daemon=True
        )
        thread.start()
        until = time.monotonic() + _STALLED * self._patience_s
        try:
            while not cancel.is_requested:
                try:
                    piece = found.get(timeout=_POLL_S)
                except queue.Empty:
                    if time.monotonic() > until:
                        raise complaint(Trouble.SLOW, self._asked, "no word in it") from None
                    if thread.is_alive() or not found.empty():
                        continue
                    raise complaint(
                        Trouble.BROKEN, self._asked, "the reading thread died"
                    ) from None
                if piece is None:
                    return
                if isinstance(piece, ModelError):
                    raise piece
                yield piece
                until = time.monotonic() + _STALLED * self._patience_s
        finally:
            lines.cut()
            self._running = None

    def models(self) -> tuple[str, ...]:
        """The names of the models that the server has.  Raises ServerError; sends no picture."""
        try:
            with self._client(Lines()) as client:
                return _models(client)
        except _failures() as error:
            raise self._translated(error) from error

    def close(self) -> None:
        """Hang up."""
        if self._running is not None:
            self._running.cut()

    # ------------------------------------------------------------------ in the thread

    def _read(
        self, order: Order, lines: Lines, found: queue.Queue[Piece | ModelError | None]
    ) -> None:
        try:
            with self._client(lines) as client:
                for piece in self._pieces(client, order):
                    found.put(piece)
            found.put(None)
        except _failures() as error:
            found.put(self._translated(error))

    def _translated(self, error: Exception) -> ModelError:
        """What any failure of a request means to the user."""
        import openai

        match error:
            case ModelError():
                return error
            case openai.APIStatusError():
                return self._status_error(error)
            case openai.APIConnectionError():
                return complaint(connection_trouble(error), self._asked, repr(error.__cause__))
            case openai.APIResponseValidationError() | ValueError() | RecursionError():
                return complaint(Trouble.GARBLED, self._asked, repr(error))
            case openai.APIError():  # an error in the middle of a stream
                said = said_in(error.body or error.message)
                return complaint(status_trouble(500, said, False), self._asked, said)
            case _:  # the body of an error was cut off
                return complaint(connection_trouble(error), self._asked, repr(error))

    def _client(self, lines: Lines) -> OpenAI:
        """A client for one request.

        What stays on this computer never goes through a proxy that the environment names.
        """
        import openai

        timeout = openai.Timeout(self._patience_s, connect=CONNECT_S)
        return openai.OpenAI(
            api_key=self._key or _NO_KEY,
            base_url=self._asked.address.url,
            timeout=timeout,
            max_retries=0,
            default_headers={"Connection": "close", "Accept-Encoding": "identity"},
            http_client=openai.DefaultHttpxClient(
                follow_redirects=False,
                timeout=timeout,
                trust_env=not self._asked.address.is_loopback,
                event_hooks={"request": [lines.watch], "response": [bound]},
            ),
        )

    def _pieces(self, client: OpenAI, order: Order) -> Iterator[Piece]:
        model = self._asked.model or self._only_model(client)
        self._asked = replace(self._asked, model=model)
        is_ended, left = False, order.most_tokens * CHARACTERS_PER_TOKEN
        with self._begun(client, order, model) as stream:
            self._check_kind(stream)
            for chunk in stream:
                piece = piece_of(chunk)
                is_ended = is_ended or bool(piece.ending)
                left -= len(piece.text)
                if left < 0:  # it does not keep to what it was told
                    yield Piece(piece.text[:left], piece.candidates, "length")
                    return
                if piece.text or piece.ending:
                    yield piece
        if not is_ended:
            raise complaint(Trouble.CUT, self._asked, "the stream ended without a reason")

    def _begun(self, client: OpenAI, order: Order, model: str) -> Stream[ChatCompletionChunk]:
        """The stream of an answer, asked for without what this server refuses."""
        import openai

        while True:
            options = self._options(order)
            try:
                begun = client.chat.completions.create(
                    model=model,
                    messages=[_message(each) for each in order.messages],  # type: ignore[misc]
                    stream=True,
                    **options,
                )
                return cast("Stream[ChatCompletionChunk]", begun)
            except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
                refused = _refused(said_in(error.body or error.message), options)
                if refused is None:
                    raise
                self._refused.add(refused)

    def _options(self, order: Order) -> dict[str, Any]:
        options: dict[str, Any] = {"temperature": order.temperature, "seed": order.seed}
        options["max_tokens"] = order.most_tokens
        if order.wants_odds:
            options |= {"logprobs": True, "top_logprobs": _MOST_CANDIDATES}
        if "top_logprobs" in self._refused and order.wants_odds:
            options["top_logprobs"] = _FEWER_CANDIDATES
        if "logprobs" in self._refused:
            options.pop("top_logprobs", None)
        if "max_tokens" in self._refused:
            options["max_completion_tokens"] = order.most_tokens
        dropped = self._refused - {"top_logprobs"}
        return {key: value for key, value in options.items() if key not in dropped}

    def _check_kind(self, stream: Stream[ChatCompletionChunk]) -> None:
        kind = stream.response.headers.get("content-type", "")
        if "html" in kind:
            raise complaint(Trouble.NO_SERVER, self._asked, f"content type {kind}")
        if "event-stream" not in kind:
            raise complaint(Trouble.GARBLED, self._asked, f"content type {kind}")

    def _only_model(self, client: OpenAI) -> str:
        found = _models(client)
        if len(found) == 1:
            return found[0]
        asked = replace(self._asked, models=found)
        trouble = Trouble.MANY_MODELS if found else Trouble.NO_SERVER
        raise complaint(trouble, asked, f"{len(found)} models")

    def _status_error(self, error: APIStatusError) -> ModelError:
        said = said_in(error.body or error.message)
        trouble = status_trouble(error.status_code, said, self._asked.has_key)
        if trouble is Trouble.NO_MODEL and not self._asked.models:
            with suppress(ModelError):  # then the sentence names none
                self._asked = replace(self._asked, models=self.models())
        wait_s = _wait_s(str(error.response.headers.get("retry-after", "")))
        return complaint(trouble, self._asked, f"{error.status_code}: {said}", wait_s)


def _failures() -> tuple[type[Exception], ...]:
    """Everything that a request can raise."""
    import httpx2
    import openai

    # RecursionError: JSON that is nested without end.
    return ModelError, openai.OpenAIError, httpx2.HTTPError, OSError, ValueError, RecursionError


def _wait_s(told: str) -> int:
    """Seconds that a server wants to be left alone; 0 where it says none that can be waited."""
    is_number = told.isascii() and told.isdecimal() and len(told) < 10
    return int(told) if is_number and int(told) <= _LONGEST_WAIT_S else 0


def _models(client: OpenAI) -> tuple[str, ...]:
    """The names of the models that a server has."""
    listed = client.models.list().data
    return tuple(str(each.id) for each in listed or () if getattr(each, "id", None))


def _message(message: Message) -> dict[str, Any]:
    if message.picture is None:
        return {"role": message.speaker, "content": message.text}
    shown = {"type": "image_url", "image_url": {"url": message.picture.url}}
    return {"role": message.speaker, "content": [shown, {"type": "text", "text": message.text}]}


def _refused(said: str, options: dict[str, Any]) -> str | None:
    """The option that a server complains of; None where it complains of something else."""
    for name in ("top_logprobs", "logprobs", "max_tokens", "temperature", "seed"):
        if name in said and name in options:
            is_lowered = name == "top_logprobs" and options[name] == _FEWER_CANDIDATES
            return "logprobs" if is_lowered else name
    return None
