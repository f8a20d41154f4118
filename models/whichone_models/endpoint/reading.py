"""What a server's chunk says, and how sure it was of the strategy word.

Servers differ in what they leave out, so everything is looked for and nothing expected.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from whichone_core.types.strategies import Strategy

from .wire import Piece

_LEAST_SHARE = 1e-6
_SHORTEST = 2
"""Characters of a token that count as the beginning of a word: "A" is no "ask"."""


def piece_of(chunk: object) -> Piece:
    """One chunk of a stream as a piece; an empty one where the chunk says nothing."""
    choices = getattr(chunk, "choices", None)
    if not isinstance(choices, list) or not choices:
        return Piece("")
    choice = choices[0]
    delta = getattr(choice, "delta", None)
    text = getattr(delta, "content", None) or getattr(delta, "refusal", None)
    ending = getattr(choice, "finish_reason", None)
    return Piece(
        text if isinstance(text, str) else "",
        tuple(_candidates(getattr(choice, "logprobs", None))),
        ending if isinstance(ending, str) else "",
    )


def _candidates(logprobs: object) -> Iterable[tuple[str, float]]:
    """The first token's candidates in the form of chat completions."""
    content = getattr(logprobs, "content", None)
    if not isinstance(content, list) or not content:
        return
    for each in getattr(content[0], "top_logprobs", None) or ():
        token, value = getattr(each, "token", None), getattr(each, "logprob", None)
        if isinstance(token, str) and isinstance(value, int | float) and not math.isnan(value):
            yield token, float(value)


def log_probabilities(
    candidates: Sequence[tuple[str, float]], words: Mapping[Strategy, str]
) -> tuple[float, ...] | None:
    """Natural log-probabilities of the words in Strategy's order, from a token's candidates.

    Candidates that are the beginning of a word count for it ("inf" of "infer"), whatever
    their case and spaces; no word may be the beginning of another.  A word that is not
    among the candidates gets what is left at most: the share of the least of them, or of all
    that is not listed.  None where no word is among them.
    """
    shares = dict.fromkeys(Strategy, 0.0)
    for token, value in candidates:
        start = token.strip().lower()
        is_long = len(start) >= _SHORTEST
        fitting = [each for each, word in words.items() if is_long and word.startswith(start)]
        if len(fitting) == 1:
            shares[fitting[0]] += math.exp(min(value, 0.0))
    if not any(shares.values()):
        return None
    listed = [math.exp(min(value, 0.0)) for _token, value in candidates]
    missing = sum(1 for share in shares.values() if not share)
    rest = max(1.0 - sum(listed), _LEAST_SHARE) / max(missing, 1)
    least = min(rest, *listed)
    return tuple(math.log(max(share or least, 1e-300)) for share in shares.values())
