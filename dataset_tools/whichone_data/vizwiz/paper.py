"""The figures that the VizWiz-LF paper gives (COLM 2024), to print beside what is measured.

Percentages are whole numbers, scores have two digits, as printed there.  The columns stand
in the order of the enumerations that they are about.
"""

from __future__ import annotations

from whichone_core.types.questions import QuestionType
from whichone_core.types.strategies import Role

from .schema import Source

WORDS = {
    "Question": (7.9, 5.9),
    "Crowd answer": (1.7, 1.6),
    "Expert": (41.2, 34.0),
    "GPT-4V": (73.2, 48.9),
    "Gemini": (16.4, 23.7),
    "LLaVA": (27.0, 29.8),
    "QWEN": (22.0, 26.8),
    "BLIP-2": (12.3, 3.0),
    "InstructBLIP": (18.9, 17.9),
}
"""Words of a text: mean and standard deviation."""

EXPERT_WORDS_BY_TYPE = {
    QuestionType.IDENTIFICATION: 42.9,
    QuestionType.DESCRIPTION: 34.8,
    QuestionType.READING: 39.8,
    QuestionType.OTHERS: 47.9,
}

UNANSWERABLE = 230
EXPERT_ANSWERED_UNANSWERABLE = 99
EXPERT_REFUSED_ANSWERABLE = 61

ROLES = {
    "Expert": "50/50 96/62 6/56 53/45 2/3 35/58 6/27 3/7",
    "Gemini": "29/15 97/87 2/14 16/13 0/0 5/11 2/7 1/3",
    "LLaVA": "53/39 98/87 2/14 29/29 0/0 11/24 2/15 1/2",
    "QWEN": "46/30 89/62 11/42 17/15 0/1 14/37 4/13 2/2",
    "BLIP-2": "46/30 85/76 8/16 3/1 0/0 6/7 1/3 11/11",
    "InstructBLIP": "35/35 96/90 4/10 13/17 0/0 15/17 1/5 2/2",
}
"""Answers with each role, % of answerable / of unanswerable questions, in the order of Role."""

SOURCES = {
    "Expert": "97/77 24/50 12/25",
    "Gemini": "90/84 5/6 16/24",
    "LLaVA": "95/78 2/7 15/33",
    "QWEN": "86/60 5/7 8/20",
    "BLIP-2": "84/60 2/3 6/17",
    "InstructBLIP": "84/68 5/4 12/35",
}
"""Answers with each information source, % of answerable / of unanswerable questions."""


def role_share(writer: str, role: Role, is_answerable: bool) -> float | None:
    """The paper's share (%) of a writer's answers that have a role; None where it has none."""
    return _share(ROLES, writer, list(Role).index(role), is_answerable)


def source_share(writer: str, source: Source, is_answerable: bool) -> float | None:
    """The paper's share (%) of a writer's answers that have an information source."""
    return _share(SOURCES, writer, list(Source).index(source), is_answerable)


def _share(table: dict[str, str], writer: str, place: int, is_answerable: bool) -> float | None:
    if writer not in table:
        return None
    return float(table[writer].split()[place].split("/")[0 if is_answerable else 1])


ABSTENTION = {
    "Random": (0.50, 0.34, 0.34, 0.34, 38),
    "Majority": (0.62, 0, 0, 0, 0),
    "Expert": (0.73, 0.68, 0.57, 0.62, 32),
    "GPT-4V": (0.77, 0.66, 0.82, 0.73, 47),
    "Gemini": (0.66, 0.78, 0.14, 0.24, 7),
    "LLaVA": (0.66, 0.80, 0.14, 0.24, 7),
    "QWEN": (0.71, 0.70, 0.42, 0.52, 23),
    "BLIP-2": (0.63, 0.54, 0.16, 0.24, 11),
    "InstructBLIP": (0.63, 0.63, 0.10, 0.17, 6),
}
"""Accuracy, precision, recall, F1, and the abstaining share (%)."""

ABSTENTION_INSTRUCTED = {
    "GPT-4V": (0.73, 0.60, 0.88, 0.71, 56),
    "Gemini": (0.71, 0.65, 0.51, 0.57, 30),
    "LLaVA": (0.78, 0.70, 0.74, 0.72, 41),
    "QWEN": (0.76, 0.64, 0.84, 0.72, 50),
    "BLIP-2": (0.70, 0.59, 0.73, 0.65, 47),
    "InstructBLIP": (0.65, 0.53, 0.72, 0.61, 52),
}
"""The same with an instruction to abstain; the answers of this run were not released."""

SCORES = {
    ("GPT-4V", "short", "whole"): (0.04, 0.08),
    ("Gemini", "short", "whole"): (0.19, 0.18),
    ("GPT-4V", "short", "answer"): (0.19, 0.17),
    ("Gemini", "short", "answer"): (0.22, 0.20),
    ("GPT-4V", "long", "whole"): (0.22, 0.29),
    ("Gemini", "long", "whole"): (0.22, 0.16),
}
"""ROUGE and METEOR: writer, reference (the crowd's or the expert's), whole or answer sentences."""

ROLE_F1 = {
    Role.CONFIRMATION: 0.40,
    Role.ANSWER: 0.84,
    Role.ANSWER_FAILURE: 0.79,
    Role.AUXILIARY: 0.65,
    Role.AUXILIARY_FAILURE: 0.18,
    Role.EXPLANATION: 0.60,
    Role.SUGGESTION: 0.86,
    Role.MISCELLANEOUS: 0.53,
}
"""F1 of GPT-4 with eight examples, by role."""

ROLE_F1_WEIGHTED = 0.74
SOURCE_F1 = {Source.CONTENT: 0.95, Source.QUALITY: 0.74, Source.EXTERNAL: 0.77}
"""F1 of GPT-4 with eight examples, by information source."""

LAVE = {
    ("GPT-4V", "short", "whole"): 0.76,
    ("Gemini", "short", "whole"): 0.63,
    ("GPT-4V", "short", "answer"): 0.76,
    ("Gemini", "short", "answer"): 0.64,
    ("GPT-4V", "long", "whole"): 0.76,
    ("Gemini", "long", "whole"): 0.45,
}
"""LAVE: writer, reference, whole or answer sentences."""

ROLE_KAPPA = 0.76
SOURCE_KAPPA = 0.87
"""Fleiss' kappa of three annotators (main text; the appendix says .81 for sources)."""

BERTSCORE = {
    ("GPT-4V", "short", "whole"): 0.80,
    ("Gemini", "short", "whole"): 0.84,
    ("GPT-4V", "short", "answer"): 0.83,
    ("Gemini", "short", "answer"): 0.84,
    ("GPT-4V", "long", "whole"): 0.87,
    ("Gemini", "long", "whole"): 0.87,
}
"""BERTScore: writer, reference, whole or answer sentences."""
