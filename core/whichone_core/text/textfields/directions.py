"""How to take a medicine, and its strength.

Trade-off: a line more is better than the one that says "not" or "once a week" less.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from whichone_core.text.textfields.spans import joined
from whichone_core.text.textfields.values import FieldValue, Written, numbered
from whichone_core.types.evidence import TextEvidence, TextLine
from whichone_core.types.questions import TextField

_TAKING = re.compile(
    r"(?ix)\b(?:take|swallow|chew|apply|inhale|use\s+(?:one|two|1|2)|give|dissolve|put)\b.*"
    r"|\b(?:adults?|children|elderly)\b.*(?:\d|one|two|tablet|capsule|spoon|dose).*"
    r"|\b(?:one|two|three|\d)\s*(?:tablets?|capsules?|puffs?|drops?|x\s*\d*\s*ml|teaspoons?|"
    r"5\s*ml).*"
    r"|.*\b(?:times?\s+(?:a|per|each)?\s*da(?:y|ily)|once\s+(?:a\s+day|daily)|twice\s+(?:a\s+day|"
    r"daily)"
    r"|every\s+\S+\s*(?:to\s+\S+\s*)?hours?|(?:once|twice|times?)\s+(?:a|per|each|every)?\s*week\w*"
    r"|every\s+(?:other\s+)?(?:day|week|morning|night|evening)|weekly|when\s+required|as\s+needed"
    r"|do\s+not\s+(?:exceed|take)|max(?:imum)?\s+(?:dose|"
    r"of)|dosage|dose:).*"
    r"|.*\b(?:(?:ein)?nehmen|einnahme|dosierung|h[öo]chstdosis|tagesdosis|(?:mal\s+)?t[äa]glich"
    r"|(?:mal|x)\s+am\s+tag|alle\s+\S+\s*(?:bis\s+\S+\s*)?stunden|w[öo]chentlich"
    r"|(?:mal\s+)?(?:pro|in\s+der)\s+woche"
    r"|jeden\s+(?:zweiten\s+)?(?:tag|abend|morgen)|bei\s+bedarf|nicht\s+mehr\s+als)\b.*"
    r"|\b(?:erwachsene|jugendliche|kinder)\b.*(?:\d|eine?|zwei|tablette|kapsel|tropfen|l[öo]ffel).*"
    r"|.*\b(?:tom(?:ar|e)|administrar|aplicar|posolog[ií]a|dosis|no\s+(?:exceder|superar|tomar)"
    r"|ve(?:z|ces)\s+al\s+d[ií]a|cada\s+\S+\s*(?:a\s+\S+\s*)?horas"
    r"|(?:a\s+la|por)\s+semana|semanal\w*|al\s+d[ií]a)\b.*"
    r"|\b(?:adultos?|ni[ñn]os?)\b.*(?:\d|una?|dos|comprimido|c[aá]psula|gotas|cucharad).*"
)
_STRENGTH = re.compile(
    r"(?i)(?<![\d.,])(?<!\d[ \u00a0\u202f])"
    r"(?:[1-9]\d{0,2}(?:[ \u00a0\u202f]\d{3})+|\d+(?:[.,]\d+)?)"
    r"\s?(?:mg|mcg|µg|μg|g|iu|i\.\s?e\.|ie|ui|"
    r"units)(?:\s?/\s?(?:\d+(?:[.,]\d+)?\s?)?(?:ml|g|tablet|dose|h|hour))?\b"
)
_LEFT_OPEN = re.compile(
    r"(?i)(?:\b(?:not|never|no|only|more|than|up\s+to|exceed|max(?:imum)?\.?|a|an|the|to|of|in|"
    r"per|with|for|and|or|every|each|at|by|after|before|when|if|times?|"
    r"nicht|nie|kein\w*|nur|mehr|als|h[öo]chstens|bis\s+zu|maximal|alle|mal|und|oder|mit|vor|"
    r"nach|pro|nunca|s[óo]lo|hasta|m[áa]s(?:\s+de)?|m[áa]ximo|cada|y|o|con|de|por|antes|"
    r"despu[ée]s)|[,;–-])\s*$"
)
"""The end of a line whose sentence goes on: "DO NOT" above "TAKE MORE THAN 8 TABLETS"."""
_LIMITS = re.compile(
    r"(?i)^\W*(?:once|twice|(?:one|two|three|four|\d)\s+times|every|each|per|daily|weekly|a\s+day|"
    r"a\s+week|in\s+(?:any\s+)?\w+\s+(?:hours?|days?)|in\s+\d|at\s+|with\b|without\b|after\b|"
    r"before\b|when\b|if\b|unless\b|until\b|only\b|or\b|and\b|up\s+to|not\b|never\b|no\s+more|"
    r"maximum|max\.|than\b|for\s+(?:up|\w+\s+(?:days?|weeks?))|"
    r"(?:ein|zwei|drei)?mal\b|t[äa]glich|w[öo]chentlich|alle\b|jeden\b|pro\b|am\s+tag|nicht\b|"
    r"h[öo]chstens|maximal|vor\b|nach\b|mit\b|oder\b|und\b|bei\b|nur\b|"
    r"(?:una|dos|tres)\s+ve(?:z|ces)|cada\b|al\s+d[íi]a|a\s+la\s+semana|por\b|antes\b|"
    r"despu[ée]s\b|con\b|sin\b|hasta\b|m[áa]ximo|s[óo]lo\b|o\b|y\b|nunca\b)"
)
"""What says how often, how much at most, or when: it belongs to the directions above it."""
_MOST_FOLLOWING = 3
"""Lines of one sentence after its first."""


def dosages(text: TextEvidence) -> tuple[FieldValue, ...]:
    """How to take a medicine, then its strength; each whole line as it was read.

    A line before or after that the sentence goes on in belongs to it, in capitals too: without
    it "do not" or "once a week" would be lost.
    """
    taking: list[FieldValue] = []
    strength: list[FieldValue] = []
    lines = [line for _, line in numbered(text)]
    used: set[int] = set()
    for index, line in enumerate(lines):
        if index in used:
            continue
        if _TAKING.search(line.text):
            first = _beginning(lines, index, used)
            last = _ending(lines, index)
            used.update(range(first, last + 1))
            parts = [Written(part, 0, len(part.text)) for part in lines[first : last + 1]]
            taking.append(joined(TextField.DOSAGE, parts, "directions"))
            continue
        for match in _STRENGTH.finditer(line.text):
            part = Written(line, *match.span())
            value = part.value(TextField.DOSAGE, part.text, part.text, label="strength")
            if value.written not in {other.written for other in strength}:
                strength.append(value)
    return (*taking, *strength)


def _beginning(lines: Sequence[TextLine], index: int, used: Container[int]) -> int:
    """The line that a direction begins in: the one above where its sentence is left open."""
    above = index - 1
    if above < 0 or above in used or not _LEFT_OPEN.search(lines[above].text):
        return index
    return above


def _ending(lines: Sequence[TextLine], index: int) -> int:
    """The last line of a direction that goes on in the next ones."""
    last = min(index + _MOST_FOLLOWING, len(lines) - 1)
    for follower in range(index + 1, last + 1):
        if not _goes_on(lines[follower - 1].text, lines[follower].text):
            return follower - 1
    return last


def _goes_on(line: str, following: str) -> bool:
    if line.rstrip().endswith((".", "!", ":")) or not following.strip():
        return False
    start = following.strip()[0]
    if start.islower() or start.isdigit():
        return True
    return bool(_LEFT_OPEN.search(line) or _LIMITS.match(following))
