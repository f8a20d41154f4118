"""Asking a server many things: what is paid for is kept, what fails is tried again or told."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from pydantic import BaseModel
from whichone_core.errors import ModelError, SetupError
from whichone_data.llm.answers import Answers, Status, kept_answers
from whichone_data.llm.client import Asker, Effort
from whichone_data.llm.costs import Budget, Price, estimated
from whichone_data.llm.orders import Model, Order, Prompt, key_of
from whichone_data.llm.pace import Pace

from tests.stub_server import Handler, Stub, fails, serving

PROMPT = Prompt("test", 1, "Say a word.")
QUICK = Effort(parallel=4, attempts=4, first_s=0.001, timeout_s=30.0)


class Word(BaseModel):
    word: str


def orders(count: int) -> list[Order]:
    return [Order(f"item {n}", PROMPT, f"word {n}", Word) for n in range(count)]


def reply(handler: Handler, content: str | None, reason: str = "stop", **message: object) -> None:
    body = {
        "id": "1", "object": "chat.completion", "created": 0, "model": "small-2026-11",
        "choices": [{"index": 0, "finish_reason": reason,
                     "message": {"role": "assistant", "content": content, **message}}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
    }  # fmt: skip
    handler.send(200, json.dumps(body))


def echo(handler: Handler) -> None:
    asked = handler.stub.requests[-1]["messages"][1]["content"][0]["text"]
    reply(handler, json.dumps({"word": asked}))


@pytest.fixture
def answers(tmp_path: Path) -> Iterator[Answers]:
    with kept_answers(tmp_path) as kept:
        yield kept


def asker(stub: Stub, answers: Answers, budget: Budget | None = None) -> Asker:
    model = Model("small", stub.url)
    return Asker(model, answers, budget or Budget(None, None), effort=QUICK)


def words(asker: Asker, count: int) -> list[str | None]:
    found = [reply and reply.value(Word) for reply in asker.ask(orders(count))]
    return [value.word if value else None for value in found]


def only_word(handler: Handler) -> None:
    """Each request gets its own text back, also when several come at once."""
    echo(handler)


def test_each_order_gets_its_answer_once(answers: Answers) -> None:
    lock = threading.Lock()

    def answer(handler: Handler) -> None:
        with lock:
            reply(handler, '{"word": "yes"}')

    with serving(answer) as stub:
        assert words(asker(stub, answers), 9) == ["yes"] * 9
        assert words(asker(stub, answers), 9) == ["yes"] * 9
        assert len(stub.requests) == 9, "the second run asks nothing"
    kept = answers.get(key_of(orders(1)[0], Model("small", stub.url)))
    assert kept is not None
    assert (kept.served, kept.prompt, kept.tokens_in) == ("small-2026-11", "test 1", 100)


def test_answers_are_in_the_order_of_the_orders(answers: Answers) -> None:
    with serving(only_word) as stub:
        one_by_one = Asker(Model("small", stub.url), answers, Budget(None, None),
                           effort=Effort(parallel=1, timeout_s=30.0))  # fmt: skip
        assert words(one_by_one, 4) == [f"word {n}" for n in range(4)]


def test_the_shape_and_the_picture_are_sent(answers: Answers, tmp_path: Path) -> None:
    Image.new("RGB", (300, 100), (200, 0, 0)).save(tmp_path / "a.png")
    order = Order("a", PROMPT, "word", Word, tmp_path / "a.png", side=60)
    with serving(echo) as stub:
        asker(stub, answers).ask([order])
    sent = stub.requests[0]
    assert sent["response_format"]["json_schema"]["strict"] is True
    assert sent["response_format"]["json_schema"]["schema"]["additionalProperties"] is False
    assert sent["messages"][1]["content"][1]["image_url"]["url"].startswith("data:image/jpeg;")


def test_another_picture_prompt_size_or_model_is_another_order(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    Image.new("RGB", (9, 9)).save(path)
    first = Order("a", PROMPT, "word", Word, path)
    keys = {key_of(first, Model("small")), key_of(first, Model("large"))}
    keys.add(key_of(Order("a", PROMPT, "word", Word, path, side=100), Model("small")))
    keys.add(key_of(Order("a", Prompt("test", 2, "Say one."), "word", Word, path), Model("small")))
    Image.new("RGB", (8, 9)).save(path)
    keys.add(key_of(Order("a", PROMPT, "word", Word, path), Model("small")))
    assert len(keys) == 5


@pytest.mark.parametrize(
    ("content", "reason", "message", "status"),
    [
        (None, "stop", {"refusal": "I won't."}, Status.REFUSED),
        ("", "content_filter", {}, Status.REFUSED),
        ("not JSON", "stop", {}, Status.MALFORMED),
        ('{"wrong": 1}', "stop", {}, Status.MALFORMED),
        ('{"word": "ha', "length", {}, Status.CUT),
        ('Here: ```json\n{"word": "x"}\n```', "stop", {}, Status.ANSWERED),
    ],
)
def test_a_bad_answer_is_a_kept_skip(
    content: str | None,
    reason: str,
    message: dict[str, object],
    status: Status,
    answers: Answers,
) -> None:
    with serving(lambda handler: reply(handler, content, reason, **message)) as stub:
        for _ in range(2):
            (found,) = asker(stub, answers).ask(orders(1))
            assert found is not None
            assert found.status is status
        assert len(stub.requests) == 1


@pytest.mark.parametrize("status", [408, 429, 500, 503])
def test_a_passing_failure_is_tried_again(status: int, answers: Answers) -> None:
    def answer(handler: Handler) -> None:
        if len(handler.stub.requests) < 3:
            fails(status, "later", Retry_After="0")(handler)
        else:
            reply(handler, '{"word": "yes"}')

    with serving(answer) as stub:
        assert words(asker(stub, answers), 1) == ["yes"]
        assert len(stub.requests) == 3


def test_a_connection_that_breaks_is_tried_again(answers: Answers) -> None:
    def answer(handler: Handler) -> None:
        if len(handler.stub.requests) < 2:
            handler.close_connection = True
            handler.connection.shutdown(socket.SHUT_RDWR)
        else:
            reply(handler, '{"word": "yes"}')

    with serving(answer) as stub:
        assert words(asker(stub, answers), 1) == ["yes"]


def test_what_is_no_completion_is_tried_again(answers: Answers) -> None:
    def answer(handler: Handler) -> None:
        if len(handler.stub.requests) < 2:
            handler.send(200, "<html>busy</html>", "text/html")
        else:
            reply(handler, '{"word": "yes"}')

    with serving(answer) as stub:
        assert words(asker(stub, answers), 1) == ["yes"]


@pytest.mark.parametrize(
    ("status", "sentence"),
    [(401, "refuses the key"), (404, "no such model"), (402, "credit is used up")],
)
def test_what_no_repeating_helps_stops_the_run(
    status: int, sentence: str, answers: Answers
) -> None:
    with serving(fails(status, "no")) as stub:
        with pytest.raises(ModelError, match=sentence):
            asker(stub, answers).ask(orders(40))
        assert len(stub.requests) <= QUICK.parallel


def test_no_credit_left_is_not_tried_again(answers: Answers) -> None:
    body = json.dumps({"error": {"message": "no", "code": "insufficient_quota"}})
    with serving(lambda handler: handler.send(429, body)) as stub:
        with pytest.raises(ModelError, match="credit"):
            asker(stub, answers).ask(orders(1))
        assert len(stub.requests) == 1


def test_a_rejected_item_is_a_skip_and_many_in_a_row_are_an_error(answers: Answers) -> None:
    def answer(handler: Handler) -> None:
        if "word 1" in json.dumps(handler.stub.requests[-1]["messages"][1]):
            fails(400, "not this one")(handler)
        else:
            reply(handler, '{"word": "yes"}')

    with serving(answer) as stub:
        slow = Asker(Model("small", stub.url), answers, Budget(None, None), effort=Effort(1))
        found = slow.ask(orders(3))
        assert [reply and reply.status for reply in found] == [
            Status.ANSWERED, Status.REJECTED, Status.ANSWERED,
        ]  # fmt: skip
    with serving(fails(400, "unknown parameter")) as stub:
        with pytest.raises(ModelError, match="again and again"):
            asker(stub, answers).ask(orders(30))
        assert len(stub.requests) < 15


def test_the_budget_stops_in_time_and_counts_earlier_runs(answers: Answers) -> None:
    price = Price(1000.0, 1000.0)  # a call of 110 tokens costs 0.11
    with serving(lambda handler: reply(handler, '{"word": "yes"}')) as stub:
        model = Model("small", stub.url, most_tokens=200)

        def run(limit: float) -> list[object]:
            budget = Budget(limit, price, answers.spent())
            return list(Asker(model, answers, budget, effort=QUICK).ask(orders(20)))

        first = run(1.0)
        assert first.count(None) > 0
        assert 0 < answers.spent() <= 1.0
        asked = len(stub.requests)
        assert run(1.0).count(None) == first.count(None)
        assert len(stub.requests) == asked, "the budget is for all runs together"
        assert run(100.0).count(None) == 0
        assert len(stub.requests) == 20
        assert answers.spent() == pytest.approx(20 * 0.11)


def test_an_unreadable_picture_is_a_skip(answers: Answers, tmp_path: Path) -> None:
    (tmp_path / "bad.jpg").write_bytes(b"no picture")
    some = [Order("a", PROMPT, "x", Word, tmp_path / name) for name in ("bad.jpg", "none.jpg")]
    with serving(echo) as stub:
        found = asker(stub, answers).ask(some)
        assert [reply and reply.status for reply in found] == [Status.NO_PICTURE] * 2
        assert stub.requests == []


def test_openais_own_server_needs_a_key(answers: Answers, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("WHICHONE_SERVER_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(SetupError, match="no key"):
        Asker(Model("small"), answers, Budget(None, None)).ask(orders(1))


def test_an_estimate_counts_pictures_and_prices(tmp_path: Path) -> None:
    plain = estimated(orders(10), Price(1.0, 2.0))
    assert plain.calls == 10
    assert plain.cost == pytest.approx((plain.tokens_in + 2 * plain.tokens_out) / 1e6)
    pictured = estimated([Order("a", PROMPT, "x", Word, tmp_path, side=280)], None)
    assert pictured.tokens_in >= 100
    assert "see the cost" in pictured.sentence


def test_the_pace_is_kept_and_a_hold_holds_all() -> None:
    now, waits = [0.0], []

    async def pause(seconds: float) -> None:
        waits.append(round(seconds, 3))

    pace = Pace(requests=60, tokens=6000, clock=lambda: now[0], pause=pause)

    async def turns() -> None:
        await pace.turn(10)
        await pace.turn(300)  # three seconds' worth of tokens
        await pace.turn(10)
        pace.hold(20)
        await pace.turn(10)

    asyncio.run(turns())
    assert waits == [1.0, 4.0, 20.0]


KILLED = """
import sys
from tests.unit.test_llm_client import orders, Word
from whichone_data.llm.answers import kept_answers
from whichone_data.llm.client import Asker, Effort
from whichone_data.llm.costs import Budget
from whichone_data.llm.orders import Model
from pathlib import Path
with kept_answers(Path(sys.argv[1])) as answers:
    Asker(Model("small", sys.argv[2]), answers, Budget(None, None), effort=Effort(1)).ask(orders(9))
"""


def test_a_killed_run_pays_for_no_answer_twice(tmp_path: Path) -> None:
    """The fifth request is never answered: by then four answers are on the disk."""

    def answer(handler: Handler) -> None:
        if len(handler.stub.requests) == 5 and not handler.stub.release.is_set():
            handler.stub.hung_up.set()
            handler.stub.release.wait(60)
            return
        reply(handler, '{"word": "yes"}')

    with serving(answer) as stub:
        command = [sys.executable, "-c", KILLED, str(tmp_path), stub.url]
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        try:
            assert stub.hung_up.wait(90), "the fifth request came"
        finally:
            process.kill()
            process.wait()
        stub.release.set()
        with kept_answers(tmp_path) as answers:
            assert words(asker(stub, answers), 9) == ["yes"] * 9
        texts = [r["messages"][1]["content"][0]["text"] for r in stub.requests]
        assert sorted(texts) == sorted([*(f"word {n}" for n in range(9)), "word 4"])
