"""Answers that engines gave to questions about pictures: one JSON object a line.

`whichone-data vizwiz collect` writes such lines.  The object that `whichone ask --json` prints
is one too once the picture's file name and the question stand beside its fields: what is not
named here is passed over.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError
from whichone_core.errors import InputError
from whichone_core.types.strategies import Strategy

AS_IN_THE_APP = "as in the app"
"""The prompting of an engine that is asked as a user asks it, policy and guards included."""
ENGINE_ALONE = "engine alone"
"""The prompting of an engine whose own choice counts: no look at the picture's quality, no
evidence and no policy changes it."""


class Collected(BaseModel):
    """One answer, or why there is none.

    picture: a file name, without folders.  probabilities: of the strategies, where the engine
    has them.  drafts: every text that led to the answer.  failed: one sentence; the text is
    empty then.
    """

    model_config = ConfigDict(extra="ignore", frozen=True)

    item: str = ""
    picture: str
    question: str
    engine: str
    prompting: str = AS_IN_THE_APP
    text: str = ""
    strategy: Strategy | None = None
    probabilities: dict[Strategy, float] | None = None
    drafts: tuple[str, ...] = ()
    seconds: float | None = None
    failed: str = ""

    @property
    def is_abstaining(self) -> bool:
        return self.strategy is Strategy.ABSTAIN

    @property
    def confidence(self) -> float | None:
        """The engine's chance that the question can be answered; None where it has none."""
        if self.probabilities is None or Strategy.ABSTAIN not in self.probabilities:
            return None
        return 1 - self.probabilities[Strategy.ABSTAIN]

    @property
    def place(self) -> tuple[str, str, str, str]:
        """What is asked but once: item (or picture and question), engine, prompting."""
        return self.item or self.picture, self.question, self.engine, self.prompting


def read_collected(paths: Iterable[Path]) -> list[Collected]:
    """The answers of some files; of several to the same question the last one counts.

    Raises InputError, naming the line.
    """
    found: dict[tuple[str, ...], Collected] = {}
    for path in paths:
        for number, line in enumerate(_lines(path), 1):
            if line.strip():
                answer = _parsed(path, number, line)
                found[answer.place] = answer
    return list(found.values())


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path} can't be read.", cause=str(error)) from error


def _parsed(path: Path, number: int, line: str) -> Collected:
    try:
        return Collected.model_validate(json.loads(line))
    except (ValueError, ValidationError) as error:
        raise InputError(
            f"Line {number} of {path.name} is no answer with its picture, question and engine.",
            remedy="Write such files with whichone-data vizwiz collect.",
            cause=str(error),
        ) from error
