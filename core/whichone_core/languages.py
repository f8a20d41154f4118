"""The language in which WhichOne speaks and writes: one for the whole process.

Fixed sentences are looked up in gettext catalogues, one of each package and language, where a
sentence that has no translation stays English.  Answers of the built-in engine are not fixed
sentences: each language has its own grammar for them (`answering/`).
"""

from __future__ import annotations

import gettext
from dataclasses import dataclass, field
from pathlib import Path

LANGUAGES = {"en": "English", "es": "español", "de": "Deutsch"}
"""The languages that are complete, by their codes, each called as it calls itself."""

_SOURCE = "en"

_spoken = _SOURCE


def family(code: str) -> str:
    """The language of a code without its country, small: "de" of "de-AT" and "de_DE.UTF-8"."""
    return code.replace("_", "-").split(".", 1)[0].split("-", 1)[0].casefold()


def use_language(code: str) -> str:
    """Speak and write this language from now on, English where it is not known.

    code: a BCP 47 tag or the name of a locale.  Returns the code that is used now.
    """
    global _spoken
    _spoken = family(code) if family(code) in LANGUAGES else _SOURCE
    return _spoken


def language_used() -> str:
    """The code of the language that is spoken and written now: a key of `LANGUAGES`."""
    return _spoken


def N_(text: str) -> str:
    """Mark a text that is translated where it is used, not where it stands."""
    return text


@dataclass(slots=True)
class Catalogue:
    """The translations of one package.

    domain: the name of its files.  folder: holds `LANGUAGE/LC_MESSAGES/DOMAIN.mo`.
    """

    domain: str
    folder: Path
    _read: dict[str, gettext.NullTranslations] = field(default_factory=dict)

    def text(self, english: str, **values: object) -> str:
        """A sentence in the language used now, with the names in its braces filled in."""
        return self._filled(self._translations().gettext(english), english, values)

    def count(self, one: str, many: str, count: int, **values: object) -> str:
        """The sentence for a number of things; `{count}` in it is that number."""
        found = self._translations().ngettext(one, many, count)
        return self._filled(found, one if count == 1 else many, {"count": count, **values})

    def context(self, context: str, english: str, **values: object) -> str:
        """A word that means different things in different places, which the context tells."""
        return self._filled(self._translations().pgettext(context, english), english, values)

    def everywhere(self, english: str, **values: object) -> frozenset[str]:
        """A sentence in every language, to know it again whatever language it was said in."""
        found = (self._translations(code).gettext(english) for code in LANGUAGES)
        return frozenset(self._filled(text, english, values) for text in found)

    def _translations(self, code: str = "") -> gettext.NullTranslations:
        """code: a key of `LANGUAGES`; the one that is used now where it is empty."""
        code = code or _spoken
        found = self._read.get(code)
        if found is None:
            languages = [] if code == _SOURCE else [code]
            found = gettext.translation(self.domain, self.folder, languages, fallback=True)
            self._read[code] = found
        return found

    @staticmethod
    def _filled(text: str, english: str, values: dict[str, object]) -> str:
        """The text with its values; a translation that names another value is not used."""
        if not values:
            return text
        try:
            return text.format(**values)
        except (KeyError, IndexError, ValueError):
            return english.format(**values)
