"""What a clause can ask for, and how the patterns that tell are written.

A rule is a `Request` with the patterns that ask for it, over plain clauses
(`wording.clauses`).  The first rule that fits wins, so the special stands before the
general; the rules are in `requests_for_text` and `requests_for_looks`.

The VizWiz type goes with the rule, because VizWiz-LF types questions by what is asked, not
by what has to be measured (nutrition facts are read from a label, yet are "Others").

Trade-off: hand-written rules instead of a trained classifier.  They need no weights, take
tens of microseconds, and a wrong one can be found and put right.
"""

from __future__ import annotations

from dataclasses import dataclass

from whichone_core.types.questions import Intent, QuestionType, TextField

IDENTIFICATION, DESCRIPTION = QuestionType.IDENTIFICATION, QuestionType.DESCRIPTION
READING, OTHERS = QuestionType.READING, QuestionType.OTHERS

THIS = r"(?:this|that|it|these|those|they|here)"
PAPER = (
    r"(?:labels?|letter|documents?|page|note|sign|receipt|envelope|menu|leaflet|poster|tag|"
    r"sticker|bill|mail|plaque|ticket|form|card)"
)
SCREEN = r"(?:screen|display|monitor|tv|television|computer|phone|laptop)"
PICTURE = r"(?:picture|photo|image|scene|view|room|place|frame)"


@dataclass(frozen=True, slots=True)
class Request:
    """What a clause asks for, and VizWiz's type of such a question."""

    intent: Intent
    type: QuestionType
    field: TextField | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """A request and the regular expression of the clauses that make it."""

    request: Request
    pattern: str


def asks(request: Request, *patterns: str) -> Rule:
    """A rule that fits where any of the patterns is found in a clause."""
    return Rule(request, "|".join(patterns))
