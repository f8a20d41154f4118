"""Words for figures and signs, a module for each language.

To add a language: a module with a `words.SpokenWords`, named below, and its alphabet in
`speech/spelling.py`.
"""

from __future__ import annotations

from whichone_core.languages import language_used
from whichone_core.speech.tongues.de import GERMAN
from whichone_core.speech.tongues.en import ENGLISH
from whichone_core.speech.tongues.es import SPANISH
from whichone_core.speech.tongues.words import SpokenWords

_WORDS = {"en": ENGLISH, "es": SPANISH, "de": GERMAN}


def words_used() -> SpokenWords:
    """The words of the language that is used now."""
    return _WORDS[language_used()]
