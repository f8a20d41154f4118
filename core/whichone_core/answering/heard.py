"""What one piece of a reply says about the thing that is meant, word by word.

A name may be up to three words long ("cell phone"); a word that only nearly spells the
name of an option counts as that name, as speech recognition mishears.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches

from whichone_core.answering import replywords as words
from whichone_core.question.lexicon import label_of, singular
from whichone_core.types.answers import Option

_ALIKE = 0.75
"""Likeness of spelling from which a misheard word counts as a name."""

_AROUND_NUMBERS = words.NUMBER_LEADS | {"the", "please", "um", "and", "or"}


@dataclass(slots=True)
class Heard:
    """The features of one piece of a reply."""

    numbers: list[int]
    ordinals: list[int]
    labels: list[str]
    colours: list[str]
    shades: list[str]
    places: list[str]
    extremes: list[str]
    sizes: list[str]
    is_counting_from: str = ""
    unknown: int = 0

    @property
    def is_empty(self) -> bool:
        return not (
            self.numbers or self.ordinals or self.labels or self.colours or self.shades
            or self.places or self.extremes or self.sizes
        )  # fmt: skip


def listen(piece: str, options: tuple[Option, ...]) -> Heard:
    """The features of a piece of plain text; names are also looked for among the options'."""
    heard = Heard([], [], [], [], [], [], [], [])
    tokens = re.findall(r"[\w']+", piece)
    _take_lone_number(tokens, heard)
    _take_direction(tokens, heard)
    position = 0
    while position < len(tokens):
        position += _take_label(tokens, position, heard, options) or _take_word(
            tokens, position, heard, options
        )
    return heard


def _take_lone_number(tokens: list[str], heard: Heard) -> None:
    """ "one", "to", "number for", "one and three": number words that a reply consists of."""
    content = [word for word in tokens if word not in _AROUND_NUMBERS]
    if not content or tokens == ["the", "one"]:
        return
    if len(content) == 1 and content[0] in words.SOUNDS_LIKE:
        heard.numbers.append(words.SOUNDS_LIKE[content[0]])
    elif all(word in words.NUMBERS for word in content):
        heard.numbers += [words.NUMBERS[word] for word in content]
    else:
        return
    tokens.clear()


def _take_direction(tokens: list[str], heard: Heard) -> None:
    """ "second from the right": which end is counted from is no place."""
    for position, word in enumerate(tokens):
        if word == "from" and any(w in words.ORDINALS for w in tokens[:position]):
            ends = [w for w in tokens[position:] if words.PLACES.get(w, "middle") != "middle"]
            if ends:
                heard.is_counting_from = words.PLACES[ends[0]]
                tokens.remove(ends[0])
            return


def _take_label(tokens: list[str], position: int, heard: Heard, options: tuple[Option, ...]) -> int:
    """A name of one to three words; returns how many were used."""
    for length in (3, 2, 1):
        name = " ".join(tokens[position : position + length])
        if len(tokens) - position < length or (length == 1 and name in words.STOP_WORDS):
            continue
        label = label_of(name) or label_of(name.replace(" ", ""))
        if label and not _is_colour_here(label, tokens, position, options):
            heard.labels.append(label)
            return length
    return 0


def _is_colour_here(
    label: str, tokens: list[str], position: int, options: tuple[Option, ...]
) -> bool:
    """ "orange": a fruit where one is offered, and a colour before another word."""
    if label != "orange":
        return False
    follows = tokens[position + 1] if position + 1 < len(tokens) else ""
    return bool(follows) or not any(option.label == "orange" for option in options)


_VOCABULARIES: tuple[tuple[dict[str, str], str], ...] = (
    (words.PLACES, "places"),
    (words.EXTREMES, "extremes"),
    (words.COLOURS, "colours"),
    (words.SHADES, "shades"),
)


def _take_word(tokens: list[str], position: int, heard: Heard, options: tuple[Option, ...]) -> int:
    word = tokens[position]
    before = tokens[position - 1] if position else ""
    if word.isdecimal():
        heard.numbers.append(int(word[:4]))
    elif word in words.NUMBERS and (word != "one" or before in words.NUMBER_LEADS):
        if before in words.NUMBER_LEADS or position + 1 == len(tokens):
            heard.numbers.append(words.NUMBERS[word])
    elif word in words.ORDINALS:
        heard.ordinals.append(words.ORDINALS[word])
    elif word in words.LARGEST | words.SMALLEST:
        heard.sizes.append(word)
    else:
        _take_feature(word, heard, options)
    return 1


def _take_feature(word: str, heard: Heard, options: tuple[Option, ...]) -> None:
    for vocabulary, name in _VOCABULARIES:
        if word in vocabulary:
            getattr(heard, name).append(vocabulary[word])
            return
    if word in words.STOP_WORDS or word in words.NUMBERS or words.ALL.fullmatch(word):
        return
    nouns = {part: o.label for o in options for part in o.label.split()}
    alike = get_close_matches(singular(word), list(nouns), 1, _ALIKE) if len(word) > 2 else []
    if alike:
        heard.labels.append(nouns[alike[0]])
    else:
        heard.unknown += 1
