""" "That is wrong": what a correction is worth against what was measured in the picture.

A correction is what the user said, never evidence: what is answered after it still has to be
seen or read, and the verdict says whether it was (field report, gap 9; Alharbi et al. 2024:
blind users check an answer by other means and want to contest it).
"""

from __future__ import annotations

from whichone_core.answering.answers import readable
from whichone_core.question.mentions import find_mentions
from whichone_core.question.wording import plain, words_of
from whichone_core.types import Evidence, Look, Role, Sentence

LOOKS = frozenset({Look.TEXT, Look.OBJECTS})
"""What a correction is looked up in."""

LONGEST_QUOTED = 120
"""Characters of a correction that the verdict repeats."""

_SMALL_WORDS = frozenset(
    {"a", "an", "the", "it", "is", "it's", "its", "this", "that", "these", "those", "are", "was",
     "were", "be", "yes", "actually", "really", "i", "think", "i'm", "sure", "of", "in", "on",
     "at", "to", "with", "and", "or", "but", "one", "says", "say", "said", "my", "your"}
)  # fmt: skip


def verdict(correction: str, evidence: Evidence) -> Sentence:
    """Whether the picture bears a correction out, in one sentence."""
    shown = " ".join(correction.split())[:LONGEST_QUOTED].rstrip(".!?")
    if _is_read(correction, evidence):
        return Sentence(f"You said: {shown}. I can read that in the picture.", Role.ANSWER)
    if _is_seen(correction, evidence):
        return Sentence(f"You said: {shown}. I can see that in the picture.", Role.ANSWER)
    return Sentence(
        f"You said: {shown}. I can't find that in the picture, so I only know it from you.",
        Role.ANSWER,
    )


def _is_read(correction: str, evidence: Evidence) -> bool:
    """Whether every word and number of it that says something stands in the print or a code."""
    wanted = [word for word in words_of(plain(correction)) if word not in _SMALL_WORDS]
    lines = [line.text for line in readable(evidence.text)]
    lines += [code.text for code in evidence.codes or ()]
    there = set(words_of(plain(" ".join(lines))))
    return bool(wanted) and all(word in there for word in wanted)


def _is_seen(correction: str, evidence: Evidence) -> bool:
    """Whether all that it names are things that were surely found."""
    line = plain(correction)
    if {"no", "not", "isn't", "aren't"} & set(words_of(line)):
        return False
    named = find_mentions(line if line.startswith("it is") else f"it is {line}")
    found = {thing.label for thing in evidence.objects or () if thing.is_sure}
    return bool(named.targets) and not named.unknown and set(named.targets) <= found
