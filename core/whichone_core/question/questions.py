"""What a question asks for, understood without a language model.

    text -> clauses (`wording`) -> what each asks for (`requests`)
         -> the things it names and its vague words (`mentions`) -> what is at stake (`stakes`)

Several requests in one question: the first one that a picture can answer leads, the looks
of all are taken, and VizWiz's type is "Others" where their types differ.  Where nothing was
understood, or the language is not English, the answer describes and `is_sure` is False.

"This" with a noun that no detector knows ("this jacket") is vague: the words name the
jacket, but only what stands out in the picture can say which thing is meant.  With a noun
that a detector knows ("this cup") it is not; nor is "my jacket", which points at nothing.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

from whichone_core.question.doubts import is_doubt
from whichone_core.question.language import is_english
from whichone_core.question.mentions import Mentions, find_mentions, without_groups
from whichone_core.question.requests import Request
from whichone_core.question.requests_for_looks import QUALITIES, THINGS
from whichone_core.question.requests_for_text import BEYOND, FIELDS
from whichone_core.question.stakes import stakes_of
from whichone_core.question.wording import clauses, is_a_choice, is_statement, plain, words_of
from whichone_core.types import Intent, Look, Question, QuestionType, Stakes

LOOKS: dict[Intent, frozenset[Look]] = {
    Intent.READ: frozenset({Look.TEXT}),
    Intent.FIELD: frozenset({Look.TEXT}),
    Intent.IDENTIFY: frozenset({Look.TEXT, Look.OBJECTS, Look.NAMES, Look.CODES}),
    Intent.DESCRIBE: frozenset({Look.TEXT, Look.OBJECTS, Look.NAMES, Look.COLOURS}),
    Intent.COLOUR: frozenset({Look.OBJECTS, Look.COLOURS}),
    Intent.COUNT: frozenset({Look.OBJECTS}),
    Intent.WHERE: frozenset({Look.OBJECTS}),
    Intent.LIGHT: frozenset({Look.LIGHT}),
    Intent.PRESENCE: frozenset({Look.OBJECTS}),
    Intent.CODE: frozenset({Look.CODES}),
    Intent.BEYOND: frozenset(),
}
"""The least evidence for each intent: products are known by their labels, hence text, codes
and objects for identifying; nothing helps with what no picture can tell."""

_SEARCHES = frozenset({Intent.PRESENCE, Intent.COUNT, Intent.WHERE})
_NEEDS_A_THING = frozenset({Intent.COLOUR, Intent.IDENTIFY})

_Asked = tuple[str, Request]


@cache
def _rules() -> tuple[tuple[re.Pattern[str], Request], ...]:
    """The patterns in order, compiled on first use."""
    rules = (*BEYOND, *FIELDS, *QUALITIES, *THINGS)
    return tuple((re.compile(rule.pattern), rule.request) for rule in rules)


def _request_of(clause: str) -> Request | None:
    """What a plain clause asks for; None where no rule fits."""
    return next((request for pattern, request in _rules() if pattern.search(clause)), None)


def understand(text: str) -> Question:
    """What was asked, for any text at all; never raises.  An empty question describes.

    "Are you sure?" needs no look of its own: it is about the answer before.
    """
    if is_doubt(text):
        return Question(text, Intent.BEYOND, QuestionType.OTHERS, LOOKS[Intent.BEYOND])
    line = plain(text)
    words = words_of(line)
    parts = clauses(line) if is_english(words) else []
    asked = _asked(parts)
    stakes = stakes_of(" ".join(words))
    if not asked:
        return _not_understood(text, parts, stakes)
    clause, request = next((a for a in asked if a[1].intent is not Intent.BEYOND), asked[0])
    mentions = _mentions(parts, clause, request)
    intent = _intent(clause, request, mentions)
    further = frozenset().union(*(LOOKS[other.intent] for part, other in asked if part != clause))
    return Question(
        text=text,
        intent=intent,
        type=_type(asked),
        looks=_looks(intent, mentions, stakes) | further,
        field=request.field,
        targets=mentions.targets,
        unknown_targets=mentions.unknown,
        vague_words=mentions.vague,
        stakes=stakes,
    )


def _asked(parts: list[str]) -> list[_Asked]:
    """The clauses that ask for something; statements ("I think it is red") only count where
    nothing else does."""
    requests = ((part, _request_of(part)) for part in parts if not is_a_choice(part))
    asked = [(part, request) for part, request in requests if request]
    return [(part, request) for part, request in asked if not is_statement(part)] or asked


def _not_understood(text: str, parts: list[str], stakes: Stakes | None) -> Question:
    """Describe; the things that were named still tell what to look for."""
    mentions = find_mentions(parts[0]) if parts else Mentions()
    is_empty = not text.strip()
    return Question(
        text=text,
        intent=Intent.DESCRIBE,
        type=QuestionType.DESCRIPTION if is_empty else QuestionType.OTHERS,
        looks=LOOKS[Intent.DESCRIBE],
        targets=mentions.targets,
        unknown_targets=mentions.unknown,
        vague_words=mentions.vague,
        stakes=stakes,
        is_sure=is_empty,
    )


def _type(asked: list[_Asked]) -> QuestionType:
    """VizWiz's type: requests of several types in one question make it "Others"."""
    types = {request.type for _part, request in asked}
    return types.pop() if len(types) == 1 else QuestionType.OTHERS


def _mentions(parts: list[str], clause: str, request: Request) -> Mentions:
    """What the leading clause names; "it" may be named in the clause before ("my cup")."""
    mentions = find_mentions(clause)
    if request.intent is Intent.IDENTIFY:
        mentions = replace(mentions, targets=without_groups(mentions.targets))
    is_named = mentions.targets or mentions.unknown
    position = parts.index(clause)
    if not is_named and position and {"it", "they", "them"} & set(mentions.vague):
        before = find_mentions(parts[position - 1])
        return replace(before, vague=mentions.vague)
    if not is_named and not mentions.vague and request.intent in _NEEDS_A_THING:
        return Mentions(vague=("it",))
    return mentions


def _intent(clause: str, request: Request, mentions: Mentions) -> Intent:
    """Two intents depend on what is named: "is this a cup?" can be seen, "is this milk?"
    has to be read; "is there anything?" asks for a description."""
    is_yes_no = clause.startswith(("is ", "are "))
    if request.intent is Intent.IDENTIFY and is_yes_no and mentions.targets:
        return Intent.PRESENCE
    is_named = mentions.targets or mentions.unknown
    is_open = "anything" in clause or "something" in clause
    if request.intent is Intent.PRESENCE and (is_open or not is_named):
        return Intent.DESCRIBE
    return request.intent


def _looks(intent: Intent, mentions: Mentions, stakes: Stakes | None) -> frozenset[Look]:
    """The looks of an intent; a thing that no detector knows may still bear its name, and
    where a wrong answer could hurt nothing but print is ever quoted."""
    looks = LOOKS[intent]
    if intent in _SEARCHES and mentions.unknown:
        looks |= {Look.TEXT}
    if intent is Intent.LIGHT and mentions.targets:
        looks |= {Look.OBJECTS}
    if stakes:
        looks |= {Look.TEXT}
    return looks
