"""What may happen in one round, drawn by chance: a question, and what comes between.

Everything is drawn from one seeded generator, so a round that went wrong can be drawn again;
only the moments at which the machine gets to things differ.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import numpy as np
from whichone_models.llama.runtime import Picture, Request

from tests.workers import WORDS, expected


class Trouble(StrEnum):
    """What another thread does while the question is being answered."""

    NONE = "nothing"
    KILL = "kill -9"
    KILLS = "two times kill -9"
    STOP = "kill -STOP"
    CANCEL = "cancel"
    PICTURE = "another picture"
    UNLOAD = "unload"


HARMFUL = (Trouble.KILL, Trouble.KILLS, Trouble.STOP)

_TROUBLES = {
    Trouble.NONE: 30,
    Trouble.KILL: 30,
    Trouble.KILLS: 4,
    Trouble.STOP: 3,
    Trouble.CANCEL: 20,
    Trouble.PICTURE: 8,
    Trouble.UNLOAD: 5,
}
_ONCE = ("segv", "sigill", "abort", "exit 0", "exit 7", "raise", "fail broken", "fail memory")
_STUCK = ("hang", "clutch", "stop")
_ALWAYS = ("segv", "raise", "fail memory", "fail context", "fail picture", "fail request")


def a_moment(chance: random.Random) -> float:
    """Seconds until trouble comes: mostly within an answer, else within a worker's start."""
    return chance.uniform(0, 0.4) if chance.random() < 0.25 else chance.uniform(0, 0.015)


@dataclass(frozen=True, slots=True)
class Round:
    """One question about a picture.

    picture, request: what is given to the model; they may not fit together or be broken.
    text: the whole answer, should it come; None where it must not come.
    trouble: what happens delay_s after the question was asked.
    other: the picture that comes then, for Trouble.PICTURE.
    may_fail: whether ModelError is a fair outcome.
    """

    number: int
    label: str
    picture: Picture | None
    request: Request
    text: str | None
    trouble: Trouble
    delay_s: float
    other: Picture
    is_seen_first: bool
    may_fail: bool


class Rounds:
    """Draws rounds about scripted pictures.  marks: a folder for what happens only once."""

    def __init__(self, seed: int, marks: Path) -> None:
        self._chance = random.Random(seed)
        self._marks = marks
        self._number = 0
        self._picture = self._new_picture()

    def next(self) -> Round:
        self._number += 1
        chance = self._chance
        if chance.random() < 0.5:
            self._picture = self._new_picture()
        trouble = chance.choices(list(_TROUBLES), list(_TROUBLES.values()))[0]
        label, system, user = self._deed()
        more = chance.choice((0, 3, 40, 200))
        slow = "{go_on:slow 0.001}" if chance.random() < 0.3 else ""
        words = f"Question {self._number}? {{go_on:say {more}}}{slow}{user}"
        drawn = Round(
            number=self._number,
            label=label,
            picture=self._picture,
            request=Request(self._picture.key, system, words, words=WORDS, most_tokens=5000),
            text=expected(words, self._picture, more),
            trouble=trouble,
            delay_s=a_moment(chance),
            other=self._new_picture(),
            is_seen_first=chance.random() < 0.7,
            may_fail=label != "" or trouble in HARMFUL,
        )
        return self._spoiled(drawn) if chance.random() < 0.1 else drawn

    def _new_picture(self) -> Picture:
        chance = self._chance
        height, width = chance.randrange(1, 200), chance.randrange(1, 200)
        pixels = np.frombuffer(chance.randbytes(height * width * 3), np.uint8)
        key = f"picture {chance.getrandbits(40):x}"
        return Picture(key, pixels.reshape(height, width, 3))

    def _deed(self) -> tuple[str, str, str]:
        """What the worker is told to do: its name, and where it stands in system and user."""
        chance = self._chance
        draw = chance.random()
        if draw < 0.55:
            return "", "", ""
        if draw < 0.65:
            deed = chance.choice(("noise", "slow 0.05", "eat 20"))
            return "", "", f"{{start:{deed}}}"
        if draw < 0.9:
            mark = self._marks / f"{self._number}"
            deed = f"{chance.choice(_ONCE if draw < 0.86 else _STUCK)} once={mark}"
        else:
            deed = chance.choice(_ALWAYS)
        place = chance.choice(("see", "start", "go_on", "go_on@2", "go_on@5"))
        text = f"{{{place}:{deed}}}"
        label = f"{place} {deed.partition(' once')[0]}"
        return (label, text, "") if place == "see" else (label, "", text)

    def _spoiled(self, drawn: Round) -> Round:
        """The same round with an input that must be refused."""
        request, picture = drawn.request, drawn.picture
        kind = self._chance.choice(("grammar", "other picture", "no pixels", "too long", "gone"))
        if kind == "grammar":
            request = _with(request, grammar='root ::= "never closed')
        elif kind == "other picture":
            picture = drawn.other
        elif kind == "no pixels":
            picture = Picture(request.picture, np.zeros((0, 7, 3), np.uint8))
        elif kind == "too long":
            request = _with(request, user="and then? " * 20_000)
        else:
            picture, request = None, _with(request, picture="a picture that nobody saw")
        return Round(
            drawn.number, f"bad input: {kind}", picture, request, None, drawn.trouble,
            drawn.delay_s, drawn.other, False, True,
        )  # fmt: skip


def _with(request: Request, *, user: str = "", grammar: str = "", picture: str = "") -> Request:
    return Request(
        picture or request.picture,
        request.system,
        user or request.user,
        words=request.words,
        grammar=grammar,
        most_tokens=request.most_tokens,
    )
