"""The sentences and the grammar of the language that is spoken now."""

from __future__ import annotations

from functools import cache

from whichone_core.answering.english import English
from whichone_core.answering.german import German
from whichone_core.answering.german_phrases import GERMAN
from whichone_core.answering.grammars import Grammar
from whichone_core.answering.phrases import ENGLISH, Phrases, words_of
from whichone_core.answering.spanish import Spanish
from whichone_core.answering.spanish_phrases import SPANISH
from whichone_core.languages import language_used

_TONGUES: dict[str, tuple[Phrases, Grammar]] = {
    "en": (ENGLISH, English()),
    "es": (SPANISH, Spanish()),
    "de": (GERMAN, German()),
}
_VERSIONS = {"en": 1, "es": 1, "de": 1}
"""Counted up whenever a sentence of a language changes its meaning."""


def phrases() -> Phrases:
    """The fixed sentences in the language used now."""
    return _TONGUES[language_used()][0]


def grammar() -> Grammar:
    """The grammar of the language used now."""
    return _TONGUES[language_used()][1]


def version() -> str:
    """The wording in the log: "de-1"."""
    return f"{language_used()}-{_VERSIONS[language_used()]}"


def fixed_words() -> frozenset[str]:
    """All words that stand in the fixed sentences of the language used now, in lower case."""
    return _fixed_words(language_used())


@cache
def _fixed_words(language: str) -> frozenset[str]:
    return words_of(_TONGUES[language][0])
