"""What a server is told: the same words as the local model, as messages with one picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from whichone_core.ports import Prompt
from whichone_core.types.pictures import Frame
from whichone_core.types.questions import Intent

from whichone_models.llama.runtime import Turn

from .pictures import LOOK_SIDE, READ_SIDE, SentPicture, encode
from .wire import Message, Order

_READS = frozenset({Intent.READ, Intent.FIELD, Intent.CODE})
_SMALLER = 2 / 3
"""Of the side, for a second try: whether an answer goes in circles depends on the size."""
MOST_TOKENS, MOST_READING_TOKENS = 256, 512


@dataclass(frozen=True, slots=True)
class Sampling:
    """temperature 0 is greedy; the seed makes the rest repeatable where the server can."""

    temperature: float = 0.0
    seed: int = 0


class Album:
    """The last picture as it is sent; a follow-up does not encode it again."""

    def __init__(self) -> None:
        self._key: tuple[str, int] | None = None
        self._picture: SentPicture | None = None

    def sent(self, frame: Frame, side: int) -> SentPicture:
        key = (frame.digest, side)
        if self._picture is None or self._key != key:
            self._key, self._picture = key, encode(frame.pixels, side)
        return self._picture


def is_reading(prompt: Prompt) -> bool:
    """Whether print has to be made out."""
    return prompt.question.intent in _READS or prompt.question.stakes is not None


def side_for(prompt: Prompt, *, is_second_try: bool = False) -> int:
    """The longest side in pixels at which the picture is sent."""
    side = READ_SIDE if is_reading(prompt) else LOOK_SIDE
    return round(side * _SMALLER) if is_second_try else side


def order_of(
    system: str,
    user: str,
    picture: SentPicture,
    earlier: Sequence[Turn] = (),
    sampling: Sampling | None = None,
    *,
    is_long: bool = False,
) -> Order:
    """The order for one answer; the picture stands in the first turn, where it was shown."""
    how = sampling or Sampling()
    turns = [(turn.user, turn.assistant) for turn in earlier]
    messages = [Message("system", system)] if system else []
    for said, answered in turns:
        messages += [Message("user", said), Message("assistant", answered)]
    messages.append(Message("user", user))
    first = 1 if system else 0
    messages[first] = Message("user", messages[first].text, picture)
    most = MOST_READING_TOKENS if is_long else MOST_TOKENS
    return Order(tuple(messages), True, how.temperature, how.seed, most)
