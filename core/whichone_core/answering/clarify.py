"""One question back: the options it offers, how it is worded, and what a reply chooses.

Options are told apart by kind, colour and place; where these are the same, by their order
("the left red mug").  They are numbered kind by kind, each
kind from left to right, as the question names the kinds in that order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from whichone_core.answering.grammars import OBJECT
from whichone_core.answering.replies import Match, MatchKind, match
from whichone_core.answering.things import a, colour_words, kinds, name_of, one_colour
from whichone_core.answering.tongue import grammar, phrases
from whichone_core.picture.places import place_of, ranks, reading_order
from whichone_core.ports import Reply
from whichone_core.types.answers import Option
from whichone_core.types.evidence import SceneObject
from whichone_core.types.pictures import Box

__all__ = [
    "MOST_OPTIONS",
    "Match",
    "MatchKind",
    "in_order",
    "make_options",
    "match",
    "name_apart",
    "question",
    "wants_repeat",
]

MOST_OPTIONS = 9
"""As many as single digits choose."""

_LEVEL, _ASLANT = 0.02, 0.5
"""Things differ along a side by more than the first, in shares of the picture, and by more
than the second of how far they differ along the other; else they are level."""


def make_options(things: Sequence[SceneObject]) -> tuple[Option, ...]:
    """At most nine options for things in order of salience; every text is unique."""
    ordered = in_order(things[:MOST_OPTIONS])
    names = name_apart(ordered)
    return tuple(
        Option(
            number=position,
            text=text,
            label=thing.label,
            place=place,
            colour=colour_words(thing.colours),
            box=thing.box,
        )
        for position, (thing, (text, place)) in enumerate(zip(ordered, names, strict=True), 1)
    )


def question(things: Sequence[SceneObject]) -> str:
    """The one question that names the kinds: "Which one do you mean: the cup, or ...?" """
    groups = list(kinds(things[:MOST_OPTIONS]).items())
    if len(groups) == 1 and len(groups[0][1]) > 1:
        name, group = groups[0]
        return phrases().which_of_a_kind.format(**grammar().group(len(group), name))
    choices = grammar().join_choices([_choice(name, group) for name, group in groups])
    return phrases().which_one.format(choices=choices)


def _choice(name: str, group: list[SceneObject]) -> str:
    if not any(thing.is_sure for thing in group):
        return a(group[0], OBJECT, coloured=False)
    if len(group) > 1:
        return grammar().one_of(len(group), name, OBJECT)
    return grammar().definite(name, case=OBJECT)


def wants_repeat(reply: Reply) -> bool:
    """Whether a reply only asks for the question again."""
    return reply.chosen is None and match(reply.text, reply.options).kind is MatchKind.REPEAT


def in_order(things: Sequence[SceneObject]) -> list[SceneObject]:
    """Kind by kind, each kind from left to right."""
    ordered: list[SceneObject] = []
    for group in kinds(things).values():
        ordered += [group[i] for i in reading_order([thing.box for thing in group])]
    return ordered


def name_apart(things: Sequence[SceneObject], *, coloured: bool = True) -> list[tuple[str, str]]:
    """A unique text for each thing ("the red mug on the left"), and its place as a key.

    Things that are all in one place of the picture are told apart by where they are among
    each other.
    """
    spots: dict[tuple[str, str], list[int]] = {}
    for index, (thing, place) in enumerate(zip(things, _places(things), strict=True)):
        spots.setdefault((name_of(thing), place), []).append(index)
    counts = Counter(name for name, _ in spots)
    named: dict[int, tuple[str, str]] = {}
    for (name, place), members in spots.items():
        here = [things[i] for i in members]
        are_told_by_colour = coloured and _are_distinct([one_colour(thing) for thing in here])
        if len(here) == 1 or are_told_by_colour:
            texts = [(grammar().at(_one(thing, coloured), place), place) for thing in here]
        else:
            texts = _ranked(here, place, is_whole_kind=counts[name] == 1, coloured=coloured)
        named.update(zip(members, texts, strict=True))
    return [named[index] for index in range(len(things))]


def _places(things: Sequence[SceneObject]) -> list[str]:
    """Places in the picture; among each other where that tells several kinds apart better."""
    places = [place_of(thing.box) for thing in things]
    if len(set(places)) > 1 or len(kinds(things)) < 2:
        return places
    return [place_of(box) for box in _spread([thing.box for thing in things])]


def _spread(boxes: Sequence[Box]) -> list[Box]:
    """The boxes' centres, moved apart until they reach the sides; in the middle along a side
    where they hardly differ."""
    centres = [box.centre for box in boxes]
    lows = [min(centre[axis] for centre in centres) for axis in (0, 1)]
    spans = [max(centre[axis] for centre in centres) - lows[axis] for axis in (0, 1)]
    least = max(*spans, _LEVEL) * _ASLANT

    def moved(value: float, axis: int) -> float:
        return (value - lows[axis]) / spans[axis] if spans[axis] > least else 0.5

    return [Box(*(moved(x, 0), moved(y, 1)) * 2) for x, y in centres]


def _are_distinct(colours: Sequence[str]) -> bool:
    return all(colours) and len(set(colours)) == len(colours)


def _one(thing: SceneObject, coloured: bool) -> str:
    colour = one_colour(thing) if coloured else ""
    if not thing.is_sure and coloured:
        return phrases().maybe.format(thing=grammar().indefinite(name_of(thing), colour))
    if not thing.is_sure:
        return a(thing, coloured=False)
    return grammar().definite(name_of(thing), colour)


def _ranked(
    here: Sequence[SceneObject], place: str, *, is_whole_kind: bool, coloured: bool
) -> list[tuple[str, str]]:
    """Things of a kind in one place by their order: "the left cup", "the second cup from the
    left"; the place is said where there are more of the kind elsewhere."""
    name = name_of(here[0])
    colours = {one_colour(thing) if coloured else "" for thing in here}
    colour = colours.pop() if len(colours) == 1 else ""
    said = "" if is_whole_kind else place
    return [
        (grammar().ranked(name, colour, rank, said, len(here)), f"{rank}, {place}")
        for rank in ranks([thing.box for thing in here])
    ]
