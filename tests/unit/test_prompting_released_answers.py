"""Cues of failing, against the labels of answers that people and models really gave."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from whichone_core.prompting.cues import is_failure
from whichone_core.prompting.style import strategy_of
from whichone_core.types.strategies import Strategy

from tests.research import research_folder

pytestmark = pytest.mark.research


def answers(writer: str) -> Iterator[tuple[list[str], list[bool]]]:
    """Sentences of each answer, and whether each is labelled as a failure to answer; only
    answers with as many labels as sentences."""
    path = research_folder("vizwiz-lf") / f"{writer}.json"
    for row in json.loads(path.read_text(encoding="utf-8")).values():
        sentences, roles = row["answer_sentences"], row["functional_roles"]
        if len(sentences) == len(roles):
            yield sentences, [any(r.lower() == "answer failure" for r in one) for one in roles]


def precision_and_recall(pairs: list[tuple[bool, bool]]) -> tuple[float, float]:
    both = sum(found and labelled for found, labelled in pairs)
    return both / sum(found for found, _ in pairs), both / sum(labelled for _, labelled in pairs)


@pytest.mark.parametrize("writer", ["expert", "qwen", "llava", "gemini"])
def test_most_failing_sentences_are_told(writer: str) -> None:
    pairs = [
        (is_failure(sentence), is_labelled)
        for sentences, labels in answers(writer)
        for sentence, is_labelled in zip(sentences, labels, strict=True)
    ]
    precision, recall = precision_and_recall(pairs)
    assert precision > 0.7
    assert recall > 0.6


@pytest.mark.parametrize("writer", ["expert", "qwen", "llava", "gemini"])
def test_answers_that_abstain_are_told_from_others(writer: str) -> None:
    pairs = [
        (strategy_of(sentences) is Strategy.ABSTAIN, any(labels))
        for sentences, labels in answers(writer)
    ]
    precision, recall = precision_and_recall(pairs)
    assert precision > 0.75
    assert recall > 0.45
