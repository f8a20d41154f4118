"""Which level the style of an answer shows, without a judge model.

Question back, list and failing are told from the answer alone, by the core's cues, as AQuA's
judge does.  A direct answer and an inferred referent often read alike ("The cup on the left is
red."): with the question at hand, an answer to a vague question that names what it takes the
word for is inferred; from the answer alone it is only where it hedges or starts from "this".
How often that is right is measured (tests/bench/aqua_filter.py).
"""

from __future__ import annotations

import re

from whichone_core.prompting.style import strategy_of
from whichone_core.question.questions import understand
from whichone_core.speech.spoken_sentences import sentences_of
from whichone_core.types.strategies import Strategy

_POINTS = re.compile(r"^(?:this|that|it|these|those|they)\b.{0,12}\b(?:is|are|looks?|seems?)\b")
_BARE = re.compile(r"^(?:yes|no|in|on|at|\w+)[.,]?$|^(?:in|on|at) the ")


def style_of(answer: str, question: str | None = None) -> Strategy:
    """The strategy that an answer shows; with its question it can tell INFER from DIRECT."""
    shown = strategy_of(sentences_of(answer))
    if shown is not Strategy.DIRECT:
        return shown
    text = answer.strip().lower()
    if question is None:
        return Strategy.INFER if _POINTS.match(text) else Strategy.DIRECT
    is_vague = understand(question).is_vague
    return Strategy.INFER if is_vague and not _BARE.match(text) else Strategy.DIRECT
