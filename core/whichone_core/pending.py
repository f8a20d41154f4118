"""A clarifying question that waits for its reply, and what is a reply to it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from whichone_core.answering import clarify
from whichone_core.question import questions
from whichone_core.types.answers import Option
from whichone_core.types.questions import Intent, Question


@dataclass(frozen=True, slots=True)
class Pending:
    """A clarifying question that was asked and not yet replied to.

    is_missed: a reply was not understood; what can be a question of its own is one from then on.
    """

    question: Question
    options: tuple[Option, ...]
    is_missed: bool = False

    def is_left_by(self, text: str) -> bool:
        """Whether words said after it are a question of their own."""
        if clarify.match(text, self.options).is_understood:
            return False
        if _words(text) == _words(self.question.text):
            return True  # asked once more, in a hurry perhaps without its question mark
        is_long = text.strip().endswith("?") or len(text.split()) > 3
        understood = questions.understand(text)
        # "How many oranges" chooses nothing, however short it is.
        is_plain = is_long or self.is_missed or understood.intent is Intent.COUNT
        return understood.is_sure and is_plain


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())
