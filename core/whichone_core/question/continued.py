"""Whether a question goes on with the one before: "and eggs?" after "does it contain milk?".

What was at stake then is still so.  A question of its own ("and what colour is it?") starts anew.
"""

from __future__ import annotations

import re
from dataclasses import replace

from whichone_core.question.wording import plain, words_of
from whichone_core.types.evidence import Look
from whichone_core.types.questions import Intent, Question

_GOES_ON = re.compile(
    r"(?:(?:ok|okay|so|well) )*(?:and|or|(?:what|how) about|what if|"
    r"y|o|(?:y )?qu[eé] (?:hay de|pasa con|tal)|und|oder|(?:und )?was ist mit|"
    r"(?:und )?wie (?:ist|sieht) es (?:aus )?mit)\b"
)
_OF_THEIR_OWN = frozenset(
    {Intent.COLOUR, Intent.COUNT, Intent.DESCRIBE, Intent.LIGHT, Intent.WHERE, Intent.CODE,
     Intent.READ}
)  # fmt: skip


def continued(question: Question, before: Question | None) -> Question:
    """The question with what was at stake before it, where it goes on with that.

    before: the question about this picture that was answered last.
    """
    if before is None or before.stakes is None or question.stakes is not None:
        return question
    if not (_goes_on(question) or not question.is_sure):
        return question
    return replace(question, stakes=before.stakes, looks=question.looks | {Look.TEXT})


def _goes_on(question: Question) -> bool:
    line = " ".join(words_of(plain(question.text)))
    return question.intent not in _OF_THEIR_OWN and bool(_GOES_ON.match(line))
