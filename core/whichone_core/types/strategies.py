"""How to answer, and what each sentence of an answer does.

The five strategies come from AQuA (arXiv 2603.07394): its levels 0 to 3, joined by
abstaining, VizWiz-LF's unanswerable questions.  The roles of sentences are VizWiz-LF's
eight functional roles (COLM 2024, section 3).
"""

from __future__ import annotations

from enum import StrEnum


class Strategy(StrEnum):
    """How to answer: AQuA levels 0-3 in order, then VizWiz-LF's unanswerable."""

    DIRECT = "direct"
    INFER = "infer"
    LIST = "list"
    CLARIFY = "clarify"
    ABSTAIN = "abstain"


class Role(StrEnum):
    """What a sentence of an answer does (VizWiz-LF, functional roles)."""

    CONFIRMATION = "confirmation"
    ANSWER = "answer"
    ANSWER_FAILURE = "answer failure"
    AUXILIARY = "auxiliary"
    AUXILIARY_FAILURE = "auxiliary failure"
    EXPLANATION = "explanation"
    SUGGESTION = "suggestion"
    MISCELLANEOUS = "miscellaneous"
