"""The chat server's adapter against a real server: llama-cpp-python's own, with a real model."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pytest
from numpy.typing import NDArray
from whichone_core.answering.strategy import Policy, choose
from whichone_core.picture.pictures import frame_from_rgb
from whichone_core.ports import Prompt, ReplyPart, Retake
from whichone_core.types.answers import Decision, Sentence
from whichone_core.types.cancelling import Cancel
from whichone_core.types.pictures import SourceKind
from whichone_core.types.quality import QualityReport
from whichone_core.types.questions import Intent
from whichone_models.builtin.finder import FixedFinder
from whichone_models.endpoint.address import Address, read_address
from whichone_models.endpoint.engine import EndpointEngine, connect
from whichone_models.endpoint.failures import ServerError, Trouble
from whichone_models.endpoint.keys import KEY_VARIABLE
from whichone_models.endpoint.openai_server import OpenAIServer
from whichone_models.endpoint.pictures import encode
from whichone_models.endpoint.wire import Message, Order
from whichone_models.trusting.golden import Golden
from whichone_models.trusting.golden_sets import SHAPED
from whichone_models.trusting.selftest import is_right

from tests.scenes import evidence, question
from tests.tiny_models import prototype

KEY = "sk-of-this-test"
GENEROUS_S = 100.0
CONTEXT = 4096


@dataclass(frozen=True)
class Peer:
    address: Address

    def server(self, key: str | None = KEY) -> OpenAIServer:
        return OpenAIServer(self.address, "", key)


@pytest.fixture(scope="module")
def peer() -> Iterator[Peer]:
    """The server in a process of its own, on a port that it chooses."""
    model = prototype()
    command = [
        sys.executable, "-m", "llama_cpp.server", "--host", "127.0.0.1", "--port", "0",
        "--model", str(model.text), "--clip_model_path", str(model.tower),
        "--chat_format", "mtmd", "--n_ctx", str(CONTEXT), "--n_threads", "1",
        "--n_threads_batch", "1", "--api_key", KEY,
    ]  # fmt: skip
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace"
    ) as process:
        watchdog = threading.Timer(GENEROUS_S, process.kill)
        watchdog.start()
        assert process.stderr is not None
        said = []
        port = None
        for line in process.stderr:
            said.append(line)
            if found := re.search(r"running on http://127\.0\.0\.1:(\d+)", line):
                port = int(found[1])
                break
        watchdog.cancel()
        assert port is not None, "".join(said[-20:])
        reading = threading.Thread(target=process.stderr.read)  # a full pipe would stop it
        reading.start()
        try:
            yield Peer(read_address(f"127.0.0.1:{port}"))
        finally:
            process.kill()
            reading.join()


def order(golden: Golden) -> Order:
    picture = encode(golden.draw(SHAPED.side))
    return Order((Message("user", golden.question, picture),), True, most_tokens=24)


def frame_prompt(pixels: NDArray[np.uint8]) -> Prompt:
    frame = frame_from_rgb(pixels, SourceKind.EXAMPLE)
    asked = question(Intent.COLOUR, "What color is the circle?", targets=("circle",))
    return Prompt(frame, asked, QualityReport(), evidence())


def test_pictures_reach_it_and_its_answers_come_back(peer: Peer) -> None:
    for golden in SHAPED.pictures:
        parts = list(peer.server().chat(order(golden), Cancel()))
        assert is_right(golden, "".join(piece.text for piece in parts))
        assert parts[-1].ending == "stop"


def test_the_candidates_of_its_first_token_are_log_probabilities(peer: Peer) -> None:
    first = next(iter(peer.server().chat(order(SHAPED.pictures[0]), Cancel())))
    shares = np.exp([value for _token, value in first.candidates])
    assert len(shares) >= 5
    assert 0.9 < shares.sum() <= 1.0001
    best = max(first.candidates, key=lambda pair: pair[1])
    assert best[0] == first.text


def test_a_key_that_is_missing_or_wrong_is_told_apart(peer: Peer) -> None:
    for key, kind in ((None, Trouble.KEY_MISSING), ("sk-wrong", Trouble.KEY_REFUSED)):
        with pytest.raises(ServerError) as error:
            list(peer.server(key).chat(order(SHAPED.pictures[0]), Cancel()))
        assert error.value.trouble is kind


def test_a_conversation_that_is_too_long_is_an_error_and_not_an_answer(peer: Peer) -> None:
    """This server just breaks off, where others say why."""
    long = Order((Message("user", "What color is it? " * CONTEXT),))
    with pytest.raises(ServerError) as error:
        list(peer.server().chat(long, Cancel()))
    assert error.value.trouble in (Trouble.TOO_LARGE, Trouble.CUT)
    golden = SHAPED.pictures[2]
    parts = list(peer.server().chat(order(golden), Cancel()))
    assert is_right(golden, "".join(piece.text for piece in parts))


def test_a_cancel_leaves_it_ready_for_the_next_question(peer: Peer) -> None:
    cancel = Cancel()
    stream = peer.server().chat(order(SHAPED.pictures[0]), cancel)
    next(stream)
    cancel.request()
    assert list(stream) == []
    golden = SHAPED.pictures[1]
    parts = list(peer.server().chat(order(golden), Cancel()))
    assert is_right(golden, "".join(piece.text for piece in parts))


def test_the_whole_engine_answers_through_it(peer: Peer) -> None:
    """The model was not taught to keep to the protocol; the engine makes an answer of it."""
    engine = connect(peer.address.origin, "", FixedFinder(evidence()), environ={KEY_VARIABLE: KEY})
    assert "another program on this computer" in engine.notice
    given = frame_prompt(SHAPED.pictures[0].draw(224))
    parts = _parts(engine, given)
    assert isinstance(parts[0], Decision)
    assert any(isinstance(part, Sentence | Retake) for part in parts[1:])
    engine.close()


def _parts(engine: EndpointEngine, given: Prompt) -> list[ReplyPart]:
    return list(engine.reply(given, lambda p: choose(p, given, Policy()), Cancel()))
