"""Answers about one thing, or a few: what it is, its colour, where it is.

`one` answers for one thing (direct or infer), `several` for a few (list), `grouped` for many
of a kind.  `can_tell` says beforehand whether what is asked for was measured.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from whichone_core.answering import answers
from whichone_core.answering.clarify import name_apart
from whichone_core.answering.grammar import (
    be,
    indefinite,
    is_plural,
    it,
    join,
    noun,
    number,
    plural,
)
from whichone_core.answering.phrases import PHRASES
from whichone_core.answering.things import a, colour_words, has_colour, lines_in, one_colour, the
from whichone_core.picture.places import place_of, reading_order, size_of
from whichone_core.ports import Prompt
from whichone_core.types import Intent, Role, SceneObject, Sentence, TextLine

from .drafts import say
from .quoting import said_lines, spoken_words

ODD_LIGHT = (30.0, 85.0)
"""Mean CIELAB lightness (0 to 100) outside which colours are not to be relied on."""

MOST_LISTED = 3

_BEAR_PRINT = frozenset(
    {
        *("bottle", "cup", "mug", "coffee cup", "box", "bowl", "book", "vase", "wine glass"),
        *("tv", "computer monitor", "laptop", "cell phone", "clock", "remote", "keyboard"),
        *("stop sign", "parking meter", "bus", "truck", "train", "car", "suitcase", "handbag"),
    }
)
"""Labels of things that print is a name of; print on a refrigerator is mostly a carton that
the detectors took for one."""

PRINT_HEDGES = 0.02
"""Share of the picture covered by print from which a detector's name for the thing that
bears it is hedged: cartons pass for books and bottles (seen on the grocery photos)."""


def can_tell(thing: SceneObject, intent: Intent) -> bool:
    """Whether what is asked for was measured for a thing."""
    return intent is not Intent.COLOUR or bool(thing.colours)


# --------------------------------------------------------------------------- one thing


def one(prompt: Prompt, thing: SceneObject, lead: str = "") -> list[Sentence]:
    """The answer about one thing; lead is a sentence frame with {thing} and {fact}."""
    intent = prompt.question.intent
    if intent is Intent.COLOUR:
        return [say(_colour(thing, lead)), *light_caution(prompt)]
    if intent is Intent.WHERE:
        return _where(thing, lead)
    return [_identity(prompt, thing, lead), *_details(thing)]


def light_caution(prompt: Prompt) -> list[Sentence]:
    """A caution about colours, where the light was measured and is odd."""
    light = prompt.evidence.light
    if light is None or ODD_LIGHT[0] <= light.mean <= ODD_LIGHT[1]:
        return []
    return [say(PHRASES.colour_light, Role.EXPLANATION)]


def _colour(thing: SceneObject, lead: str) -> str:
    if not lead:
        return f"{the(thing)} {has_colour(thing)}"
    preposition = " in" if thing.label == "person" else ""
    fact = f"{it(noun(thing.label))}{preposition} {colour_words(thing.colours)}"
    return lead.format(thing=the(thing), fact=fact)


def _where(thing: SceneObject, lead: str) -> list[Sentence]:
    place = place_of(thing.box)
    fact = f"{it(noun(thing.label))} {place}"
    verb = be(noun(thing.label)) if thing.is_sure else "is"
    text = lead.format(thing=the(thing), fact=fact) if lead else f"{the(thing)} {verb} {place}"
    size = size_of(thing.box)
    return [say(text), *([say(PHRASES.thing_size.format(size=size))] if size else [])]


def _identity(prompt: Prompt, thing: SceneObject, lead: str) -> Sentence:
    """What it is, in its colour, with the name that is printed on it."""
    name = indefinite(noun(thing.label), one_colour(thing))
    looks = "they look" if is_plural(noun(thing.label)) else "it looks"
    are = "they are" if is_plural(noun(thing.label)) else "it is"
    lines = label_lines(prompt, thing)
    is_plain = thing.is_sure and answers.area(lines) < PRINT_HEDGES
    fact = f"{are} {name}" if is_plain else f"{looks} like {name}"
    text = lead.format(thing=the(thing), fact=fact) if lead else fact
    if not lines:
        return say(text)
    frame = PHRASES.says if answers.is_clear(lines) else PHRASES.seems_to_say
    quoted = answers.quote(lines)
    spoken = frame.format(thing=text, text=spoken_words(quoted, prompt))
    return say(frame.format(thing=text, text=quoted), spoken=spoken)


def label_lines(prompt: Prompt, thing: SceneObject) -> tuple[TextLine, ...]:
    """The name printed on a thing: the largest lines in its box."""
    if thing.label not in _BEAR_PRINT:
        return ()
    readable = answers.readable(prompt.evidence.text)
    inside = lines_in(thing.box, prompt.evidence.text)
    return answers.title([line for line in readable if line in inside])


def _details(thing: SceneObject) -> list[Sentence]:
    place = PHRASES.thing_place.format(pronoun=it(noun(thing.label)), place=place_of(thing.box))
    parts = [say(place, Role.AUXILIARY)]
    if thing.colours and not one_colour(thing) and thing.label != "person":
        parts.append(say(f"{the(thing)} {has_colour(thing)}", Role.AUXILIARY))
    return parts


# --------------------------------------------------------------------------- several


def several(prompt: Prompt, things: Sequence[SceneObject]) -> list[Sentence]:
    """The answers for a few things: in one sentence for three, else in several."""
    ordered = [things[i] for i in reading_order([thing.box for thing in things])]
    intent = prompt.question.intent
    if intent is Intent.COLOUR:
        return [*_colours(ordered), *light_caution(prompt)]
    if intent is Intent.WHERE:
        return [say(join([f"{the(t)} is {place_of(t.box)}" for t in ordered]))]
    named = [f"{a(thing)} {place_of(thing.box)}" for thing in ordered]
    count = number(len(ordered))
    return [
        say(PHRASES.things.format(count=count, things=join(named))),
        *_labels(prompt, ordered),
    ]


def _colours(ordered: Sequence[SceneObject]) -> list[Sentence]:
    """ "The cup on the left is red, the one on the right is blue." """
    names = name_apart(ordered, coloured=False)
    facts = []
    before = ""
    for thing, (text, place) in zip(ordered, names, strict=True):
        name = noun(thing.label)
        is_again = name == before and thing.is_sure and text == f"the {name} {place}"
        subject = f"the one {place}" if is_again and not is_plural(name) else text
        facts.append(f"{subject} {has_colour(thing)}")
        before = name if thing.is_sure else ""
    runs = [facts[i : i + MOST_LISTED] for i in range(0, len(facts), MOST_LISTED)]
    return [say(", ".join(run)) for run in runs]


def _labels(prompt: Prompt, ordered: Sequence[SceneObject]) -> list[Sentence]:
    """What is printed on each of the things."""
    parts = []
    for thing, (text, _) in zip(ordered, name_apart(ordered, coloured=False), strict=True):
        lines = label_lines(prompt, thing)
        if lines:
            frame = PHRASES.text_named.format(name=text, text="{text}")
            parts.append(said_lines(frame, lines, prompt))
    return parts


def grouped(prompt: Prompt, things: Sequence[SceneObject]) -> list[Sentence]:
    """Colours of many of a kind: "Of the five cups, three are red and two are blue." """
    counts = Counter(colour_words(thing.colours) for thing in things)
    shares = [f"{number(n)} {'is' if n == 1 else 'are'} {c}" for c, n in counts.most_common(4)]
    text = PHRASES.of_the.format(
        count=number(len(things)), kind=plural(noun(things[0].label)), shares=join(shares)
    )
    return [say(text), *light_caution(prompt)]
