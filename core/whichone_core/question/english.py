"""English, as `questions` needs it."""

from __future__ import annotations

import re
from functools import cache

from whichone_core.question.grammar import Wording
from whichone_core.question.mentions import find_mentions
from whichone_core.question.requests import Request
from whichone_core.question.requests_for_looks import QUALITIES, THINGS
from whichone_core.question.requests_for_text import BEYOND, FIELDS
from whichone_core.question.stakes import stakes_of
from whichone_core.question.wording import clauses, is_a_choice, is_statement, plain, words_of
from whichone_core.types.questions import Stakes


@cache
def _rules() -> tuple[tuple[re.Pattern[str], Request], ...]:
    """The patterns in order, compiled on first use."""
    rules = (*BEYOND, *FIELDS, *QUALITIES, *THINGS)
    return tuple((re.compile(rule.pattern), rule.request) for rule in rules)


class English:
    """A `Grammar`."""

    it = "it"
    pronouns = frozenset({"it", "they", "them"})

    def wording(self, text: str) -> Wording:
        line = plain(text)
        return Wording(tuple(clauses(line)), " ".join(words_of(line)), find_mentions)

    def request_of(self, clause: str) -> Request | None:
        return next((request for pattern, request in _rules() if pattern.search(clause)), None)

    def stakes_of(self, line: str) -> Stakes | None:
        return stakes_of(line)

    def is_a_choice(self, clause: str) -> bool:
        return is_a_choice(clause)

    def is_statement(self, clause: str) -> bool:
        return is_statement(clause)

    def is_yes_no(self, clause: str) -> bool:
        return clause.startswith(("is ", "are "))

    def is_open(self, clause: str) -> bool:
        return "anything" in clause or "something" in clause
