"""The judge against a real server on this machine that is busy, fails, or talks nonsense."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path

import pytest
from whichone_training.judge import Case, FileCache, LanguageJudge, MemoryCache, Verdict
from whichone_training.recipe import Judge

# openai's client leaves the closing of some sockets to the garbage collector.
pytestmark = [
    pytest.mark.skipif(find_spec("openai") is None, reason="openai is not installed"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]

SAID = json.dumps({"style": "list", "is_grounded": True})


class Server(ThreadingHTTPServer):
    """Answers as told; refuses some calls first."""

    answer, refusals, status, calls = SAID, 0, 429, 0


class Handler(BaseHTTPRequestHandler):
    server: Server

    def log_message(self, format: str, *args: object) -> None:
        """Quiet."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.server.calls += 1
        if self.server.refusals:
            self.server.refusals -= 1
            self._send(self.server.status, {"error": {"message": "busy"}})
            return
        message = {"role": "assistant", "content": self.server.answer}
        choice = {"index": 0, "finish_reason": "stop", "message": message}
        reply = {"id": "1", "object": "chat.completion", "created": 1, "model": "judge"}
        self._send(200, reply | {"choices": [choice]})

    def _send(self, status: int, record: object) -> None:
        body = json.dumps(record).encode()
        self.send_response(status)
        for name, value in (
            ("Content-Type", "application/json"),
            ("Content-Length", str(len(body))),
            ("retry-after-ms", "1"),
        ):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield made
    made.shutdown()
    thread.join()
    made.server_close()


def settings(server: Server, calls: int = 100) -> Judge:
    return Judge(url=f"http://127.0.0.1:{server.server_port}/v1", model="judge", calls=calls)


def cases(count: int) -> list[Case]:
    return [Case("What is this?", f"Answer {number}.", b"png") for number in range(count)]


GOOD = Verdict(style="list", is_grounded=True)


def test_verdicts_are_had_and_kept(server: Server) -> None:
    judge = LanguageJudge(settings(server), MemoryCache())
    assert asyncio.run(judge.verdicts(cases(3))) == [GOOD] * 3
    assert asyncio.run(judge.verdicts(cases(3))) == [GOOD] * 3
    assert server.calls == 3


@pytest.mark.parametrize("status", [429, 500])
def test_a_busy_server_is_asked_again(server: Server, status: int) -> None:
    server.refusals, server.status = 2, status
    judge = LanguageJudge(settings(server), MemoryCache())
    assert asyncio.run(judge.verdicts(cases(1))) == [GOOD]
    assert judge.calls == 1


@pytest.mark.parametrize("answer", ["no json", '{"style": "shout", "is_grounded": true}', ""])
def test_nonsense_is_no_verdict(server: Server, answer: str) -> None:
    server.answer = answer
    judge = LanguageJudge(settings(server), MemoryCache())
    assert asyncio.run(judge.verdicts(cases(1))) == [None]


def test_a_server_that_refuses_is_no_verdict(server: Server) -> None:
    server.refusals, server.status = 100, 400
    judge = LanguageJudge(settings(server), MemoryCache())
    assert asyncio.run(judge.verdicts(cases(2))) == [None, None]


def test_the_budget_is_kept(server: Server) -> None:
    judge = LanguageJudge(settings(server, calls=2), MemoryCache())
    found = asyncio.run(judge.verdicts(cases(5)))
    assert found.count(GOOD) == 2 and found.count(None) == 3
    assert server.calls == 2


def test_the_next_run_pays_for_nothing_twice(server: Server, tmp_path: Path) -> None:
    for _ in range(2):
        cache = FileCache(tmp_path / "verdicts.sqlite")
        judge = LanguageJudge(settings(server), cache)
        assert asyncio.run(judge.verdicts(cases(2))) == [GOOD] * 2
        cache.close()
    assert server.calls == 2
