"""What was measured in a picture, in as few words as a model needs.

It stands after the picture and before the question, so that the picture's part of the
conversation stays the same from question to question.  Only what bears on the question is
told, and at most `MOST_CHARACTERS` of it: every token costs time before the first word.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from whichone_core.answering.answers import readable
from whichone_core.answering.grammar import join, noun, number, plural
from whichone_core.answering.things import distinct, one_colour
from whichone_core.picture.places import place_of
from whichone_core.prompting.userwords import as_words
from whichone_core.types.evidence import (
    Code,
    ColourShare,
    Evidence,
    LightReading,
    SceneObject,
    TextEvidence,
)
from whichone_core.types.questions import Intent, Question

MOST_CHARACTERS = 900
"""Of print; about 250 tokens, a third of a second of prefill on two cores."""
_LONGEST_LINE, _LONGEST_CODE = 120, 120
_MOST_THINGS, _MOST_COLOURS, _MOST_CODES = 8, 3, 3
_LEAST_SHARE = 0.1
_CLEAR = 0.8

_ABOUT_LOOKS = frozenset({Intent.COLOUR, Intent.LIGHT})
_ABOUT_TEXT = frozenset({Intent.READ, Intent.FIELD, Intent.CODE})

HEADING = "Measured in the picture, may be incomplete:"


def evidence_words(evidence: Evidence, question: Question) -> str:
    """A heading and one line for each kind of finding; empty where there is nothing to tell."""
    intent = question.intent
    lines = [] if intent in _ABOUT_LOOKS and not question.stakes else [_print(evidence.text)]
    lines.append(_codes(evidence.codes or ()))
    if intent not in _ABOUT_TEXT:
        lines.append(_things(evidence.objects or ()))
    if intent in _ABOUT_LOOKS or intent is Intent.DESCRIBE:
        lines.append(_colours(evidence.colours or ()))
    if intent is Intent.LIGHT:
        lines.append(_light(evidence.light))
    told = [line for line in lines if line]
    return "\n".join([HEADING, *told]) if told else ""


def _print(text: TextEvidence | None) -> str:
    """Print line by line in quotes; "?" behind what was read badly."""
    if text is None:
        return ""
    quoted: list[str] = []
    left = MOST_CHARACTERS
    for line in readable(text):
        words = as_words(line.text.replace('"', "'"), _LONGEST_LINE)
        left -= len(words) + 4
        if left < 0:
            quoted.append("(more)")
            break
        if words:
            quoted.append(f'"{words}"' if line.score >= _CLEAR else f'"{words}"?')
    return f"Print: {' / '.join(quoted)}" if quoted else "Print: none could be read"


def _codes(codes: Sequence[Code]) -> str:
    told = [f'{code.format} "{as_words(code.text, _LONGEST_CODE)}"' for code in codes[:_MOST_CODES]]
    return f"Codes: {'; '.join(told)}" if told else ""


def _things(objects: Sequence[SceneObject]) -> str:
    """ "Things: 2 cups (blue, on the left; grey, in the middle), perhaps a book"."""
    things = [thing for thing in distinct(objects) if thing.is_sure][:_MOST_THINGS]
    maybe = [thing for thing in distinct(objects) if not thing.is_sure][:_MOST_COLOURS]
    groups = Counter(noun(thing.label) for thing in things)
    told = [_kind(name, [t for t in things if noun(t.label) == name]) for name in groups]
    told += [f"perhaps {name}" for name in dict.fromkeys(noun(thing.label) for thing in maybe)]
    return f"Things: {', '.join(told)}" if told else ""


def _kind(name: str, group: Sequence[SceneObject]) -> str:
    count = name if len(group) == 1 else f"{number(len(group))} {plural(name)}"
    features = (f"{one_colour(thing)} {place_of(thing.box)}".strip() for thing in group)
    return f"{count} ({'; '.join(features)})"


def _colours(colours: Sequence[ColourShare]) -> str:
    shares = sorted(colours, key=lambda colour: -colour.share)[:_MOST_COLOURS]
    told = [f"{c.name} {round(100 * c.share)}%" for c in shares if c.share >= _LEAST_SHARE]
    return f"Colours in the middle: {join(told)}" if told else ""


def _light(light: LightReading | None) -> str:
    if light is None:
        return ""
    source = ", a bright lamp or window in view" if light.has_light_source else ""
    return f"Light: {round(light.mean)} of 100 on average{source}"
