"""What the words of a language do in a question, and its nouns for the detectors' labels.

All words are folded.  Nouns come from two places: the table that answers use
(`whichone_core.nouns`), and `more_nouns`, what else people say for the same things.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from whichone_core.nouns import forms
from whichone_core.question.lexicon import DETECTOR_LABELS, GROUPS
from whichone_core.question.tongues.folding import fold

_KNOWN = DETECTOR_LABELS | set(GROUPS)
_LONGEST_NAME = 4
"""Words of a name ("mando a distancia")."""
_SHORTEST_HEAD, _SHORTEST_MODIFIER = 4, 3
"""Letters of the parts of a compound: "Kaffee-tasse"."""


@dataclass(frozen=True)
class Vocabulary:
    """The words of questions by what they do.

    function: articles, pronouns, prepositions, auxiliaries, question words.
    verbs, attributes, vague_nouns, demonstratives, pronouns, picture_words: as in English
    (`word_classes`).  qualities: stems of adjectives; quality_endings: a pattern of what may
    follow a stem.
    articles: demonstratives that are mostly articles ("das Bild"), which point at something
    only where no noun follows.
    leading: words that a noun phrase may follow.  places: prepositions that only say where;
    place_tails: what may stand between such a word and the article ("encima de la mesa").
    complements: what joins a noun to one that only tells more of it ("taza de té").
    modifiers_follow: whether adjectives stand behind their noun.
    code: the language whose table of nouns is read; more_nouns: label -> further nouns by
    commas, which count before those of the table.
    singulars: the likely singulars of a folded noun.
    compounds: whether the last part of a long word may be the noun; never: words that look
    like a noun or a compound of one, and are something else.
    empty: a pattern of clauses whose pronoun points at nothing ("es regnet").
    colour_nouns: fruits that are colours too; capital_nouns: whether nouns are capitalised.
    here: "here", which needs a referent in "what is here"; what: how such a question begins.
    """

    code: str
    function: frozenset[str]
    verbs: frozenset[str]
    attributes: frozenset[str]
    vague_nouns: frozenset[str]
    demonstratives: frozenset[str]
    articles: frozenset[str]
    pronouns: frozenset[str]
    picture_words: frozenset[str]
    qualities: frozenset[str]
    quality_endings: str
    leading: frozenset[str]
    places: frozenset[str]
    place_tails: frozenset[str]
    complements: frozenset[str]
    modifiers_follow: bool
    more_nouns: Mapping[str, str]
    singulars: Callable[[str], tuple[str, ...]]
    empty: str
    here: frozenset[str]
    what: frozenset[str]
    compounds: bool = False
    capital_nouns: bool = False
    never: frozenset[str] = frozenset()
    colour_nouns: frozenset[str] = frozenset()
    has_digraphs: bool = False

    def label_of(self, phrase: str) -> str | None:
        """The label or group for a whole folded noun phrase; None if no detector knows it."""
        if phrase in self.never:
            return None
        nouns = self._nouns
        found = next((nouns[form] for form in self._forms(phrase) if form in nouns), None)
        if found is None and self.compounds and " " not in phrase:
            return self._of_compound(phrase)
        return found

    def known_at(self, words: list[str], position: int) -> tuple[int, str | None]:
        """The longest name that begins here: how many words it has, and its label.

        No label where it is the name of something that no detector knows ("reloj de pulsera").
        """
        for length in range(min(_LONGEST_NAME, len(words) - position), 0, -1):
            phrase = " ".join(words[position : position + length])
            label = self.label_of(phrase)
            if label is not None:
                return length, label
            if length > 1 and any(form in self._others for form in self._forms(phrase)):
                return length, None
        return 0, None

    def _forms(self, phrase: str) -> Iterator[str]:
        """A phrase, and it with its first or last word in the singular."""
        head, _, last = phrase.rpartition(" ")
        first, _, rest = phrase.partition(" ")
        yield phrase
        yield from (f"{head} {one}".strip() for one in self.singulars(last))
        if rest:
            yield from (f"{one} {rest}" for one in self.singulars(first))

    def is_stop(self, word: str) -> bool:
        """Whether a noun phrase ends at a word."""
        return word in self._stops

    def is_quality(self, word: str) -> bool:
        """Whether a word is an adjective or a number: part of a noun phrase, never all of it."""
        return word.isdigit() or self.is_adjective(word)

    def is_adjective(self, word: str) -> bool:
        return bool(self._quality.fullmatch(word))

    @property
    def telling(self) -> frozenset[str]:
        """Words that speak for this language."""
        return self._telling

    def _of_compound(self, word: str) -> str | None:
        if any(form in self._others for form in self._forms(word)):
            return None
        for cut in range(_SHORTEST_MODIFIER, len(word) - _SHORTEST_HEAD + 1):
            head = word[cut:]
            if head in self.never or head in self._others:
                return None
            for form in (head, *self.singulars(head)):
                if len(form) >= _SHORTEST_HEAD and form in self._nouns:
                    return self._nouns[form]
        return None

    @cached_property
    def _nouns(self) -> dict[str, str]:
        """Folded noun -> label or group; what is said usually counts before synonyms."""
        table = {label: noun for label, noun in forms(self.code).items() if label in _KNOWN}
        found = {
            self._folded(name): label
            for label, names in self.more_nouns.items()
            for name in names.split(",")
        }
        for label, noun in table.items():
            for name in (noun.singular, noun.plural):
                found.setdefault(self._folded(name), label)
        for label, noun in table.items():
            for name in noun.synonyms:
                found.setdefault(self._folded(name), label)
        return {name: label for name, label in found.items() if name not in self.never}

    @cached_property
    def _others(self) -> frozenset[str]:
        """Folded nouns for what no detector knows."""
        return frozenset(
            self._folded(name)
            for label, noun in forms(self.code).items()
            if label not in _KNOWN
            for name in (noun.singular, noun.plural, *noun.synonyms)
        )

    def _folded(self, name: str) -> str:
        return fold(" ".join(name.split()), has_digraphs=self.has_digraphs)

    @cached_property
    def _stops(self) -> frozenset[str]:
        return (
            self.function | self.verbs | self.attributes | self.vague_nouns | self.picture_words
            | self.demonstratives | self.articles | self.pronouns
        )  # fmt: skip

    @cached_property
    def _quality(self) -> re.Pattern[str]:
        return re.compile(rf"(?:{'|'.join(sorted(self.qualities))})(?:{self.quality_endings})?")

    @cached_property
    def _telling(self) -> frozenset[str]:
        single = (name for name in self._nouns if " " not in name)
        return self.verbs | self.attributes | self.vague_nouns | frozenset(single)
