"""Why a measured figure differs from the published one, where that could be found out."""

from __future__ import annotations

from whichone_core.types.strategies import Role

_RELABELLED = (
    "The paper's count fits its own abstention row (131 of 230 refused); the labels in the "
    "released file mark two answers otherwise on each side."
)

REASONS: dict[tuple[object, ...], str] = {
    ("roles", "Expert", Role.ANSWER_FAILURE, True): (
        "The paper also says that experts did not answer 61 of these 370 questions, which is "
        "16%: the published 6 seems to have lost a digit."
    ),
    ("roles", "QWEN", Role.MISCELLANEOUS, False): (
        "Counted in the file itself: 14 of its 230 answers have the label.  The published 2 "
        "repeats the figure for answerable questions."
    ),
    ("experts", "answered"): _RELABELLED,
    ("experts", "refused"): _RELABELLED,
    ("scores", "GPT-4V", "short", "answer", "ROUGE-L"): (
        "Against the crowd's majority answer the published 0.19 can't come out: answers of 1.4 "
        "words stand in answer sentences of 17, and 61% share any word with theirs; if each of "
        "those held all of its reference, it would be 0.14 (docs/vizwiz-lf.md)."
    ),
    ("scores", "Gemini", "short", "answer", "METEOR"): (
        "Over all questions it is 0.19; the paper does not say over which it took the mean."
    ),
    ("scores", "Gemini", "long", "whole", "METEOR"): (
        "Over all 600 questions, and without synonyms, it is 0.16; the paper does not say over "
        "which questions it took the mean."
    ),
}


def reason(*cell: object) -> str:
    """The reason for a cell, named by its table and place; empty where none is known."""
    return REASONS.get(cell, "")
