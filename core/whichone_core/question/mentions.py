"""The things that a question names, and its words that need a referent ("this", "it").

There is no part-of-speech tagger here: a noun phrase is a run of words that are neither
function words nor common verbs nor qualities, and that an article, a number, a question
word or a preposition leads in.  Its last words decide what it is ("orange juice" is a
juice).  What is asked about a thing (its colour, its price, its label) is not a thing.

Trade-off: an unknown verb can end up in a phrase; a known thing is still found in front
of it ("the dog sleeping").  Phrases that no detector knows are kept as they were said.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from whichone_core.question.lexicon import GROUPS, label_of
from whichone_core.question.word_classes import (
    ATTRIBUTES,
    DEMONSTRATIVES,
    LEADING,
    NOT_VERBS_THOUGH,
    PICTURE_WORDS,
    PLACE_WORDS,
    PRONOUNS,
    QUALITIES,
    STOP_WORDS,
    VAGUE_NOUNS,
)

_ASKED_ABOUT = ATTRIBUTES - {"colour", "colours", "size", "sizes"}
"""Nouns that a modifier belongs to ("room number"); "jacket colour" still names a jacket."""

_NOT_THE_REAL_THING = frozenset(
    ("toy", "model", "picture", "lunch", "dialogue", "dialog", "text", "check", "drop")
)


@dataclass(frozen=True, slots=True)
class Mentions:
    """What a clause names: labels, groups and unknown things, and its vague words."""

    targets: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    vague: tuple[str, ...] = ()


def _ends_a_phrase(word: str) -> bool:
    """Function words, verbs and attributes do; so do "-ing" and "-ed" forms, mostly."""
    if word in STOP_WORDS:
        return True
    return len(word) > 4 and word.endswith(("ing", "ed")) and word not in NOT_VERBS_THOUGH


@dataclass(frozen=True, slots=True)
class _Phrase:
    words: tuple[str, ...]
    is_led: bool
    """An article, a number or the like stands in front of it."""
    is_place: bool
    """It only says where ("on the table")."""
    qualifies: bool
    """What is asked about follows at once: "room" in "room number"."""


def _phrases(words: list[str]) -> Iterator[_Phrase]:
    """The runs of words that may be noun phrases, with what leads them in."""
    ends = [
        _ends_a_phrase(word) and not _is_tin(words, at) and not _is_in_a_name(words, at)
        for at, word in enumerate(words)
    ]
    start = 0
    while start < len(words):
        if ends[start]:
            start += 1
            continue
        end = next((at for at in range(start, len(words)) if ends[at]), len(words))
        before = words[start - 1] if start else ""
        further = words[start - 2] if start > 1 else ""
        is_led = before in LEADING or "there" in (before, further) or further == "how" or start == 0
        is_place = before in PLACE_WORDS or (before in LEADING and further in PLACE_WORDS)
        after = words[end] if end < len(words) else ""
        yield _Phrase(tuple(words[start:end]), is_led or is_place, is_place, after in _ASKED_ABOUT)
        start = end


def _is_in_a_name(words: list[str], position: int) -> bool:
    """Whether a word makes a label with its neighbour: "traffic light", "parking meter"."""
    pairs = words[max(0, position - 1) : position + 2]
    return any(label_of(f"{first} {second}") for first, second in pairwise(pairs))


def _is_tin(words: list[str], position: int) -> bool:
    """Whether a "can" is a tin: "in this can", "the can"."""
    before = words[position - 1] if position else ""
    return words[position] == "can" and before in ("this", "that", "the", "a", "my", "each", "soda")


def _noun(phrase: _Phrase) -> tuple[str, str | None]:
    """The noun as it was said, and its label or None: "old red mugs" -> "mugs", "mug"."""
    words = list(phrase.words)
    while words and words[-1] in QUALITIES and not label_of(" ".join(words[-2:])):
        words.pop()
    for first in range(len(words)):
        said = " ".join(words[first:])
        label = label_of(said)
        if label and not (first and _changes_meaning(words[first - 1], label)):
            return said, label
    while len(words) > 1 and words[0] in QUALITIES:
        words.pop(0)
    return " ".join(words), None


def _changes_meaning(modifier: str, label: str) -> bool:
    """A quality, a maker or a material keeps a cup a cup; "toy" makes a car none, and
    "dog food" is not the food that the detectors know."""
    if label in GROUPS and label not in ("screen", "computer"):
        return modifier not in QUALITIES
    return modifier in _NOT_THE_REAL_THING and label not in ("book", "bottle")


def find_mentions(clause: str) -> Mentions:
    """The things that one clause names and its vague words, in the order of speaking.

    A thing that only says where something is counts only where nothing else is named:
    "the mug on the table" is about a mug, "what is on the table" about a table.
    """
    words = clause.split()
    things: dict[str, str | None] = {}
    places: dict[str, str | None] = {}
    for phrase in _phrases(words):
        said, label = _noun(phrase)
        if label == "cell phone" and "number" in words:
            continue  # what is asked for is the number on something else
        if said in ("orange", "gold") and not _is_thing(words, said):
            continue
        if not said or _is_quality(said):
            continue
        if label is None and (phrase.qualifies or not phrase.is_led):
            continue
        (places if phrase.is_place else things)[said] = label
    named = things or places
    targets = tuple(dict.fromkeys(label for label in named.values() if label))
    unknown = tuple(said for said, label in named.items() if label is None)
    return Mentions(targets, unknown, tuple(dict.fromkeys(_vague_words(words))))


def _is_quality(said: str) -> bool:
    return all(word in QUALITIES for word in said.split()) or said.isdigit()


def _is_thing(words: list[str], colour: str) -> bool:
    """An orange has an article; "is it orange" and "the orange one" name a colour."""
    position = words.index(colour)
    if {"thing", "things", "one", "ones", "item", "object"} & set(
        words[position + 1 : position + 2]
    ):
        return False
    before = words[position - 1] if position else ""
    if words[:position] in (["is", "this"], ["is", "that"], ["are", "these"]):
        return False
    return before in ("a", "an", "the", "this", "that", "any", "my", "one", "of", "which")


def _vague_words(words: list[str]) -> Iterator[str]:
    """Demonstratives and pronouns that point at something, and "the thing"."""
    for position, word in enumerate(words):
        before = words[position - 1] if position else ""
        after = words[position + 1] if position + 1 < len(words) else ""
        if word in PRONOUNS and not _is_empty_it(word, words, position):
            yield word
        elif word in DEMONSTRATIVES and after not in PICTURE_WORDS:
            if word != "that" or not _joins(before, after):
                yield word
        elif _is_vague_noun(word, before) or (word == "here" and words[0] == "what"):
            yield word


def _is_vague_noun(word: str, before: str) -> bool:
    return word in VAGUE_NOUNS and before not in DEMONSTRATIVES | PRONOUNS


def _joins(before: str, after: str) -> bool:
    """Whether "that" only joins a clause to another: "the mug that is red", "so that I"."""
    if before in ("so", "think", "know", "see", "tell", "me", "say", "says", "sure"):
        return after not in ("", "one", "says", "say")
    if after in ("i", "you", "we"):
        return True
    after_a_noun = before != "" and not _ends_a_phrase(before)
    return (after_a_noun or before in VAGUE_NOUNS | {"one", "text"}) and after != ""


def _is_empty_it(word: str, words: list[str], position: int) -> bool:
    """ "What time is it" and "is it dark" ask about no thing."""
    if word != "it":
        return False
    rest = words[position + 1 : position + 3]
    empty = {"dark", "light", "sunny", "raining", "snowing", "cloudy", "daytime", "night",
             "nighttime", "possible", "bright", "day", "morning", "evening"}  # fmt: skip
    asks_the_time = {"time", "day", "date"} & set(words[max(0, position - 2) : position])
    return bool(asks_the_time and not rest) or bool(empty & set(rest))


def without_groups(targets: tuple[str, ...]) -> tuple[str, ...]:
    """The targets that are detector labels, not words for several of them."""
    return tuple(target for target in targets if target not in GROUPS)
