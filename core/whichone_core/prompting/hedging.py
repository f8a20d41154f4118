"""Sentences that claim what was not read, said with the doubt that they deserve."""

from __future__ import annotations

import re
from collections.abc import Sequence

from whichone_core.answering.grammar import join
from whichone_core.prompting.claims import Claim, claims_in
from whichone_core.prompting.cues import is_hedged


def _word_set(text: str) -> frozenset[str]:
    return frozenset(text.split())


_SAYS = "I think it says {claim}, but I could not read it for certain."
_SAYS_OR = "I think it says {claim}, but it may be {other}; I could not read it for certain."
_BUT = "{sentence}, but I could not read {claims} for certain."
_SHORT = 12
"""Words up to which a sentence is little more than its one claim."""
_MOST_NAMED = 3
_OPENERS = _word_set(
    """
    the it its this that these those there a an your my on in at yes no they one he she both
    """
)
_ABOUT_PRINT = re.compile(
    r"\b(?:says?|reads?|label|sign|print|text|number|date|price|code|expir\w+|titled?|written|"
    r"costs?|total|time|address|phone|it is|it's)\b",
    re.IGNORECASE,
)


def hedged(sentence: str, claims: Sequence[Claim], second: str = "") -> str:
    """The sentence with its doubt; claims are those that were not read, at least one.

    second: what the model said when it looked again, closer; where that differs in the one
    claim, both are named.
    """
    first, *others = claims
    is_short = len(sentence.split()) <= _SHORT and len(claims_in(sentence)) == 1
    if is_short and not others and _ABOUT_PRINT.search(sentence):
        other = _other_than(first, second)
        frame = _SAYS_OR if other else _SAYS
        return frame.format(claim=first.text, other=other)
    if is_short and not others and len(sentence.split()) <= len(first.text.split()) + 1:
        return _SAYS.format(claim=first.text)
    named = join([claim.text for claim in claims[:_MOST_NAMED]], "or")
    return _BUT.format(sentence=_doubtful(sentence), claims=named)


def _other_than(claim: Claim, second: str) -> str:
    """The one claim of the same kind that a second look made instead."""
    same = [other.text for other in claims_in(second) if other.kind is claim.kind]
    return same[0] if len(same) == 1 and same[0] != claim.text else ""


def _doubtful(sentence: str) -> str:
    """ "The price is 3." -> "I think the price is 3"."""
    bare = sentence.rstrip(" .!…")
    if is_hedged(bare):
        return bare
    first = bare.split(maxsplit=1)[0] if bare.split() else ""
    if first.lower() in _OPENERS:
        return f"I think {bare[:1].lower()}{bare[1:]}"
    return f"I think this: {bare}"
