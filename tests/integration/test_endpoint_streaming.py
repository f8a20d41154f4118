"""An answer of a server as it comes, and the hanging up on it."""

from __future__ import annotations

import threading

import pytest
from whichone_core.answering.strategy import Policy, choose
from whichone_core.errors import ModelError
from whichone_core.types.answers import Decision, Sentence
from whichone_core.types.cancelling import Cancel
from whichone_core.types.questions import Intent
from whichone_core.types.strategies import Strategy
from whichone_models.builtin.finder import FixedFinder
from whichone_models.endpoint.engine import EndpointEngine

from tests.chat_servers import GENEROUS_S, ORDER, server
from tests.scenes import evidence, prompt, question
from tests.stub_server import Handler, serving

# ----------------------------------------------------------------------- streaming


def test_a_sentence_is_there_while_the_server_still_writes() -> None:
    def slow(handler: Handler) -> None:
        handler.begin()
        handler.say("direct\nThe cup is red. It stands on the table beside a large white plate")
        assert stub.release.wait(GENEROUS_S)
        handler.say(" with a blue rim.")
        handler.end()

    with serving(slow) as stub:
        asked = question(Intent.COLOUR, "What colour is the cup?", targets=("cup",))
        given = prompt(asked, evidence())
        engine = EndpointEngine(server(stub), FixedFinder(evidence()))
        parts = engine.reply(given, lambda p: choose(p, given, Policy()), Cancel())
        assert next(parts) == Decision(Strategy.DIRECT)
        first = next(parts)
        assert isinstance(first, Sentence)
        assert first.text == "The cup is red."
        stub.release.set()
        assert [part.text for part in parts if isinstance(part, Sentence)] == [
            "It stands on the table beside a large white plate with a blue rim."
        ]


# ----------------------------------------------------------------------- cancelling


def test_a_cancel_hangs_up_while_the_server_still_looks() -> None:
    with serving(lambda handler: handler.until_hung_up()) as stub:
        cancel = Cancel()
        stream = server(stub).chat(ORDER, cancel)
        waiting = threading.Thread(target=lambda: list(stream))
        waiting.start()
        assert stub.asked.wait(GENEROUS_S)
        cancel.request()
        waiting.join(GENEROUS_S)
        assert not waiting.is_alive()
        assert stub.hung_up.wait(GENEROUS_S)


def test_a_cancel_hangs_up_in_the_middle_of_an_answer() -> None:
    def endless(handler: Handler) -> None:
        handler.begin()
        handler.say("It is")
        handler.until_hung_up()

    with serving(endless) as stub:
        cancel = Cancel()
        stream = server(stub).chat(ORDER, cancel)
        assert next(stream).text == "It is"
        cancel.request()
        assert list(stream) == []
        assert stub.hung_up.wait(GENEROUS_S)


def test_leaving_an_answer_or_closing_hangs_up_too() -> None:
    def endless(handler: Handler) -> None:
        handler.begin()
        handler.say("It is")
        handler.until_hung_up()

    with serving(endless) as stub:
        for leave in ("stream", "server"):
            stub.hung_up.clear()
            chosen = server(stub)
            stream = chosen.chat(ORDER, Cancel())
            next(stream)
            if leave == "stream":
                stream.close()  # type: ignore[attr-defined]
            else:
                chosen.close()
                with pytest.raises(ModelError):
                    list(stream)
            assert stub.hung_up.wait(GENEROUS_S)
