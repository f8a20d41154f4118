"""The shape of a language: what its module has to say, all of it folded (`folding`).

Everything is data; how clauses are cut and names are found is the same for all (`clauses`,
`names`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from whichone_core.question.grammar import Wording
from whichone_core.question.requests import Request, Rule
from whichone_core.question.tongues.clauses import Clauses
from whichone_core.question.tongues.folding import fold, words_in
from whichone_core.question.tongues.names import Names
from whichone_core.question.tongues.vocabulary import Vocabulary
from whichone_core.types.questions import Stakes

_FIRST_WORDS, _LAST_WORDS = 200, 100
"""A longer question is dictation gone astray: it is read at both ends only."""


def words(text: str) -> frozenset[str]:
    """A list of words, parted by blanks."""
    return frozenset(text.split())


def phrases(text: str) -> tuple[str, ...]:
    """A list of phrases, parted by commas; line breaks count as blanks."""
    return tuple(" ".join(piece.split()) for piece in text.split(",") if piece.strip())


@dataclass(frozen=True)
class Tongue:
    """A language: a `Grammar` made of data.  Patterns are searched in folded clauses.

    code: a key of `languages.LANGUAGES`.
    it, pronouns: see `Grammar`.
    telling: words that tell this language from others.
    elsewhere: among them those that other languages have too, which count only half.
    clauses: padding, ways of asking, where a clause ends.
    vocabulary: what words do in a question, and the nouns for the detectors' labels.
    rules: what clauses ask for, the special before the general (see `requests`).
    stakes: words that tell that a wrong answer could hurt, the graver first.
    doubts: patterns of whole lines that only doubt the last answer ("are you sure?").
    choice, statement, yes_no, open_question: see `Grammar`.
    has_digraphs: see `folding.fold`.  rewrites: patterns and what they are put right to, in
    text that is small but not folded.
    """

    code: str
    it: str
    pronouns: frozenset[str]
    telling: frozenset[str]
    clauses: Clauses
    vocabulary: Vocabulary
    rules: tuple[Rule, ...]
    stakes: tuple[tuple[Stakes, str], ...]
    doubts: tuple[str, ...]
    choice: str
    statement: str
    yes_no: str
    open_question: str
    elsewhere: frozenset[str] = frozenset()
    has_digraphs: bool = False
    rewrites: Mapping[str, str] = field(default_factory=dict)

    def folded(self, text: str) -> str:
        """A text as clauses, rules and names compare it."""
        small = " ".join(word[:60] for word in _both_ends(text).lower().split())
        for pattern, right in self.rewrites.items():
            small = re.sub(pattern, right, small)
        return fold(small, has_digraphs=self.has_digraphs)

    def words_of(self, text: str) -> frozenset[str]:
        """The folded words of a text."""
        return frozenset(words_in(self.folded(text)))

    def wording(self, text: str) -> Wording:
        folded = self.folded(text)
        said = {self.folded(word): word for word in reversed(words_in(_both_ends(text)))}
        names = Names(self.vocabulary, said)
        line = " ".join(words_in(folded))
        return Wording(self.clauses.of(folded), line, names.mentions)

    def request_of(self, clause: str) -> Request | None:
        return next((ask for pattern, ask in self._patterns if pattern.search(clause)), None)

    def stakes_of(self, line: str) -> Stakes | None:
        return next((stakes for stakes, sign in self._signs if sign.search(line)), None)

    def is_a_choice(self, clause: str) -> bool:
        return bool(re.search(self.choice, clause))

    def is_statement(self, clause: str) -> bool:
        return bool(re.search(self.statement, clause))

    def is_yes_no(self, clause: str) -> bool:
        return bool(re.search(self.yes_no, clause))

    def is_open(self, clause: str) -> bool:
        return bool(re.search(self.open_question, clause))

    def is_doubt(self, text: str) -> bool:
        line = " ".join(words_in(self.folded(text)))
        return bool(self._doubted.fullmatch(line))

    def weight(self, heard: frozenset[str]) -> float:
        """How much folded words speak for this language."""
        known = (w for w in heard if w in self._known or self.vocabulary.is_adjective(w))
        return sum(0.5 if word in self.elsewhere else 1.0 for word in known)

    @cached_property
    def _patterns(self) -> tuple[tuple[re.Pattern[str], Request], ...]:
        return tuple((re.compile(rule.pattern), rule.request) for rule in self.rules)

    @cached_property
    def _signs(self) -> tuple[tuple[Stakes, re.Pattern[str]], ...]:
        return tuple((stakes, re.compile(rf"\b(?:{sign})\b")) for stakes, sign in self.stakes)

    @cached_property
    def _doubted(self) -> re.Pattern[str]:
        return re.compile("|".join(self.doubts))

    @cached_property
    def _known(self) -> frozenset[str]:
        return self.telling | self.vocabulary.telling


def _both_ends(text: str) -> str:
    said = text[:20_000].replace("’", "'").split()
    if len(said) > _FIRST_WORDS + _LAST_WORDS:
        said = said[:_FIRST_WORDS] + said[-_LAST_WORDS:]
    return " ".join(said)
