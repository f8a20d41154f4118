"""What was really said to a model about a picture, so that a follow-up goes on from there.

The assistant remembers what the user said and heard.  The model's cache holds what it was
asked (with evidence) and what it said (with its control word); only if the next request
repeats that byte for byte are just the new words evaluated.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping

from whichone_core.ports import Exchange, Prompt
from whichone_core.prompting.userwords import as_lines, as_words
from whichone_core.types.strategies import Strategy

from whichone_models.llama.runtime import Turn

MOST_TURNS = 6
"""Turns that a follow-up repeats; older ones are no longer what "it" refers to."""
MOST_CHARACTERS = 4_000
"""Of all turns together, about 1,200 tokens: with 1,024 of the picture, the system prompt and an
answer they fit into a context of 4,096."""
_MOST_KEPT = 64
_LONGEST_ANSWER = 1_200

_Key = tuple[str, int, str]


class Memory:
    """The model's own words by picture, place in the conversation and what the user said.

    replies_only: what came before is repeated only where it is a question back, which the user
    replies to.  A model trained from nothing has learned of no other turn: asked "What is this?"
    behind the colour of a house, WhichOne mini went on about colours ("The tree is green.").
    """

    def __init__(self, words: Mapping[Strategy, str], *, replies_only: bool = False) -> None:
        self._words = words
        self._replies_only = replies_only
        self._turns: OrderedDict[_Key, tuple[Strategy, Turn]] = OrderedDict()

    def keep(self, prompt: Prompt, strategy: Strategy, user: str, text: str) -> None:
        """Note what was asked and said; text without its control word."""
        key = (prompt.frame.digest, len(prompt.earlier), said_by_user(prompt))
        self._turns[key] = (strategy, Turn(user, self._with_word(strategy, text)))
        self._turns.move_to_end(key)
        while len(self._turns) > _MOST_KEPT:
            self._turns.popitem(last=False)

    def turns(self, prompt: Prompt) -> tuple[Turn, ...]:
        """The turns about this picture so far, at most `MOST_TURNS`, oldest first."""
        places = list(enumerate(prompt.earlier))[-MOST_TURNS:]
        if self._replies_only:
            places = [last for last in places[-1:] if last[1].strategy is Strategy.CLARIFY]
        turns: list[Turn] = []
        room = MOST_CHARACTERS
        for place, exchange in reversed(places):
            turn = self._turn(prompt.frame.digest, place, exchange)
            room -= len(turn.user) + len(turn.assistant)
            if room < 0:
                break
            turns.insert(0, turn)
        return tuple(turns)

    def _turn(self, digest: str, place: int, exchange: Exchange) -> Turn:
        kept = self._turns.get((digest, place, exchange.said))
        if kept is not None and kept[0] is exchange.strategy:
            return kept[1]
        heard = as_lines(exchange.answer, _LONGEST_ANSWER)
        return Turn(as_words(exchange.said), self._with_word(exchange.strategy, heard))

    def _with_word(self, strategy: Strategy, text: str) -> str:
        word = self._words.get(strategy, "")
        return f"{word}\n{text}" if word else text


def said_by_user(prompt: Prompt) -> str:
    """What the assistant notes as said in this turn: the reply where there is one."""
    reply = prompt.reply
    return reply.text if reply is not None and reply.text else prompt.question.text
