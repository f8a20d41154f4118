"""The things found in a picture, ready to be named: one entry each, colours, kinds, places.

Two detectors may give one thing two names; the more specific one stays ("mug" over "cup").
A thing that is not sure is always named with a hedge ("what looks like a mug").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from whichone_core.answering import palette as palettes
from whichone_core.answering.english import English
from whichone_core.answering.grammars import EVERYWHERE, OBJECT, SUBJECT, Case
from whichone_core.answering.palette import Mix, Palette, palette_of
from whichone_core.answering.tongue import grammar
from whichone_core.picture.places import place_of
from whichone_core.question.lexicon import kin
from whichone_core.types.evidence import ColourShare, SceneObject, TextEvidence, TextLine
from whichone_core.types.pictures import Box

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

_KEYS = English()


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
    """ "red", "mostly red", "red and white", "a mix of red, white and blue"; "" for none.

    In English whatever is spoken: what options keep, and what models are told.
    """
    return _KEYS.colours(palette_of(colours))


def one_colour(thing: SceneObject) -> str:
    """The colour a thing can be told by, or "" where it has no single one."""
    if thing.label in _UNCOLOURED:
        return ""
    palette = palette_of(thing.colours)
    is_single = palette.mix is Mix.ONE and palette.names[0] != thing.label  # no "orange orange"
    return palette.names[0] if is_single else ""


def shown_palette(thing: SceneObject) -> Palette:
    """The colours of a thing; of a person those that are worn."""
    return palette_of(thing.colours).worn(thing.label in _UNCOLOURED)


def brief_palette(thing: SceneObject) -> Palette:
    """Its colours where several things are told, never three."""
    return shown_palette(thing).brief


def main_palette(thing: SceneObject) -> Palette:
    """What a thing is counted under among many."""
    return palettes.main_palette(thing.colours).worn(thing.label in _UNCOLOURED)


def has_colour(thing: SceneObject, subject: str = "") -> str:
    """What is said of a thing's colour: "is red", "are red", "is in blue" for a person."""
    return grammar().coloured(subject, name_of(thing), shown_palette(thing))


# ----------------------------------------------------------------------------- names


def name_of(thing: SceneObject) -> str:
    """What people call a thing, in the language that is spoken."""
    return grammar().noun(thing.label)


def a(thing: SceneObject, case: Case = SUBJECT, *, coloured: bool = True) -> str:
    """ "a red mug", or "what looks like a red mug" where it is not sure."""
    words = grammar()
    colour = one_colour(thing) if coloured else ""
    if thing.is_sure:
        return words.indefinite(name_of(thing), colour, case)
    return words.looks_like(words.indefinite(name_of(thing), colour, case), case)


def the(thing: SceneObject, case: Case = SUBJECT) -> str:
    """ "the mug", or "what looks like a mug" where it is not sure."""
    if not thing.is_sure:
        return a(thing, case, coloured=False)
    return grammar().definite(name_of(thing), case=case)


def kinds(things: Sequence[SceneObject]) -> dict[str, list[SceneObject]]:
    """Things by what they are called, the kinds in the order in which they first appear."""
    groups: dict[str, list[SceneObject]] = {}
    for thing in things:
        groups.setdefault(name_of(thing), []).append(thing)
    return groups


def kind_words(group: Sequence[SceneObject], case: Case = OBJECT) -> str:
    """Some things of one kind: "three cups", "two or three cups", "what look like two cups"."""
    word = name_of(group[0])
    sure = sum(thing.is_sure for thing in group)
    if sure == len(group):
        return grammar().counted(sure, word, case)
    if not sure:
        return hedged([], [_so_many(group, case)], case, are_many=len(group) > 1)
    return grammar().between(sure, len(group), word, case)


def _so_many(group: Sequence[SceneObject], case: Case = OBJECT) -> str:
    """ "three cups"; many that are not sure are not counted."""
    word = name_of(group[0])
    if len(group) > _MOST_COUNTED:
        return grammar().plural(word)
    return grammar().counted(len(group), word, case)


def hedged(
    sure: Sequence[str], unsure: Sequence[str], case: Case = OBJECT, *, are_many: bool = False
) -> str:
    """One hedge for all that is not sure: "a mug, and what looks like a book and a vase"."""
    words = grammar()
    if not unsure:
        return words.join(sure)
    guess = words.looks_like(words.join(unsure), case, are_many=are_many)
    if len(unsure) == 1 or not sure:
        return words.join([*sure, guess])
    return words.and_besides(sure, guess)


def summary(things: Sequence[SceneObject]) -> str:
    """ "three cups, a laptop and what looks like a book": sure kinds first; "" for none.

    What "I can see" goes on with.
    """
    groups = sorted(kinds(things).values(), key=lambda group: not any(t.is_sure for t in group))
    return _told([(group, kind_words(group)) for group in groups[:_MOST_KINDS]])


def _told(groups: Sequence[tuple[Sequence[SceneObject], str]]) -> str:
    """Groups with how they are called, those that are not sure under one hedge."""
    sure = [words for group, words in groups if any(thing.is_sure for thing in group)]
    unsure = [group for group, _ in groups if not any(thing.is_sure for thing in group)]
    plain = [_so_many(group) for group in unsure]
    return hedged(sure, plain, are_many=bool(unsure) and _are_many(unsure[0]))


def _are_many(group: Sequence[SceneObject]) -> bool:
    is_counted = len(group) > _MOST_COUNTED or not grammar().is_mass(name_of(group[0]))
    return len(group) > 1 and is_counted


def others_than(main: SceneObject, things: Sequence[SceneObject]) -> str:
    """Other things beside one that was told already: "another cup and a book"."""
    groups = kinds([thing for thing in things if thing is not main])
    told: list[str] = []
    unsure: list[str] = []
    for name, group in groups.items():
        is_sure = any(thing.is_sure for thing in group)
        if len(group) == 1 and name == name_of(main):
            (told if is_sure else unsure).append(grammar().another(name, OBJECT))
        elif name == name_of(main) and all(thing.is_sure for thing in group):
            told.append(grammar().more(len(group), name))
        elif is_sure:
            told.append(kind_words(group))
        else:
            unsure.append(_so_many(group))
    told = told[:_MOST_KINDS]
    return hedged(told, unsure[: _MOST_KINDS - len(told)])


def places(things: Sequence[SceneObject]) -> str:
    """Where some things are, each place once: "on the left and in the middle"."""
    spots = _spots(things)
    if len(spots) > _MOST_PLACES:
        return grammar().place(EVERYWHERE)
    return grammar().join([grammar().place(spot) for spot in spots])


def are_spread(things: Sequence[SceneObject]) -> bool:
    """Whether things are in different places that can each be named."""
    return 1 < len(_spots(things)) <= _MOST_PLACES


def _spots(things: Sequence[SceneObject]) -> list[str]:
    return list(dict.fromkeys(place_of(thing.box) for thing in things))


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
