"""Questions and answers from templates: what can be said of boxes without a language model.

Every answer holds by construction: its names are the boxes' categories, its places come from
their corners, its colours were measured (`things.py`).  What an answer must and must not do at
each level, in this project's words:

0  names its target, has no vague word; the answer is just the answer.
1  a vague word, one thing it can mean; the answer says which thing it takes it for.
2  a vague word, two or three things; the answer gives the fact of each and asks nothing.
3  a vague word, five things or more; the answer is one question back that names the choices,
   and gives no fact away.

Each kind has several wordings; which one is used follows from seed and picture.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from whichone_core.answering.clarify import in_order, name_apart
from whichone_core.answering.grammar import (
    be,
    definite,
    indefinite,
    join,
    join_choices,
    noun,
    number,
    plural,
    sentence,
)
from whichone_core.answering.things import colour_words, kinds
from whichone_core.picture.places import place_of
from whichone_core.types.evidence import SceneObject

VERSION = "templates 1"
"""Goes up with every change of what templates say: pairs are then made again."""

UNCOLOURED = frozenset({"person", "man", "woman", "boy", "girl"})
"""Nobody is asked what colour a person is."""

MIDDLE = "in the middle"


class Kind(StrEnum):
    """What a question asks for."""

    IDENTITY = "identity"
    COLOUR = "colour"
    PLACE = "place"
    PRESENCE = "presence"
    OTHER = "other"
    """Of language models only."""


@dataclass(frozen=True, slots=True)
class Wordings:
    """The ways to ask, and the ways to answer; names in braces are filled in."""

    questions: tuple[str, ...]
    answers: tuple[str, ...]


NAMED = {
    Kind.COLOUR: Wordings(
        ("What colour {be} the {name}?", "Which colour {be} the {name} in the picture?"),
        ("The {name} {be} {colour}.", "{Colour}."),
    ),
    Kind.PLACE: Wordings(
        ("Where {be} the {name}?", "Where in the picture {be} the {name}?"),
        ("The {name} {be} {place}.", "{Place}."),
    ),
    Kind.PRESENCE: Wordings(
        ("Is there {a} in the picture?", "Can you see {a}?"),
        ("Yes, there is {a} {place}.", "Yes, {a} {place}."),
    ),
}

VAGUE = {
    Kind.IDENTITY: (
        "What is this?",
        "What is it?",
        "Can you tell me what this is?",
        "What do you call this?",
    ),
    Kind.COLOUR: (
        "What colour is this?",
        "What colour is it?",
        "Can you tell me what colour this is?",
    ),
    Kind.PLACE: ("Where is it?", "Where is this in the picture?"),
}

INFERRED = {
    Kind.IDENTITY: ("This is {a} {place}.", "It is {a}, {place} of the picture."),
    Kind.COLOUR: ("The {name} {place} {be} {colour}.", "If you mean the {name}, {it} {colour}."),
    Kind.PLACE: ("The {name} {be} {place}.", "If you mean the {name}, {it} {place}."),
}

LISTED = {
    Kind.IDENTITY: ("This could be {things}.", "There are {count} things it could be: {things}."),
    Kind.COLOUR: ("{facts}.", "That depends on which one you mean: {facts}."),
    Kind.PLACE: ("{facts}.", "It could be one of {count} things: {facts}."),
}

LISTED_OF_A_KIND = (
    "There are {count} {kinds}: {places}.",
    "I can see {count} {kinds}: {places}.",
)

ASKED = ("Which one do you mean: {choices}?", "Do you mean {choices}?")
ASKED_OF_A_KIND = ("Which of the {count} {kinds} do you mean?", "Which {name} do you mean?")

Pick = Callable[[str, Sequence[str]], str]
"""Chooses one of some words, given what they are for."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A question and its answer; colours: those that the answer names."""

    kind: Kind
    question: str
    answer: str
    colours: tuple[str, ...] = ()


def pair_for(level: int, things: Sequence[SceneObject], pick: Pick) -> Pair:
    """A pair for a level about its referents: one at levels 0 and 1, and so on."""
    return (_direct, _inferred, _listed, _asked)[level](things, pick)


def _direct(things: Sequence[SceneObject], pick: Pick) -> Pair:
    thing = things[0]
    kind = _kind([Kind.PLACE, Kind.PRESENCE], things, pick)
    question = pick("question", NAMED[kind].questions).format(**_words(thing))
    answer = pick("answer", NAMED[kind].answers).format(**_words(thing))
    return Pair(kind, question, sentence(answer), _named_colours(kind, things))


def _inferred(things: Sequence[SceneObject], pick: Pick) -> Pair:
    # Whoever asks where the one thing in the middle is learns nothing from "in the middle".
    is_aside = place_of(things[0].box) != MIDDLE
    kind = _kind([Kind.IDENTITY, *[Kind.PLACE] * is_aside], things, pick)
    answer = pick("answer", INFERRED[kind]).format(**_words(things[0]))
    return Pair(kind, pick("question", VAGUE[kind]), answer, _named_colours(kind, things))


def _listed(things: Sequence[SceneObject], pick: Pick) -> Pair:
    things = in_order(things)
    groups = kinds(things)
    # What several things of one kind are is no open question, only where they are.
    always = [Kind.PLACE] if len(groups) == 1 else [Kind.IDENTITY]
    are_apart = len({place_of(thing.box) for thing in things}) == len(things) == len(groups)
    kind = _kind([*always, *[Kind.PLACE] * are_apart], things, pick)
    frames = LISTED_OF_A_KIND if kind is Kind.PLACE and len(groups) == 1 else LISTED[kind]
    frame = pick("answer", frames)
    names = [name for name, _ in name_apart(things, coloured=False)]
    facts = [_fact(kind, thing, name) for thing, name in zip(things, names, strict=True)]
    answer = frame.format(
        things=join(names, "or" if frame.startswith("This could") else "and"),
        facts=f"{', '.join(facts[:-1])}, and {facts[-1]}",
        count=number(len(things)),
        kinds=plural(next(iter(groups))),
        places=_places(things),
    )
    question = pick("question", VAGUE[kind])
    return Pair(kind, question, sentence(answer), _named_colours(kind, things))


def _places(things: Sequence[SceneObject]) -> str:
    """Where things of one kind are: "one on the left and two in the middle", "both at the top"."""
    counts = Counter(place_of(thing.box) for thing in things)
    if len(counts) == 1:
        return f"{'both' if len(things) == 2 else 'all'} {next(iter(counts))}"
    return join([f"{number(count)} {place}" for place, count in counts.items()])


def _asked(things: Sequence[SceneObject], pick: Pick) -> Pair:
    things = in_order(things)
    groups = kinds(things)
    has_colour = not any(thing.label in UNCOLOURED for thing in things)
    open_questions = [Kind.PLACE, *[Kind.COLOUR] * has_colour, *[Kind.IDENTITY] * (len(groups) > 1)]
    kind = Kind(pick("kind", open_questions))
    choices = [
        f"one of the {number(len(group))} {plural(name)}" if len(group) > 1 else definite(name)
        for name, group in groups.items()
    ]
    name = next(iter(groups))
    frames = ASKED_OF_A_KIND if len(groups) == 1 else ASKED
    answer = pick("answer", frames).format(
        choices=join_choices(choices), count=number(len(things)), kinds=plural(name), name=name
    )
    return Pair(kind, pick("question", VAGUE[kind]), answer)


def _kind(always: list[Kind], things: Sequence[SceneObject], pick: Pick) -> Kind:
    """One of the kinds that can be answered: colour only where each thing has one, and then
    more often than the others, as few things have one."""
    is_coloured = all(thing.colours for thing in things)
    return Kind(pick("kind", [*always, *[Kind.COLOUR] * (2 * is_coloured)]))


def _named_colours(kind: Kind, things: Sequence[SceneObject]) -> tuple[str, ...]:
    if kind is not Kind.COLOUR:
        return ()
    return tuple(colour_words(thing.colours) for thing in things)


def _fact(kind: Kind, thing: SceneObject, name: str) -> str:
    words = _words(thing)
    if kind is Kind.PLACE:
        return f"the {words['name']} {words['be']} {words['place']}"
    return f"{name} {words['be']} {words['colour']}"


def _words(thing: SceneObject) -> dict[str, str]:
    name, colour, place = noun(thing.label), colour_words(thing.colours), place_of(thing.box)
    return {
        "name": name,
        "a": indefinite(name),
        "be": be(name),
        "it": "they are" if be(name) == "are" else "it is",
        "colour": colour,
        "Colour": colour.capitalize(),
        "place": place,
        "Place": place.capitalize(),
    }
