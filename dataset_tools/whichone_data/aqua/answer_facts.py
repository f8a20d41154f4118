"""What an answer states, held against the boxes: things, numbers, places, colours, yes and no.

Only what boxes can tell is checked: a thing of a kind that no annotator marks, or any other
statement, passes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from whichone_core.answering.grammar import noun, number
from whichone_core.answering.things import colour_words
from whichone_core.picture.places import place_of
from whichone_core.question.lexicon import kin, label_of, singular
from whichone_core.types.evidence import SceneObject

from .schema import BoxRow, LevelRow, PairRow
from .templates import Kind

PLACES = (
    "at the top left", "at the top right", "at the bottom left", "at the bottom right",
    "at the top", "at the bottom", "on the left", "on the right", "in the middle",
)  # fmt: skip
COLOURS = frozenset(
    ("red", "orange", "yellow", "green", "blue", "purple", "pink", "brown", "black", "white",
     "grey", "gray")
)  # fmt: skip
LONGEST_NAME = 3
_NUMBERS = {number(count): count for count in range(2, 10)}


@dataclass(frozen=True, slots=True)
class Named:
    """A thing that a text names: its label, where it stands, and the number before it."""

    label: str
    at: int
    count: int | None = None


def things_named(text: str, row: LevelRow) -> list[Named]:
    """The things of kinds that detectors know, or that the picture's boxes have."""
    words = [(found.group(), found.start()) for found in re.finditer(r"[\w'-]+", text.lower())]
    own = {_name(box.category): box.category for box in row.boxes}
    found, place = [], 0
    while place < len(words):
        for size in range(LONGEST_NAME, 0, -1):
            phrase = " ".join(word for word, _ in words[place : place + size])
            label = own.get(phrase) or own.get(singular(phrase)) or label_of(phrase)
            if label and place + size <= len(words) and not _is_colour(phrase, own):
                before = words[place - 1][0] if place else ""
                found.append(Named(label, words[place][1], _NUMBERS.get(before)))
                place += size - 1
                break
        place += 1
    return found


@cache
def _name(category: str) -> str:
    return noun(category).lower()


def _is_colour(phrase: str, own: dict[str, str]) -> bool:
    """ "Orange" is a colour unless there is one in the picture."""
    return phrase in COLOURS and phrase not in own


def boxes_of(label: str, boxes: Sequence[BoxRow]) -> list[BoxRow]:
    """The boxes that a label or a group ("animal") can mean."""
    names = {_name(label), *(_name(each) for each in kin(label))}
    return [box for box in boxes if _name(box.category) in names]


def wrong_statements(
    pair: PairRow, row: LevelRow, referents: Sequence[SceneObject]
) -> Iterator[str]:
    """What the answer says that the boxes or the measured colours contradict.

    referents: the things that the pair is about, with their colours where those are certain.
    """
    named = things_named(pair.answer, row)
    if pair.kind is Kind.PRESENCE or re.match(r"(yes|no)\b", pair.answer.lower()):
        yield from _wrong_presence(pair, row)
    if not pair.answer.lower().startswith("no"):
        yield from _wrong_names(named, row)
    yield from _wrong_numbers(named, row)
    yield from _wrong_places(pair, row, named)
    yield from _wrong_colours(pair, referents)


def _wrong_presence(pair: PairRow, row: LevelRow) -> Iterator[str]:
    asked = things_named(pair.question, row)
    is_there = all(boxes_of(thing.label, row.boxes) for thing in asked)
    says_no = pair.answer.lower().startswith("no")
    if asked and says_no and is_there and pair.kind is Kind.PRESENCE:
        yield "it says no to something that is there"
    if asked and not says_no and not is_there:
        yield "it says yes to something that isn't marked"


def _wrong_names(named: Sequence[Named], row: LevelRow) -> Iterator[str]:
    for thing in named:
        if not boxes_of(thing.label, row.boxes):
            yield f"it names a {noun(thing.label)}, and none is marked"


def _wrong_numbers(named: Sequence[Named], row: LevelRow) -> Iterator[str]:
    for thing in named:
        there = boxes_of(thing.label, row.boxes)
        salient = boxes_of(thing.label, row.salient)
        if thing.count and there and thing.count not in (len(there), len(salient)):
            yield f"it counts {thing.count} where {len(there)} are marked"


def _wrong_places(pair: PairRow, row: LevelRow, named: Sequence[Named]) -> Iterator[str]:
    text = pair.answer.lower()
    referents = [box for box in row.boxes if box.id in pair.referents]
    for match in re.finditer("|".join(PLACES), text):
        before = [thing for thing in named if thing.at < match.start()]
        about = boxes_of(before[-1].label, row.boxes) if before else referents
        if about and not any(_is_at(match.group(), box, referents) for box in about):
            yield f"nothing that it can mean is {match.group()}"


def _is_at(place: str, box: BoxRow, referents: Sequence[BoxRow]) -> bool:
    """A place in the picture, or among the things that are gone through: "the person on the
    right and the cup on the left" holds where the person is further to the right."""
    if place_of(box.box) == place:
        return True
    others = [other.box.centre for other in referents if other.id != box.id]
    if not others or not any(other.id == box.id for other in referents):
        return False
    across = box.box.centre[0] - sum(x for x, _ in others) / len(others)
    down = box.box.centre[1] - sum(y for _, y in others) / len(others)
    holds = {"left": across < 0, "right": across > 0, "top": down < 0, "bottom": down > 0}
    # Three in a row have a middle one, which boxes in the order of their centres show.
    sides = [holds[word] for word in place.split() if word in holds]
    return all(sides) if sides else len(others) > 1


def _wrong_colours(pair: PairRow, referents: Sequence[SceneObject]) -> Iterator[str]:
    said = set(re.findall(r"[a-z]+", pair.answer.lower())) & COLOURS
    certain = [colour_words(thing.colours).split()[-1] for thing in referents if thing.colours]
    # Where a thing has no certain colour, the colour may be that thing's.
    if said and len(certain) == len(referents) and not said <= set(certain):
        yield f"it says {', '.join(sorted(said))}, measured {', '.join(sorted(set(certain)))}"
