"""One question back: the options it offers, how it is worded, and what a reply chooses.

Options are told apart by kind, colour and place; where these are the same, by their order
("the left one of the two red mugs in the middle").  They are numbered kind by kind, each
kind from left to right, as the question names the kinds in that order.
"""

from __future__ import annotations

from collections.abc import Sequence

from whichone_core.answering.grammar import definite, join_choices, noun, number, plural
from whichone_core.answering.phrases import PHRASES
from whichone_core.answering.replies import Match, MatchKind, match
from whichone_core.answering.things import a, colour_words, kind_words, kinds, one_colour
from whichone_core.picture.places import place_of, ranks, reading_order
from whichone_core.ports import Reply
from whichone_core.types import Option, SceneObject

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
        return PHRASES.which_of_a_kind.format(count=number(len(group)), kind=plural(name))
    choices = join_choices([_choice(name, group) for name, group in groups])
    return PHRASES.which_one.format(choices=choices)


def _choice(name: str, group: list[SceneObject]) -> str:
    is_sure = any(thing.is_sure for thing in group)
    if len(group) > 1:
        return (
            f"one of the {number(len(group))} {plural(name)}"
            if is_sure
            else (f"one of {kind_words(group)}")
        )
    return definite(name) if is_sure else a(group[0], coloured=False)


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
    """A unique text for each thing ("the red mug on the left"), and its place."""
    spots: dict[tuple[str, str], list[int]] = {}
    for index, thing in enumerate(things):
        spots.setdefault((noun(thing.label), place_of(thing.box)), []).append(index)
    named: dict[int, tuple[str, str]] = {}
    for (name, place), members in spots.items():
        here = [things[i] for i in members]
        are_told_by_colour = coloured and _are_distinct([one_colour(thing) for thing in here])
        if len(here) == 1 or are_told_by_colour:
            texts = [(f"{_one(thing, coloured)} {place}", place) for thing in here]
        else:
            texts = _ranked(here, name, place, coloured=coloured)
        named.update(zip(members, texts, strict=True))
    return [named[index] for index in range(len(things))]


def _are_distinct(colours: Sequence[str]) -> bool:
    return all(colours) and len(set(colours)) == len(colours)


def _one(thing: SceneObject, coloured: bool) -> str:
    if not thing.is_sure:
        return a(thing, coloured=coloured)
    return definite(noun(thing.label), one_colour(thing) if coloured else "")


def _ranked(
    here: Sequence[SceneObject], name: str, place: str, *, coloured: bool
) -> list[tuple[str, str]]:
    """Things of a kind in one place by their order: "the left one of the two cups"."""
    colours = {one_colour(thing) if coloured else "" for thing in here}
    colour = f"{colours.pop()} " if len(colours) == 1 and colours != {""} else ""
    group = f"{number(len(here))} {colour}{plural(name)}"
    named = []
    for rank in ranks([thing.box for thing in here]):
        phrase = PHRASES.nth_of_several if " " in rank else PHRASES.one_of_several
        text = phrase.format(rank=rank, group=group, place=place)
        named.append((text, f"{rank}, {place}"))
    return named
