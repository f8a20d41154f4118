"""What each thing that WhichOne can name is called, in every language but English.

A language has one table, `LANGUAGE.tsv`, with a line for each label: what detectors (COCO, Open
Images), the classifier (ImageNet) and the lexicon of questions call a thing, in English.  English
needs none: its labels are its words, and `answering/english.py` knows what differs.

    forms("de")["wine glass"]   Noun("Weinglas", "Weingläser", "n", ..., ("Glas", ...))

`answering/` names things by it; questions are understood by its inverse (synonyms count there,
and only there).  A table is plain text with tabs, as reading it takes a few milliseconds; as TOML
it took 160.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from types import MappingProxyType

_FOLDER = Path(__file__).parent


class Kind(StrEnum):
    """How a noun is counted."""

    COUNT = "count"
    MASS = "mass"
    """No plural is said: some broccoli."""
    PLURAL = "plural"
    """Only said in the plural: scissors in Spanish."""


@dataclass(frozen=True, slots=True)
class Noun:
    """What a label is called in one language.

    gender: "m", "f" or "n".  object_form: the singular where it is seen or held, if it differs
    ("den Bären").  synonyms: other words for it, singular where there is one, as users say them.
    """

    singular: str
    plural: str
    gender: str
    kind: Kind = Kind.COUNT
    object_form: str = ""
    synonyms: tuple[str, ...] = ()

    @property
    def in_object(self) -> str:
        """The singular where it is seen or held."""
        return self.object_form or self.singular


@cache
def forms(language: str) -> Mapping[str, Noun]:
    """The nouns of a language by label; none where the language has no table, as English."""
    path = _FOLDER / f"{language}.tsv"
    if not path.exists():
        return MappingProxyType({})
    lines = path.read_text(encoding="utf-8").splitlines()
    return MappingProxyType(dict(_entry(line) for line in lines if line and line[0] != "#"))


@cache
def by_word(language: str) -> Mapping[str, Noun]:
    """The nouns of a language by their singular; what is called the same has one grammar."""
    return MappingProxyType({noun.singular: noun for noun in forms(language).values()})


def _entry(line: str) -> tuple[str, Noun]:
    columns = line.split("\t")
    label, singular, plural, gender, kind, held, others = columns + [""] * (7 - len(columns))
    synonyms = tuple(word.strip() for word in others.split(",") if word.strip())
    return label, Noun(singular, plural, gender, Kind(kind), held, synonyms)
