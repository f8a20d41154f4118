"""What a question asks for, understood without a language model.

    text -> clauses (`wording`) -> what each asks for (`requests`)
         -> the things it names and its vague words (`mentions`) -> what is at stake (`stakes`)

Each language has its own rules (`english`, `tongues`); what is done with what they find is the
same for all.  Several requests in one question: the first one that a picture can answer leads,
the looks of all are taken, and VizWiz's type is "Others" where their types differ.  Where nothing
was understood, or nothing of the language is, the answer describes and `is_sure` is False.

"This" with a noun that no detector knows ("this jacket") is vague: the words name the
jacket, but only what stands out in the picture can say which thing is meant.  With a noun
that a detector knows ("this cup") it is not; nor is "my jacket", which points at nothing.
"""

from __future__ import annotations

from dataclasses import replace

from whichone_core.question.doubts import is_doubt
from whichone_core.question.english import English
from whichone_core.question.grammar import Grammar, Wording
from whichone_core.question.language import language_of
from whichone_core.question.mentions import Mentions, without_groups
from whichone_core.question.qualified import qualified
from whichone_core.question.requests import Request
from whichone_core.question.tongues import TONGUES
from whichone_core.types.evidence import Look
from whichone_core.types.questions import Intent, Question, QuestionType, Stakes, TextField

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

_STAKES_OF_FIELDS: dict[TextField | None, Stakes] = {
    TextField.DOSAGE: Stakes.MEDICINE,
    TextField.EXPIRY: Stakes.DATES,
    TextField.PRICE: Stakes.MONEY,
}
"""What is at stake in a field however it was asked for: "how many a day" is about a medicine."""

_Asked = tuple[str, Request]


_GRAMMARS: dict[str, Grammar] = {"en": English(), **TONGUES}


def understand(text: str) -> Question:
    """What was asked, for any text at all; never raises.  An empty question describes.

    "Are you sure?" needs no look of its own: it is about the answer before.
    """
    if is_doubt(text):
        return Question(text, Intent.BEYOND, QuestionType.OTHERS, LOOKS[Intent.BEYOND])
    language = language_of(text)
    grammar = _GRAMMARS[language or "en"]
    wording = grammar.wording(text)
    if language is None:
        return _not_understood(text, Mentions(), _gravest(text))
    asked = _asked(wording.clauses, grammar)
    stakes = grammar.stakes_of(wording.line)
    if not asked:
        first = wording.clauses[:1]
        mentions = wording.mentions(first[0]) if first else Mentions()
        return _not_understood(text, mentions, stakes)
    clause, request = next((a for a in asked if a[1].intent is not Intent.BEYOND), asked[0])
    stakes = stakes or _STAKES_OF_FIELDS.get(request.field)
    mentions = _mentions(wording, clause, request, grammar)
    intent = _intent(clause, request, mentions, grammar)
    if intent is Intent.PRESENCE and mentions.targets:
        intent = qualified(clause, language, mentions.targets)
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


def _gravest(text: str) -> Stakes | None:
    """What is at stake in a text of no known language, by the words of any: better once too
    often than not at all."""
    found = {g.stakes_of(g.wording(text).line) for g in _GRAMMARS.values()} - {None}
    return min((s for s in found if s), key=list(Stakes).index, default=None)


def _asked(parts: tuple[str, ...], grammar: Grammar) -> list[_Asked]:
    """The clauses that ask for something; statements ("I think it is red") only count where
    nothing else does."""
    requests = ((p, grammar.request_of(p)) for p in parts if not grammar.is_a_choice(p))
    asked = [(part, request) for part, request in requests if request]
    return [(part, request) for part, request in asked if not grammar.is_statement(part)] or asked


def _not_understood(text: str, mentions: Mentions, stakes: Stakes | None) -> Question:
    """Describe; the things that were named still tell what to look for."""
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


def _mentions(wording: Wording, clause: str, request: Request, grammar: Grammar) -> Mentions:
    """What the leading clause names; "it" may be named in the clause before ("my cup")."""
    mentions = wording.mentions(clause)
    if request.intent is Intent.IDENTIFY:
        mentions = replace(mentions, targets=without_groups(mentions.targets))
    if request.field is TextField.PHONE:  # a phone number stands on something else
        others = tuple(target for target in mentions.targets if target != "cell phone")
        mentions = replace(mentions, targets=others)
    is_named = mentions.targets or mentions.unknown
    position = wording.clauses.index(clause)
    if not is_named and position and grammar.pronouns & set(mentions.vague):
        before = wording.mentions(wording.clauses[position - 1])
        return replace(before, vague=mentions.vague)
    if not is_named and not mentions.vague and request.intent in _NEEDS_A_THING:
        return Mentions(vague=(grammar.it,))
    return mentions


def _intent(clause: str, request: Request, mentions: Mentions, grammar: Grammar) -> Intent:
    """Two intents depend on what is named: "is this a cup?" can be seen, "is this milk?"
    has to be read; "is there anything?" asks for a description."""
    is_yes_no = request.intent is Intent.IDENTIFY and grammar.is_yes_no(clause)
    if is_yes_no and mentions.targets:
        return Intent.PRESENCE
    is_named = mentions.targets or mentions.unknown
    if request.intent is Intent.PRESENCE and (grammar.is_open(clause) or not is_named):
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
