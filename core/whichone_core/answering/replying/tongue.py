"""Replies in other languages: word for word into the English that `replies` understands.

    "die zweite Tasse von rechts" -> "the second cup from right"

What a reply says hardly depends on the order of its words, so a dictionary is enough; the nouns
come from the table that answers use.  A word that only nearly spells the name of something
offered counts as that name, as recognisers mishear.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property

from whichone_core.nouns import forms
from whichone_core.question.tongues.tongue import Tongue
from whichone_core.types.answers import Option

_ALIKE = 0.75
"""Likeness of spelling from which a misheard word counts as a name."""
_LONGEST = 4
"""Words of a phrase in the dictionary."""
_NOTHING = "the"
"""What a word becomes that says nothing about the thing that is meant."""


@dataclass(frozen=True)
class ReplyTongue:
    """How people reply in one language; all words are folded.

    tongue: how its questions are understood.
    meanings: English -> what is said for it, by commas; stems: patterns of whole words -> English.
    fillers: words that say nothing.
    repeat, neither: whole replies.  question: how questions begin that are no replies.
    stop, again, more, yes, no: what is said to the voice, whole.
    all_of_them, none_of_them: how these are read back.
    numbers, ordinals: in their order, from one.
    places: English place -> how the thing there is told, for what only sounds like it.
    colours: English colour -> its word.  number_word: "number", "option".
    sounds: spellings and the rough sounds that they stand for (see `likeness`).
    """

    tongue: Tongue
    meanings: Mapping[str, str]
    stems: Mapping[str, str]
    fillers: frozenset[str]
    repeat: str
    neither: str
    question: str
    stop: tuple[str, ...]
    again: tuple[str, ...]
    more: tuple[str, ...]
    yes: tuple[str, ...]
    no: tuple[str, ...]
    all_of_them: str
    none_of_them: str
    numbers: tuple[str, ...]
    ordinals: tuple[str, ...]
    places: Mapping[str, tuple[str, ...]]
    colours: Mapping[str, str]
    number_word: str
    sounds: tuple[tuple[str, str], ...]

    def in_english(
        self, text: str, options: Sequence[Option] = (), *, is_exact: bool = False
    ) -> str:
        """A reply word for word in English; what is no word of a reply stays as it is.

        is_exact: a word that only nearly spells a name is no word of a reply.
        """
        line = " ".join(re.sub(r"[^\w', ]+", " ", self.tongue.folded(text)).split())
        bare = " ".join(line.replace(",", " ").split())
        if re.fullmatch(self.repeat, bare):
            return "repeat"
        if re.fullmatch(self.neither, bare):
            return "neither"
        if re.match(self.question, bare):
            return f"what is {bare}"
        names = self._nouns(options)
        parts = (self._said(part.split(), names, is_exact) for part in line.split(","))
        return ", ".join(" ".join(part) for part in parts)

    def is_said(self, text: str, phrases: Sequence[str]) -> bool:
        """Whether a text is one of some whole phrases."""
        return self.plain(text) in phrases

    def plain(self, text: str) -> str:
        """A text folded, without marks."""
        return " ".join(re.findall(r"[\w']+", self.tongue.folded(text)))

    def wordings(self, option: Option) -> Iterator[str]:
        """How people name one option, for what only sounds like it; folded."""
        if option.number <= len(self.numbers):
            number, ordinal = self.numbers[option.number - 1], self.ordinals[option.number - 1]
            yield from (f"{self.number_word} {number}", number, ordinal)
        colour = self.colours.get(re.sub(r"^(?:light|dark) ", "", option.colour.split(" and ")[0]))
        nouns = [name for name, label in self._nouns((option,)).items() if label == option.label]
        for noun in nouns[:2]:
            yield noun
            if colour:
                yield f"{colour} {noun}"
                yield f"{noun} {colour}"
        if colour:
            yield colour
        for place in re.findall(r"left|right|top|bottom|middle", option.place):
            yield from self.places[place]
        yield self.plain(option.text)

    def _said(self, words: list[str], names: Mapping[str, str], is_exact: bool) -> Iterator[str]:
        position = 0
        while position < len(words):
            length, meaning = self._known(words, position, names)
            word = words[position]
            yield meaning or ("" if is_exact else self._nearly(word, names)) or word
            position += length

    def _known(self, words: list[str], position: int, names: Mapping[str, str]) -> tuple[int, str]:
        """The longest phrase of the dictionary or name that begins here, and its English;
        one word and nothing where none does."""
        for length in range(min(_LONGEST, len(words) - position), 0, -1):
            phrase = " ".join(words[position : position + length])
            if phrase in self._dictionary:
                return length, self._dictionary[phrase]
            if label := names.get(phrase) or self.tongue.vocabulary.label_of(phrase):
                is_filler = length == 1 and phrase in self.fillers
                return length, _NOTHING if is_filler else label
        word = words[position]
        return 1, self._of_stem(word)

    def _of_stem(self, word: str) -> str:
        if word in self.fillers:
            return _NOTHING
        found = ((re.fullmatch(stem, word), english) for stem, english in self.stems.items())
        return next((match.expand(english).strip() for match, english in found if match), "")

    def _nearly(self, word: str, names: Mapping[str, str]) -> str:
        alike = get_close_matches(word, list(names), 1, _ALIKE) if len(word) > 3 else []
        return names[alike[0]] if alike else ""

    def _nouns(self, options: Sequence[Option]) -> dict[str, str]:
        """Folded noun -> label, of what is offered."""
        table = forms(self.tongue.code)
        found: dict[str, str] = {}
        for label in dict.fromkeys(option.label for option in options if option.label in table):
            noun = table[label]
            for name in (noun.singular, noun.plural, *noun.synonyms):
                found.setdefault(self.tongue.folded(name), label)
        return found

    @cached_property
    def _dictionary(self) -> dict[str, str]:
        return {
            " ".join(phrase.split()): english
            for english, phrases in self.meanings.items()
            for phrase in phrases.split(",")
        }
