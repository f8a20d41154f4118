"""Answers about a few things, or many of a kind, in sentences that can be kept in mind.

`several` answers for a few (list), `grouped` for many of a kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from whichone_core.answering.clarify import name_apart
from whichone_core.answering.grammars import OBJECT
from whichone_core.answering.palette import Palette
from whichone_core.answering.things import (
    are_spread,
    brief_palette,
    hedged,
    kind_words,
    kinds,
    main_palette,
    name_of,
    one_colour,
    places,
    shown_palette,
    the,
)
from whichone_core.answering.tongue import grammar, phrases
from whichone_core.picture.places import place_of, ranks, reading_order
from whichone_core.ports import Prompt
from whichone_core.types.answers import Sentence
from whichone_core.types.evidence import SceneObject
from whichone_core.types.questions import Intent

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
        if not are_spread(ordered):
            return phrases().see.format(things=f"{kind_words(ordered)} {spots}")
        return phrases().see_at.format(things=kind_words(ordered), places=spots)
    text = _listed(ordered, has_places=are_spread(ordered))
    return text if len(text.split()) <= _MOST_WORDS else _listed(ordered, has_places=False)


def _listed(ordered: Sequence[SceneObject], *, has_places: bool) -> str:
    words = grammar()
    sure: list[str] = []
    unsure: list[str] = []
    for thing in sorted(ordered, key=lambda thing: not thing.is_sure):
        name = words.indefinite(name_of(thing), one_colour(thing), OBJECT)
        place = f" {words.place(place_of(thing.box))}" if has_places else ""
        (sure if thing.is_sure else unsure).append(name + place)
    count = words.number(len(ordered))
    return phrases().things.format(count=count, things=hedged(sure, unsure))


def _wheres(ordered: Sequence[SceneObject]) -> str:
    """ "The cup is on the left and the book is on the right", "The two cups are on the left"."""
    words, spots = grammar(), places(ordered)
    if len(kinds(ordered)) == 1:
        return phrases().see_at.format(things=kind_words(ordered), places=spots)
    if not are_spread(ordered):
        named = words.join(list(dict.fromkeys(the(thing) for thing in ordered)))
        return words.located(named, spots, are_many=True)
    lead, told = _under_one_hedge(ordered)
    facts = [
        words.located(
            the(thing),
            words.place(place_of(thing.box)),
            are_many=words.is_plural(name_of(thing)),
        )
        for thing in told
    ]
    return lead.format(facts=words.join(facts))


def _under_one_hedge(
    ordered: Sequence[SceneObject],
) -> tuple[str, Sequence[SceneObject]]:
    """A frame that hedges all where more than one thing is not sure, and the things without
    their own hedge."""
    if sum(not thing.is_sure for thing in ordered) < 2:
        return "{facts}", ordered
    return phrases().if_right, [replace(thing, is_sure=True) for thing in ordered]


def _colours(ordered: Sequence[SceneObject]) -> list[Sentence]:
    """ "The cup on the left is red, the one on the right is blue." """
    alike = _of_one_kind(ordered)
    if alike:
        return [say(alike)]
    lead, told = _under_one_hedge(ordered)
    facts = _facts(told, brief_palette)
    if len(lead.format(facts=", ".join(facts)).split()) > _MOST_WORDS:
        if len(kinds(told)) == 1:
            return [say(lead.format(facts=_from_left(told)))]
        facts = _facts(told, main_palette)
    runs = [facts[i : i + MOST_LISTED] for i in range(0, len(facts), MOST_LISTED)]
    told_runs = [", ".join(run) for run in runs]
    return [say(lead.format(facts=told_runs[0])), *(say(run) for run in told_runs[1:])]


def _from_left(ordered: Sequence[SceneObject]) -> str:
    """ "The three people, from the left, are in blue, in grey and mostly in black"."""
    words, word = grammar(), name_of(ordered[0])
    return phrases().from_left.format(
        **words.group(len(ordered), word),
        colours=words.main_colours(word, [main_palette(thing) for thing in ordered]),
    )


def _facts(
    ordered: Sequence[SceneObject], palette_of: Callable[[SceneObject], Palette]
) -> list[str]:
    words = grammar()
    facts: list[str] = []
    before = ""
    names = name_apart(ordered, coloured=False)
    for thing, (text, place) in zip(ordered, names, strict=True):
        name = name_of(thing)
        is_again = name == before and thing.is_sure and text == _plainly(name, place)
        subject = words.the_one_at(name, place) if is_again and not words.is_plural(name) else text
        facts.append(words.coloured(subject, name, palette_of(thing)))
        before = name if thing.is_sure else ""
    return facts


def _plainly(name: str, place: str) -> str:
    """What a thing is called where nothing but its place tells it from others."""
    if "," in place:  # a rank and a place
        return ""
    return grammar().at(grammar().definite(name), place)


def _of_one_kind(ordered: Sequence[SceneObject]) -> str:
    """ "Both cups are red", "Of the two cups, the left one is red, the right one is blue"; ""
    where things differ in kind, or in place and colour."""
    words, name = grammar(), name_of(ordered[0])
    if len(kinds(ordered)) > 1 or len(ordered) > MOST_LISTED or words.is_plural(name):
        return ""
    if len({shown_palette(thing) for thing in ordered}) == 1:
        return all_alike(ordered)
    if are_spread(ordered):
        return ""
    order = ranks([thing.box for thing in ordered])
    shares = [
        words.coloured(words.the_one(name, rank), name, brief_palette(thing), are_many=False)
        for rank, thing in zip(order, ordered, strict=True)
    ]
    return phrases().of_the.format(**words.group(len(ordered), name), shares=", ".join(shares))


def all_alike(things: Sequence[SceneObject]) -> str:
    """ "Both cups are red", "All four people are in black"."""
    words, word = grammar(), name_of(things[0])
    every = words.all_of(len(things), word)
    return words.coloured(every, word, shown_palette(things[0]), are_many=True)


def _labels(prompt: Prompt, ordered: Sequence[SceneObject]) -> list[Sentence]:
    """What is printed on each of the things."""
    parts = []
    for thing, (text, _) in zip(ordered, name_apart(ordered, coloured=False), strict=True):
        lines = label_lines(prompt, thing)
        if lines:
            frame = phrases().text_named.format(name=text, text="{text}")
            parts.append(said_lines(frame, lines, prompt))
    return parts


def grouped(prompt: Prompt, things: Sequence[SceneObject]) -> list[Sentence]:
    """Colours of many of a kind: "Of the five cups, three are red and two are blue." """
    words, word = grammar(), name_of(things[0])
    counts = Counter(main_palette(thing) for thing in things)
    shares = [
        words.coloured(words.alone(n, word), word, palette, are_many=n != 1)
        for palette, n in counts.most_common(MOST_LISTED)
    ]
    if len(counts) > MOST_LISTED:
        shares.append(phrases().others_vary)
    text = phrases().of_the.format(**words.group(len(things), word), shares=words.join(shares))
    return [say(text), *light_caution(prompt)]
