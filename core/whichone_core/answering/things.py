"""The things found in a picture, ready to be named: one entry each, colours, kinds, places.

Two detectors may give one thing two names; the more specific one stays ("mug" over "cup").
A thing that is not sure is always named with a hedge ("what looks like a mug").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from whichone_core.answering.grammar import (
    counted,
    definite,
    indefinite,
    is_plural,
    join,
    noun,
    number,
    plural,
)
from whichone_core.picture.places import place_of
from whichone_core.question.lexicon import kin
from whichone_core.types import Box, ColourShare, SceneObject, TextEvidence, TextLine

PLAIN_SCORE = 0.65
"""Score from which a count of a kind is exact in 91% of COCO photos (82 of 90); of what is
sure with less in 67%, and there all wrong answers to "is there a" are."""

SAME_THING = 0.6
"""Overlap from which two boxes of kindred labels are one thing."""

_GENERIC = frozenset({"cup", "table", "dining table", "footwear", "vehicle", "tv", "mouse"})
_MOST_PLACES = 4
_MOST_KINDS = 4
"""Kinds in one sentence; more cannot be kept in mind."""

_MOST_COUNTED = 6
"""Things that are not sure are not counted above this."""

_UNCOLOURED = frozenset({"person"})
"""A person is not called red for a red coat."""

ONE_COLOUR, MAIN_COLOUR, SECOND_COLOUR = 0.6, 0.4, 0.25
"""Shares of pixels: "red" above the first, "mostly red" above the second; a second colour
above the third is named too."""


def distinct(objects: Sequence[SceneObject]) -> tuple[SceneObject, ...]:
    """The objects with each thing once, the most salient first, else as they were found."""
    kept: list[tuple[int, SceneObject]] = []
    for position, candidate in sorted(
        enumerate(objects), key=lambda pair: _specific_first(pair[1])
    ):
        twin = next((i for i, (_, other) in enumerate(kept) if _is_same(candidate, other)), None)
        if twin is None:
            kept.append((position, candidate))
        else:
            kept[twin] = kept[twin][0], _joined(kept[twin][1], candidate)
    kept.sort(key=lambda pair: (-pair[1].saliency, -pair[1].score, pair[0]))
    return tuple(thing for _, thing in kept)


def _specific_first(thing: SceneObject) -> tuple[bool, float]:
    return thing.label in _GENERIC, -thing.score


def _is_same(one: SceneObject, other: SceneObject) -> bool:
    are_kindred = other.label in kin(one.label) or one.label in kin(other.label)
    return one.label != other.label and are_kindred and one.box.overlap(other.box) > SAME_THING


def _joined(kept: SceneObject, twin: SceneObject) -> SceneObject:
    """Two names for one thing: two witnesses, so it is as sure as the surer of them."""
    return replace(
        kept,
        score=max(kept.score, twin.score),
        saliency=max(kept.saliency, twin.saliency),
        is_sure=kept.is_sure or twin.is_sure,
        colours=kept.colours or twin.colours,
    )


def is_plain(thing: SceneObject) -> bool:
    """Whether a thing can be stated flatly; what is sure but less so is "I think"."""
    return thing.is_sure and thing.score >= PLAIN_SCORE


def of_kinds(things: Sequence[SceneObject], targets: Sequence[str]) -> tuple[SceneObject, ...]:
    """The things that answer to any of a question's targets."""
    wanted = frozenset[str]().union(*(kin(target) for target in targets), targets)
    return tuple(thing for thing in things if thing.label in wanted)


# ----------------------------------------------------------------------------- colours


def colour_words(colours: Sequence[ColourShare]) -> str:
    """ "red", "mostly red", "red and white", "a mix of red, white and blue"; "" for none."""
    shares = sorted(colours, key=lambda colour: -colour.share)
    if not shares:
        return ""
    first = shares[0]
    second = shares[1] if len(shares) > 1 else None
    if second is not None and second.share >= SECOND_COLOUR and first.share >= MAIN_COLOUR:
        return f"{first.name} and {second.name}"
    if first.share >= ONE_COLOUR or second is None:
        return first.name
    if first.share >= MAIN_COLOUR:
        return f"mostly {first.name}"
    return f"a mix of {join([colour.name for colour in shares[:3]])}"


def one_colour(thing: SceneObject) -> str:
    """The colour a thing can be told by, or "" where it has no single one."""
    if thing.label in _UNCOLOURED:
        return ""
    words = colour_words(thing.colours)
    is_single = " and " not in words and not words.startswith(("mostly", "a "))
    return words if is_single and words != thing.label else ""  # no "orange orange"


def has_colour(thing: SceneObject) -> str:
    """What is said of a thing's colour: "is red", "are red", "is in blue" for a person."""
    verb = "are" if is_plural(noun(thing.label)) else "is"
    return f"{verb} {shown_colours(thing)}"


def brief_colours(thing: SceneObject) -> str:
    """Its colours where several things are told: "red", "red and white", never three."""
    if not colour_words(thing.colours).startswith("a mix"):
        return shown_colours(thing)
    first = max(thing.colours, key=lambda colour: colour.share)
    return f"mostly in {first.name}" if thing.label in _UNCOLOURED else f"mostly {first.name}"


def main_colour(thing: SceneObject) -> str:
    """What a thing is counted under among many: "red", "mostly red", "mostly in red"."""
    shares = sorted(thing.colours, key=lambda colour: -colour.share)
    if not shares:
        return ""
    preposition = "in " if thing.label in _UNCOLOURED else ""
    mostly = "" if shares[0].share >= ONE_COLOUR else "mostly "
    return f"{mostly}{preposition}{shares[0].name}"


def shown_colours(thing: SceneObject) -> str:
    """ "red", "mostly red"; of a person "in red", "mostly in red", "in red, white and blue"."""
    words = colour_words(thing.colours)
    if thing.label not in _UNCOLOURED or not words:
        return words
    if words.startswith("mostly "):
        return f"mostly in {words.removeprefix('mostly ')}"
    return f"in {words.removeprefix('a mix of ')}"


# ----------------------------------------------------------------------------- names


def a(thing: SceneObject, *, coloured: bool = True) -> str:
    """ "a red mug", or "what looks like a red mug" where it is not sure."""
    name = indefinite(noun(thing.label), one_colour(thing) if coloured else "")
    return name if thing.is_sure else f"what looks like {name}"


def the(thing: SceneObject) -> str:
    """ "the mug", or "what looks like a mug" where it is not sure."""
    return definite(noun(thing.label)) if thing.is_sure else a(thing, coloured=False)


def kinds(things: Sequence[SceneObject]) -> dict[str, list[SceneObject]]:
    """Things by what they are called, the kinds in the order in which they first appear."""
    groups: dict[str, list[SceneObject]] = {}
    for thing in things:
        groups.setdefault(noun(thing.label), []).append(thing)
    return groups


def kind_words(group: Sequence[SceneObject]) -> str:
    """Some things of one kind: "three cups", "two or three cups", "what look like two cups"."""
    word = noun(group[0].label)
    sure = sum(thing.is_sure for thing in group)
    if sure == len(group):
        return counted(sure, word)
    if not sure:
        return hedged([], [_so_many(group)], is_many=len(group) > 1)
    if len(group) == sure + 1:
        return f"{number(sure)} or {number(len(group))} {plural(word)}"
    return f"one or more {plural(word)}" if sure == 1 else f"at least {number(sure)} {plural(word)}"


def _so_many(group: Sequence[SceneObject]) -> str:
    """ "three cups"; many that are not sure are not counted."""
    word = noun(group[0].label)
    return counted(len(group), word) if len(group) <= _MOST_COUNTED else plural(word)


def hedged(sure: Sequence[str], unsure: Sequence[str], *, is_many: bool = False) -> str:
    """One hedge for all that is not sure: "a mug, and what looks like a book and a vase"."""
    if not unsure:
        return join(sure)
    guess = f"what {'look' if is_many else 'looks'} like {join(unsure)}"
    if len(unsure) == 1 or not sure:
        return join([*sure, guess])
    return f"{', '.join(sure)}, and {guess}"


def summary(things: Sequence[SceneObject]) -> str:
    """ "three cups, a laptop and what looks like a book": sure kinds first; "" for none."""
    groups = sorted(kinds(things).values(), key=lambda group: not any(t.is_sure for t in group))
    return _told([(group, kind_words(group)) for group in groups[:_MOST_KINDS]])


def _told(groups: Sequence[tuple[Sequence[SceneObject], str]]) -> str:
    """Groups with how they are called, those that are not sure under one hedge."""
    sure = [words for group, words in groups if any(thing.is_sure for thing in group)]
    unsure = [group for group, _ in groups if not any(thing.is_sure for thing in group)]
    plain = [_so_many(group) for group in unsure]
    is_many = bool(unsure) and len(unsure[0]) > 1 and not plain[0].startswith("some ")
    return hedged(sure, plain, is_many=is_many)


def others_than(main: SceneObject, things: Sequence[SceneObject]) -> str:
    """Other things beside one that was told already: "another cup and a book"."""
    groups = kinds([thing for thing in things if thing is not main])
    words: list[str] = []
    unsure: list[str] = []
    for name, group in groups.items():
        is_sure = any(thing.is_sure for thing in group)
        if len(group) == 1 and name == noun(main.label):
            (words if is_sure else unsure).append(f"another {name}")
        elif name == noun(main.label) and all(thing.is_sure for thing in group):
            words.append(f"{number(len(group))} more {plural(name)}")
        elif is_sure:
            words.append(kind_words(group))
        else:
            unsure.append(_so_many(group))
    words = words[:_MOST_KINDS]
    return hedged(words, unsure[: _MOST_KINDS - len(words)])


def places(things: Sequence[SceneObject]) -> str:
    """Where some things are, each place once: "on the left and in the middle"."""
    spots = list(dict.fromkeys(place_of(thing.box) for thing in things))
    return join(spots) if len(spots) <= _MOST_PLACES else "all over the picture"


# ----------------------------------------------------------------------------- their text


def lines_in(box: Box, text: TextEvidence | None) -> tuple[TextLine, ...]:
    """The lines read inside a box; none where the picture had to be turned for reading,
    as their boxes are then those of the turned picture."""
    if text is None or text.turned:
        return ()
    return tuple(line for line in text.lines if _holds(box, line.box.centre))


def _holds(box: Box, point: tuple[float, float]) -> bool:
    across, down = point
    return box.left <= across <= box.right and box.top <= down <= box.bottom
