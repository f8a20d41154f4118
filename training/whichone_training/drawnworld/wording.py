"""How questions are asked and answered in the drawn world.

A question is a core in a frame ("Please tell me: what colour is this?"); the pair of both is
the wording that a split holds out, so that test wordings are new but made of known words.
A frame without a question mark is what a dictated or hurried question looks like, and half of
the people ask for a "color": both are the same wording.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType

from whichone_core.answering.grammar import (
    definite,
    indefinite,
    join,
    join_choices,
    number,
    plural,
    sentence,
)
from whichone_core.picture.places import place_of
from whichone_data.aqua.templates import Kind

from .faults import Fault
from .scenes import Thing
from .shapes import COLOURS
from .splits import Split, split_of

FRAMES = (
    "{Q}?", "{Q}, please?", "Please tell me: {q}?", "Tell me, {q}?", "Hello, {q}?",
    "{Q} in this picture?", "{Q} here?", "Can you help me: {q}?", "I would like to know: {q}?",
    "Excuse me, {q}?", "One question: {q}?", "So, {q}?", "{q}", "{Q}",
)  # fmt: skip

NAMED: Mapping[Kind, tuple[str, ...]] = MappingProxyType(
    {
        Kind.COLOUR: (
            "what colour is the {name}", "which colour is the {name}",
            "what is the colour of the {name}", "which colour does the {name} have",
        ),
        Kind.PLACE: (
            "where is the {name}", "where can I find the {name}", "where do you see the {name}",
            "where's the {name}",
        ),
        Kind.PRESENCE: ("is there {a}", "can you see {a}", "do you see {a}"),
    }
)  # fmt: skip
CHECKED = (
    "is the {name} {said}",
    "is the colour of the {name} {said}",
    "does the {name} look {said}",
)
"""Cores that ask whether a colour is right.  The answer tells the colour, without yes or no: a
model that had to begin with one of them said "No, the hat is pink" of a pink hat (LOG.md)."""
CHECKED_OFTEN = 0.25
"""How many of the questions about the colour of a named thing ask whether it is one."""
REFERRED: Mapping[Kind, tuple[str, ...]] = MappingProxyType(
    {
        Kind.IDENTITY: ("what is {hint}", "what's {hint}", "what thing is {hint}"),
        Kind.COLOUR: ("what colour is {hint}", "which colour does {hint} have"),
    }
)
"""Cores about the one thing that a hint means."""
VAGUE: Mapping[Kind, tuple[str, ...]] = MappingProxyType(
    {
        Kind.IDENTITY: (
            "what is this", "what is it", "what is that", "what do I have",
            "what would you call it", "what thing is this", "what's this",
        ),
        Kind.COLOUR: (
            "what colour is this", "what colour is it", "which colour is that",
            "what is the colour of this", "which colour does it have",
        ),
    }
)  # fmt: skip

TOLD = {
    Kind.COLOUR: ("The {name} is {colour}.",),
    Kind.PLACE: ("The {name} is {place}.",),
    Kind.PRESENCE: ("Yes, there is {a} {place}.",),
}
ABSENT = "No, there is no {name} in the picture."
INFERRED = {
    Kind.IDENTITY: ("You most likely mean the large thing {place}: it is {look}.",),
    Kind.COLOUR: ("If you mean the {name}, it is {colour}.",),
}
LISTED = {
    Kind.IDENTITY: "It could be one of {count} things: {things}.",
    Kind.COLOUR: "There are {count} things: {facts}.",
}
RETAKES: Mapping[Fault, str] = MappingProxyType(
    {
        Fault.BLUR: "Hold the camera still and try again.",
        Fault.DARK: "Turn on a light and try again.",
        Fault.GLARE: "Turn away from the light and try again.",
        Fault.FINGER: "Take your finger off the lens and try again.",
        Fault.CUT_OFF: "Move the camera to the {side} and try again.",
    }
)
SPOILT = "The picture is {fault}, so I can't tell."
CUT_OFF = "It is cut off on the {side}, so I can't tell."
NOT_THERE = "I can't see {a} in the picture. Move the camera around slowly and try again."


def asked(cores: Sequence[str], split: Split, random: Random, **names: str) -> str:
    """A question whose wording belongs to the split."""
    pairs = [(f, c) for f in FRAMES for c in cores if split_of(f"{f} {c}") is split]
    frame, core = random.choice(pairs or [(FRAMES[0], cores[0])])
    core = core.format(**names)
    asked_so = frame.format(q=core, Q=core[0].upper() + core[1:])
    return asked_so.replace("colour", random.choice(("colour", "color")))


def look_of(thing: Thing, *, reads: bool = True) -> str:
    """ "a red cup"; what a sign says is part of what it is."""
    said = f' that says "{thing.words}"' if thing.words and reads else ""
    return f"{indefinite(thing.look.kind, thing.look.colour)}{said}"


def told(kind: Kind, thing: Thing, random: Random) -> str:
    return _filled(random.choice(TOLD[kind]), thing)


def some_colour(thing: Thing, random: Random) -> str:
    """A colour to ask about: the thing's own half of the time."""
    others = [colour for colour in COLOURS if colour != thing.look.colour]
    return thing.look.colour if random.random() < 0.5 else random.choice(others)


def inferred(kind: Kind, thing: Thing, random: Random) -> str:
    return _filled(random.choice(INFERRED[kind]), thing)


def listed(kind: Kind, things: Sequence[Thing]) -> str:
    """The fact of each thing, from left to right."""
    facts = [f"the {thing.look.kind} is {thing.look.colour}" for thing in things]
    if len({thing.look.kind for thing in things}) < len(things):
        facts = [look_of(thing, reads=False) for thing in things]
    return LISTED[kind].format(
        count=number(len(things)),
        things=join([look_of(thing, reads=False) for thing in things], "or"),
        facts=join(facts),
    )


def choices(things: Sequence[Thing]) -> str:
    """One question back that names the kinds there are, in the order of the alphabet."""
    kinds = [thing.look.kind for thing in things]
    names = sorted(set(kinds))
    if len(names) == 1:
        return f"Which of the {plural(names[0])} do you mean?"
    said = [
        f"one of the {plural(name)}" if kinds.count(name) > 1 else definite(name) for name in names
    ]
    return f"Which one do you mean: {join_choices(said)}?"


def spoilt(fault: Fault, side: str) -> str:
    """Why nothing can be told, and one thing to do about it."""
    reason = CUT_OFF if fault is Fault.CUT_OFF else SPOILT
    return f"{reason.format(fault=fault.value, side=side)} {RETAKES[fault].format(side=side)}"


def not_there(kind: str) -> str:
    return NOT_THERE.format(a=indefinite(kind))


def absent(kind: str) -> str:
    return ABSENT.format(name=kind)


def after_hint(kind: Kind, thing: Thing) -> str:
    """The answer once it is known which thing was meant."""
    if kind is Kind.COLOUR:
        return f"The {thing.look.kind} is {thing.look.colour}."
    return sentence(f"It is {look_of(thing, reads=False)}")


def names(kind: str) -> dict[str, str]:
    return {"name": kind, "a": indefinite(kind)}


def _filled(frame: str, thing: Thing) -> str:
    return frame.format(
        **names(thing.look.kind),
        colour=thing.look.colour,
        place=place_of(thing.box),
        look=look_of(thing),
    )
