"""A chat server on 127.0.0.1 that behaves as badly as it is told to.

Each answer is a function that gets the request handler and writes whatever it wants to the
socket; the server keeps what it was asked.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Stub:
    """What a test talks to: the address, and what was asked so far.

    hung_up is set when a client went away before its answer was over.  release lets an
    answer go on that waits for it.
    """

    port: int
    answer: Answer
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    models: tuple[str, ...] = ("small", "large")
    asked: threading.Event = field(default_factory=threading.Event)
    hung_up: threading.Event = field(default_factory=threading.Event)
    release: threading.Event = field(default_factory=threading.Event)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    stub: Stub
    asked: dict[str, Any]
    """The body of the request that is being answered."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: tests read what was asked from the stub."""

    def do_GET(self) -> None:
        if self.path.endswith("/models"):
            listed = [
                {"id": name, "object": "model", "created": 0, "owned_by": "us"}
                for name in self.stub.models
            ]
            self.send(200, json.dumps({"object": "list", "data": listed}))
        else:
            self.send(404, "not found", kind="text/plain")

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.asked = json.loads(body)
        self.stub.requests.append(self.asked)
        self.stub.headers.append({name.lower(): value for name, value in self.headers.items()})
        self.stub.asked.set()
        self.stub.answer(self)

    def send(self, status: int, body: str, kind: str = "application/json", **headers: str) -> None:
        data = body.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(data)

    def begin(self, kind: str = "text/event-stream") -> None:
        """The head of a stream whose length nobody knows."""
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()

    def chunk(self, text: str) -> None:
        data = text.encode()
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        self.wfile.flush()

    def say(self, text: str, **more: object) -> None:
        """One piece of an answer as a server-sent event."""
        choice = {"index": 0, "delta": {"content": text}, "finish_reason": None, **more}
        self.chunk(f"data: {json.dumps(completion(choice))}\n\n")

    def end(self, reason: str = "stop") -> None:
        choice = {"index": 0, "delta": {}, "finish_reason": reason}
        self.chunk(f"data: {json.dumps(completion(choice))}\n\ndata: [DONE]\n\n")
        self.wfile.write(b"0\r\n\r\n")

    def until_hung_up(self) -> None:
        """Wait until the client goes away, which is a read of nothing."""
        try:
            self.connection.settimeout(60)
            if self.connection.recv(1) == b"":
                self.stub.hung_up.set()
        except ConnectionError:
            self.stub.hung_up.set()


Answer = Callable[[Handler], None]


def completion(choice: object) -> dict[str, object]:
    return {
        "id": "1", "object": "chat.completion.chunk", "created": 0, "model": "small",
        "choices": [choice],
    }  # fmt: skip


def says(*words: str, candidates: dict[str, float] | None = None) -> Answer:
    """A good answer, word by word, with the first token's candidates where they are given."""

    def answer(handler: Handler) -> None:
        handler.begin()
        for place, word in enumerate(words):
            if place == 0 and candidates is not None:
                listed = [
                    {"token": token, "logprob": value, "bytes": None}
                    for token, value in candidates.items()
                ]
                first = {"token": word, "logprob": -0.1, "bytes": None, "top_logprobs": listed}
                handler.say(word, logprobs={"content": [first]})
            else:
                handler.say(word)
        handler.end()

    return answer


def fails(status: int, message: str = "", kind: str = "application/json", **headers: str) -> Answer:
    """An HTTP error; a message becomes the usual error body."""
    body = (
        json.dumps({"error": {"message": message, "type": "error"}}) if "json" in kind else message
    )

    def answer(handler: Handler) -> None:
        handler.send(status, body, kind, **headers)

    return answer


@contextmanager
def serving(answer: Answer, kind: type[Handler] = Handler) -> Iterator[Stub]:
    """The server while it runs; kind: a handler that can do more."""

    class Bound(kind):  # type: ignore[misc,valid-type]
        pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Bound)
    server.daemon_threads = True
    Bound.stub = stub = Stub(server.server_address[1], answer)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield stub
    finally:
        stub.release.set()
        server.shutdown()
        server.server_close()
        thread.join()
