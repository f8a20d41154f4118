"""What a whole-picture classifier would call it: only ever said as a hedge."""

from __future__ import annotations

from whichone_core.answering.tongue import grammar, phrases
from whichone_core.ports import Prompt
from whichone_core.types.answers import Sentence
from whichone_core.types.strategies import Role

from .drafts import say

LEAST_NAME_SCORE = 0.3
"""Below this a name is not worth saying: at 0.5 and over 11 of 13 were right, over all
scores 21 of 31 (facts, offline engine)."""

LIKELY_NAME_SCORE = 0.5
"""From here a name leads where no thing is sure: of the most salient things that are not
sure half are right (43 of 83 COCO photos)."""


def name_hedge(prompt: Prompt, *, is_alone: bool, already: str = "") -> list[Sentence]:
    """ "It might be a teapot": the answer where there is no other, else auxiliary.

    already: a name that was said and is not repeated.
    """
    names = prompt.evidence.names or ()
    best = max(names, key=lambda guess: guess.score, default=None)
    if best is None or best.score < LEAST_NAME_SCORE:
        return []
    label = _clearest(best.label)
    if already and already in label.lower():
        return []
    words = grammar()
    name = words.indefinite(words.guess(label))
    frame = phrases().might_be_alone if is_alone else phrases().might_be
    return [say(frame.format(name=name), Role.ANSWER if is_alone else Role.AUXILIARY)]


def is_likely(prompt: Prompt) -> bool:
    """Whether the best name is likelier right than a thing that is not sure."""
    names = prompt.evidence.names or ()
    return max((guess.score for guess in names), default=0.0) >= LIKELY_NAME_SCORE


def _clearest(label: str) -> str:
    """The first of an ImageNet label's names, or the longer form of it ("pirate ship")."""
    names = [name.strip() for name in label.split(",")]
    return next((name for name in names[1:] if name.startswith(f"{names[0]} ")), names[0])
