"""From collected answers to rows, by the rules or by a language model as the judge."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path

from whichone_core.errors import StorageError
from whichone_data.vizwiz.collected import Collected, read_collected

from whichone_training.drawnworld.answers import control_word
from whichone_training.judge import (
    Case,
    FileCache,
    LanguageJudge,
    MemoryCache,
    key_from_environment,
)
from whichone_training.recipe import Judge

from .questions import Question
from .scoring import Row, by_rules, by_verdict


def answers_of(kept: Path, engine: str, prompting: str) -> dict[str, Collected]:
    """What one engine said under one prompting, by item; failed ones are left out."""
    found = read_collected([kept]) if kept.exists() else []
    return {
        answer.item: answer
        for answer in found
        if (answer.engine, answer.prompting) == (engine, prompting) and not answer.failed
    }


def ruled(questions: Sequence[Question], answers: Mapping[str, Collected]) -> list[Row]:
    """Every answer there is, judged by the rules."""
    return [by_rules(one, answers[one.item]) for one in questions if one.item in answers]


def verdicts(
    questions: Sequence[Question],
    answers: Mapping[str, Collected],
    pictures: Path,
    settings: Judge,
) -> list[Row]:
    """Every answer for which the judge had a verdict.  What was judged before costs nothing.

    Raises StorageError where a picture can't be read.
    """
    asked = [one for one in questions if one.item in answers]
    cases = [_case(one, answers[one.item], pictures) for one in asked]
    cache: FileCache | MemoryCache = FileCache(settings.cache) if settings.cache else MemoryCache()
    try:
        judge = LanguageJudge(settings, cache, key_from_environment())
        found = asyncio.run(judge.verdicts(cases))
    finally:
        if isinstance(cache, FileCache):
            cache.close()
    pairs = zip(asked, found, strict=True)
    return [by_verdict(one, answers[one.item], said) for one, said in pairs if said is not None]


def _case(question: Question, answer: Collected, pictures: Path) -> Case:
    path = pictures / question.picture
    try:
        return Case(question.question, control_word(answer.text)[1], path.read_bytes())
    except OSError as error:
        raise StorageError(f"{path} can't be read.", cause=str(error)) from error
