"""Answers about a few things, or many of a kind, in sentences that can be kept in mind.

`several` answers for a few (list), `grouped` for many of a kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from whichone_core.answering.clarify import name_apart
from whichone_core.answering.grammar import (
    be,
    indefinite,
    is_plural,
    join,
    noun,
    number,
    plural,
)
from whichone_core.answering.phrases import PHRASES
from whichone_core.answering.things import (
    brief_colours,
    hedged,
    kind_words,
    kinds,
    main_colour,
    one_colour,
    places,
    shown_colours,
    the,
)
from whichone_core.picture.places import place_of, ranks, reading_order
from whichone_core.ports import Prompt
from whichone_core.types import Intent, SceneObject, Sentence

from .drafts import say
from .quoting import said_lines
from .thing_answers import label_lines, light_caution

MOST_LISTED = 3
_MOST_WORDS = 27
"""As long as a list can be and still be kept in mind; places are left out above."""


def several(prompt: Prompt, things: Sequence[SceneObject]) -> list[Sentence]:
    """The answers for a few things: in one sentence for three, else in several."""
    ordered = [things[i] for i in reading_order([thing.box for thing in things])]
    intent = prompt.question.intent
    if intent is Intent.COLOUR:
        return [*_colours(ordered), *light_caution(prompt)]
    if intent is Intent.WHERE:
        return [say(_wheres(ordered))]
    return [say(_named(ordered)), *_labels(prompt, ordered)]


def _named(ordered: Sequence[SceneObject]) -> str:
    """ "I can see two things: a red cup on the left and a book on the right"; of one kind in
    no colours only the places; no place that is the same for all."""
    spots = places(ordered)
    if len(kinds(ordered)) == 1 and not any(one_colour(thing) for thing in ordered):
        if " and " not in spots:
            return PHRASES.see.format(things=f"{kind_words(ordered)} {spots}")
        return PHRASES.see_at.format(things=kind_words(ordered), places=spots)
    text = _listed(ordered, has_places=" and " in spots)
    return text if len(text.split()) <= _MOST_WORDS else _listed(ordered, has_places=False)


def _listed(ordered: Sequence[SceneObject], *, has_places: bool) -> str:
    sure: list[str] = []
    unsure: list[str] = []
    for thing in sorted(ordered, key=lambda thing: not thing.is_sure):
        name = indefinite(noun(thing.label), one_colour(thing))
        place = f" {place_of(thing.box)}" if has_places else ""
        (sure if thing.is_sure else unsure).append(name + place)
    return PHRASES.things.format(count=number(len(ordered)), things=hedged(sure, unsure))


def _wheres(ordered: Sequence[SceneObject]) -> str:
    """ "The cup is on the left and the book is on the right", "The two cups are on the left"."""
    spots = places(ordered)
    if len(kinds(ordered)) == 1:
        return PHRASES.see_at.format(things=kind_words(ordered), places=spots)
    if " and " not in spots:
        return f"{join(list(dict.fromkeys(the(thing) for thing in ordered)))} are {spots}"
    lead, told = _under_one_hedge(ordered)
    return lead + join(
        [f"{the(thing)} {be(noun(thing.label))} {place_of(thing.box)}" for thing in told]
    )


def _under_one_hedge(
    ordered: Sequence[SceneObject],
) -> tuple[str, Sequence[SceneObject]]:
    """A hedge for all where more than one thing is not sure, and the things without their own."""
    if sum(not thing.is_sure for thing in ordered) < 2:
        return "", ordered
    return f"{PHRASES.if_right}, ", [replace(thing, is_sure=True) for thing in ordered]


def _colours(ordered: Sequence[SceneObject]) -> list[Sentence]:
    """ "The cup on the left is red, the one on the right is blue." """
    alike = _of_one_kind(ordered)
    if alike:
        return [say(alike)]
    lead, told = _under_one_hedge(ordered)
    facts = _facts(told, brief_colours)
    if len((lead + ", ".join(facts)).split()) > _MOST_WORDS:
        if len(kinds(told)) == 1:
            return [say(lead + _from_left(told))]
        facts = _facts(told, main_colour)
    runs = [facts[i : i + MOST_LISTED] for i in range(0, len(facts), MOST_LISTED)]
    return [say(lead * (run is runs[0]) + ", ".join(run)) for run in runs]


def _from_left(ordered: Sequence[SceneObject]) -> str:
    """ "The three people, from the left, are in blue, in grey and mostly in black"."""
    return PHRASES.from_left.format(
        count=number(len(ordered)),
        kind=plural(noun(ordered[0].label)),
        colours=join([main_colour(thing) for thing in ordered]),
    )


def _facts(ordered: Sequence[SceneObject], colours: Callable[[SceneObject], str]) -> list[str]:
    names = name_apart(ordered, coloured=False)
    facts: list[str] = []
    before = ""
    for thing, (text, place) in zip(ordered, names, strict=True):
        name = noun(thing.label)
        is_again = name == before and thing.is_sure and text == f"the {name} {place}"
        subject = f"the one {place}" if is_again and not is_plural(name) else text
        facts.append(f"{subject} {be(name)} {colours(thing)}")
        before = name if thing.is_sure else ""
    return facts


def _of_one_kind(ordered: Sequence[SceneObject]) -> str:
    """ "Both cups are red", "Of the two cups, the left one is red, the right one is blue"; ""
    where things differ in kind, or in place and colour."""
    name = noun(ordered[0].label)
    if len(kinds(ordered)) > 1 or len(ordered) > MOST_LISTED or is_plural(name):
        return ""
    words = {shown_colours(thing) for thing in ordered}
    if len(words) == 1:
        return all_alike(ordered)
    if " and " in places(ordered):
        return ""
    order = ranks([thing.box for thing in ordered])
    shares = [
        f"the {rank} one is {brief_colours(t)}" for rank, t in zip(order, ordered, strict=True)
    ]
    return PHRASES.of_the.format(
        count=number(len(ordered)), kind=plural(name), shares=", ".join(shares)
    )


def all_alike(things: Sequence[SceneObject]) -> str:
    """ "Both cups are red", "All four people are in black"."""
    all_of = "both" if len(things) == 2 else f"all {number(len(things))}"
    name = plural(noun(things[0].label))
    return PHRASES.all_alike.format(all=all_of, kind=name, colour=shown_colours(things[0]))


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
    counts = Counter(main_colour(thing) for thing in things)
    shares = [
        f"{number(n)} {'is' if n == 1 else 'are'} {colour}"
        for colour, n in counts.most_common(MOST_LISTED)
    ]
    if len(counts) > MOST_LISTED:
        shares.append(PHRASES.others_vary)
    text = PHRASES.of_the.format(
        count=number(len(things)), kind=plural(noun(things[0].label)), shares=join(shares)
    )
    return [say(text), *light_caution(prompt)]
