"""Rounds for a real model: its answers are known from asking it once in peace."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
from whichone_core.types.cancelling import Cancel
from whichone_models.llama.runtime import Finished, LoadOrder, ModelClient, Picture, Request

from tests.chaos.rounds import HARMFUL, Round, Trouble, a_moment

QUESTIONS = ("What is this?", "Where is the ball?", "What colour is it?")
WORDS = ("direct", "infer", "list", "ask", "cannot")
_COLOURS = ((220, 40, 40), (40, 90, 220), (240, 200, 40), (60, 160, 70))
_SIDE = 224


def order_of(text: str, tower: str) -> LoadOrder:
    """How the model is loaded for these rounds: small, and on one thread."""
    return LoadOrder(text, tower, context_tokens=1024, threads=1)


def pictures() -> list[Picture]:
    """A square in four colours, each somewhere else."""
    made = []
    for number, colour in enumerate(_COLOURS):
        pixels = np.full((_SIDE, _SIDE, 3), 235, np.uint8)
        at = 20 + 40 * number
        pixels[at : at + 60, at : at + 60] = colour
        made.append(Picture(f"square {number}", pixels))
    return made


def request(question: str, about: Picture) -> Request:
    return Request(about.key, "", question, words=WORDS, most_tokens=24)


def in_peace(client: ModelClient) -> dict[tuple[str, str], str]:
    """The answer to each question about each picture."""
    answers = {}
    for picture in pictures():
        for question in QUESTIONS:
            client.ask(request(question, picture), picture, Cancel())
            parts = list(client.go_on("", Cancel()))
            said = "".join(part for part in parts if not isinstance(part, Finished))
            answers[picture.key, question] = said
    return answers


def rounds(seed: int, count: int, answers: dict[tuple[str, str], str]) -> Iterator[Round]:
    """Questions about the squares, with kills, cancels and new pictures between them."""
    chance = random.Random(seed)
    squares = pictures()
    for number in range(1, count + 1):
        picture, other = chance.sample(squares, 2)
        question = chance.choice(QUESTIONS)
        trouble = chance.choices(list(Trouble), [30, 30, 4, 3, 20, 8, 5])[0]
        yield Round(
            number=number,
            label="",
            picture=picture,
            request=request(question, picture),
            text=answers[picture.key, question],
            trouble=trouble,
            delay_s=a_moment(chance),
            other=other,
            is_seen_first=chance.random() < 0.7,
            may_fail=trouble in HARMFUL,
        )
