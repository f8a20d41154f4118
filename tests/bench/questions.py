"""How often a question's VizWiz type is understood, how honest `is_sure` is, and how fast.

VizWiz-LF's 600 questions of blind people are split by a hash of their normalised words, so
that the same question never stands on both sides.  The rules were written while looking at
the development side (about 60%) alone; the held-out side was only ever counted.
"""

from __future__ import annotations

import hashlib
import json
import statistics
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from whichone_core.question.questions import understand
from whichone_core.types.questions import Question, QuestionType

from tests.bench.report import publish, table
from tests.research import measured_folder

SEED = "whichone-questions"
DEVELOPMENT_TENTHS = 6


@dataclass(frozen=True)
class Asked:
    """One released question with its type, and what was understood."""

    words: str
    type: QuestionType
    question: Question

    @property
    def is_right(self) -> bool:
        return self.question.type is self.type

    @cached_property
    def is_for_development(self) -> bool:
        digest = hashlib.sha256(f"{SEED}:{self.words}".encode()).hexdigest()
        return int(digest, 16) % 10 < DEVELOPMENT_TENTHS


def released() -> list[Asked]:
    """All 600 questions in the order of the release."""
    text = (measured_folder("vizwiz-lf") / "expert.json").read_text(encoding="utf-8")
    return [
        Asked(
            " ".join(row["question"].lower().split()).strip(" ?.!"),
            QuestionType(row["question_type"]),
            understand(row["question"]),
        )
        for row in json.loads(text).values()
    ]


def share(right: Iterable[bool]) -> str:
    """ "81% (173 of 213)"."""
    counted = list(right)
    if not counted:
        return "none"
    return f"{sum(counted) / len(counted):.0%} ({sum(counted)} of {len(counted)})"


def balanced(asked: list[Asked]) -> float:
    """The mean of the four types' own shares: each type weighs the same."""
    return statistics.mean(
        statistics.mean(a.is_right for a in asked if a.type is type_) for type_ in QuestionType
    )


def confusion(asked: list[Asked]) -> str:
    """Rows are the released types, columns what was understood."""
    counts = Counter((a.type, a.question.type) for a in asked)
    rows: list[list[object]] = []
    for type_ in QuestionType:
        found = [counts[type_, other] for other in QuestionType]
        rows.append([type_.value, *found, f"{counts[type_, type_] / sum(found):.0%}"])
    return table(["released \\ understood", *(t.value for t in QuestionType), "right"], rows)


def times_ms(texts: list[str]) -> list[float]:
    """Milliseconds for each text, the patterns compiled before."""
    taken = []
    for text in texts:
        began = time.perf_counter()
        understand(text)
        taken.append((time.perf_counter() - began) * 1000)
    return sorted(taken)


def summary(name: str, asked: list[Asked]) -> list[object]:
    alone = {(a.words, a.type): a for a in asked}.values()
    return [
        name,
        share(a.is_right for a in asked),
        f"{balanced(asked):.0%}",
        share(a.is_right for a in alone),
        share(a.is_right for a in asked if a.question.is_sure),
        share(a.is_right for a in asked if not a.question.is_sure),
    ]


def main() -> None:
    asked = released()
    development = [a for a in asked if a.is_for_development]
    held_out = [a for a in asked if not a.is_for_development]
    taken = times_ms([a.question.text for a in asked])
    median, late = statistics.median(taken), taken[int(len(taken) * 0.95)]
    head = ["questions", "type right", "mean of types", "each wording once", "where sure"]
    body = [
        "Types of the 600 questions of VizWiz-LF. The rules were written on the development "
        "side only; no wording is on both sides.",
        table(
            [*head, "where unsure"],
            [
                summary("held out", held_out),
                summary("development", development),
                summary("all", asked),
            ],
        ),
        "Held out:",
        confusion(held_out),
        "Development:",
        confusion(development),
        f"Understanding a question takes {median:.2f} ms (median), {late:.2f} ms (95%), "
        f"{taken[-1]:.1f} ms (longest).",
    ]
    publish("questions", "Questions understood without a language model", "\n\n".join(body))


if __name__ == "__main__":
    main()
