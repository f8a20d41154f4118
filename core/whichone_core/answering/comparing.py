"""How one picture differs from the one before: its quality, its print, the things in it.

Only what was measured in both is compared, so it is the same for every engine.  What only one
of two detectors saw is named as a guess; print is compared line by line, as near as reading
errors allow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher

from whichone_core.answering import grammar
from whichone_core.answering.answers import readable
from whichone_core.picture import quality
from whichone_core.scene import Scene
from whichone_core.types import Evidence, Look, Role, SceneObject, Sentence

LOOKS = frozenset({Look.TEXT, Look.OBJECTS, Look.COLOURS})
"""What is compared."""

_ALIKE = 0.8
"""Likeness of two lines of print (difflib's ratio) from which they are the same one."""
_MOST_LINES = 6
"""Lines of new print that are read out at once."""


def compare(before: Scene, after: Scene) -> tuple[Sentence, ...]:
    """The differences, what matters most first; one sentence where there are none."""
    if before.frame.digest == after.frame.digest:
        return (Sentence("It is the same picture.", Role.ANSWER),)
    sentences = [
        *_quality(before, after),
        *_things(before.evidence, after.evidence),
        *_print(before.evidence, after.evidence),
    ]
    return tuple(sentences) or (
        Sentence("I can't find a difference to the last picture.", Role.ANSWER),
    )


def _quality(before: Scene, after: Scene) -> list[Sentence]:
    said = quality.compare(before.known_quality, after.known_quality)
    return [Sentence(said, Role.ANSWER)] if said else []


def _things(before: Evidence, after: Evidence) -> list[Sentence]:
    """Things that came and went; those that nobody is sure of are left out."""
    earlier, later = _counts(before.objects), _counts(after.objects)
    sentences = []
    for here, words in ((later - earlier, "New in this picture"), (earlier - later, "Gone")):
        if here:
            named = [_counted(label, count) for label, count in here.items()]
            sentences.append(Sentence(f"{words}: {grammar.join(named)}.", Role.ANSWER))
    same = later & earlier
    if same and not sentences:
        named = [_counted(label, count) for label, count in same.items()]
        sentences.append(Sentence(f"In both pictures: {grammar.join(named)}.", Role.ANSWER))
    return sentences


def _counts(objects: Sequence[SceneObject] | None) -> Counter[str]:
    return Counter(thing.label for thing in objects or () if thing.is_sure)


def _counted(label: str, count: int) -> str:
    return grammar.indefinite(grammar.noun(label)) if count == 1 else grammar.counted(count, label)


def _print(before: Evidence, after: Evidence) -> list[Sentence]:
    earlier, later = _lines(before), _lines(after)
    if not earlier and not later:
        return []
    if earlier and not later:
        return [Sentence("No print can be read any more.", Role.ANSWER)]
    fresh = [line for line in later if not _is_among(line, earlier)]
    lost = [line for line in earlier if not _is_among(line, later)]
    sentences = []
    if fresh:
        sentences.append(Sentence(_quoted("Only this picture says", fresh), Role.ANSWER))
    if lost:
        sentences.append(Sentence(_quoted("Only the last picture said", lost), Role.ANSWER))
    return sentences or [Sentence("The print is the same.", Role.ANSWER)]


def _lines(evidence: Evidence) -> list[str]:
    return [line.text for line in readable(evidence.text)]


def _quoted(words: str, lines: Sequence[str]) -> str:
    shown = ", ".join(line.rstrip(".,") for line in lines[:_MOST_LINES])
    more = len(lines) - _MOST_LINES
    rest = f", and {grammar.counted(more, 'more line')}" if more > 0 else ""
    return f"{words}: {shown}{rest}."


def _is_among(line: str, others: Sequence[str]) -> bool:
    """Whether a line stands among others, digits exactly and letters as near as reading is."""
    folded = _folded(line)
    return any(
        _digits(line) == _digits(other)
        and SequenceMatcher(None, folded, _folded(other)).ratio() >= _ALIKE
        for other in others
    )


def _folded(line: str) -> str:
    return "".join(line.casefold().split())


def _digits(line: str) -> str:
    return "".join(sign for sign in line if sign.isdigit())
