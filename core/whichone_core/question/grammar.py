"""A language as `questions` needs it: from a text to clauses, requests, names and stakes.

English has rules and word lists of its own (`english`); every other language is described by
data (`tongues`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from whichone_core.question.mentions import Mentions
from whichone_core.question.requests import Request
from whichone_core.types.questions import Stakes


@dataclass(frozen=True, slots=True)
class Wording:
    """A text in plain clauses, without padding; line: all its words, for what is at stake.

    mentions: what one of the clauses names.
    """

    clauses: tuple[str, ...]
    line: str
    mentions: Callable[[str], Mentions]


class Grammar(Protocol):
    """What a language offers to `questions.understand`."""

    @property
    def it(self) -> str:
        """The vague word that is meant where a question leaves it out."""
        ...

    @property
    def pronouns(self) -> frozenset[str]:
        """Vague words that may stand for what the clause before named."""
        ...

    def wording(self, text: str) -> Wording: ...

    def request_of(self, clause: str) -> Request | None:
        """What a plain clause asks for; None where no rule fits."""
        ...

    def stakes_of(self, line: str) -> Stakes | None: ...

    def is_a_choice(self, clause: str) -> bool:
        """Whether a clause only names one of several things ("the one on the left")."""
        ...

    def is_statement(self, clause: str) -> bool: ...

    def is_yes_no(self, clause: str) -> bool:
        """ "Is this ...": where a thing is named, whether it is there can be seen."""
        ...

    def is_open(self, clause: str) -> bool:
        """ "Is there anything": asks for a description."""
        ...
