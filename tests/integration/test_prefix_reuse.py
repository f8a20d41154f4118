"""What the engine asks a real worker evaluates only new words: the rest was prefilled before."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import numpy as np
from whichone_core.ports import Exchange, Prompt
from whichone_core.question import questions
from whichone_core.types.cancelling import Cancel
from whichone_core.types.evidence import Evidence
from whichone_core.types.pictures import Frame
from whichone_core.types.quality import QualityReport
from whichone_core.types.strategies import Strategy
from whichone_models.llama.engine import LocalEngine
from whichone_models.llama.runtime import Finished, LoadOrder, ModelClient, Odds, Picture, Request
from whichone_models.llama.supervisor import ModelProcess

from tests.drawn_shapes import SIDE, six_circles
from tests.scenes import Said, evidence, frame, hear, text
from tests.tiny_models import TinyModel, prototype, tiny_model

ASKED = "What color is the circle?"


@dataclass
class Noting:
    """A client that notes what each question took."""

    client: ModelClient
    odds: list[Odds] = field(default_factory=list)

    @property
    def is_loaded(self) -> bool:
        return self.client.is_loaded

    @property
    def held_bytes(self) -> int:
        return self.client.held_bytes

    def see(self, picture: Picture, system: str) -> None:
        self.client.see(picture, system)

    def ask(self, request: Request, picture: Picture | None, cancel: Cancel) -> Odds | None:
        found = self.client.ask(request, picture, cancel)
        assert found is not None
        self.odds.append(found)
        return found

    def go_on(self, word: str, cancel: Cancel) -> Iterator[str | Finished]:
        return self.client.go_on(word, cancel)

    def release(self) -> int:
        return self.client.release()

    def close(self) -> None:
        self.client.close()


@contextmanager
def engine(model: TinyModel) -> Iterator[tuple[LocalEngine, list[Odds]]]:
    order = LoadOrder(str(model.text), str(model.tower), threads=1)
    client = Noting(ModelProcess(order))
    local = LocalEngine(client, model.sidecar)
    try:
        yield local, client.odds
    finally:
        local.close()


def shown() -> Frame:
    pixels = np.random.default_rng(1).integers(0, 256, (448, 448, 3), np.uint8)
    return replace(frame(), pixels=pixels, full_size=(448, 448))


def ask(
    local: LocalEngine,
    about: Frame,
    words: str,
    *earlier: Exchange,
    seen: Evidence | None = None,
) -> Said:
    asked = questions.understand(words)
    return hear(
        local, Prompt(about, asked, QualityReport(), seen or Evidence(), earlier=tuple(earlier))
    )


def test_system_prompt_and_picture_wait_for_the_question() -> None:
    with engine(tiny_model()) as (local, odds):
        picture = shown()
        local.see(picture)
        ask(local, picture, ASKED)
        assert odds[0].reused > 256 + 20, "the picture's tokens and the system prompt's"
        assert odds[0].evaluated <= len(ASKED) + 16


def test_evidence_stands_behind_the_picture() -> None:
    with engine(tiny_model()) as (local, odds):
        picture = shown()
        local.see(picture)
        ask(local, picture, "What is this?", seen=evidence(read=text("Ingwertee", "20 Beutel")))
        assert odds[0].reused > 256 + 20
        assert odds[0].evaluated > 20, "the print is new"


def test_a_reply_to_a_question_back_evaluates_its_own_words() -> None:
    with engine(prototype()) as (local, odds):
        picture = replace(frame(), pixels=six_circles(), full_size=(SIDE, SIDE))
        local.see(picture)
        first = ask(local, picture, ASKED)
        assert first.strategy is Strategy.CLARIFY
        ask(local, picture, "the blue one", Exchange(ASKED, first.strategy, first.text))
        question, follow_up = odds
        assert follow_up.evaluated <= 16
        assert follow_up.reused >= question.evaluated + question.reused
