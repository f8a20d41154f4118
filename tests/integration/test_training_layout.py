"""The application asks an exported model just as training asked it, to the byte and the logit."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import numpy as np
import pytest
from numpy.typing import NDArray
from whichone_core.ports import Exchange, Prompt, Proposal, Reply
from whichone_core.question.questions import understand
from whichone_core.types.answers import Decision
from whichone_core.types.cancelling import Cancel
from whichone_core.types.evidence import Evidence
from whichone_core.types.pictures import Frame, SourceKind
from whichone_core.types.quality import QualityReport
from whichone_core.types.strategies import Strategy
from whichone_models.files.sidecar import read_sidecar
from whichone_models.llama.engine import LocalEngine
from whichone_models.llama.inline import InlineClient
from whichone_models.llama.native import NativeRuntime
from whichone_models.llama.runtime import Finished, LoadOrder, Odds, Picture, Request
from whichone_training.answerers import TransformersAnswerer
from whichone_training.batches import Sample, prompt_text
from whichone_training.drawnworld.items import Item, item
from whichone_training.drawnworld.splits import Split
from whichone_training.examples import of_item

from tests.tiny_training import SIDE, Trained, needs_everything, one_thread

__all__ = ["one_thread"]
pytestmark = needs_everything

TOKENS = (SIDE // 28) ** 2
PICTURE = f"<|vision_start|>{'<|image_pad|>' * TOKENS}<|vision_end|>"


class Noting:
    """A client that keeps what the engine asks and what the model's odds were."""

    def __init__(self, client: InlineClient) -> None:
        self.client = client
        self.asked: list[tuple[Request, Picture | None, Odds | None]] = []

    @property
    def is_loaded(self) -> bool:
        return True

    @property
    def held_bytes(self) -> int:
        return self.client.held_bytes

    def see(self, picture: Picture, system: str) -> None:
        self.client.see(picture, system)

    def ask(self, request: Request, picture: Picture | None, cancel: Cancel) -> Odds | None:
        odds = self.client.ask(request, picture, cancel)
        self.asked.append((request, picture, odds))
        return odds

    def go_on(self, word: str, cancel: Cancel) -> Iterator[str | Finished]:
        return self.client.go_on(word, cancel)

    def release(self) -> int:
        return self.client.release()

    def close(self) -> None:
        self.client.close()


@pytest.fixture(scope="module")
def client(trained: Trained) -> Iterator[Noting]:
    folder = trained.output / "export" / "F16"
    sidecar = read_sidecar(folder)
    assert sidecar is not None and sidecar.tower is not None
    order = LoadOrder(str(folder / sidecar.text.name), str(folder / sidecar.tower.name), 1024)
    noting = Noting(InlineClient(NativeRuntime(), order))
    yield noting
    noting.close()


def asked_by_the_app(trained: Trained, client: Noting, made: Item, said: tuple[str, ...]) -> None:
    """Through the engine, as the assistant asks: the hint is a reply to a clarifying question."""
    sidecar = read_sidecar(trained.output / "export" / "F16")
    assert sidecar is not None
    prompt = Prompt(frame(made.picture(SIDE)), understand(said[0]), QualityReport(), Evidence())
    if len(said) > 1:
        heard = said[1].partition("\n")[2]
        earlier = (Exchange(said[0], Strategy.CLARIFY, heard),)
        reply = Reply(prompt.question, said[2], None, ())
        prompt = Prompt(
            prompt.frame, prompt.question, prompt.quality, prompt.evidence, reply, "", earlier
        )
    for _ in LocalEngine(client, sidecar).reply(prompt, as_proposed, Cancel()):
        return


def as_proposed(proposal: Proposal) -> Decision:
    return proposal.decision


def frame(pixels: NDArray[np.uint8]) -> Frame:
    height, width = pixels.shape[:2]
    now = datetime(2026, 12, 1, tzinfo=UTC)
    return Frame(pixels, SourceKind.FILE, now, (width, height), pixels.tobytes().hex()[:64])


def rendered(request: Request, template: str) -> str:
    """The request in the template that was exported, with the picture's tokens in it."""
    from jinja2 import Environment

    said = [text for turn in request.earlier for text in (turn.user, turn.assistant)]
    messages: list[dict[str, object]] = [
        {"role": "assistant" if place % 2 else "user", "content": [{"type": "text", "text": text}]}
        for place, text in enumerate([*said, request.user])
    ]
    first = messages[0]["content"]
    assert isinstance(first, list)
    first.insert(0, {"type": "image"})
    if request.system:
        messages.insert(0, {"role": "system", "content": request.system})
    text = Environment().from_string(template).render(messages=messages, add_generation_prompt=True)
    return text.replace("<|vision_start|><|image_pad|><|vision_end|>", PICTURE)


def conversations() -> list[tuple[Item, tuple[str, ...]]]:
    """First turns of every strategy, and second turns after a hint."""
    items = [item(3, Split.TEST, n, strategy) for n in range(3) for strategy in Strategy]
    return [(made, one.said) for made in items for one in of_item(made, words=True)]


def test_the_engine_asks_byte_for_byte_what_was_trained(trained: Trained, client: Noting) -> None:
    template = (trained.output / "sft" / "chat_template.jinja").read_text(encoding="utf-8")
    found = conversations()
    assert any(len(said) == 3 for _, said in found)
    for made, said in found:
        asked_by_the_app(trained, client, made, said)
        request, picture, _ = client.asked[-1]
        assert rendered(request, template) == prompt_text(said, TOKENS)
        assert picture is not None and (picture.pixels == made.picture(SIDE)).all()


def test_the_engine_has_the_odds_of_the_trained_model(trained: Trained, client: Noting) -> None:
    reference = TransformersAnswerer(trained.output / "grpo", longest=1, batch=1)
    for made, said in conversations()[:8]:
        asked_by_the_app(trained, client, made, said)
        odds = client.asked[-1][2]
        (theirs,) = reference.answers([Sample(made.picture(SIDE), said)])
        assert odds is not None and theirs.logs is not None
        assert odds.log_probabilities == pytest.approx(theirs.logs, abs=0.02)
