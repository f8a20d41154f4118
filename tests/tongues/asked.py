"""One question with what should be understood of it."""

from __future__ import annotations

from dataclasses import dataclass

from whichone_core.types.questions import Intent, Question, Stakes, TextField


@dataclass(frozen=True)
class Ask:
    """A question and what should be understood; labels are comma-separated.

    named: the targets; None where either answer would do.
    """

    text: str
    intent: Intent
    field: TextField | None = None
    named: str | None = ""
    stakes: Stakes | None = None

    @property
    def targets(self) -> tuple[str, ...] | None:
        if self.named is None:
            return None
        return tuple(name.strip() for name in self.named.split(",") if name.strip())


def mistakes(ask: Ask, question: Question) -> tuple[str, ...]:
    """The parts of a question that were understood otherwise."""
    wrong = []
    if question.intent is not ask.intent:
        wrong.append("intent")
    if question.field is not ask.field:
        wrong.append("field")
    if ask.targets is not None and set(question.targets) != set(ask.targets):
        wrong.append("targets")
    if question.stakes is not ask.stakes:
        wrong.append("stakes")
    return tuple(wrong)
