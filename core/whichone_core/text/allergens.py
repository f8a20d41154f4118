"""What a question about allergens or a diet asks for, and what a label says about it.

Only ever used to find quotes.  A family that is not found proves nothing: labels are read in
part, and names vary.  The recogniser drops spaces ("MAYCONTAINNUTS"), so words are looked for
within others too, where they are long or the print is in capitals.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache

from whichone_core.question.tongues.folding import fold
from whichone_core.text.allergen_words import ALSO_AS, ASKED_AS, DIETS, FAMILIES, NOTICES
from whichone_core.text.statements import statement
from whichone_core.types.evidence import TextLine

_AND = r"(?:or|and|nor|oder|und|y|o)\b"
_HOLDS = r"(?:contain\w*|have|has|got|contien\w*|llev\w*|tien\w*|traen?)\b"
_NO_NAME = rf"(?!{_AND}|{_HOLDS}|(?:is|are|any|there|with|free)\b)"
_DESCRIBED = (
    rf"\b(?:this|that|these|those|the|my|est[aeo]s?|el|la|los|las|mi) "
    rf"(?:{_NO_NAME}[\w'-]+ ){{1,4}}(?={_HOLDS})",
    rf"\b(?:in|inside|en) (?:this|that|these|those|the|my|est[aeo]s?|el|la|los|las|mi)"
    rf"(?: {_NO_NAME}\w+\b){{1,3}}(?!,| {_AND})",
    rf"\bdies(?:e|er|es|em|en) \w+\b(?!,| {_AND})",
)
""" "Does this milk chocolate contain nuts": what it is called asks for nothing."""

_NAMED = re.compile(
    r"\b(?:contains?|have|has|any|free (?:from|of)|allergic to|contiene|lleva|tiene|sin|enthalt|"
    r"hat)\s+(?:(?:any|some|the|an?|algo de|etwas) )?"
    r"(?!allerg|alerg|ingred|zutat|inhalt|any|this|that|been|some|more|other|much|etwas|algo)"
    r"([a-z]{4,})|\b([a-z]{4,}) (?:drin|darin|enthalten)\b"
)
_RUN_TOGETHER = re.compile(
    r"(?=\w*(?:contain|free|ingredient|enthalt|spuren|contiene|contener|trazas))\w{7,}"
)
_JOINT = re.compile(
    r"may|contains?|free|from|and|traces?|ingredients?|enthalt(?:en)?|kann|spuren|und|contiene|"
    r"puede|contener|trazas"
)
_CAPITALS = 8
"""Letters of a run of capitals that may be several words."""
_LONG = 5
_SHORT = frozenset({"nuts", "milk", "soya", "eggs", "fish"})


def asked(question: str) -> tuple[str, ...]:
    """The families that a question names ("is it dairy free" -> milk)."""
    line = fold(question)
    described = re.sub("|".join(_DESCRIBED), " ", line)
    return _families_in(described) or _families_in(line)


def is_asked_beside(question: str) -> bool:
    """Whether what is in a thing is asked in words of its own: "... and does it contain nuts"."""
    return bool(_NAMED.search(fold(question)))


def diets(question: str) -> tuple[str, ...]:
    """The diets that a question names: they are about all that is in a thing."""
    line = fold(question)
    return tuple(name for name, (own, *_) in DIETS.items() if re.search(rf"\b(?:{own})\b", line))


def mentions(lines: Sequence[TextLine], wanted: Sequence[str]) -> tuple[TextLine, ...]:
    """The lines of all statements about families and diets; for none, allergen notices."""
    return tuple(line for one in statements(lines, wanted) for line in one)


def statements(
    lines: Sequence[TextLine], wanted: Sequence[str], question: str = ""
) -> tuple[tuple[TextLine, ...], ...]:
    """What is said about families and diets, each with the lines that decide it.

    For neither: what names the question's own word, else the allergen notices.
    """
    places = _places(lines, _label_words(*wanted)) if wanted else []
    if not wanted:
        places = _places(lines, _own_words(question)) or _places(lines, NOTICES)
    merged: list[range] = []
    for one in (statement(at, lines) for at in places):
        if merged and one.start < merged[-1].stop:
            one = range(min(one.start, merged[-1].start), max(one.stop, merged.pop().stop))
        merged.append(one)
    return tuple(tuple(lines[at] for at in one) for one in merged)


def is_claim(statement: Sequence[TextLine], diets: Sequence[str]) -> bool:
    """Whether a statement names one of the diets itself: "suitable for vegans"."""
    own = "|".join(DIETS[name][0] for name in diets)
    return any(_names(line.text, own) for line in statement)


def _families_in(line: str) -> tuple[str, ...]:
    named = [name for name, words in FAMILIES.items() if re.search(rf"\b(?:{words})\b", line)]
    others = (name for word, name in ASKED_AS.items() if re.search(rf"\b(?:{word})\b", line))
    return tuple(dict.fromkeys((*named, *others)))


@cache
def _label_words(*wanted: str) -> str:
    """What labels write for families and diets, as one pattern."""
    words = [NOTICES] if DIETS.keys() & set(wanted) else []  # any ingredient may decide
    for name in wanted:
        own, families, others = DIETS.get(name, ("", (name,), ""))
        known = (table.get(family) for family in families for table in (FAMILIES, ALSO_AS))
        words += filter(None, (own, *known, others))
    return "|".join(words)


def _own_words(question: str) -> str:
    found = _NAMED.finditer(fold(question))
    return "|".join(re.escape((one[1] or one[2]).removesuffix("s")) + r"\w*" for one in found)


def _places(lines: Sequence[TextLine], words: str) -> list[int]:
    return [at for at, line in enumerate(lines) if words and _names(line.text, words)]


def _names(text: str, words: str) -> bool:
    """Whether a text holds one of the words, alone or run together with others."""
    line = fold(text)
    apart = _RUN_TOGETHER.sub(lambda found: _JOINT.sub(r" \g<0> ", found[0]), line)
    if re.search(rf"\b(?:{words})\b", f"{line} {apart}"):
        return True
    return any(_is_long(found) for run in _capital_runs(text) for found in re.finditer(words, run))


def _capital_runs(text: str) -> Iterable[str]:
    runs = re.findall(r"[^\W\d_]+", text)
    return (fold(run) for run in runs if len(run) >= _CAPITALS and run.isupper())


def _is_long(found: re.Match[str]) -> bool:
    """Whether it is no accident that a word stands within others: no COCONUTS for nuts."""
    before = found.string[: found.start()]
    is_usual = found[0] in _SHORT and not before.endswith(("coco", "dough"))
    return is_usual or (len(found[0]) >= _LONG)
