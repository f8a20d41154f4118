"""The lines of a label that make one statement: what is listed, and what is said of the list.

    "FREE FROM" / "milk, egg and soya"          -> both: the second alone says the opposite
    "Not suitable for" / "people with a milk allergy" / "due to its factory" -> all three

Trade-off: a line more is better than the one that decides it less, so a line before is taken
where it may decide ("no", "free", "may contain"), unless it ends a sentence.  In English,
German and Spanish, as labels have several.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from whichone_core.question.tongues.folding import fold
from whichone_core.types.evidence import TextLine

_MOST_BEFORE, _MOST_AFTER, _MOST_OF_LIST = 8, 2, 12
_DECIDES = re.compile(
    r"\b(?:\w*contain\w*|free(?:from)?|\w*suitable\w*|not|no|may|without|avoid|none|traces?|never|allerg\w*|"
    r"made in|produced in|factory|handles|"
    r"contien\w*|contener|puede\w*|sin|libre|exento|apto|trazas|alerg\w*|"
    r"\w*enthalt\w*|enthaelt|kann|konn\w*|\w*frei|ohne|nicht|keine?[nrs]?|geeignet|spuren|"
    r"hergestellt)\b"
)
_STARTS_ANEW = re.compile(
    r"^\W*(?:(?:may |also |puede |kann )?contain\w*|contien\w*|puede|kann|enth\w+|ingredi\w+|"
    r"zutaten|allerg\w*|alerg\w*|free from|suitable|not |no |sin |ohne )"
)
_COMPLETES = re.compile(
    r"^\W*(?:(?:free|frei|libre|not|may be|enthalten|allerg\w*)\b|"
    r"(?:no|none|nein|keine?|yes|ja|si)\W*$)"
)
_IS_OPEN = re.compile(
    r"(?:[,:;(&/+–-]|\b(?:and|or|of|from|for|not|no|may|contains?|with|without|the|an?|to|in|"
    r"that|than|traces|also|"
    r"y|e|o|u|de|del|sin|con|para|puede|contener|contiene|trazas|apto|"
    r"und|oder|von|vom|ohne|mit|fur|kann|enthalt|spuren|nicht|keine?[nrs]?|auch))\s*$"
)
_LIST = re.compile(r"^\W*(?:ingredi\w+|zutaten)\b")


def statement(at: int, lines: Sequence[TextLine]) -> range:
    """The places of the lines that belong to the one at a place."""
    return range(_first(at, lines), _last(at, lines) + 1)


def is_open(line: TextLine) -> bool:
    """Whether a line can't be the end of what it says: "FREE FROM", "milk, egg and"."""
    return _IS_OPEN.search(fold(line.text)) is not None


def _first(at: int, lines: Sequence[TextLine]) -> int:
    """The first line before that decides, over lines that run on; else the last if it is open."""
    first = at
    for back in range(at - 1, max(-1, at - 1 - _MOST_BEFORE), -1):
        if not _runs_on(lines[back], lines[back + 1]):
            break
        if _DECIDES.search(fold(lines[back].text)):
            first = back
    is_list = first == at and at > 0 and is_open(lines[at - 1])
    return at - 1 if is_list else first


def _runs_on(before: TextLine, line: TextLine) -> bool:
    """Whether a line may go on with what the one before it says."""
    if _is_ended(before):
        return False
    if is_open(before):
        return True
    if _STARTS_ANEW.search(fold(line.text)):
        return False
    is_list = "," in before.text or line.text.lstrip()[:1].islower()
    return is_list or _DECIDES.search(fold(before.text)) is not None


def _last(at: int, lines: Sequence[TextLine]) -> int:
    most = _MOST_OF_LIST if _LIST.search(fold(lines[at].text)) else _MOST_AFTER
    last = at
    while last + 1 < min(len(lines), at + 1 + most) and _goes_on(lines[last], lines[last + 1]):
        last += 1
    return last


def _goes_on(line: TextLine, following: TextLine) -> bool:
    """Whether what a line says is ended by the one after it."""
    if _is_ended(line):
        return False
    if is_open(line) or _COMPLETES.search(fold(following.text)):
        return True
    return following.text.lstrip()[:1].islower()


def _is_ended(line: TextLine) -> bool:
    return line.text.rstrip()[-1:] in set(".!?")
