"""The things that a folded clause names, and its words that need a referent.

The nouns that the detectors know are found wherever they stand.  Any other noun counts where
an article, a number or the like leads it in, with what tells more of it ("zumo de naranja").
A thing that only says where something is counts only where nothing else is named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from whichone_core.question.lexicon import GROUPS
from whichone_core.question.mentions import Mentions
from whichone_core.question.tongues.vocabulary import Vocabulary

_BETWEEN = 2
"""Adjectives that may stand between a preposition and its noun."""


class Names:
    """What clauses of one text name.  said: folded word -> the word as it was written."""

    def __init__(self, vocabulary: Vocabulary, said: Mapping[str, str]) -> None:
        self._words = vocabulary
        self._said = said
        originals = list(said.values())
        self._has_capitals = vocabulary.capital_nouns and any(
            word[:1].isupper() for word in originals[:-1]
        )

    def mentions(self, clause: str) -> Mentions:
        """What one clause names, in the order of speaking."""
        words = clause.split()
        things: dict[str, str | None] = {}
        places: dict[str, str | None] = {}
        for said, label, is_place in self._named(words):
            (places if is_place else things).setdefault(said, label)
        named = things or places
        targets = tuple(dict.fromkeys(label for label in named.values() if label))
        unknown = tuple(said for said, label in named.items() if label is None)
        return Mentions(targets, unknown, tuple(dict.fromkeys(self._vague(clause, words))))

    def _named(self, words: list[str]) -> Iterator[tuple[str, str | None, bool]]:
        """Each thing as it was said, its label if it has one, and whether it says where."""
        position = 0
        while position < len(words):
            length, label = self._known(words, position)
            if length and label is None:
                end = position + length
                yield self._as_said(words[position:end]), None, self._is_place(words, position)
                position = end
            elif label is not None:
                end = self._end_of_known(words, position + length)
                is_kind = label in GROUPS and end > position + length
                said = self._as_said(words[position : end if is_kind else position + length])
                yield said, None if is_kind else label, self._is_place(words, position)
                position = end
            elif self._words.is_stop(words[position]):
                position += 1
            else:
                end = self._end_of_unknown(words, position)
                if found := self._unknown(words, position, end):
                    yield found, None, self._is_place(words, position)
                position = end

    # ------------------------------------------------------------------ known nouns

    def _known(self, words: list[str], position: int) -> tuple[int, str | None]:
        length, label = self._words.known_at(words, position)
        if length == 1 and label is not None:
            word, before = words[position], words[position - 1] if position else ""
            is_led = before in self._words.leading
            if self._words.is_stop(word) and not is_led:
                return 0, None
            if word in self._words.colour_nouns and not is_led:
                return 0, None
        return length, label

    def _end_of_known(self, words: list[str], end: int) -> int:
        """Behind what only tells more of a known thing: "botella | de agua", "Tasse | Tee"."""
        if self._words.modifiers_follow:
            end = self._behind_adjectives(words, end)
        elif end < len(words) and self._is_free(words, end):
            return end + 1
        return self._behind_complement(words, end)

    def _behind_adjectives(self, words: list[str], end: int) -> int:
        while end < len(words) and self._is_free(words, end):
            end += 1
        return end

    def _behind_complement(self, words: list[str], end: int) -> int:
        if end < len(words) - 1 and words[end] in self._words.complements:
            first = end + 1
            length = self._known(words, first)[0]
            if length or not self._words.is_stop(words[first]):
                return self._behind_adjectives(words, first + max(length, 1))
        return end

    def _is_free(self, words: list[str], position: int) -> bool:
        """Whether a word is neither a stop word nor a noun that is known."""
        return not self._words.is_stop(words[position]) and not self._known(words, position)[0]

    # ------------------------------------------------------------------ other nouns

    def _end_of_unknown(self, words: list[str], position: int) -> int:
        return self._behind_complement(words, self._behind_adjectives(words, position + 1))

    def _unknown(self, words: list[str], position: int, end: int) -> str:
        """The noun as it was said; empty where these words are no noun phrase."""
        before = words[position - 1] if position else ""
        is_led = not position or before in self._words.leading or before in self._words.places
        named = words[position:end]
        if not self._words.modifiers_follow and end < len(words) and self._known(words, end)[0]:
            return ""  # an adjective of the known noun that follows
        while named and self._words.is_quality(named[0]):
            named = named[1:]
        while named and self._words.is_quality(named[-1]) and not self._is_complement(named):
            named = named[:-1]
        if not is_led or not named or all(word in self._words.complements for word in named):
            return ""
        said = self._as_said(named)
        is_noun = not self._has_capitals or said.split()[-1][:1].isupper()
        return said if is_noun else ""

    def _is_complement(self, named: list[str]) -> bool:
        """ "zumo de naranja": the last word tells more of the noun, and is no adjective."""
        return len(named) > 2 and named[-2] in self._words.complements

    def _as_said(self, words: list[str]) -> str:
        said = [self._said.get(word, word) for word in words]
        if not self._words.capital_nouns:
            return " ".join(said).lower()
        return " ".join([*said[:-1], said[-1][:1].upper() + said[-1][1:]])

    def _is_place(self, words: list[str], position: int) -> bool:
        """Whether a preposition of place leads the noun in, over its article and adjectives."""
        at = position - 1
        adjectives = 0
        while at >= 0 and adjectives <= _BETWEEN:
            word = words[at]
            if word in self._words.places:
                return True
            if word in self._words.place_tails or word in self._words.leading:
                at -= 1
                continue
            if not self._words.is_quality(word):
                return False
            adjectives += 1
            at -= 1
        return False

    # ------------------------------------------------------------------ what is vague

    def _vague(self, clause: str, words: list[str]) -> Iterator[str]:
        for position, word in enumerate(words):
            before = words[position - 1] if position else ""
            after = words[position + 1] if position + 1 < len(words) else ""
            if self._is_vague(clause, word, before, after, words):
                yield self._said.get(word, word).lower()

    def _is_vague(self, clause: str, word: str, before: str, after: str, words: list[str]) -> bool:
        known = self._words
        if word in known.pronouns:
            return not re.search(known.empty, clause)
        if word in known.articles:
            return not after or (
                (known.is_stop(after) or known.is_quality(after))
                and after not in known.picture_words | known.attributes
                and not self._leads_a_noun(words, words.index(after))
            )
        if word in known.demonstratives:
            return after not in known.picture_words
        if word in known.vague_nouns:
            return before not in known.demonstratives
        return word in known.here and words[0] in known.what

    def _leads_a_noun(self, words: list[str], position: int) -> bool:
        """Whether adjectives from here on end in a noun: "das | neue Auto"."""
        while position < len(words) and self._words.is_quality(words[position]):
            position += 1
        return position < len(words) and not self._words.is_stop(words[position])
