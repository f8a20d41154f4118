"""How one picture differs from the one before: its quality, its print, the things in it.

Only what was measured in both is compared, so it is the same for every engine.  What only one
of two detectors saw is named as a guess; print is compared line by line, as near as reading
errors allow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher

from whichone_core.answering.answers import readable
from whichone_core.answering.tongue import grammar
from whichone_core.catalogue import _, _n
from whichone_core.picture import retakes
from whichone_core.scene import Scene
from whichone_core.types.answers import Sentence
from whichone_core.types.evidence import Evidence, Look, SceneObject
from whichone_core.types.strategies import Role

LOOKS = frozenset({Look.TEXT, Look.OBJECTS, Look.COLOURS})
"""What is compared."""

_ALIKE = 0.8
"""Likeness of two lines of print (difflib's ratio) from which they are the same one."""
_MOST_LINES = 6
"""Lines of new print that are read out at once."""


def compare(before: Scene, after: Scene) -> tuple[Sentence, ...]:
    """The differences, what matters most first; one sentence where there are none."""
    if before.frame.digest == after.frame.digest:
        return (Sentence(_("It is the same picture."), Role.ANSWER),)
    sentences = [
        *_quality(before, after),
        *_things(before.evidence, after.evidence),
        *_print(before.evidence, after.evidence),
    ]
    return tuple(sentences) or (
        Sentence(_("I can't find a difference to the last picture."), Role.ANSWER),
    )


def _quality(before: Scene, after: Scene) -> list[Sentence]:
    said = retakes.compare(before.known_quality, after.known_quality)
    return [Sentence(said, Role.ANSWER)] if said else []


def _things(before: Evidence, after: Evidence) -> list[Sentence]:
    """Things that came and went; those that nobody is sure of are left out."""
    earlier, later = _counts(before.objects), _counts(after.objects)
    new, gone, same = later - earlier, earlier - later, later & earlier
    told = []
    if new:
        told.append(_("New in this picture: {things}.", things=_named(new)))
    if gone:
        told.append(_("Gone: {things}.", things=_named(gone)))
    if same and not told:
        told.append(_("In both pictures: {things}.", things=_named(same)))
    return [Sentence(text, Role.ANSWER) for text in told]


def _named(counts: Counter[str]) -> str:
    words = grammar()
    return words.join([words.counted(count, words.noun(label)) for label, count in counts.items()])


def _counts(objects: Sequence[SceneObject] | None) -> Counter[str]:
    return Counter(thing.label for thing in objects or () if thing.is_sure)


def _print(before: Evidence, after: Evidence) -> list[Sentence]:
    earlier, later = _lines(before), _lines(after)
    if not earlier and not later:
        return []
    if earlier and not later:
        return [Sentence(_("No print can be read any more."), Role.ANSWER)]
    fresh = [line for line in later if not _is_among(line, earlier)]
    lost = [line for line in earlier if not _is_among(line, later)]
    told = []
    if fresh:
        told.append(_("Only this picture says: {text}.", text=_quoted(fresh)))
    if lost:
        told.append(_("Only the last picture said: {text}.", text=_quoted(lost)))
    return [Sentence(text, Role.ANSWER) for text in told or [_("The print is the same.")]]


def _lines(evidence: Evidence) -> list[str]:
    return [line.text for line in readable(evidence.text)]


def _quoted(lines: Sequence[str]) -> str:
    shown = ", ".join(line.rstrip(".,") for line in lines[:_MOST_LINES])
    more = len(lines) - _MOST_LINES
    if more <= 0:
        return shown
    number = grammar().number(more)
    rest = _n("and one more line", "and {number} more lines", more, number=number)
    return f"{shown}, {rest}"


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
