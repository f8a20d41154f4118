"""What people are asked: to check pairs, with planted fakes; or to choose a strategy.

A task has an id that tells nothing: fakes look like all others.  What each id stands for stays
in the project (`human-tasks.jsonl`), and is never part of what is given out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from enum import StrEnum
from typing import Literal

from pydantic import ValidationError
from whichone_core.errors import InputError, StorageError

from ..project import Project
from .fakes import planted
from .sampling import order
from .schema import LevelRow, PairRow, Row

FAKE_SHARE = 0.1
STRATEGIES = (
    "Answer the question directly.",
    "Name the two or three things that may be meant, with the answer for each.",
    "Ask one question back to find out what is meant.",
)
"""The three choices of the strategy study, in the order of CHOICES."""
CHOICES = ("answer", "list", "ask")
CHOICE_OF_LEVEL = ("answer", "answer", "list", "ask")
"""What AQuA's level says: levels 0 and 1 both answer."""


class Study(StrEnum):
    """Kinds of human work: check pairs, or choose how a question should be answered."""

    CHECK = "check"
    STRATEGY = "strategy"


class Task(Row):
    """One thing to judge.  fake: what is wrong with it; empty where it is a real pair."""

    schema_version: Literal[1] = 1
    id: str
    study: Study
    picture: str
    file: str
    level: int
    question: str
    answer: str
    fake: str


def check_tasks(
    pairs: Sequence[PairRow], rows: Sequence[LevelRow], share: float, seed: int
) -> list[Task]:
    """Every pair, and fakes for a share of them, shuffled together."""
    tasks = [_task(Study.CHECK, pair, "", seed) for pair in pairs]
    for kind, pair in planted(pairs, rows, share, seed) if share > 0 else ():
        tasks.append(_task(Study.CHECK, pair, kind.value, seed))
    return sorted(tasks, key=lambda task: order(seed, 0, f"task {task.id}"))


def strategy_tasks(pairs: Sequence[PairRow], per_level: int, seed: int) -> list[Task]:
    """So many pairs of each level, shuffled; the answer isn't shown to anybody."""
    chosen = []
    for level in range(4):
        some = [pair for pair in pairs if pair.level == level]
        some.sort(key=lambda pair: order(seed, level, f"study {pair.picture}"))
        chosen += some[:per_level]
    tasks = [_task(Study.STRATEGY, pair, "", seed) for pair in chosen]
    return sorted(tasks, key=lambda task: order(seed, 0, f"task {task.id}"))


def _task(study: Study, pair: PairRow, fake: str, seed: int) -> Task:
    text = f"{seed}/{study}/{pair.source}/{pair.picture}/{pair.level}/{pair.question}/{pair.answer}"
    return Task(
        id=hashlib.blake2b(text.encode(), digest_size=8).hexdigest(),
        study=study,
        picture=pair.picture,
        file=pair.file,
        level=pair.level,
        question=pair.question,
        answer=pair.answer,
        fake=fake,
    )


def rows_name(study: Study) -> str:
    return f"human-{study.value}-tasks"


def read_tasks(project: Project, study: Study) -> list[Task]:
    """The tasks that were given out.  Raises InputError where there are none."""
    rows = project.read_rows(rows_name(study))
    if not rows:
        raise InputError(
            f"{project.folder} gave out no such tasks.",
            remedy="Run whichone-data aqua human-export first.",
        )
    try:
        return [Task.model_validate(row) for row in rows]
    except ValidationError as error:
        raise StorageError(f"{rows_name(study)}.jsonl is damaged.", cause=str(error)) from error
